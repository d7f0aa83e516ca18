"""Datasets in random order and of random numbers, as ops."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.dataset.datasets import Dataset, dataset_in, int_scalar
from aioflow.kernels.dataset.shuffles import RandomDataset, SamplingDataset, SeedGenerator, ShuffleDataset
from aioflow.kernels.handles import new_handle, resource_of

# ---- shuffled


@kernel("ShuffleDataset")
def shuffle_dataset(
    xp: Any, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, *, reshuffle_each_iteration: bool
) -> Dataset:
    """The elements as they are drawn from a buffer of `buffer_size` ([] int64), by seeds of the node's own."""
    seeds = _seeds(seed, seed2, reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), _buffer_size(buffer_size), seeds)


@kernel("ShuffleDatasetV2")
def shuffle_dataset_v2(ctx: KernelContext, input_dataset: Array, buffer_size: Array, seed_generator: Array) -> Dataset:
    """Elements as of ShuffleDataset, by the generator that the handle names if there is one."""
    size, zero = _buffer_size(buffer_size), np.array(0)
    return ShuffleDataset(dataset_in(input_dataset), size, _generator(ctx, seed_generator, zero, zero, True))


@kernel("ShuffleDatasetV3")
def shuffle_dataset_v3(
    ctx: KernelContext, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, seed_generator: Array, *,
    reshuffle_each_iteration: bool,
) -> Dataset:  # fmt: skip
    """Elements as of ShuffleDataset, by the generator that the handle names, or by the seeds if there is none."""
    size = _buffer_size(buffer_size)
    seeds = _generator(ctx, seed_generator, seed, seed2, reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), size, seeds)


@kernel("ShuffleAndRepeatDataset")
def shuffle_and_repeat_dataset(
    xp: Any, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, count: Array, *,
    reshuffle_each_iteration: bool,
) -> Dataset:  # fmt: skip
    """Elements as of ShuffleDataset in `count` ([] int64) passes, for ever if -1, through one buffer."""
    seeds = _seeds(seed, seed2, reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), _buffer_size(buffer_size), seeds, _count(count))


@kernel("ShuffleAndRepeatDatasetV2")
def shuffle_and_repeat_dataset_v2(
    ctx: KernelContext, input_dataset: Array, buffer_size: Array, seed: Array, seed2: Array, count: Array,
    seed_generator: Array,
    *, reshuffle_each_iteration: bool,
) -> Dataset:  # fmt: skip
    """Elements as of ShuffleAndRepeatDataset, by the generator that the handle names if there is one."""
    size = _buffer_size(buffer_size)
    seeds = _generator(ctx, seed_generator, seed, seed2, reshuffle_each_iteration)
    return ShuffleDataset(dataset_in(input_dataset), size, seeds, _count(count))


def _seeds(seed: Array, seed2: Array, reshuffles: bool) -> SeedGenerator:
    """A generator of these seeds ([] int64 each)."""
    return SeedGenerator(int_scalar(seed, "seed"), int_scalar(seed2, "seed2"), reshuffles)


def _generator(ctx: KernelContext, handle: Array, seed: Array, seed2: Array, reshuffles: bool) -> SeedGenerator:
    """The generator that the handle names if there is one, else a new one."""
    try:
        return resource_of(ctx, handle, SeedGenerator)
    # A handle that only `DummySeedGenerator` gives.
    except errors.NotFoundError:
        return _seeds(seed, seed2, reshuffles)


def _buffer_size(value: Array) -> int:
    """The size in an argument of shape []; -2 (UNKNOWN_CARDINALITY) stands for all elements."""
    size = int_scalar(value, "buffer_size")
    if size <= 0 and size != -2:
        raise errors.invalid_argument("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    return size


def _count(value: Array) -> int:
    """The number of passes in an argument of shape []; -1 for ever more."""
    count = int_scalar(value, "count")
    if count <= 0 and count != -1:
        raise errors.invalid_argument("count must be greater than zero or equal to -1.")
    return count


# ---- drawn


@kernel("RandomDataset", "ExperimentalRandomDataset")
def random_dataset(ctx: KernelContext, seed: Array, seed2: Array) -> Dataset:
    """Random numbers of 32 bits ([] int64), without end."""
    # The same numbers in each pass: the older op cannot draw anew.
    return RandomDataset(_seeds(seed, seed2, False))


@kernel("RandomDatasetV2")
def random_dataset_v2(
    ctx: KernelContext, seed: Array, seed2: Array, seed_generator: Array, *, rerandomize_each_iteration: bool
) -> Dataset:
    """Random numbers ([] int64), by the generator that the handle names if there is one."""
    return RandomDataset(_generator(ctx, seed_generator, seed, seed2, rerandomize_each_iteration))


@kernel("SamplingDataset")
def sampling_dataset(ctx: KernelContext, input_dataset: Array, rate: Array, seed: Array, seed2: Array) -> Dataset:
    """Each element with the probability `rate` ([] float32)."""
    require_scalar(rate, "rate")
    return SamplingDataset(dataset_in(input_dataset), float(rate), _seeds(seed, seed2, False))


# ---- where passes have their seeds from


@kernel("AnonymousSeedGenerator")
def anonymous_seed_generator(ctx: KernelContext, seed: Array, seed2: Array, reshuffle: Array) -> tuple[Any, Any]:
    """The handle of a generator that lives as long as a handle to it, twice: one is for who deletes it."""
    require_scalar(reshuffle, "reshuffle")
    made = _seeds(seed, seed2, bool(reshuffle))
    handle = new_handle(ctx, "", anonymous_name("AnonymousSeedGenerator"), SeedGenerator, made)
    return handle, handle


@kernel("AnonymousRandomSeedGenerator")
def anonymous_random_seed_generator(ctx: KernelContext, seed: Array, seed2: Array) -> tuple[Any, Any]:
    """A generator as of AnonymousSeedGenerator, which gives each pass seeds of its own."""
    return anonymous_seed_generator(ctx, seed, seed2, np.True_)


@kernel("DummySeedGenerator", cheap=True)
def dummy_seed_generator(ctx: KernelContext) -> Any:
    """The handle of no generator."""
    return new_handle(ctx, ctx.resources.default_container, anonymous_name("DummySeedGenerator"), SeedGenerator)


@kernel("DeleteSeedGenerator", "DeleteRandomSeedGenerator", cheap=True)
def delete_seed_generator(ctx: KernelContext, handle: Any, deleter: Any) -> None:
    """Nothing: an anonymous generator goes with its last handle."""
    resource_of(ctx, handle, SeedGenerator)
