"""Generated code: a segment, or a whole step, as one Python function."""
