"""Static shapes of Slice, StridedSlice and their kin."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.framework.slice_index import indexed_dims, slice_index, unknown_index
from aioflow.ops.shapes.array_ops import held_shape


@shape_function("Slice")
def slice_(op: ShapeContext) -> Sequence[TensorShape]:
    begin, size = op.constant(1), op.constant(2)
    dims, rank = op.shapes[0].dims, op.shapes[0].rank
    if size is None:
        return [UNKNOWN if rank is None else TensorShape([None] * rank)]
    sizes = TensorShape(size.reshape(-1).tolist())
    if dims is None or begin is None or begin.shape != size.shape or size.shape != (rank,):
        return [sizes]
    rest = zip(sizes, dims, begin.tolist(), strict=True)
    return [TensorShape(n if n is not None or d is None or first > d else d - first for n, d, first in rest)]


@shape_function("StridedSlice")
def strided_slice(op: ShapeContext) -> Sequence[TensorShape]:
    dims = op.shapes[0].dims
    if dims is None:
        return [UNKNOWN]
    attrs = op.attrs
    masks = attrs["ellipsis_mask"], attrs["new_axis_mask"], attrs["shrink_axis_mask"]
    spec = [op.constant(i) for i in (1, 2, 3)]
    if all(value is not None for value in spec):
        index = slice_index(spec[0], spec[1], spec[2], attrs["begin_mask"], attrs["end_mask"], *masks)
        return [TensorShape(indexed_dims(index, dims))]
    length = next((s[0] for s in op.shapes[1:] if s.rank == 1 and s[0] is not None), None)
    if length is None:
        return [UNKNOWN]
    return [TensorShape(indexed_dims(unknown_index(length, *masks), [None] * len(dims)))]


@shape_function("StridedSliceGrad")
def strided_slice_grad(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 0)]
