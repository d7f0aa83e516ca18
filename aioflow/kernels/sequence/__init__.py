"""Kernels of sequences of tensors: TensorArrays, lists, maps and stacks.

TensorArrays and stacks are resources of a step, which ops change in place; lists and maps are values, of which ops make
new ones.
"""
