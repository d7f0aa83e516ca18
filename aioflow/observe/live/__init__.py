"""A process while it works: pools, runs in flight, signatures by their cost, how late the event loop is.

Nothing here is on the way of a run: who looks reads numbers that pools and sessions keep anyway.
"""
