"""Masters."""
