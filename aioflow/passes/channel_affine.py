"""Recognises nodes with constants that multiply and add per channel: y = x * multiplier + offset."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow.framework.geometry.sliding_windows import channel_axis
from aioflow.framework.graph import Operation, Tensor, shape_if_any

Array = np.ndarray[Any, Any]
BATCH_NORMS = frozenset({"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"})
_ADDITIONS = frozenset({"Add", "AddV2"})
_DIVISIONS = frozenset({"RealDiv", "Div"})


class ChannelAffine(NamedTuple):
    """y = x * multiplier + offset.

    Attributes:
        multiplier: [channels], float64; None for 1.
        offset: [channels], float64; None for 0.
        constants: The nodes that the numbers come from.
    """

    multiplier: Array | None
    offset: Array | None
    constants: tuple[Operation, ...]


def channel_affine(op: Operation, x: Tensor, channels: int, data_format: bytes) -> ChannelAffine | None:
    """The effect of `op` on each channel of `x`; None if it has another form, or depends on more than constants.

    Args:
        op: A node that reads `x`.
        x: A tensor of known rank.
        channels: How many it has.
        data_format: Where they are.
    """
    if op.type in BATCH_NORMS:
        return _batch_norm(op, x, channels, data_format)
    if op.type == "BiasAdd":
        if op.attrs["data_format"] != data_format and shape_if_any(x).rank != 2:
            return None
        offset = _constant(op.inputs[1])
        if op.inputs[0] is not x or offset is None or offset.shape != (channels,):
            return None
        return ChannelAffine(None, offset.astype(np.float64), (op.inputs[1].op,))
    return _arithmetic(op, x, channels, data_format)


def _arithmetic(op: Operation, x: Tensor, channels: int, data_format: bytes) -> ChannelAffine | None:
    if len(op.inputs) != 2 or op.inputs[0] is op.inputs[1]:
        return None
    other = op.inputs[1] if op.inputs[0] is x else op.inputs[0]
    vector = _per_channel(_constant(other), x, channels, data_format)
    if vector is None:
        return None
    is_first = op.inputs[0] is x
    constants = (other.op,)
    if op.type == "Mul":
        return ChannelAffine(vector, None, constants)
    if op.type in _ADDITIONS:
        return ChannelAffine(None, vector, constants)
    if op.type == "Sub":
        if is_first:
            return ChannelAffine(None, -vector, constants)
        return ChannelAffine(-np.ones(channels), vector, constants)
    if op.type in _DIVISIONS and is_first and vector.all():  # a division by 0 is left to the run
        return ChannelAffine(1 / vector, None, constants)
    return None


def _batch_norm(op: Operation, x: Tensor, channels: int, data_format: bytes) -> ChannelAffine | None:
    # In training the statistics are those of the batch, and no constants.
    if op.attrs["is_training"] or op.attrs["data_format"] != data_format or op.inputs[0] is not x:
        return None
    vectors = [_constant(tensor) for tensor in op.inputs[1:]]
    known = [vector.astype(np.float64) for vector in vectors if vector is not None and vector.shape == (channels,)]
    if len(known) != 4:
        return None
    scale, offset, mean, variance = known
    # In float64, as all numbers here: they are rounded once, when they have become weights.
    with np.errstate(all="ignore"):
        multiplier = scale / np.sqrt(variance + op.attrs["epsilon"])
        offset = offset - mean * multiplier
    if not np.isfinite(multiplier).all() or not np.isfinite(offset).all():
        return None  # such statistics make NaN of some values only
    return ChannelAffine(multiplier, offset, tuple(tensor.op for tensor in op.inputs[1:]))


def _constant(tensor: Tensor) -> Array | None:
    value = tensor.op.attrs["value"] if tensor.op.type == "Const" else None
    return value if isinstance(value, np.ndarray) and value.dtype.kind == "f" else None


def _per_channel(value: Array | None, x: Tensor, channels: int, data_format: bytes) -> Array | None:
    """A constant that is the same for all elements of a channel of `x`, as [channels] of float64."""
    rank = shape_if_any(x).rank
    if value is None or rank is None or value.ndim > rank:
        return None
    # As broadcasting does it: missing axes come first, and are of size 1.
    sizes = (1,) * (rank - value.ndim) + value.shape
    axis = channel_axis(rank, data_format)
    if any(size != 1 for i, size in enumerate(sizes) if i != axis) or sizes[axis] not in (1, channels):
        return None
    return np.broadcast_to(value.reshape(-1), channels).astype(np.float64)
