"""Cases of the math family."""
