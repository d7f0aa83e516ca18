"""Every example with each of its inputs at an edge: empty, of other ranks, not finite, extreme, negative, broadcast."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.dtype_sweep import with_dtype
from tests.kernels.cases.examples import EXAMPLES
from tests.kernels.dtype_table import inputs_of_type, taken

Array = np.ndarray[Any, Any]
# Attributes that name a dimension, and one that counts them.
DIMENSIONS = ("axis", "seq_dim", "batch_dim", "batch_dims")


def empty(array: Array) -> Array | None:
    """Nothing in the first dimension."""
    return array[:0] if array.ndim else None


def empty_rows(array: Array) -> Array | None:
    """Nothing in the last dimension."""
    return array[..., :0] if array.ndim > 1 else None


def scalar(array: Array) -> Array:
    """The first element; of a scalar, a vector of it."""
    return array.reshape(-1)[0:1].reshape(() if array.ndim else (1,))


def row(array: Array) -> Array | None:
    """The first row as a matrix, which broadcasts."""
    return array[:1] if array.ndim > 1 else None


def deeper(array: Array) -> Array | None:
    """One more dimension in front."""
    return array[None] if array.ndim else None


def not_finite(array: Array) -> Array | None:
    """NaN and both infinities in front."""
    return _starting_with(array, [np.nan, np.inf, -np.inf, -0.0]) if array.dtype.kind in "fc" else None


def extreme(array: Array) -> Array | None:
    """The largest, smallest and tiniest numbers in front."""
    if array.dtype.kind == "f":
        info = np.finfo(array.dtype)
        return _starting_with(array, [info.max, info.min, info.tiny, -info.tiny])
    return None


def below(array: Array) -> Array | None:
    """All numbers -1."""
    return np.full_like(array, -1) if array.dtype.kind in "if" else None


def outside(array: Array) -> Array | None:
    """All numbers 9."""
    return np.full_like(array, 9) if array.dtype.kind == "i" else None


# TensorFlow reads what does not belong to the tensors, or takes shapes that contradict each other.
UNDEFINED = {
    ("CropAndResize", 1, "extreme"), ("AvgPoolGrad", 0, "outside"), ("AvgPoolGrad", 1, "empty"),
    ("AvgPoolGrad", 1, "empty_rows"), ("Einsum", 0, "empty_rows"), ("ResizeBilinearGrad", 0, "empty"),
    ("ResizeBilinearGrad", 0, "empty_rows"), ("ResizeBilinearGrad", 1, "empty"),
    ("ResizeBilinearGrad", 1, "empty_rows"),
}  # fmt: skip
# Padding of zero times infinity, denormal numbers, and the order of comparisons with NaN tell how it computes. Whether
# sums of the largest numbers overflow on their way tells in which order the CPU's BLAS adds.
UNLIKE = {
    ("BatchMatMul", "extreme"), ("BatchMatMulV2", "extreme"), ("Einsum", "extreme"), ("MatMul", "extreme"),
    ("Conv2DBackpropFilter", "extreme"), ("Conv2DBackpropFilter", "not_finite"), ("FloorDiv", "extreme"),
    ("ResizeBilinearGrad", "not_finite"), ("TopKV2", "not_finite"), ("CombinedNonMaxSuppression", "not_finite"),
}  # fmt: skip


EDGES: list[Callable[[Array], Array | None]] = [
    empty, empty_rows, scalar, row, deeper, not_finite, extreme, below, outside,
]  # fmt: skip


def _starting_with(array: Array, values: list[float]) -> Array:
    changed = array.copy()
    changed.reshape(-1)[: len(values)] = values[: changed.size]
    return changed


def sweep() -> Iterator[Case]:
    """The cases; the same one comes once."""
    seen = {example.digest for example in EXAMPLES}
    for example in EXAMPLES:
        for case in [*at_edges(example), *of_other_dimensions(example), *of_extreme_integers(example)]:
            if case.digest not in seen:
                seen.add(case.digest)
                yield case


def at_edges(example: Case) -> Iterator[Case]:
    """One input at an edge; then all that share a dtype."""
    every = [[number] for number in range(len(example.inputs))]
    for numbers in [*every, *(n for n in inputs_of_type(example.op).values() if len(n) > 1)]:
        for edge in EDGES:
            if not is_undefined(example, max(numbers), edge):
                yield from changed(example, numbers, edge)


def is_undefined(example: Case, number: int, edge: Callable[[Array], Array | None]) -> bool:
    """Whether TensorFlow crashes, refuses to build the node, or gives what follows from its way to compute."""
    keeps_shape = edge in (not_finite, extreme, below, outside)
    if example.op == "BatchNormWithGlobalNormalization" or example.static_shapes:
        return not keeps_shape and (number > 0 or edge in (scalar, empty_rows))
    return (example.op, number, edge.__name__) in UNDEFINED or (example.op, edge.__name__) in UNLIKE


def changed(example: Case, numbers: list[int], edge: Callable[[Array], Array | None]) -> Iterator[Case]:
    """The example with those inputs at an edge, if all of them have it; of list inputs, the first value."""
    inputs: list[Any] = list(example.arrays)
    for number in numbers:
        value = inputs[number]
        at_edge = edge(value[0] if isinstance(value, list) else value)
        if at_edge is None:
            return
        inputs[number] = [at_edge, *value[1:]] if isinstance(value, list) else at_edge
    yield replace(example, inputs=inputs)


def of_other_dimensions(example: Case) -> Iterator[Case]:
    """The attributes that name dimensions, negative and out of range."""
    for name in DIMENSIONS:
        if name in example.attrs:
            yield from (replace(example, attrs={**example.attrs, name: value}) for value in (-1, -3, 9))


def of_extreme_integers(example: Case) -> Iterator[Case]:
    """The data as int32 with the smallest and largest number, where TensorFlow takes it."""
    for attr in inputs_of_type(example.op):
        numbers = inputs_of_type(example.op)[attr]
        first = example.arrays[numbers[0]]
        is_data = not isinstance(first, list) and first.dtype.kind == "f"
        if is_data and "int32" in taken(example.op, attr) and example.op != "Round":  # TensorFlow's of integers is 0
            yield from changed(with_dtype(example, attr, "int32"), numbers[:1], _extreme_integers)


def _extreme_integers(array: Array) -> Array:
    info = np.iinfo(array.dtype)
    return _starting_with(array, [info.max, info.min, -1, 0])


CASES = list(sweep())
