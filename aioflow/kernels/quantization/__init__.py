"""Kernels of quantised numbers, and of training that prepares for them.

Rounding decides results here, so each op computes in the dtype and order of operations of TensorFlow's kernel.
"""
