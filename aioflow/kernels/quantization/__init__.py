"""Quantised numbers, and training that prepares for them."""
