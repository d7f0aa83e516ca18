"""Sparse tensors and matrices."""
