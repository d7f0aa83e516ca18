"""Regions: parts of a graph that an engine computes as a whole."""
