"""Calls: what users pass to a session and get from it."""
