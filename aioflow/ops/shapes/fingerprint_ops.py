"""Static shapes of Bitcast, Fingerprint and EditDistance."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function("Bitcast")
def bitcast(op: ShapeContext) -> Sequence[TensorShape]:
    shape, old, new = op.shapes[0], op.attrs["T"].size, op.attrs["type"].size
    if new < old:
        return [shape.concatenate([old // new])]
    if new == old or shape.rank is None:
        return [shape]
    if not shape.rank or shape[-1] not in (None, new // old):
        raise ValueError(f"cannot cast the last dimension of {shape} to one element of {new} bytes")
    return [shape[:-1]]


@shape_function("Fingerprint")
def fingerprint(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([op.shapes[0][0] if op.shapes[0].rank else None, 8])]


@shape_function("EditDistance")
def edit_distance(op: ShapeContext) -> Sequence[TensorShape]:
    shapes = [op.constant(2), op.constant(5)]
    if any(shape is None for shape in shapes):
        return [UNKNOWN]
    pairs = zip(shapes[0].tolist(), shapes[1].tolist(), strict=True)
    return [TensorShape(map(max, pairs))[:-1]]
