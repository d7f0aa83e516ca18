"""Cases of the linalg family."""
