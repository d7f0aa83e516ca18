"""Cases of the summary family."""
