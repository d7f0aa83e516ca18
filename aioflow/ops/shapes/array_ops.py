"""Static shapes of the ops that pass values on, look at shapes, or make new arrays."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "BatchMatrixBandPart", "CheckNumerics", "CheckNumericsV2", "DebugGradientIdentity", "DeepCopy", "GuaranteeConst",
    "Identity", "InplaceAdd", "InplaceSub", "InplaceUpdate", "InvertPermutation", "MatrixBandPart", "OnesLike",
    "PreventGradient", "RefIdentity", "Reverse", "ReverseSequence", "ReverseV2", "Roll", "ScatterNdNonAliasingAdd",
    "Snapshot", "StopGradient", "TensorScatterAdd", "TensorScatterMax", "TensorScatterMin", "TensorScatterSub",
    "TensorScatterUpdate", "TensorStridedSliceUpdate", "ZerosLike",
)  # fmt: skip
def same_as_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("IdentityN")
def same_as_inputs(op: ShapeContext) -> Sequence[TensorShape]:
    return op.shapes


@shape_function("Rank", "Size")
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("Const", "HostConst")
def const(op: ShapeContext) -> Sequence[TensorShape]:
    value = op.attrs["value"]
    return [TensorShape(value.shape) if isinstance(value, np.ndarray) else UNKNOWN]


@shape_function("Placeholder", "PlaceholderV2", "PlaceholderWithDefault", "ParallelConcat", "ImmutableConst")
def declared(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.attrs["shape"]]


@shape_function("EnsureShape")
def ensure_shape(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].merge_with(op.attrs["shape"])]


@shape_function("Shape", "ShapeN")
def shape_of(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([shape.rank]) for shape in op.shapes]


def held_shape(op: ShapeContext, index: int) -> TensorShape:
    """The shape whose sizes input `index` holds, as far as known; a size of -1 is unknown.

    Raises:
        ValueError: It holds a size below -1.
    """
    elements = op.elements(index)
    return UNKNOWN if elements is None else TensorShape(elements)


def held_axis(op: ShapeContext, index: int, shape: TensorShape) -> int | None:
    """The axis of `shape` that input `index` holds, counted from the front; None where either is not known.

    Raises:
        ValueError: The shape has no such axis.
    """
    value, rank = op.constant(index), shape.rank
    if value is None or value.size != 1 or rank is None:
        return None
    axis = int(value.item())
    if not -rank <= axis < rank:
        raise ValueError(f"axis {axis} is not in [{-rank}, {rank}) of shape {shape}")
    return axis % rank


def unknown_sizes(shape: TensorShape) -> TensorShape:
    """A shape of the same rank, of which nothing else is known."""
    return UNKNOWN if shape.rank is None else TensorShape([None] * shape.rank)


def with_size(shape: TensorShape, axis: int, size: int | None) -> TensorShape:
    """`shape` with another size along `axis`."""
    dims = shape.as_list()
    dims[axis] = size
    return TensorShape(dims)


@shape_function("Fill", "Empty")
def fill(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 0)]


@shape_function("Reshape")
def reshape(op: ShapeContext) -> Sequence[TensorShape]:
    target, count = held_shape(op, 1), op.shapes[0].num_elements()
    dims = target.dims
    if dims is None or count is None:
        return [target]
    known = math.prod(size for size in dims if size is not None)
    if dims.count(None) == 1 and known:
        if count % known:
            raise ValueError(f"cannot reshape {op.shapes[0]} ({count} elements) into {target}")
        return [TensorShape(count // known if size is None else size for size in dims)]
    if None not in dims and known != count:
        raise ValueError(f"cannot reshape {op.shapes[0]} ({count} elements) into {target} ({known} elements)")
    return [target]


@shape_function("ExpandDims")
def expand_dims(op: ShapeContext) -> Sequence[TensorShape]:
    dims, value = op.shapes[0].dims, op.constant(1)
    if dims is None:
        return [UNKNOWN]
    if value is None or value.size != 1:
        return [TensorShape([None] * (len(dims) + 1))]
    axis = value.item()
    if not -len(dims) - 1 <= axis <= len(dims):
        raise ValueError(f"dim {axis} is not in the interval [{-len(dims) - 1}, {len(dims)}] for {op.shapes[0]}")
    at = axis if axis >= 0 else axis + len(dims) + 1
    return [TensorShape((*dims[:at], 1, *dims[at:]))]


@shape_function("Squeeze")
def squeeze(op: ShapeContext) -> Sequence[TensorShape]:
    dims, axes = op.shapes[0].dims, op.attrs["squeeze_dims"]
    if dims is None or (not axes and None in dims):
        return [UNKNOWN]
    for axis in axes:
        if not -len(dims) <= axis < len(dims) or dims[axis] not in (1, None):
            raise ValueError(f"cannot squeeze dimension {axis} of {op.shapes[0]}")
    dropped = {axis % len(dims) for axis in axes} if axes else {i for i, size in enumerate(dims) if size == 1}
    return [TensorShape(size for i, size in enumerate(dims) if i not in dropped)]


@shape_function("OneHot")
def one_hot(op: ShapeContext) -> Sequence[TensorShape]:
    dims, depth, axis = op.shapes[0].dims, op.constant(1), op.attrs["axis"]
    if dims is None:
        return [UNKNOWN]
    at = len(dims) if axis == -1 else axis
    size: Any = None if depth is None or depth.size != 1 else depth.item()
    return [TensorShape((*dims[:at], size, *dims[at:]))]
