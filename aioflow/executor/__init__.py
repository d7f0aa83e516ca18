"""Running one partition of a graph: counts, frames, propagation, threads."""
