"""Segments: runs of nodes that are executed as one item, how they are found, and how they run."""
