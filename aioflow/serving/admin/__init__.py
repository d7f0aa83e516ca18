"""The live page of a server: what it serves, how fast, and what went wrong."""
