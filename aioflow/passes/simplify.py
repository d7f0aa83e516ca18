"""Simplification: nodes that hand a value on unchanged give way to that value."""
from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.wanted import check_wanted
from aioflow.passes.rebuild import Rebuilt, rebuild

_HAND_ON = frozenset({"Identity", "StopGradient", "PreventGradient", "Snapshot"})
# Exact for every x: so not x + 0, which makes 0.0 of -0.0, and not x * 0, which is NaN where x is infinite or NaN.
# Op -> (which input is handed on, the scalar that the other input must be).
_NEUTRAL: dict[str, tuple[tuple[int, int], ...]] = {
    "Mul": ((0, 1), (1, 1)), "RealDiv": ((0, 1),), "Div": ((0, 1),), "Sub": ((0, 0),), "Pow": ((0, 1),),
}  # fmt: skip
_INVOLUTIONS = frozenset({"Neg", "LogicalNot", "Invert", "Conj"})


def remove_identities(graph: Graph) -> Graph:
    """A graph without nodes such as Identity, where only data passes through them.

    One that waits for others, that others wait for, or that reads a reference, stays: it orders things.
    """
    ops = graph.get_operations()
    waited_for = {control for op in ops for control in op.control_inputs}
    sources = {op: op.inputs[0] for op in ops if op.type in _HAND_ON and _only_hands_on(op, waited_for)}
    return _with_sources(graph, sources)


def _only_hands_on(op: Operation, waited_for: Container[Operation]) -> bool:
    check_wanted()
    if op.control_inputs or op in waited_for:
        return False
    # Reading a reference makes a value of it at that moment, and a copy to another device is what it is there for.
    source = op.inputs[0]
    return not source.dtype.is_ref and source.op.device == op.device


def _with_sources(graph: Graph, sources: Mapping[Operation, Tensor]) -> Graph:
    """A graph in which tensors take the place of the first outputs of some nodes."""

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        source = sources.get(op)
        return None if source is None else [new.tensor(source)]

    return rebuild(graph, replace) if sources else graph


def simplify_arithmetic(graph: Graph) -> Graph:
    """A graph without arithmetic that changes nothing: x * 1, x / 1, x - 0, --x, casts to the same dtype.

    Only what is exact for every value, NaN and -0.0 included.
    """
    ops = graph.get_operations()
    waited_for = {control for op in ops for control in op.control_inputs}
    sources: dict[Operation, Tensor] = {}
    for op in ops:
        check_wanted()
        if not (op.control_inputs or op in waited_for or any(tensor.dtype.is_ref for tensor in op.inputs)):
            source = _handed_on(op)
            if source is not None:
                sources[op] = source
    return _with_sources(graph, sources)


def _handed_on(op: Operation) -> Tensor | None:
    """The tensor that the only output of `op` always equals, or None."""
    if op.type == "Cast":
        src: DType = op.attrs["SrcT"]
        return op.inputs[0] if src is op.attrs["DstT"] else None
    if op.type in _INVOLUTIONS:
        inner = op.inputs[0].op
        return inner.inputs[0] if inner.type == op.type and not inner.control_inputs else None
    for kept, neutral in _NEUTRAL.get(op.type, ()):
        if _is_scalar(op.inputs[1 - kept], neutral):
            return op.inputs[kept]
    return None


def _is_scalar(tensor: Tensor, wanted: int) -> bool:
    """Whether the tensor is an unconditional constant of rank 0 with this value."""
    if tensor.op.type != "Const" or tensor.op.control_inputs:
        return False
    # Of rank 0: with any other, it might give the result more dimensions than x has.
    value: Any = tensor.op.attrs["value"]
    return isinstance(value, np.ndarray) and value.shape == () and not value.dtype.hasobject and bool(value == wanted)
