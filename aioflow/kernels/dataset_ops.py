"""Datasets as ops. A dataset is a variant scalar."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernel import kernel
from aioflow.framework.resource_handle import anonymous_name
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar, require_vector
from aioflow.kernels.dataset_batches import BatchDataset, PaddedBatchDataset
from aioflow.kernels.dataset_groups import ShardDataset, UnbatchDataset, WindowDataset
from aioflow.kernels.dataset_sequences import (
    CacheDataset,
    ConcatenateDataset,
    RepeatDataset,
    SkipDataset,
    TakeDataset,
    ZipDataset,
)
from aioflow.kernels.dataset_shuffles import SeedGenerator, ShuffleDataset
from aioflow.kernels.datasets import Dataset, RangeDataset, TensorDataset, TensorSliceDataset, dataset_in, int_scalar
from aioflow.kernels.handles import new_handle, resource_of

_INT64_MAX = (1 << 63) - 1


# ---- sources


@kernel("TensorDataset")
def tensor_dataset(xp: Any, components: list[Array], *, Toutput_types: list[DType]) -> Dataset:
    return TensorDataset([np.asarray(value) for value in components], Toutput_types)


@kernel("TensorSliceDataset")
def tensor_slice_dataset(xp: Any, components: list[Array], *, Toutput_types: list[DType]) -> Dataset:
    return TensorSliceDataset([np.asarray(value) for value in components], Toutput_types)


@kernel("RangeDataset")
def range_dataset(xp: Any, start: Array, stop: Array, step: Array, *, output_types: list[DType]) -> Dataset:
    stride = int_scalar(step, "step")
    if not stride:
        raise errors.invalid_argument("step must be a non-zero integer.")
    if len(output_types) != 1 or not (output_types[0].is_integer or output_types[0].is_floating):
        raise errors.invalid_argument("A range dataset has one component, an integer or a floating-point number.")
    return RangeDataset(range(int_scalar(start, "start"), int_scalar(stop, "stop"), stride), output_types[0])


# ---- of other datasets


@kernel("BatchDatasetV2")
def batch_dataset_v2(xp: Any, input_dataset: Array, batch_size: Array, drop_remainder: Array) -> Dataset:
    require_scalar(drop_remainder, "drop_remainder")
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), bool(drop_remainder))


@kernel("BatchDataset")
def batch_dataset(xp: Any, input_dataset: Array, batch_size: Array) -> Dataset:
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), False)


@kernel("ParallelBatchDataset")
def parallel_batch_dataset(
    xp: Any, input_dataset: Array, batch_size: Array, num_parallel_calls: Array, drop_remainder: Array
) -> Dataset:
    """The same batches in the same order; they are made one by one."""
    require_scalar(drop_remainder, "drop_remainder")
    return BatchDataset(dataset_in(input_dataset), int_scalar(batch_size, "batch_size"), bool(drop_remainder))


@kernel("PaddedBatchDatasetV2")
def padded_batch_dataset_v2(
    xp: Any, input_dataset: Array, batch_size: Array, padded_shapes: list[Array], padding_values: list[Array],
    drop_remainder: Array,
) -> Dataset:  # fmt: skip
    require_scalar(drop_remainder, "drop_remainder")
    size = int_scalar(batch_size, "batch_size")
    shapes = [_padded_shape(value) for value in padded_shapes]
    paddings = [np.asarray(value) for value in padding_values]
    return PaddedBatchDataset(dataset_in(input_dataset), size, shapes, paddings, bool(drop_remainder))


@kernel("PaddedBatchDataset")
def padded_batch_dataset(
    xp: Any, input_dataset: Array, batch_size: Array, padded_shapes: list[Array], padding_values: list[Array]
) -> Dataset:
    return padded_batch_dataset_v2(xp, input_dataset, batch_size, padded_shapes, padding_values, np.False_)


def _padded_shape(value: Array) -> TensorShape:
    require_vector(value, "padded_shapes")
    sizes = value.tolist()
    if any(size < -1 for size in sizes):
        raise errors.invalid_argument(f"padded_shapes must be -1 or not negative, but one is {sizes}")
    return TensorShape([None if size == -1 else size for size in sizes])


@kernel("RepeatDataset")
def repeat_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    return RepeatDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("TakeDataset")
def take_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    return TakeDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("SkipDataset")
def skip_dataset(xp: Any, input_dataset: Array, count: Array) -> Dataset:
    return SkipDataset(dataset_in(input_dataset), int_scalar(count, "count"))


@kernel("ConcatenateDataset")
def concatenate_dataset(xp: Any, input_dataset: Array, another_dataset: Array) -> Dataset:
    return ConcatenateDataset(dataset_in(input_dataset), dataset_in(another_dataset))


@kernel("ZipDataset")
def zip_dataset(xp: Any, input_datasets: list[Array], *, output_types: list[DType]) -> Dataset:
    sources = [dataset_in(value) for value in input_datasets]
    count = sum(len(source.dtypes) for source in sources)
    if count != len(output_types):  # before they are put together: few nodes can double them many times
        raise errors.invalid_argument(f"The datasets have {count} components, but output_types {len(output_types)}")
    return ZipDataset(sources)


@kernel("CacheDataset")
def cache_dataset(xp: Any, input_dataset: Array, filename: Array) -> Dataset:
    """Keeps the elements in memory; there are no caches in files."""
    require_scalar(filename, "filename")
    if filename.item():
        raise errors.unimplemented("datasets are cached in memory only: `filename` must be empty")
    return CacheDataset(dataset_in(input_dataset))


@kernel("CacheDatasetV2")
def cache_dataset_v2(xp: Any, input_dataset: Array, filename: Array, cache: Array) -> Dataset:
    return cache_dataset(xp, input_dataset, filename)


@kernel("ShardDataset")
def shard_dataset(
    xp: Any, input_dataset: Array, num_shards: Array, index: Array, *, require_non_empty: bool
) -> Dataset:
    if require_non_empty:
        raise errors.unimplemented("ShardDataset with require_non_empty")
    return ShardDataset(dataset_in(input_dataset), int_scalar(num_shards, "num_shards"), int_scalar(index, "index"))


@kernel("UnbatchDataset")
def unbatch_dataset(xp: Any, input_dataset: Array) -> Dataset:
    return UnbatchDataset(dataset_in(input_dataset))


@kernel("WindowDataset")
def window_dataset(
    xp: Any, input_dataset: Array, size: Array, shift: Array, stride: Array, drop_remainder: Array
) -> Dataset:
    require_scalar(drop_remainder, "drop_remainder")
    numbers = int_scalar(size, "size"), int_scalar(shift, "shift"), int_scalar(stride, "stride")
    return WindowDataset(dataset_in(input_dataset), *numbers, bool(drop_remainder))


# ---- in random order


@kernel("ShuffleDataset")
def shuffle_dataset(
    xp: Any, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, *, reshuffle_each_iteration: bool
) -> Dataset:
    seeds = SeedGenerator(int_scalar(seed, "seed"), int_scalar(seed2, "seed2"), reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), _buffer_size(buffer_size), seeds)


@kernel("ShuffleDatasetV3")
def shuffle_dataset_v3(
    ctx: Any, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, seed_generator: Array, *,
    reshuffle_each_iteration: bool,
) -> Dataset:  # fmt: skip
    """Takes the seeds from `seed_generator` if that is one, else from a new one."""
    size = _buffer_size(buffer_size)
    try:
        seeds = resource_of(ctx, seed_generator, SeedGenerator)
    except errors.NotFoundError:  # a handle that only `DummySeedGenerator` gives
        seeds = SeedGenerator(int_scalar(seed, "seed"), int_scalar(seed2, "seed2"), reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), size, seeds)


def _buffer_size(value: Array) -> int:
    size = int_scalar(value, "buffer_size")
    if size <= 0 and size != -2:
        raise errors.invalid_argument("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    return size


@kernel("AnonymousSeedGenerator")
def anonymous_seed_generator(ctx: Any, seed: Array, seed2: Array, reshuffle: Array) -> tuple[Any, Any]:
    """The handle of a generator that lives as long as a handle to it, twice: one is for who deletes it."""
    require_scalar(reshuffle, "reshuffle")
    made = SeedGenerator(int_scalar(seed, "seed"), int_scalar(seed2, "seed2"), bool(reshuffle))
    handle = new_handle(ctx, "", anonymous_name("AnonymousSeedGenerator"), SeedGenerator, made)
    return handle, handle


@kernel("DummySeedGenerator", cheap=True)
def dummy_seed_generator(ctx: Any) -> Any:
    """The handle of no generator."""
    return new_handle(ctx, ctx.resources.default_container, anonymous_name("DummySeedGenerator"), SeedGenerator)


@kernel("DeleteSeedGenerator", cheap=True)
def delete_seed_generator(ctx: Any, handle: Any, deleter: Any) -> None:
    """Nothing: an anonymous generator goes with its last handle."""
    resource_of(ctx, handle, SeedGenerator)


# ---- that change nothing but how fast elements come


@kernel("PrefetchDataset", cheap=True)
def prefetch_dataset(xp: Any, input_dataset: Array, buffer_size: Array) -> Dataset:
    """The dataset itself: elements are made when they are asked for."""
    if int_scalar(buffer_size, "buffer_size") < -1:
        raise errors.invalid_argument("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning")
    return dataset_in(input_dataset)


@kernel("OptionsDataset", "ModelDataset", cheap=True)
def with_options(xp: Any, input_dataset: Array) -> Dataset:
    return dataset_in(input_dataset)


@kernel("MaxIntraOpParallelismDataset", cheap=True)
def max_intra_op_parallelism_dataset(xp: Any, input_dataset: Array, max_intra_op_parallelism: Array) -> Dataset:
    return dataset_in(input_dataset)


@kernel("PrivateThreadPoolDataset", cheap=True)
def private_thread_pool_dataset(xp: Any, input_dataset: Array, num_threads: Array) -> Dataset:
    return dataset_in(input_dataset)


@kernel("OptimizeDataset", cheap=True)
def optimize_dataset(xp: Any, input_dataset: Array, optimizations: Array) -> Dataset:
    return dataset_in(input_dataset)


# ---- asked


@kernel("DatasetCardinality")
def dataset_cardinality(xp: Any, input_dataset: Array) -> Any:
    return np.int64(min(dataset_in(input_dataset).cardinality, _INT64_MAX))
