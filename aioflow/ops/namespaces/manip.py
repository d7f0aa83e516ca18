"""`tf.manip`: functions that move elements of tensors."""
from __future__ import annotations

from aioflow.ops.functions.array_ops import batch_to_space_nd, reshape, reverse, roll, space_to_batch_nd, tile
from aioflow.ops.functions.indexing_ops import gather_nd, scatter_nd

__all__ = ["batch_to_space_nd", "gather_nd", "reshape", "reverse", "roll", "scatter_nd", "space_to_batch_nd", "tile"]
