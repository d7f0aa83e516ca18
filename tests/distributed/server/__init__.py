"""Servers and their masters."""
