"""Ops that read a whole dataset at once, or one element of it."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import INFINITE, Pull, check_element, dataset_in, int_scalar
from aioflow.kernels.handles import resource_of
from aioflow.kernels.lookup.lookup_tables import LookupTable


@kernel("ReduceDataset")
async def reduce_dataset(
    ctx: KernelContext, input_dataset: Array, initial_state: list[Array], other_arguments: list[Array], *,
    f: FunctionName,
    output_types: list[DType], output_shapes: list[TensorShape],
) -> list[Array]:  # fmt: skip
    """The last state: `f` makes the next one of each state and element in turn."""
    stage, pull = dataset_in(input_dataset).stage(), Pull(ctx)
    state = list(initial_state)
    while (element := await stage.next(pull)) is not None:
        state = await pull.call(f, [*state, *element, *other_arguments])
    # At the end only: states in between may have other shapes.
    check_element(tuple(map(np.asarray, state)), output_types, output_shapes)
    return state


@kernel("DatasetToSingleElement")
async def dataset_to_single_element(
    ctx: KernelContext, dataset: Array, *, output_types: list[DType], output_shapes: list[TensorShape]
) -> list[Array]:
    """The components of the only element; `InvalidArgumentError` if there are none or several."""
    stage, pull = dataset_in(dataset).stage(), Pull(ctx)
    element = await stage.next(pull)
    if element is None:
        raise errors.invalid_argument("Dataset was empty.")
    # A second request tells, which also runs what the source does at its end.
    if await stage.next(pull) is not None:
        raise errors.invalid_argument("Dataset had more than one element.")
    check_element(element, output_types, output_shapes)
    return list(element)


@kernel("GetElementAtIndex")
async def get_element_at_index(
    ctx: KernelContext, dataset: Array, index: Array, *, output_types: list[DType], output_shapes: list[TensorShape]
) -> list[Array]:
    """The element of that number, behind all those before it."""
    source, number = dataset_in(dataset), int_scalar(index, "index")
    if source.cardinality == INFINITE:
        raise errors.failed_precondition("A dataset of infinite cardinality does not support random access.")
    # Counting from the front gives the same element each time only where each pass is the same.
    if source.cardinality < 0 or source.is_random:
        raise errors.unimplemented("Random access is not implemented for a dataset that is shuffled or of unknown size")
    if not 0 <= number < source.cardinality:
        raise errors.out_of_range(f"Index out of range [0, {source.cardinality}):{number}")
    stage, pull = source.stage(), Pull(ctx)
    for _ in range(number):
        await pull.breathe()
        await stage.next(pull)
    element = await stage.next(pull)
    if element is None:
        raise errors.out_of_range(f"Index out of range: the dataset has ended before {number}")
    check_element(element, output_types, output_shapes)
    return list(element)


@kernel("InitializeTableFromDataset")
async def initialize_table_from_dataset(ctx: KernelContext, table_handle: Any, dataset: Array) -> None:
    """Fills a table with the pairs of keys and values that are the dataset's elements."""
    table, source = resource_of(ctx, table_handle, LookupTable), dataset_in(dataset)
    if len(source.dtypes) != 2:
        raise errors.invalid_argument(f"Dataset should have two output types only, not {len(source.dtypes)}")
    table.check_dtypes(source.dtypes[0], source.dtypes[1])
    stage, pull = source.stage(), Pull(ctx)
    keys: list[Array] = []
    values: list[Array] = []
    while (element := await stage.next(pull)) is not None:
        await pull.breathe()
        for part, listed in zip(element, (keys, values), strict=True):
            if part.size != 1:
                raise errors.invalid_argument("The dataset must give one key and one value at a time")
            # Collected first: a dataset that fails half-way leaves the table as it was.
            listed.append(part.reshape(1))
    if keys:
        table.initialize(np.concatenate(keys), np.concatenate(values))
