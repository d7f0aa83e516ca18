"""Compiling: from a graph and a signature of feeds and fetches to executors. Knows no session."""
