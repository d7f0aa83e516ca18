"""Static shapes of the ops of variables.

The node that makes a variable declares its shape, whether readers get a reference or a handle.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.handles import handle_maker
from aioflow.ops.shapes.plain_rules import declared, same_as_first_input, scalar

# ---- ref variable ops
shape_function("TemporaryVariable", "VariableV2")(declared)
shape_function(
    "CountUpTo", "DebugGradientRefIdentity", "DestroyTemporaryVariable", "RefIdentity", "ScatterAdd", "ScatterDiv",
    "ScatterMax", "ScatterMin", "ScatterMul", "ScatterNdAdd", "ScatterNdMax", "ScatterNdMin", "ScatterNdSub",
    "ScatterNdUpdate", "ScatterSub", "ScatterUpdate", "StridedSliceAssign",
)(same_as_first_input)  # fmt: skip
shape_function("IsVariableInitialized")(scalar)


@shape_function("Variable")
def declared_unless_empty(op: ShapeContext) -> Sequence[TensorShape]:
    """The declared shape; unknown for an empty one."""
    # The old op could not say that a shape is unknown: an empty one stood for it.
    shape = op.attrs["shape"]
    return [shape if shape.rank else UNKNOWN]


@shape_function("Assign")
def assign(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the value, which must be the variable's if that is checked."""
    return [op.shapes[0].merge_with(op.shapes[1]) if op.attrs["validate_shape"] else op.shapes[1]]


@shape_function("AssignAdd", "AssignSub")
def assign_update(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of variable and value, which agree."""
    return [op.shapes[0].merge_with(op.shapes[1])]


# ---- resource variable ops
shape_function(
    "IsResourceHandleRefCounting", "MakeWeakResourceHandle", "MutexV2", "ResourceCountUpTo", "VarHandleOp",
    "VarIsInitializedOp",
)(scalar)  # fmt: skip


@shape_function("ReadVariableOp")
def read_variable(op: ShapeContext) -> Sequence[TensorShape]:
    """The declared shape of the variable."""
    return [variable_shape(op)]


@shape_function("VariableShape")
def shape_of_variable(op: ShapeContext) -> Sequence[TensorShape]:
    """[rank of the variable]."""
    return [TensorShape([variable_shape(op).rank])]


@shape_function("ResourceGather")
def resource_gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[...batch, ...indices, ...the variable behind the gathered dimension]."""
    params, indices, batch_dims = variable_shape(op), op.shapes[1], op.attrs["batch_dims"]
    if params.rank is None or indices.rank is None or batch_dims < 0:
        return [UNKNOWN]
    return [params[:batch_dims].concatenate(indices[batch_dims:]).concatenate(params[batch_dims + 1 :])]


@shape_function("ResourceGatherNd")
def resource_gather_nd(op: ShapeContext) -> Sequence[TensorShape]:
    """[...indices before the last dimension, ...the variable behind as many dimensions as the last one says]."""
    params, indices = variable_shape(op), op.shapes[1]
    if not indices.rank or indices.size(-1) is None or params.rank is None:
        return [UNKNOWN]
    return [indices[:-1].concatenate(params[indices.size(-1) :])]


def variable_shape(op: Any, index: int = 0) -> TensorShape:
    """The declared shape of the resource variable that comes in as data input `index`, as far as the graph shows it."""
    maker = handle_maker(op, index)
    is_variable = maker is not None and maker.type == "VarHandleOp"
    shape: TensorShape = maker.attrs["shape"] if is_variable else UNKNOWN
    return shape
