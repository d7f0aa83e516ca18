"""Queues, readers, accumulators, tables and session handles as Python objects."""
