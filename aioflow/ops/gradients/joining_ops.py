"""Gradients of ops that join tensors to one, or divide one into several."""

from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.gradients.op_gradients import gradient


@gradient("Pack")
def pack(op: Operation, dy: Tensor) -> list[Tensor]:
    return array_ops.unpack(dy, num=op.attrs["N"], axis=op.attrs["axis"])


@gradient("Unpack")
def unpack(op: Operation, *dys: Tensor) -> list[Tensor]:
    return [array_ops.pack(dys, axis=op.attrs["axis"])]


@gradient("Concat")
def concat(op: Operation, dy: Tensor) -> list[Tensor | None]:
    axis, *parts = op.inputs
    return [None, *_divided(dy, axis, parts)]


@gradient("ConcatV2")
def concat_v2(op: Operation, dy: Tensor) -> list[Tensor | None]:
    *parts, axis = op.inputs
    return [*_divided(dy, axis, parts), None]


def _divided(dy: Tensor, axis: Tensor, parts: Sequence[Tensor]) -> list[Tensor]:
    """What of the gradient of a concatenation belongs to each part."""
    if len(parts) == 1:
        return [dy]
    shapes = array_ops.shape_n(parts)
    offsets = array_ops.concat_offset(array_ops.cast(axis, DstT=dtypes.int32), shapes)
    return [array_ops.slice(dy, offset, shape) for offset, shape in zip(offsets, shapes, strict=True)]


@gradient("Split")
def split(op: Operation, *dys: Tensor) -> list[Tensor | None]:
    return [None, _joined(dys, op.inputs[0])]


@gradient("SplitV")
def split_v(op: Operation, *dys: Tensor) -> list[Tensor | None]:
    return [_joined(dys, op.inputs[2]), None, None]


def _joined(dys: Sequence[Tensor], axis: Tensor) -> Tensor:
    return array_ops.concat_v2(dys, axis) if len(dys) > 1 else dys[0]


@gradient("_ArrayToList", "_ListToArray")
def list_conversion(op: Operation, *dys: Tensor) -> list[Tensor]:
    return list(dys)
