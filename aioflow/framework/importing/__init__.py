"""Importing graphs that others made: checks, limits, and the way from messages to operations."""
