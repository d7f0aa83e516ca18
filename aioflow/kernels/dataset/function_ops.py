"""Datasets of functions as ops.

The parallel kinds differ from the others only in what TensorFlow does ahead of requests; here they are the same
datasets, and what says how much is done ahead is checked and then left aside.
"""
from __future__ import annotations

import os
from typing import Any

from aioflow import errors
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.dataset.datasets import Dataset, dataset_in, int_scalar
from aioflow.kernels.dataset.functions import Captured, FilterDataset, InterleaveDataset, MapDataset, ScanDataset
from aioflow.kernels.dataset.generators import GeneratorDataset
from aioflow.kernels.dataset.keys import GroupByReducerDataset, GroupByWindowDataset
from aioflow.kernels.dataset.rows import MapAndBatchDataset

# TensorFlow's AUTOTUNE: a number that the runtime shall choose.
_AUTOTUNE = -1


@kernel("MapDataset", "ExperimentalMapDataset")
def map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, f: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    """The elements that `f` makes of each element and `other_arguments`."""
    function = Captured(f, other_arguments)
    return MapDataset(dataset_in(input_dataset), function, output_types, output_shapes, preserve_cardinality)


@kernel("ParallelMapDataset", "ParallelMapDatasetV2")
def parallel_map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], num_parallel_calls: Array, *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    """Elements as of MapDataset, in the same order; they are made when they are asked for."""
    _check_calls(num_parallel_calls)
    function = Captured(f, other_arguments)
    return MapDataset(dataset_in(input_dataset), function, output_types, output_shapes, preserve_cardinality)


@kernel("ScanDataset", "ExperimentalScanDataset")
def scan_dataset(
    xp: Any, input_dataset: Array, initial_state: list[Array], other_arguments: list[Array], *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    """The elements that `f` makes of a state and each element in turn, beside the next state."""
    source, state, function = dataset_in(input_dataset), initial_state, Captured(f, other_arguments)
    return ScanDataset(source, state, function, output_types, output_shapes, preserve_cardinality)


@kernel("FilterDataset")
def filter_dataset(xp: Any, input_dataset: Array, other_arguments: list[Array], *, predicate: FunctionName) -> Dataset:
    """The elements of which `predicate` holds."""
    return FilterDataset(dataset_in(input_dataset), Captured(predicate, other_arguments))


@kernel("TakeWhileDataset", "ExperimentalTakeWhileDataset")
def take_while_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, predicate: FunctionName
) -> Dataset:
    """The elements before the first one of which `predicate` does not hold."""
    return FilterDataset(dataset_in(input_dataset), Captured(predicate, other_arguments), stops=True)


@kernel("FlatMapDataset")
def flat_map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, f: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """The elements of the datasets that `f` makes, one dataset after the other."""
    return InterleaveDataset(dataset_in(input_dataset), Captured(f, other_arguments), output_types, output_shapes)


@kernel("InterleaveDataset")
def interleave_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array, *,
    f: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """Elements of the datasets that `f` makes; `cycle_length` of them take turns of `block_length` ([] int64 each)."""
    length = int_scalar(cycle_length, "cycle_length")
    # As TensorFlow chooses it, by the number of processors. The order of elements depends on it.
    if length == _AUTOTUNE:
        length = os.cpu_count() or 1
    turn = int_scalar(block_length, "block_length")
    function = Captured(f, other_arguments)
    return InterleaveDataset(dataset_in(input_dataset), function, output_types, output_shapes, length, turn)


@kernel("ParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV3")
def parallel_interleave_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array,
    num_parallel_calls: Array, *, f: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """Elements as of InterleaveDataset, in the same order; they are made when they are asked for."""
    _check_calls(num_parallel_calls)
    calls, length = int(num_parallel_calls), int_scalar(cycle_length, "cycle_length")
    # A length that the runtime shall choose sets no limit.
    if calls > length != _AUTOTUNE:
        raise errors.invalid_argument(
            f"`num_parallel_calls` must be {_AUTOTUNE} or at most `cycle_length`, but they are {calls} and {length}."
        )
    return interleave_dataset(
        xp, input_dataset, other_arguments, cycle_length, block_length, f=f, output_types=output_types,
        output_shapes=output_shapes,
    )  # fmt: skip


