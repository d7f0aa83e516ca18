# Generated from aioflow/ops/definitions/io_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.io_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import TensorLike, apply_op


def sharded_filename(
    basename: TensorLike,
    shard: TensorLike,
    num_shards: TensorLike,
    name: str | None = None,
) -> Tensor:
    """ShardedFilename(basename: string, shard: int32, num_shards: int32) -> (filename: string)."""
    return apply_op("ShardedFilename", [basename, shard, num_shards], {}, name).outputs[0]


def sharded_filespec(basename: TensorLike, num_shards: TensorLike, name: str | None = None) -> Tensor:
    """ShardedFilespec(basename: string, num_shards: int32) -> (filename: string)."""
    return apply_op("ShardedFilespec", [basename, num_shards], {}, name).outputs[0]
