"""Calls between addresses, and what carries them."""
