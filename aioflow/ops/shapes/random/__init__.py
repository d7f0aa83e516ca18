"""Static shapes of the ops of random numbers."""
