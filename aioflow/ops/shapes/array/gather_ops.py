"""Static shapes of the ops that take or put slices by index."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input
from aioflow.ops.shapes.sizes import held_axis, held_shape

shape_function(
    "InplaceAdd", "InplaceSub", "InplaceUpdate", "ScatterNdNonAliasingAdd", "TensorScatterAdd", "TensorScatterMax",
    "TensorScatterMin", "TensorScatterSub", "TensorScatterUpdate",
)(same_as_first_input)  # fmt: skip


@shape_function("Gather")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[indices..., after...] of params [rows, after...]."""
    params, indices = op.shapes
    return [indices.concatenate(params[1:])]


@shape_function("GatherV2")
def gather_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """[before..., indices without batch..., after...] of params [before..., size, after...]."""
    params, indices = op.shapes[:2]
    axis, batch_dims = held_axis(op, 2, params), op.attrs["batch_dims"]
    if indices.rank is None or params.rank is None:
        return [UNKNOWN]
    # Negative batch dimensions count from the end of the indices.
    if batch_dims < 0:
        batch_dims += indices.rank
    if axis is None:
        # An unknown axis still leaves the rank certain.
        return [TensorShape([None] * (params.rank - 1 + indices.rank - batch_dims))]
    return [params[:axis].concatenate(indices[batch_dims:]).concatenate(params[axis + 1 :])]


@shape_function("GatherNd")
def gather_nd(op: ShapeContext) -> Sequence[TensorShape]:
    """[places..., after...] for indices [places..., depth]."""
    params, indices = op.shapes
    # Without the depth nobody knows how many dimensions of params are used up.
    if not indices.rank or indices[-1] is None:
        return [UNKNOWN]
    if params.rank is not None and indices[-1] > params.rank:
        raise ValueError(f"indices {indices} are deeper than params {params}")
    return [indices[:-1].concatenate(params[indices[-1] :])]


@shape_function("ScatterNd")
def scatter_nd(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 2)]
