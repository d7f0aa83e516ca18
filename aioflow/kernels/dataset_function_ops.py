"""Datasets of functions as ops, and ops that read a whole dataset at once."""
from __future__ import annotations

import os
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernel import kernel
from aioflow.framework.op_def import FunctionName
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset_functions import Captured, FilterDataset, InterleaveDataset, MapDataset, ScanDataset
from aioflow.kernels.datasets import Dataset, Pull, check_element, dataset_in, int_scalar

_AUTOTUNE = -1


@kernel("MapDataset")
def map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, f: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    function = Captured(f, other_arguments)
    return MapDataset(dataset_in(input_dataset), function, output_types, output_shapes, preserve_cardinality)


@kernel("ParallelMapDataset", "ParallelMapDatasetV2")
def parallel_map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], num_parallel_calls: Array, *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    """The same elements in the same order; they are made when they are asked for."""
    calls = int_scalar(num_parallel_calls, "num_parallel_calls")
    if calls <= 0 and calls != _AUTOTUNE:
        raise errors.invalid_argument("num_parallel_calls must be greater than zero.")
    function = Captured(f, other_arguments)
    return MapDataset(dataset_in(input_dataset), function, output_types, output_shapes, preserve_cardinality)


@kernel("ScanDataset")
def scan_dataset(
    xp: Any, input_dataset: Array, initial_state: list[Array], other_arguments: list[Array], *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape], preserve_cardinality: bool,
) -> Dataset:  # fmt: skip
    source, state, function = dataset_in(input_dataset), initial_state, Captured(f, other_arguments)
    return ScanDataset(source, state, function, output_types, output_shapes, preserve_cardinality)


@kernel("FilterDataset")
def filter_dataset(xp: Any, input_dataset: Array, other_arguments: list[Array], *, predicate: FunctionName) -> Dataset:
    return FilterDataset(dataset_in(input_dataset), Captured(predicate, other_arguments))


@kernel("TakeWhileDataset")
def take_while_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, predicate: FunctionName
) -> Dataset:
    return FilterDataset(dataset_in(input_dataset), Captured(predicate, other_arguments), stops=True)


@kernel("FlatMapDataset")
def flat_map_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], *, f: FunctionName, output_types: list[DType],
    output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    return InterleaveDataset(dataset_in(input_dataset), Captured(f, other_arguments), output_types, output_shapes)


@kernel("InterleaveDataset")
def interleave_dataset(
    xp: Any, input_dataset: Array, other_arguments: list[Array], cycle_length: Array, block_length: Array, *,
    f: FunctionName, output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    length = int_scalar(cycle_length, "cycle_length")
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
    """The same elements in the same order; they are made when they are asked for."""
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
    return interleave_dataset(
        xp, input_dataset, other_arguments, cycle_length, block_length, f=f, output_types=output_types,
        output_shapes=output_shapes,
    )  # fmt: skip


# ---- read at once


@kernel("ReduceDataset")
async def reduce_dataset(
    ctx: Any, input_dataset: Array, initial_state: list[Array], other_arguments: list[Array], *, f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape],
) -> list[Array]:  # fmt: skip
    """What `f` makes of the state and each element in turn, which is the next state."""
    stage, pull = dataset_in(input_dataset).stage(), Pull(ctx)
    state = list(initial_state)
    while (element := await stage.next(pull)) is not None:
        state = await pull.call(f, [*state, *element, *other_arguments])
    check_element(tuple(map(np.asarray, state)), output_types, output_shapes)
    return state


@kernel("DatasetToSingleElement")
async def dataset_to_single_element(ctx: Any, dataset: Array) -> list[Array]:
    stage, pull = dataset_in(dataset).stage(), Pull(ctx)
    element = await stage.next(pull)
    if element is None:
        raise errors.invalid_argument("Dataset was empty.")
    if await stage.next(pull) is not None:
        raise errors.invalid_argument("Dataset had more than one element.")
    return list(element)
