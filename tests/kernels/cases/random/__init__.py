"""Cases of the random family."""
