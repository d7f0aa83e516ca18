"""Files and records."""
