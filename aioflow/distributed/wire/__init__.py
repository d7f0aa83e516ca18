"""Messages between tasks as bytes."""
