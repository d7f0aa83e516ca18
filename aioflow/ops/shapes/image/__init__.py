"""Static shapes of the image ops."""
