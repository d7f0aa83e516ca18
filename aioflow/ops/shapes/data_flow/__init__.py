"""Static shapes of the ops of queues and barriers.

The node that makes a queue declares the shapes of what comes out.
"""
