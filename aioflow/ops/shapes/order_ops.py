"""Static shapes of the ops that repeat, reorder, search and compare elements."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.array_ops import held_shape, with_size

UNKNOWN_VECTOR = TensorShape([None])


@shape_function("BroadcastTo")
def broadcast_to(op: ShapeContext) -> Sequence[TensorShape]:
    shape, dims = held_shape(op, 1), op.shapes[0].dims
    if shape.dims is not None and dims is not None:
        pairs = zip(reversed(dims), reversed(shape.dims), strict=False)
        if len(dims) > len(shape.dims) or not all(a in (1, None, b) or b is None for a, b in pairs):
            raise ValueError(f"Incompatible shapes: {op.shapes[0]} does not broadcast to {shape}")
    return [shape]


@shape_function("BroadcastArgs")
def broadcast_args(op: ShapeContext) -> Sequence[TensorShape]:
    lengths = [shape[0] for shape in op.shapes if shape.rank == 1 and shape[0] is not None]
    return [TensorShape([max(lengths) if len(lengths) == 2 else None])]


@shape_function("BroadcastGradientArgs")
def broadcast_gradient_args(op: ShapeContext) -> Sequence[TensorShape]:
    return [UNKNOWN_VECTOR, UNKNOWN_VECTOR]


@shape_function("Tile")
def tile(op: ShapeContext) -> Sequence[TensorShape]:
    counts, dims = held_shape(op, 1).dims, op.shapes[0].dims
    if counts is None or dims is None:
        known = counts if counts is not None else dims
        return [UNKNOWN if known is None else TensorShape([None] * len(known))]
    if len(counts) != len(dims):
        raise ValueError(f"{len(counts)} multiples for an input of shape {op.shapes[0]}")
    pairs = zip(counts, dims, strict=True)
    return [TensorShape(None if n is None or size is None else n * size for n, size in pairs)]


@shape_function("Transpose", "ConjugateTranspose")
def transpose(op: ShapeContext) -> Sequence[TensorShape]:
    dims, perm = op.shapes[0].dims, op.constant(1)
    if perm is None or dims is None:
        length = op.shapes[1][0] if op.shapes[1].rank == 1 else None
        rank = length if dims is None else len(dims)
        return [UNKNOWN if rank is None else TensorShape([None] * rank)]
    axes = [axis + len(dims) if axis < 0 else axis for axis in perm.reshape(-1).tolist()]
    if len(axes) != len(dims) or any(not 0 <= axis < len(dims) for axis in axes):
        raise ValueError(f"{axes} are not the dimensions of {op.shapes[0]}")
    return [TensorShape(dims[axis] for axis in axes)]


@shape_function("UnravelIndex")
def unravel_index(op: ShapeContext) -> Sequence[TensorShape]:
    indices, dims = op.shapes
    count = dims[0] if dims.rank == 1 else None
    return [TensorShape([count]).concatenate(indices)]


@shape_function("Unique", "UniqueWithCounts", "ListDiff")
def unique(op: ShapeContext) -> Sequence[TensorShape]:
    found = [UNKNOWN_VECTOR] * op.num_outputs
    if op.num_outputs > 1 and len(op.shapes) == 1:
        found[1] = op.shapes[0].with_rank(1)
    return found


@shape_function("UniqueV2", "UniqueWithCountsV2")
def unique_v2(op: ShapeContext) -> Sequence[TensorShape]:
    shape, axis = op.shapes[0], op.constant(1)
    found = [UNKNOWN, UNKNOWN_VECTOR, UNKNOWN_VECTOR][: op.num_outputs]
    if axis is None or shape.rank is None or axis.size > 1:
        return found
    at = int(axis.item()) if axis.size else 0
    if not -shape.rank <= at < shape.rank:
        raise ValueError(f"axis {at} is not in [{-shape.rank}, {shape.rank}) of shape {shape}")
    found[:2] = [with_size(shape, at, None), TensorShape([shape[at]])]
    return found


@shape_function("Where")
def where(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, op.shapes[0].rank])]


@shape_function("LowerBound", "UpperBound")
def search(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[1]]
