"""Workers: the parts of graphs that run on one task."""
