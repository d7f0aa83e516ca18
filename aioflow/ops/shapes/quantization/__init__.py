"""Static shapes of the ops of quantised numbers."""
