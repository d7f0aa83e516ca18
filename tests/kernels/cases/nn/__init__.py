"""Cases of the nn family."""
