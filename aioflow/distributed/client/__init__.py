"""Sessions whose graphs run elsewhere."""
