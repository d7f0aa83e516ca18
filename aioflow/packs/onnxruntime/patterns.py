"""Patterns: several nodes that ONNX has as one, and that ONNX Runtime does not find in the form TensorFlow has them in.

A layer normalisation and a GELU are each about ten calls in TensorFlow's graphs; as one node they take a tenth of the
time of a small transformer less. The nodes inside must be read by nobody else.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.regions.engines import RegionPart
from aioflow.packs.onnxruntime.node_writer import NodeWriter, name_of

_ADDITIONS = ("Add", "AddV2")


class Found(NamedTuple):
    """Nodes that become one.

    Attributes:
        last: The node that gives the result.
        inner: The others.
        writer: What is written in place of the last one.
    """

    last: Operation
    inner: set[Operation]
    writer: NodeWriter


def with_patterns(part: RegionPart, writers: Sequence[NodeWriter]) -> list[NodeWriter]:
    """The writers of a part, in which one stands for all nodes of a pattern."""
    readers: dict[Tensor, list[Operation]] = {}
    for op in part.ops:
        for tensor in op.inputs:
            readers.setdefault(tensor, []).append(op)
    replaced: dict[Operation, NodeWriter | None] = {}
    for found in _all_patterns(part, readers):
        is_inside = all(
            tensor not in part.outputs and {*readers.get(tensor, ())} <= {*found.inner, found.last}
            for op in found.inner
            for tensor in op.outputs
        )
        if is_inside and not {found.last, *found.inner} & replaced.keys():
            replaced |= {**dict.fromkeys(found.inner), found.last: found.writer}
    chosen = (replaced.get(writer.op, writer) for writer in writers)
    return [writer for writer in chosen if writer is not None]


def _all_patterns(part: RegionPart, readers: dict[Tensor, list[Operation]]) -> Iterator[Found]:
    members = set(part.ops)
    for op in part.ops:
        found = _gelu(op, readers) if op.type == "Erfc" else _layer_norm(op) if op.type in _ADDITIONS else None
        if found is not None and {found.last, *found.inner} <= members:
            yield found


# ---- 0.5 * x * erfc(-x / sqrt(2))
def _gelu(erfc: Operation, readers: dict[Tensor, list[Operation]]) -> Found | None:
    scaled = erfc.inputs[0].op
    negated = _beside_constant(scaled, "Mul", 0.5**0.5)
    (last,) = readers.get(erfc.outputs[0], (None,))[:1]
    if negated is None or negated.op.type != "Neg" or last is None or last.type != "Mul":
        return None
    half = next((tensor.op for tensor in last.inputs if tensor.op is not erfc), erfc)
    x = _beside_constant(half, "Mul", 0.5)
    if x is None or x is not negated.op.inputs[0]:
        return None
    writer = NodeWriter(last)
    writer.give("Gelu", name_of(x), approximate="none")
    return Found(last, {erfc, scaled, negated.op, half}, writer)


# ---- (x - mean) * rsqrt(variance + epsilon) * gamma + beta, over the last axis
def _layer_norm(last: Operation) -> Found | None:
    scaled, beta = _other(last, "Mul", _ADDITIONS)
    if scaled is None:
        return None
    normal, gamma = _other(scaled, "Mul", ("Mul",))
    if normal is None:
        return None
    difference, root = (tensor.op for tensor in normal.inputs)
    if difference.type == "Rsqrt":
        difference, root = root, difference
    if difference.type != "Sub" or root.type != "Rsqrt":
        return None
    (x, mean), shifted = difference.inputs, root.inputs[0].op
    epsilon = _constant_of(shifted)
    variance = next((t.op for t in shifted.inputs if t.op.type == "Mean"), None) if shifted.type in _ADDITIONS else None
    if variance is None or epsilon is None or epsilon.size != 1:
        return None
    squares = variance.inputs[0].op
    is_same = squares.type == "SquaredDifference" and {*squares.inputs} == {x, mean}
    if not is_same or mean.op.type != "Mean" or mean.op.inputs[0] is not x:
        return None
    if not (_is_of_last_axis(mean.op) and _is_of_last_axis(variance)) or not _are_of_channels(x, gamma, beta):
        return None
    writer = NodeWriter(last)
    names = [name_of(tensor) for tensor in (x, gamma, beta)]
    writer.give("LayerNormalization", *names, axis=-1, epsilon=float(epsilon.reshape(())))
    return Found(last, {scaled, normal, difference, root, shifted, variance, squares, mean.op}, writer)


def _other(op: Operation, kind: str, allowed: Sequence[str]) -> tuple[Operation | None, Any]:
    """Of a node with a constant vector on one side: the node on the other side, if it is of a kind, and the vector."""
    if op.type in allowed:
        for node, vector in (op.inputs, op.inputs[::-1]):
            if node.op.type == kind and vector.op.type == "Const" and vector.shape.rank == 1:
                return node.op, vector
    return None, None


def _constant_of(op: Operation) -> Any:
    """The value of a constant among the inputs of a node; None without one."""
    return next((np.asarray(t.op.attrs["value"]) for t in op.inputs if t.op.type == "Const"), None)


def _beside_constant(op: Operation, kind: str, value: float) -> Tensor | None:
    """The other input of a node that has this number as a constant."""
    constant = _constant_of(op) if op.type == kind else None
    if constant is None or constant.size != 1 or abs(float(constant.reshape(())) - value) > 1e-6:
        return None
    return next((tensor for tensor in op.inputs if tensor.op.type != "Const"), None)


def _is_of_last_axis(mean: Operation) -> bool:
    """Whether a Mean is over the last axis, which it keeps, and which is known not to be empty."""
    axes, source = _constant_of(mean), mean.inputs[0]
    if axes is None or axes.size != 1 or not mean.attrs["keep_dims"] or source.dtype is not dtypes.float32:
        return False
    rank = source.shape.rank
    return bool(rank and int(axes.reshape(())) in (-1, rank - 1) and source.shape.as_list()[-1])


def _are_of_channels(x: Tensor, *vectors: Tensor) -> bool:
    return all(vector.shape.as_list() == x.shape.as_list()[-1:] for vector in vectors)
