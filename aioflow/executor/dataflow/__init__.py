"""Who is ready: the graph as arrays, pending counts, frames, and the propagator. No threads, clock or event loop."""
