"""Datasets as ops. A dataset is a variant scalar.

The kernels only describe: arguments are checked here, since they come as tensors, and nothing is read or computed.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar, require_vector
from aioflow.kernels.dataset.batches import BatchDataset, PaddedBatchDataset
from aioflow.kernels.dataset.datasets import (
    Dataset,
    RangeDataset,
    TensorDataset,
    TensorSliceDataset,
    dataset_in,
    int_scalar,
)
from aioflow.kernels.dataset.groups import ShardDataset, UnbatchDataset, WindowDataset
from aioflow.kernels.dataset.sequences import (
    CacheDataset,
    ConcatenateDataset,
    MemoryCache,
    RepeatDataset,
    SkipDataset,
    TakeDataset,
    ZipDataset,
)
from aioflow.kernels.handles import new_handle, resource_of

# TensorFlow's AutoShardPolicy: OFF and HINT; DATA. FILE and AUTO would have to look for files.
_NOT_SHARDED, _SHARDED_BY_ELEMENT = (-1, 3), 2


# ---- sources


@kernel("TensorDataset")
def tensor_dataset(xp: Any, components: list[Array], *, Toutput_types: list[DType]) -> Dataset:
    """One element, whose components are the tensors."""
    return TensorDataset([np.asarray(value) for value in components], Toutput_types)


@kernel("TensorSliceDataset")
def tensor_slice_dataset(xp: Any, components: list[Array], *, Toutput_types: list[DType]) -> Dataset:
    """The slices of tensors [n, ...] along their first dimension."""
    return TensorSliceDataset([np.asarray(value) for value in components], Toutput_types)


@kernel("RangeDataset")
def range_dataset(xp: Any, start: Array, stop: Array, step: Array, *, output_types: list[DType]) -> Dataset:
    """The numbers from `start` to before `stop` in steps of `step` ([] int64 each), as one component."""
    stride = int_scalar(step, "step")
    if not stride:
        raise errors.invalid_argument("step must be a non-zero integer.")
    # Elements are made by conversion from int64, which other types do not have.
    if len(output_types) != 1 or not (output_types[0].is_integer or output_types[0].is_floating):
        raise errors.invalid_argument("A range dataset has one component, an integer or a floating-point number.")
    return RangeDataset(range(int_scalar(start, "start"), int_scalar(stop, "stop"), stride), output_types[0])


# ---- of other datasets


@kernel("BatchDatasetV2")
def batch_dataset_v2(xp: Any, input_dataset: Array, batch_size: Array, drop_remainder: Array) -> Dataset:
    """Batches of `batch_size` ([] int64) elements, stacked; a smaller last one is given unless `drop_remainder`."""
    require_scalar(drop_remainder, "drop_remainder")
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), bool(drop_remainder))


@kernel("BatchDataset")
def batch_dataset(xp: Any, input_dataset: Array, batch_size: Array) -> Dataset:
    """Batches of `batch_size` ([] int64) elements, stacked; the last one may be smaller."""
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), False)


@kernel("ParallelBatchDataset")
def parallel_batch_dataset(
    xp: Any, input_dataset: Array, batch_size: Array, num_parallel_calls: Array, drop_remainder: Array
) -> Dataset:
    """Batches as of BatchDataset, in the same order; they are made one by one."""
    require_scalar(drop_remainder, "drop_remainder")
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), bool(drop_remainder))


@kernel("PaddedBatchDatasetV2")
def padded_batch_dataset_v2(
    xp: Any, input_dataset: Array, batch_size: Array, padded_shapes: list[Array], padding_values: list[Array],
    drop_remainder: Array,
) -> Dataset:  # fmt: skip
    """Batches of elements that were filled up to one shape.

    `padded_shapes` [rank] and `padding_values` [] are one per component; -1 is as large as the largest of the batch.
    """
    require_scalar(drop_remainder, "drop_remainder")
    size = int_scalar(batch_size, "batch_size")
    shapes = [_padded_shape(value) for value in padded_shapes]
    paddings = [np.asarray(value) for value in padding_values]
    return PaddedBatchDataset(dataset_in(input_dataset), size, shapes, paddings, bool(drop_remainder))


@kernel("PaddedBatchDataset")
def padded_batch_dataset(
    xp: Any, input_dataset: Array, batch_size: Array, padded_shapes: list[Array], padding_values: list[Array]
) -> Dataset:
    """Batches as of PaddedBatchDatasetV2; the last one may be smaller."""
    return padded_batch_dataset_v2(xp, input_dataset, batch_size, padded_shapes, padding_values, np.False_)


def _padded_shape(value: Array) -> TensorShape:
    """The shape in a vector of sizes, of which -1 is unknown."""
    require_vector(value, "padded_shapes")
    sizes = value.tolist()
    if any(size < -1 for size in sizes):
        raise errors.invalid_argument(f"padded_shapes must be -1 or not negative, but one is {sizes}")
    return TensorShape([None if size == -1 else size for size in sizes])


@kernel("RepeatDataset")
def repeat_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    """All elements `count` ([] int64) times, without end if that is negative."""
    return RepeatDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("TakeDataset")
def take_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    """The first `count` ([] int64) elements, all of them if that is negative."""
    return TakeDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("SkipDataset")
def skip_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    """The elements behind the first `count` ([] int64), none if that is negative."""
    return SkipDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("ConcatenateDataset")
def concatenate_dataset(xp: Any, input_dataset: Array, another_dataset: Array) -> Dataset:
    """The elements of the first dataset, then those of the second."""
    return ConcatenateDataset(dataset_in(input_dataset), dataset_in(another_dataset))


@kernel("ZipDataset")
def zip_dataset(xp: Any, input_datasets: list[Array], *, output_types: list[DType]) -> Dataset:
    """Elements of all datasets side by side, as long as all have some."""
    sources = [dataset_in(value) for value in input_datasets]
    count = sum(len(source.dtypes) for source in sources)
    # Before they are put together: few nodes can double them many times.
    if count != len(output_types):
        raise errors.invalid_argument(f"The datasets have {count} components, but output_types {len(output_types)}")
    return ZipDataset(sources)


@kernel("CacheDataset")
def cache_dataset(xp: Any, input_dataset: Array, filename: Array) -> Dataset:
    """The elements, kept by the first pass that reaches their end, in a cache that only this dataset has."""
    return _cached(input_dataset, filename, MemoryCache())


@kernel("CacheDatasetV2")
def cache_dataset_v2(ctx: KernelContext, input_dataset: Array, filename: Array, cache: Array) -> Dataset:
    """Keeps the elements in `cache` if that is one, else for itself."""
    try:
        found = resource_of(ctx, cache, MemoryCache)
    # A handle that only `DummyMemoryCache` gives.
    except errors.NotFoundError:
        found = MemoryCache()
    return _cached(input_dataset, filename, found)


def _cached(input_dataset: Array, filename: Array, cache: MemoryCache) -> Dataset:
    """Keeps the elements in memory; there are no caches in files."""
    require_scalar(filename, "filename")
    if filename.item():
        raise errors.unimplemented("datasets are cached in memory only: `filename` must be empty")
    return CacheDataset(dataset_in(input_dataset), cache)


@kernel("AnonymousMemoryCache")
def anonymous_memory_cache(ctx: KernelContext) -> tuple[Any, Any]:
    """The handle of a cache that lives as long as a handle to it, twice: one is for who deletes it."""
    handle = new_handle(ctx, "", anonymous_name("AnonymousMemoryCache"), MemoryCache, MemoryCache())
    return handle, handle


@kernel("DummyMemoryCache", cheap=True)
def dummy_memory_cache(ctx: KernelContext) -> Any:
    """The handle of no cache."""
    return new_handle(ctx, ctx.resources.default_container, anonymous_name("DummyMemoryCache"), MemoryCache)


@kernel("DeleteMemoryCache", cheap=True)
def delete_memory_cache(ctx: KernelContext, handle: Any, deleter: Any) -> None:
    """Nothing: an anonymous cache goes with its last handle."""
    resource_of(ctx, handle, MemoryCache)


@kernel("ShardDataset")
def shard_dataset(
    xp: Any, input_dataset: Array, num_shards: Array, index: Array, *, require_non_empty: bool
) -> Dataset:
    """Every `num_shards`-th element from number `index` on ([] int64 each)."""
    numbers = int_scalar(num_shards, "num_shards"), int_scalar(index, "index")
    return ShardDataset(dataset_in(input_dataset), *numbers, require_non_empty)


@kernel("UnbatchDataset", "ExperimentalUnbatchDataset")
def unbatch_dataset(xp: Any, input_dataset: Array) -> Dataset:
    """The rows of elements whose components are [rows, ...]."""
    return UnbatchDataset(dataset_in(input_dataset))


@kernel("WindowDataset")
def window_dataset(
    xp: Any, input_dataset: Array, size: Array, shift: Array, stride: Array, drop_remainder: Array
) -> Dataset:
    """Datasets of `size` elements near each other, one dataset per component (all numbers are [] int64)."""
    require_scalar(drop_remainder, "drop_remainder")
    numbers = int_scalar(size, "size"), int_scalar(shift, "shift"), int_scalar(stride, "stride")
    return WindowDataset(dataset_in(input_dataset), *numbers, bool(drop_remainder))


@kernel("AutoShardDataset", "ExperimentalAutoShardDataset")
def auto_shard_dataset(
    xp: Any, input_dataset: Array, num_workers: Array, index: Array, *, auto_shard_policy: int
) -> Dataset:
    """One worker's part of the elements. Files are not shared out between several."""
    count, number = int_scalar(num_workers, "num_workers"), int_scalar(index, "index")
    if count <= 0:
        raise errors.invalid_argument("num_workers must be greater than zero.")
    if not 0 <= number < count:
        raise errors.invalid_argument(f"index must be between 0 and {count - 1}")
    # One worker takes all, whatever the policy.
    if count == 1 or auto_shard_policy in _NOT_SHARDED:
        return dataset_in(input_dataset)
    if auto_shard_policy != _SHARDED_BY_ELEMENT:
        raise errors.unimplemented("AutoShardDataset over several workers, with a policy other than OFF, DATA and HINT")
    return ShardDataset(dataset_in(input_dataset), count, number)


# ---- asked


@kernel("DatasetCardinality", "ExperimentalDatasetCardinality")
def dataset_cardinality(xp: Any, input_dataset: Array) -> Any:
    """The number of elements ([] int64); -1 for ever more, -2 where only a pass can tell."""
    return np.int64(dataset_in(input_dataset).cardinality)
