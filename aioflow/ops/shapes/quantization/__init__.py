"""Static shapes of the ops of quantised numbers. Each tensor of numbers comes with the two ends of its range."""
