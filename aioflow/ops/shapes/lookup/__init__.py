"""Static shapes of the ops of lookup tables."""
