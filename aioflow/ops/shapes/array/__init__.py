"""Static shapes of the array ops."""
