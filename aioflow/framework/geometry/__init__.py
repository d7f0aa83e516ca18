"""Geometry that shape rules and kernels share: slices, windows, subscripts."""
