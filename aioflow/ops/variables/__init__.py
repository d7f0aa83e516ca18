"""Variables, their scopes, initializers and partitions.

The names of variables and of the nodes around them are those of TensorFlow, because checkpoints find values by them.
"""
