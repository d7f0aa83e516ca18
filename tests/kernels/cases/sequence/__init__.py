"""Cases of the sequence family."""
