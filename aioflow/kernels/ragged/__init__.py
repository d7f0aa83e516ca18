"""Kernels of ragged tensors: flat values, and for each ragged dimension the splits at which its rows begin and end.

They go level by level over whole vectors of splits, not row by row.
"""
