"""Static shapes of shuffled indices, of the largest numbers by approximation, of times and settings."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function("Timestamp", "IsTensorFloat32Enabled")
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("RandomIndexShuffle")
def random_index_shuffle(op: ShapeContext) -> Sequence[TensorShape]:
    index, seed, last = op.shapes
    if index.rank is None or seed.rank is None or last.rank is None:
        return [UNKNOWN]
    sizes = [*index.as_list(), *seed.as_list()[:-1], *last.as_list()]
    return [TensorShape([next((size for size in sizes if size is not None), None)]) if sizes else SCALAR]


@shape_function("ApproxTopK")
def approx_top_k(op: ShapeContext) -> Sequence[TensorShape]:
    shape, axis = op.shapes[0], op.attrs["reduction_dimension"]
    if shape.rank is None or not op.attrs["aggregate_to_topk"]:
        return [UNKNOWN, UNKNOWN]
    if not -shape.rank <= axis < shape.rank:
        raise ValueError(f"reduction_dimension {axis} is not a dimension of shape {shape}")
    sizes = shape.as_list()
    sizes[axis] = op.attrs["k"]
    return [TensorShape(sizes)] * 2
