"""Queues, readers, accumulators, tables and session handles as Python objects.

Each object adds the node of its resource once, and further nodes for each method that is called.
"""
