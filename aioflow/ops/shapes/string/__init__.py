"""Static shapes of the string ops."""
