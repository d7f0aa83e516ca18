"""Cases of the sparse family."""
