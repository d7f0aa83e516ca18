"""Names of files, as strings only: nothing here touches a file."""
from __future__ import annotations

from typing import Any

from aioflow.framework.kernel import as_object_array, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import scalar_int
from aioflow.kernels.string_arrays import scalar_string


@kernel("ShardedFilename")
def sharded_filename(xp: Any, basename: Array, shard: Array, num_shards: Array) -> Array:
    """`basename`-00003-of-00010 for number 3 of 10."""
    number, count = scalar_int(shard, "shard"), scalar_int(num_shards, "num_shards")
    return as_object_array(b"%s-%05d-of-%05d" % (scalar_string(basename, "basename"), number, count))


@kernel("ShardedFilespec")
def sharded_filespec(xp: Any, basename: Array, num_shards: Array) -> Array:
    """The pattern of the names of all shards."""
    count = scalar_int(num_shards, "num_shards")
    return as_object_array(b"%s-?????-of-%05d" % (scalar_string(basename, "basename"), count))
