"""Static shapes of the ops of checkpoints."""
