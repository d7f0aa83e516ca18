"""`tf.manip`: functions that move elements of tensors."""
from __future__ import annotations

from aioflow.ops.functions.array_ops import reshape, reverse, roll, tile
from aioflow.ops.functions.indexing_ops import gather_nd, scatter_nd
from aioflow.ops.functions.patch_ops import batch_to_space_nd, space_to_batch_nd

__all__ = ["batch_to_space_nd", "gather_nd", "reshape", "reverse", "roll", "scatter_nd", "space_to_batch_nd", "tile"]
