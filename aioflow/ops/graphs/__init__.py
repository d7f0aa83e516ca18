"""Whole graphs: loading files and meta graphs."""
