"""Static shapes of the math ops."""
