"""Cases of the parsing family."""
