"""Static shapes of the ops that parse strings."""
