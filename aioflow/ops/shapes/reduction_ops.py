"""Static shapes of reductions over axes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function("All", "Any", "EuclideanNorm", "Max", "Mean", "Min", "Prod", "Sum")
def reduction(op: ShapeContext) -> Sequence[TensorShape]:
    shape, indices = op.shapes[0], op.constant(1)
    keep = op.attrs["keep_dims"]
    if shape.rank is None:
        return [UNKNOWN]
    if indices is None:
        return [_some_axes_reduced(shape, op.shapes[1], keep)]
    return [without(shape, indices.ravel().tolist(), keep)]


def _some_axes_reduced(shape: TensorShape, indices: TensorShape, keep: bool) -> TensorShape:
    """What is known when the axes are not: the rank if it stays, or if their number tells it."""
    if keep:
        return TensorShape([None] * len(shape))
    count = indices.num_elements()
    if count is None or count > len(shape):
        return UNKNOWN
    return SCALAR if count == len(shape) else TensorShape([None] * (len(shape) - count))


@shape_function("ArgMax", "ArgMin")
def position(op: ShapeContext) -> Sequence[TensorShape]:
    shape, dimension = op.shapes[0], op.constant(1)
    if shape.rank is None:
        return [UNKNOWN]
    if dimension is None or dimension.ndim:
        return [TensorShape([None] * max(shape.rank - 1, 0))]
    return [without(shape, [int(dimension)], False)]


def _axis(index: Any, rank: int) -> int:
    if not -rank <= index < rank:
        raise ValueError(f"axis {index} is not in [{-rank}, {rank})")
    return int(index) % rank


def without(shape: TensorShape, indices: Sequence[Any], keep: bool) -> TensorShape:
    """A shape of known rank without some axes, or with 1 for them."""
    axes = {_axis(index, len(shape)) for index in indices}
    return TensorShape([1 if i in axes else size for i, size in enumerate(shape) if keep or i not in axes])
