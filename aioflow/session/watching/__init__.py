"""Watching: what runs tell of their tensors, to debuggers in files and over connections, and to programs."""
