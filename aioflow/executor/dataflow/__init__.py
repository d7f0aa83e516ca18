"""Who is ready: the graph as arrays, pending counts, frames, and the propagator. No threads, no clock, no event loop."""
