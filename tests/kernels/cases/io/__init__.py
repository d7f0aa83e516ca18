"""Cases of the io family."""
