"""Gradients of reductions: each input gets its part of what it went into."""

from __future__ import annotations

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops
from aioflow.ops.gradients.op_gradients import gradient


@gradient("Sum")
def sum_(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, axes = op.inputs
    return [_spread(dy, x, axes), None]


@gradient("Mean")
def mean(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, axes = op.inputs
    size, num_means = array_ops.size(x), array_ops.size(op.outputs[0])
    count = math_ops.floor_div(size, math_ops.maximum(num_means, array_ops.ones_like(num_means)))
    return [math_ops.div(_spread(dy, x, axes), array_ops.cast(count, DstT=x.dtype)), None]


@gradient("Max", "Min")
def extremum(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """All that are equal to the extremum have equal parts in it."""
    x, axes = op.inputs
    kept = _kept_shape(x, axes)
    is_extremum = math_ops.equal(x, array_ops.reshape(op.outputs[0], kept))
    indicator = array_ops.cast(is_extremum, DstT=x.dtype)
    count = math_ops.sum(indicator, axes, keep_dims=True)
    return [math_ops.div(indicator, count) * array_ops.reshape(dy, kept), None]


def _spread(dy: Tensor, x: Tensor, axes: Tensor) -> Tensor:
    """`dy`, repeated along the axes that a reduction has taken away, so that it is of the shape of `x`."""
    return array_ops.broadcast_to(array_ops.reshape(dy, _kept_shape(x, axes)), array_ops.shape(x))


def _kept_shape(x: Tensor, axes: Tensor) -> Tensor:
    """The shape of `x` with 1 in place of the sizes of reduced axes ([rank of x] int32)."""
    shape, rank = array_ops.shape(x), array_ops.rank(x)
    reduced = math_ops.floor_mod(array_ops.reshape(array_ops.cast(axes, DstT=dtypes.int32), [-1]) + rank, rank)
    return array_ops.dynamic_stitch([array_ops.range(0, rank, 1), reduced], [shape, array_ops.ones_like(reduced)])