@kernel("ParallelInterleaveDatasetV4")
def parallel_interleave_dataset_v4(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array,
    buffer_output_elements: Array, prefetch_input_elements: Array, num_parallel_calls: Array, *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """Elements as of ParallelInterleaveDatasetV3; the sizes of buffers are only checked."""
    _check_buffers(buffer_output_elements, prefetch_input_elements)
    return parallel_interleave_dataset(
        xp, input_dataset, other_arguments, cycle_length, block_length, num_parallel_calls, f=f,
        output_types=output_types, output_shapes=output_shapes,
    )  # fmt: skip


def _check_buffers(output: Array, prefetched: Array) -> None:
    """Raises `InvalidArgumentError` for sizes of buffers that are too small."""
    for value, name, least in ((output, "buffer_output_elements", 1), (prefetched, "prefetch_input_elements", 0)):
        number = int_scalar(value, name)
        if number < least and number != _AUTOTUNE:
            raise errors.invalid_argument(f"`{name}` must be {_AUTOTUNE} or >= {least} but is {number}.")


@kernel("ParallelInterleaveDataset", "ExperimentalParallelInterleaveDataset")
def parallel_interleave_dataset_v1(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array,
    sloppy: Array, buffer_output_elements: Array, prefetch_input_elements: Array, *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """The elements in order, as if not `sloppy`."""
    require_scalar(sloppy, "sloppy")
    return legacy_parallel_interleave_dataset(
        xp, input_dataset, other_arguments, cycle_length, block_length, buffer_output_elements,
        prefetch_input_elements, f=f, output_types=output_types, output_shapes=output_shapes,
    )  # fmt: skip


@kernel("LegacyParallelInterleaveDatasetV2")
def legacy_parallel_interleave_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array,
    buffer_output_elements: Array, prefetch_input_elements: Array, *, f: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """Elements as of InterleaveDataset, in the same order; they are made when they are asked for."""
    _check_buffers(buffer_output_elements, prefetch_input_elements)
    # The older op knows no AUTOTUNE, which `interleave_dataset` would take for one.
    if int_scalar(cycle_length, "cycle_length") == _AUTOTUNE:
        raise errors.invalid_argument("`cycle_length` must be > 0")
    return interleave_dataset(
        xp, input_dataset, other_arguments, cycle_length, block_length, f=f, output_types=output_types,
        output_shapes=output_shapes,
    )  # fmt: skip


@kernel("ParallelFilterDataset")
def parallel_filter_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], num_parallel_calls: Array, *, predicate: FunctionName
) -> Dataset:
    """Elements as of FilterDataset, in the same order; they are looked at when they are asked for."""
    _check_calls(num_parallel_calls)
    return FilterDataset(dataset_in(input_dataset), Captured(predicate, other_arguments))


@kernel("MapAndBatchDataset", "ExperimentalMapAndBatchDataset")
def map_and_batch_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], batch_size: Array, num_parallel_calls: Array,
    drop_remainder: Array, *, f: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
    preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    """Batches [batch_size, ...] of mapped elements; `output_shapes` are those of batches."""
    size = int_scalar(batch_size, "batch_size")
    if size <= 0:
        raise errors.invalid_argument("batch_size must be greater than zero.")
    _check_calls(num_parallel_calls)
    require_scalar(drop_remainder, "drop_remainder")
    # What is declared is the shape of batches; what the function makes are their rows.
    shapes = [shape if shape.rank is None else TensorShape(shape.as_list()[1:]) for shape in output_shapes]
    function = Captured(f, other_arguments)
    mapped = MapDataset(dataset_in(input_dataset), function, output_types, shapes, preserve_cardinality)
    return MapAndBatchDataset(mapped, size, bool(drop_remainder))


def _check_calls(num_parallel_calls: Array) -> None:
    """Raises `InvalidArgumentError` for a number of calls that is neither positive nor AUTOTUNE."""
    calls = int_scalar(num_parallel_calls, "num_parallel_calls")
    if calls <= 0 and calls != _AUTOTUNE:
        raise errors.invalid_argument("num_parallel_calls must be greater than zero.")


# ---- by keys


@kernel("GroupByReducerDataset", "ExperimentalGroupByReducerDataset")
def group_by_reducer_dataset(
    xp: Any, input_dataset: Array, key_func_other_arguments: list[Array], init_func_other_arguments: list[Array],
    reduce_func_other_arguments: list[Array], finalize_func_other_arguments: list[Array], *, key_func: FunctionName,
    init_func: FunctionName, reduce_func: FunctionName, finalize_func: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """One element per key, of all elements with that key: the last state, as `finalize_func` gives it."""
    return GroupByReducerDataset(
        dataset_in(input_dataset), Captured(key_func, key_func_other_arguments),
        Captured(init_func, init_func_other_arguments), Captured(reduce_func, reduce_func_other_arguments),
        Captured(finalize_func, finalize_func_other_arguments), output_types, output_shapes,
    )  # fmt: skip


@kernel("GroupByWindowDataset", "ExperimentalGroupByWindowDataset")
def group_by_window_dataset(
    xp: Any, input_dataset: Array, key_func_other_arguments: list[Array], reduce_func_other_arguments: list[Array],
    window_size_func_other_arguments: list[Array], *, key_func: FunctionName, reduce_func: FunctionName,
    window_size_func: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """The elements of the datasets that `reduce_func` makes of groups of elements with the same key."""
    return GroupByWindowDataset(
        dataset_in(input_dataset), Captured(key_func, key_func_other_arguments),
        Captured(reduce_func, reduce_func_other_arguments),
        Captured(window_size_func, window_size_func_other_arguments), output_types, output_shapes,
    )  # fmt: skip


# ---- out of nothing


@kernel("GeneratorDataset")
def generator_dataset(
    ctx: KernelContext, init_func_other_args: list[Array], next_func_other_args: list[Array],
    finalize_func_other_args: list[Array], *, init_func: FunctionName, next_func: FunctionName,
    finalize_func: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """The elements that `next_func` makes of what `init_func` gave, until it fails with an OutOfRangeError."""
    start, following = Captured(init_func, init_func_other_args), Captured(next_func, next_func_other_args)
    finish = Captured(finalize_func, finalize_func_other_args)
    return GeneratorDataset(start, following, finish, output_types, output_shapes)
