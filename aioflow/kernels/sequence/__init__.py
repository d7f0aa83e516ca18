"""Sequences of tensors: TensorArrays, lists, maps and stacks."""
