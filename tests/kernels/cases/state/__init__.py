"""Cases of the state family."""
