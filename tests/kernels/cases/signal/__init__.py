"""Cases of the signal family."""
