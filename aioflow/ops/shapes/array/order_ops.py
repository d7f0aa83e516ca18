"""Static shapes of the ops that reorder, search and compare elements."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input
from aioflow.ops.shapes.sizes import VECTOR, with_size

shape_function("InvertPermutation", "Reverse", "ReverseSequence", "ReverseV2", "Roll")(same_as_first_input)


@shape_function("Transpose", "ConjugateTranspose")
def transpose(op: ShapeContext) -> Sequence[TensorShape]:
    """The input's sizes, permuted."""
    dims, perm = op.shapes[0].dims, op.constant(1)
    if perm is None or dims is None:
        # The length of an unknown permutation tells the rank.
        length = op.shapes[1][0] if op.shapes[1].rank == 1 else None
        rank = length if dims is None else len(dims)
        return [UNKNOWN if rank is None else TensorShape([None] * rank)]
    axes = [axis + len(dims) if axis < 0 else axis for axis in perm.reshape(-1).tolist()]
    if len(axes) != len(dims) or any(not 0 <= axis < len(dims) for axis in axes):
        raise ValueError(f"{axes} are not the dimensions of {op.shapes[0]}")
    return [TensorShape(dims[axis] for axis in axes)]


@shape_function("UnravelIndex")
def unravel_index(op: ShapeContext) -> Sequence[TensorShape]:
    """[dimensions, indices...]: a coordinate for each dimension."""
    indices, dims = op.shapes
    count = dims[0] if dims.rank == 1 else None
    return [TensorShape([count]).concatenate(indices)]


@shape_function("Unique", "UniqueWithCounts", "ListDiff")
def unique(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown], and for each element of the input its place."""
    found = [VECTOR] * op.num_outputs
    # Unlike Unique, ListDiff has two inputs, and gives places of what is left only.
    if op.num_outputs > 1 and len(op.shapes) == 1:
        found[1] = op.shapes[0].with_rank(1)
    return found


@shape_function("UniqueV2", "UniqueWithCountsV2")
def unique_v2(op: ShapeContext) -> Sequence[TensorShape]:
    shape, axis = op.shapes[0], op.constant(1)
    found = [UNKNOWN, VECTOR, VECTOR][: op.num_outputs]
    if axis is None or shape.rank is None or axis.size > 1:
        return found
    at = int(axis.item()) if axis.size else 0
    if not -shape.rank <= at < shape.rank:
        raise ValueError(f"axis {at} is not in [{-shape.rank}, {shape.rank}) of shape {shape}")
    found[:2] = [with_size(shape, at, None), TensorShape([shape[at]])]
    return found


@shape_function("Where")
def where(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown, rank]: a coordinate in each dimension for each true element."""
    return [TensorShape([None, op.shapes[0].rank])]


@shape_function("LowerBound", "UpperBound")
def search(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[1]]
