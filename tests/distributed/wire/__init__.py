"""Messages as bytes."""
