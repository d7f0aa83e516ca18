"""ParseExampleDataset: columns of the tf.Example messages in a dataset's batches."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape, string, variant
from aioflow.framework.kernels import as_object_array, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage, check_element, dataset_in, int_scalar
from aioflow.kernels.parsing.parse_example_ops import parse_example_v2
from aioflow.kernels.pool_work import moving
from aioflow.kernels.ragged.ragged_variant_ops import RaggedVariant
from aioflow.kernels.sparse.sparse_serial_ops import serialize_sparse
from aioflow.kernels.string_arrays import flat_strings, string_array

# Of a message, against moving one: long messages are parsed on the pool.
_WORK_PER_BYTE = 64


class ParsedDataset(Dataset):
    """Elements that `parse` makes of those of `source`.

    Args:
        source: The elements, vectors of strings.
        parse: Makes a new element of the vector.
        dtypes: The dtypes of its components.
        shapes: Their shapes, as far as known.

    Raises:
        InvalidArgumentError: The elements are no strings.
    """

    def __init__(
        self, source: Dataset, parse: Callable[[Array], Element], dtypes: Sequence[DType],
        shapes: Sequence[TensorShape],
    ) -> None:  # fmt: skip
        if source.dtypes != (string,):
            raise errors.invalid_argument("Input dataset should be a dataset of vectors of strings")
        super().__init__(dtypes, shapes, source.cardinality, [source])
        self._source = source
        self.parse = parse

    def _stage(self, level: int) -> Stage:
        return _Parsed(self._source.stage(level), self)


class _Parsed(Stage):
    """A pass that parses each element, on the pool if it is long."""

    def __init__(self, source: Stage, dataset: ParsedDataset) -> None:
        self._source = source
        self._dataset = dataset

    async def next(self, pull: Pull) -> Element | None:
        element = await self._source.next(pull)
        if element is None:
            return None
        messages = element[0]
        work = _WORK_PER_BYTE * sum(map(len, flat_strings(messages)))
        try:
            made = await moving(pull.ctx, work, lambda: self._dataset.parse(messages))
        except asyncio.CancelledError:
            self._source.give_back(element)
            raise
        check_element(made, self._dataset.dtypes, self._dataset.shapes)
        return made


@kernel("ParseExampleDataset", "ParseExampleDatasetV2")
def parse_example_dataset(
    xp: Any, input_dataset: Array, num_parallel_calls: Array, dense_defaults: list[Array], *, sparse_keys: list[bytes],
    dense_keys: list[bytes], sparse_types: list[DType], Tdense: list[DType], dense_shapes: list[TensorShape],
    output_types: list[DType], output_shapes: list[TensorShape], ragged_keys: list[bytes],
    ragged_value_types: list[DType], ragged_split_types: list[DType],
) -> Dataset:  # fmt: skip
    """Columns in the order of their keys; sparse ones are vectors [3] of variants, ragged ones variants."""
    # Only checked: an element is parsed when it is asked for.
    int_scalar(num_parallel_calls, "num_parallel_calls")
    keys = [*sparse_keys, *dense_keys, *ragged_keys]
    # Columns are put into order by key below, where one of two equal ones would get lost.
    if len(set(keys)) != len(keys):
        raise errors.invalid_argument(f"a key stands twice in {keys}")
    if not len(keys) == len(output_types) == len(output_shapes):
        raise errors.invalid_argument(f"there are {len(keys)} keys, but {len(output_types)} output_types")
    sparse_names, dense_names, ragged_names = (
        string_array(each, (len(each),)) for each in (sparse_keys, dense_keys, ragged_keys)
    )

    def parse(messages: Array) -> Element:
        indices, values, shapes, dense, ragged, splits = parse_example_v2(
            np, messages, string_array([], (0,)), sparse_names, dense_names, ragged_names, dense_defaults,
            Tdense=Tdense, sparse_types=sparse_types, ragged_value_types=ragged_value_types,
            ragged_split_types=ragged_split_types, dense_shapes=dense_shapes,
        )  # fmt: skip
        sparse = [
            serialize_sparse(np, *parts, T=dtype, out_type=variant)
            for *parts, dtype in zip(indices, values, shapes, sparse_types, strict=True)
        ]
        rows = [as_object_array(RaggedVariant([ends], part)) for ends, part in zip(splits, ragged, strict=True)]
        # As Python's dictionaries of features are flattened: by key, of whatever kind the columns are.
        columns = dict(zip(keys, [*sparse, *dense, *rows], strict=True))
        return tuple(columns[key] for key in sorted(keys))

    return ParsedDataset(dataset_in(input_dataset), parse, output_types, output_shapes)


@kernel("ExperimentalParseExampleDataset")
def experimental_parse_example_dataset(
    xp: Any, input_dataset: Array, num_parallel_calls: Array, dense_defaults: list[Array], *, sparse_keys: list[bytes],
    dense_keys: list[bytes], sparse_types: list[DType], Tdense: list[DType], dense_shapes: list[TensorShape],
    output_types: list[DType], output_shapes: list[TensorShape],
) -> Dataset:  # fmt: skip
    """Columns as of ParseExampleDatasetV2, none of which are ragged."""
    return parse_example_dataset(
        xp, input_dataset, num_parallel_calls, dense_defaults, sparse_keys=sparse_keys, dense_keys=dense_keys,
        sparse_types=sparse_types, Tdense=Tdense, dense_shapes=dense_shapes, output_types=output_types,
        output_shapes=output_shapes, ragged_keys=[], ragged_value_types=[], ragged_split_types=[],
    )  # fmt: skip
