"""Cases of the array family."""
