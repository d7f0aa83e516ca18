"""Static shapes of the ops of variables."""
