"""Cases of the image family."""
