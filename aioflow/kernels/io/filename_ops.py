"""Names of files, as strings only: nothing here touches a file.

TensorFlow's savers name the files of a checkpoint so. Five digits are the least; larger numbers have more.
"""
from __future__ import annotations

from typing import Any

from aioflow.framework.kernels import as_object_array, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.string_arrays import scalar_string


@kernel("ShardedFilename")
def sharded_filename(xp: Any, basename: Array, shard: Array, num_shards: Array) -> Array:
    """`basename`-00003-of-00010 for number 3 of 10."""
    number, count = _number(shard, "shard"), _number(num_shards, "num_shards")
    return as_object_array(b"%s-%05d-of-%05d" % (_basename(basename), number, count))


@kernel("ShardedFilespec")
def sharded_filespec(xp: Any, basename: Array, num_shards: Array) -> Array:
    """The pattern of the names of all shards."""
    count = _number(num_shards, "num_shards")
    return as_object_array(b"%s-?????-of-%05d" % (_basename(basename), count))


def _basename(value: Array) -> bytes:
    """The name up to a zero byte, at which it ends for TensorFlow's formatting."""
    return scalar_string(value, "basename").partition(b"\0")[0]


def _number(value: Array, name: str) -> int:
    """The number in an argument of shape []."""
    require_scalar(value, name)
    return int(value)
