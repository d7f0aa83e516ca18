"""The part of a graph that fetches and targets need, seen backwards from these."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.graph.conditions import BRANCH_ATTRS
from aioflow.passes.lowered_calls import CallPart, LoweredCalls, as_kernel_call, is_lowered, passed_through
from aioflow.passes.rebuild import NodePart


class Needed(NamedTuple):
    """What is needed of a graph.

    Attributes:
        ops: The operations.
        parts: Those of which a part will do.
        through: Outputs -> the tensors that are read in their place.
    """

    ops: set[Operation]
    parts: dict[Operation, NodePart]
    through: dict[Tensor, Tensor]


def find_needed(
    graph: Graph,
    wanted: Iterable[Operation],
    ends: Iterable[Operation] = (),
    cut: Iterable[Tensor] = (),
    cut_controls: Iterable[Operation] = (),
    lowers: bool = True,
) -> Needed:
    """Walks as `reachable` does, but into no part of lowered control flow that is not needed.

    Args:
        graph: The graph, whose functions are called.
        wanted: Operations that are needed as a whole.
        ends: Operations that are to run, but whose outputs nobody reads.
        cut: Tensors that are not walked over.
        cut_controls: Operations to which no control edge is followed.
        lowers: Whether there is such control flow: if not, marked nodes, too, are needed as a whole or not at all.
    """
    starts, ends = list(wanted), list(ends)
    cut_tensors, cut_ops = set(cut), set(cut_controls)
    ops = reachable(starts, ends, cut_tensors, cut_ops)
    if not any(op.type in BRANCH_ATTRS for op in ops):
        return Needed(ops, {}, {})
    if lowers and any(is_lowered(op) for op in ops):
        needed = _Walk(LoweredCalls(graph.functions), cut_tensors, cut_ops).run(starts, ends)
    else:
        needed = Needed(ops, {}, {})
    # TensorFlow lowers what it makes a part of the graph, and the bodies of PartitionedCalls, but none of what the
    # kernels of If, Case and While call.
    calls = [op for op in needed.ops if op.type in BRANCH_ATTRS and not (lowers and is_lowered(op))]
    needed.parts.update((op, as_kernel_call(op)) for op in calls)
    return needed


def reachable(
    fetched: Iterable[Operation],
    targets: Iterable[Operation],
    cut: Iterable[Tensor] = (),
    cut_controls: Iterable[Operation] = (),
) -> set[Operation]:
    """The operations from which a fetched operation or a target can be reached, not walking over the cut ones.

    A target that is itself cut is executed all the same: asking for a fed placeholder's operation fails, as it should.
    """
    cut_tensors, cut_ops = set(cut), set(cut_controls)
    # A stack of its own: graphs are deeper than Python's recursion may go.
    stack = [*fetched, *targets]
    found = set(stack)
    while stack:
        op = stack.pop()
        for tensor in op.inputs:
            if tensor.op not in found and tensor not in cut_tensors:
                found.add(tensor.op)
                stack.append(tensor.op)
        for control in op.control_inputs:
            if control not in found and control not in cut_ops:
                found.add(control)
                stack.append(control)
    return found


class _Walk:
    """The walk of `find_needed` where there are lowered calls."""

    def __init__(self, calls: LoweredCalls, cut: set[Tensor], cut_controls: set[Operation]) -> None:
        self._calls = calls
        self._cut = cut
        self._cut_controls = cut_controls
        self._found: set[Operation] = set()
        self._parts: dict[Operation, CallPart] = {}
        self._through: dict[Tensor, Tensor] = {}
        self._stack: list[Operation] = []

    def run(self, starts: list[Operation], ends: list[Operation]) -> Needed:
        for op in starts:
            if is_lowered(op):
                self._need_call(op, (1 << len(op.outputs)) - 1, effects=True)
            else:
                self._need(op)
        for op in ends:
            self._need_end(op)
        while self._stack:
            op = self._stack.pop()
            part = self._parts.get(op)
            for i, tensor in enumerate(op.inputs):
                if part is None or part.inputs >> i & 1:
                    self._need_tensor(tensor)
            for control in op.control_inputs:
                if control not in self._cut_controls:
                    self._need_end(control)
        cut_down = {op: self._calls.cut_down(op, part) for op, part in self._parts.items()}
        parts = {op: part for op, part in cut_down.items() if part is not None}
        return Needed(self._found, parts, self._through)

    def _need(self, op: Operation) -> None:
        if op not in self._found:
            self._found.add(op)
            self._stack.append(op)

    def _need_tensor(self, tensor: Tensor) -> None:
        while tensor not in self._cut and (source := passed_through(tensor)) is not None:
            self._through[tensor] = tensor = source
        if tensor in self._cut:
            return
        if is_lowered(tensor.op):
            self._need_call(tensor.op, 1 << tensor.value_index, effects=False)
        else:
            self._need(tensor.op)

    def _need_end(self, op: Operation) -> None:
        if is_lowered(op):
            self._need_call(op, 0, effects=True)
        else:
            self._need(op)

    def _need_call(self, op: Operation, outputs: int, effects: bool) -> None:
        known = self._parts.get(op)
        if known is not None:
            outputs, effects = outputs | known.outputs, effects or known.effects
        part = self._calls.part(op, outputs, effects)
        if part != known:  # once more, with what is needed beyond the part that was known
            self._parts[op] = part
            self._found.add(op)
            self._stack.append(op)

