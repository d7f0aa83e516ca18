"""Calls between addresses."""
