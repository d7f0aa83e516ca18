"""Kernels of control flow: switches and merges, calls of functions, Python functions and transfers between partitions.

Kernels only move values; that an output is dead they say by None, and what runs then the executor decides.
"""
