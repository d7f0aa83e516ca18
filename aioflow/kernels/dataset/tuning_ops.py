"""Ops that say how fast elements come, and by which threads. The elements stay as they are.

Arguments are checked as TensorFlow does, so that a program that fails there fails here. Otherwise most of these hand on
their input: a stage that does nothing would cost each element a call.
"""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.dataset.checks import SleepDataset
from aioflow.kernels.dataset.datasets import Dataset, dataset_in, int_scalar
from aioflow.kernels.dataset.sequences import OptionsDataset, options_of
from aioflow.kernels.handles import kept_resource, resource_of
from aioflow.kernels.string_arrays import string_array


@kernel("PrefetchDataset", cheap=True)
def prefetch_dataset(xp: Any, input_dataset: Array, buffer_size: Array) -> Dataset:
    """The dataset itself: elements are made when they are asked for."""
    # -1 is AUTOTUNE.
    if int_scalar(buffer_size, "buffer_size") < -1:
        raise errors.invalid_argument("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning")
    return dataset_in(input_dataset)


@kernel("OptionsDataset", cheap=True)
def options_dataset(xp: Any, input_dataset: Array, *, serialized_options: bytes) -> Dataset:
    """The elements, with options that `GetOptions` tells."""
    return OptionsDataset(dataset_in(input_dataset), serialized_options)


@kernel("GetOptions")
def get_options(xp: Any, input_dataset: Array) -> Array:
    """The options of the dataset and of all that it is made of, a serialized message ([])."""
    return string_array([options_of(dataset_in(input_dataset))], ())


@kernel("ModelDataset", "FinalizeDataset", "NonSerializableDataset",
        "ExperimentalNonSerializableDataset", cheap=True)  # fmt: skip
def model_dataset(xp: Any, input_dataset: Array) -> Dataset:
    """The dataset itself: nothing is tuned, and everything is made as it was described."""
    return dataset_in(input_dataset)


@kernel("MaxIntraOpParallelismDataset", "ExperimentalMaxIntraOpParallelismDataset", cheap=True)
def max_intra_op_parallelism_dataset(xp: Any, input_dataset: Array, max_intra_op_parallelism: Array) -> Dataset:
    """The dataset itself: the run decides about its threads."""
    if int_scalar(max_intra_op_parallelism, "max_intra_op_parallelism") < 0:
        raise errors.invalid_argument("`max_intra_op_parallelism` must be >= 0")
    return dataset_in(input_dataset)


@kernel("PrivateThreadPoolDataset", "ExperimentalPrivateThreadPoolDataset", cheap=True)
def private_thread_pool_dataset(xp: Any, input_dataset: Array, num_threads: Array) -> Dataset:
    """The dataset itself: elements are made by the run's pool."""
    if int_scalar(num_threads, "num_threads") < 0:
        raise errors.invalid_argument("`num_threads` must be >= 0")
    return dataset_in(input_dataset)


class ThreadPoolHandle(Resource):
    """A name for threads; elements are made on no threads of their own."""


@kernel("ThreadPoolHandle", "ExperimentalThreadPoolHandle", cheap=True)
def thread_pool_handle(ctx: KernelContext) -> Any:
    """A handle by the node's name."""
    # The dataset that takes the handle looks it up, so there must be something behind it.
    return kept_resource(ctx, ThreadPoolHandle, lambda name: ThreadPoolHandle(), lambda found: None)


@kernel("ThreadPoolDataset", "ExperimentalThreadPoolDataset", cheap=True)
def thread_pool_dataset(ctx: KernelContext, input_dataset: Array, thread_pool: Any) -> Dataset:
    """The dataset itself, if there is such a handle."""
    resource_of(ctx, thread_pool, ThreadPoolHandle)
    return dataset_in(input_dataset)


@kernel("LatencyStatsDataset", "ExperimentalLatencyStatsDataset", "BytesProducedStatsDataset",
        "ExperimentalBytesProducedStatsDataset", cheap=True)  # fmt: skip
def stats_dataset(xp: Any, input_dataset: Array, tag: Array) -> Dataset:
    """The dataset itself: nobody collects its statistics."""
    require_scalar(tag, "tag")
    return dataset_in(input_dataset)


class StatsAggregator(Resource):
    """A name for statistics, which nobody gathers."""


@kernel("StatsAggregatorHandle", "StatsAggregatorHandleV2", "ExperimentalStatsAggregatorHandle", cheap=True)
def stats_aggregator_handle(ctx: KernelContext) -> Any:
    """A handle by the node's name."""
    # As behind ThreadPoolHandle, there must be something that can be looked up.
    return kept_resource(ctx, StatsAggregator, lambda name: StatsAggregator(), lambda found: None)


@kernel("SetStatsAggregatorDataset", "ExperimentalSetStatsAggregatorDataset", cheap=True)
def set_stats_aggregator_dataset(
    ctx: KernelContext, input_dataset: Array, stats_aggregator: Any, tag: Array, counter_prefix: Array
) -> Dataset:
    """The dataset itself, if there is such an aggregator."""
    resource_of(ctx, stats_aggregator, StatsAggregator)
    return dataset_in(input_dataset)


@kernel("OptimizeDataset", cheap=True)
def optimize_dataset(xp: Any, input_dataset: Array, optimizations: Array) -> Dataset:
    """The dataset itself: what would be rewritten is the graph that made it."""
    return dataset_in(input_dataset)


@kernel("OptimizeDatasetV2", cheap=True)
def optimize_dataset_v2(
    xp: Any, input_dataset: Array, optimizations_enabled: Array, optimizations_disabled: Array,
    optimizations_default: Array,
) -> Dataset:  # fmt: skip
    """The dataset itself, as OptimizeDataset gives it."""
    return dataset_in(input_dataset)


@kernel("RewriteDataset", cheap=True)
def rewrite_dataset(xp: Any, input_dataset: Array, rewrite_name: Array) -> Dataset:
    """The dataset itself, whatever rewriting is named."""
    require_scalar(rewrite_name, "rewrite_name")
    return dataset_in(input_dataset)


@kernel("SleepDataset", "ExperimentalSleepDataset")
def sleep_dataset(xp: Any, input_dataset: Array, sleep_microseconds: Array) -> Dataset:
    """The elements, each after a wait, which holds no thread."""
    return SleepDataset(dataset_in(input_dataset), int_scalar(sleep_microseconds, "sleep_microseconds") * 1e-6)
