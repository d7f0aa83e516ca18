"""Cases of the ragged family."""
