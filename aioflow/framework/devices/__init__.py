"""Devices: names, sets of them, and the factories that make them."""
