"""Static shapes of the ops of neural networks."""
