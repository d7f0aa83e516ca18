"""`tf.sets`: the last dimension of tensors as sets."""
from __future__ import annotations

from aioflow.ops.functions.set_ops import set_difference, set_intersection, set_size, set_union

# TensorFlow has both names: the long ones are older, the short ones go with the module's name.
difference, intersection, size, union = set_difference, set_intersection, set_size, set_union

__all__ = [
    "difference", "intersection", "set_difference", "set_intersection", "set_size", "set_union", "size", "union",
]  # fmt: skip
