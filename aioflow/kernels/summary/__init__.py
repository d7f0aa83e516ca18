"""Summaries, logs and what debuggers ask."""
