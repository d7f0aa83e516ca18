"""Nodes of datasets and iterators, and what they declare of elements."""
from __future__ import annotations

from typing import Any

import numpy as np

import aioflow as tf

from .live_graph import LiveGraph, i64

INT32: dict[str, Any] = {"output_types": [tf.int32], "output_shapes": [[]]}
INT64: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
ANY: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [None]}


def slices(live: LiveGraph, values: Any) -> Any:
    """A dataset of the slices of one tensor."""
    return live.op("TensorSliceDataset", [values], output_shapes=[values.shape[1:]])


def numbers(live: LiveGraph, stop: int) -> Any:
    """A dataset of int64 numbers from 0."""
    return live.op("RangeDataset", i64(0).reshape(()), np.int64(stop), np.int64(1), **INT64)


def iterator_over(live: LiveGraph, dataset: Any, **declared: Any) -> tuple[Any, Any]:
    """Two nodes: one that starts an iterator over `dataset`, and one that takes an element."""
    declared = declared or INT64
    iterator = live.op("IteratorV2", shared_name="", container="", **declared)
    return live.op("MakeIterator", dataset, iterator), live.op("IteratorGetNext", iterator, **declared)


async def elements(live: LiveGraph, dataset: Any, **declared: Any) -> list[Any]:
    """All elements of a dataset."""
    start, following = iterator_over(live, dataset, **declared)
    await live.run(start)
    found: list[Any] = []
    while True:
        try:
            value = await live.run(following)
        except tf.errors.OutOfRangeError:
            return found
        found.append(value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value)
