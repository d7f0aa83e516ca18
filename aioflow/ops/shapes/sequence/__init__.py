"""Static shapes of the ops of lists and arrays of tensors.

A list or array is a scalar handle, which tells nothing of its elements; their shapes are declared at the ops.
"""
