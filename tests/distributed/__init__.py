"""Sessions beyond one process."""
