"""Which nodes are ready: graph view, pending counts, frames and propagator, without threads, clock or event loop."""
