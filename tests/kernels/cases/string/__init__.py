"""Cases of the string family."""
