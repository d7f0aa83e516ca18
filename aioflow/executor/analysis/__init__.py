"""Analyses of a graph that tell which nodes may run as one: order, loops, liveness, inlining."""
