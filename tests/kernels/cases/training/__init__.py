"""Cases of the training family."""
