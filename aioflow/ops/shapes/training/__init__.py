"""Static shapes of the ops of training."""
