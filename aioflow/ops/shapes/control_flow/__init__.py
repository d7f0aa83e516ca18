"""Static shapes of the ops of control flow."""
