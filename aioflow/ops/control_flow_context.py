"""Control flow contexts: what happens to a node that is built inside a branch or a loop body.

Its inputs from outside are led in, through a Switch into a branch or a constant Enter into a loop, and a node without
inputs waits for the context's pivot, so that nothing of an untaken branch or an unexecuted iteration runs.
"""
from __future__ import annotations

import abc
from collections.abc import Iterator
from contextlib import contextmanager

from aioflow.framework.graph import Graph
from aioflow.framework.operation import Operation, Tensor
from aioflow.framework.scopes import changed_scope, current_scope
from aioflow.ops.generated import array_ops, control_flow_ops


class ControlFlowContext(abc.ABC):
    """The base of the two contexts below.

    Args:
        graph: The graph that is being built.

    Attributes:
        outer: The context around it, or None.
        pivot: A tensor that is alive just when the inside runs; None while it is not known.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.outer: ControlFlowContext | None = current_scope(graph).control_flow
        self.pivot: Tensor | None = None
        self._members: set[Operation] = set()
        self._led_in: dict[Tensor, Tensor] = {}

    @contextmanager
    def entered(self) -> Iterator[None]:
        """A context in which new nodes belong to this one."""
        with changed_scope(self.graph, control_flow=self, control_inputs=()):
            yield

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """A context in which new nodes are built as they are; `adopt` makes them members."""
        with changed_scope(self.graph, control_flow=None, control_inputs=()):
            yield

    def adopt(self, op: Operation) -> None:
        """Makes an operation a member of this context and of those around it."""
        self._members.add(op)
        if self.outer is not None:
            self.outer.adopt(op)

    def is_inside(self, op: Operation) -> bool:
        """Whether the operation was built in this context or in one within it."""
        return op in self._members

    def add_op(self, op: Operation) -> None:
        """Takes in an operation that was just built."""
        op.inputs[:] = [self.internal(tensor) for tensor in op.inputs]
        op.control_inputs[:] = self._internal_controls(op.control_inputs)
        if not op.inputs and self.pivot is not None and not any(self.is_inside(c) for c in op.control_inputs):
            op.control_inputs.append(self.pivot.op)
        self.adopt(op)
        self.graph.prevent_fetching(op)

    def internal(self, tensor: Tensor) -> Tensor:
        """The tensor as it is seen inside."""
        if self.is_inside(tensor.op):
            return tensor
        if tensor not in self._led_in:
            outside = tensor if self.outer is None else self.outer.internal(tensor)
            with self.suspended():
                self._led_in[tensor] = self._lead_in(outside)
        return self._led_in[tensor]

    @abc.abstractmethod
    def _lead_in(self, tensor: Tensor) -> Tensor:
        """A new tensor inside for `tensor`, which belongs to the surrounding context."""

    @abc.abstractmethod
    def _internal_controls(self, controls: list[Operation]) -> list[Operation]:
        """What a node inside must wait for in place of `controls`."""


class CondContext(ControlFlowContext):
    """One branch of a cond.

    Args:
        graph: The graph that is being built.
        pred: The condition, [] bool, in the surrounding context.
        pivot: The side of the condition's Switch, alive just when the branch is taken.
        branch: 1 for the branch that is taken when the condition holds, else 0.
    """

    def __init__(self, graph: Graph, pred: Tensor, pivot: Tensor, branch: int) -> None:
        super().__init__(graph)
        self.pivot = pivot
        self._pred = pred
        self._branch = branch
        self._led_in = {pred: pred, pivot: pivot}  # needed as they are

    def _lead_in(self, tensor: Tensor) -> Tensor:
        build = control_flow_ops.ref_switch if tensor.dtype.is_ref else control_flow_ops.switch
        sides = build(tensor, self._pred)
        self.adopt(sides[0].op)
        return sides[self._branch]

    def _internal_controls(self, controls: list[Operation]) -> list[Operation]:
        return controls


class WhileContext(ControlFlowContext):
    """The inside of a loop.

    Args:
        graph: The graph that is being built.
        frame_name: Name of the loop's frame, unique in the graph.
        parallel_iterations: How many iterations may be alive at once.
    """

    def __init__(self, graph: Graph, frame_name: str, parallel_iterations: int) -> None:
        super().__init__(graph)
        self._frame_name = frame_name
        self._parallel_iterations = parallel_iterations

    def enter(self, tensor: Tensor, is_constant: bool = False) -> Tensor:
        """An Enter that leads `tensor`, which belongs to the surrounding context, into the loop's frame."""
        build = control_flow_ops.ref_enter if tensor.dtype.is_ref else control_flow_ops.enter
        with self.suspended():
            entered = build(
                tensor,
                frame_name=self._frame_name,
                is_constant=is_constant,
                parallel_iterations=self._parallel_iterations,
            )
        entered.set_shape(tensor.shape)
        self.adopt(entered.op)
        return entered

    def _lead_in(self, tensor: Tensor) -> Tensor:
        return self.enter(tensor, is_constant=True)

    def _internal_controls(self, controls: list[Operation]) -> list[Operation]:
        """Controls from outside become identities of what is led in: an edge must not cross into a frame."""
        return [c if self.is_inside(c) else self._led_in_control(c) for c in controls if self.is_inside(c) or c.outputs]

    def _led_in_control(self, control: Operation) -> Operation:
        led_in = self.internal(control.outputs[0])
        with self.suspended():
            waiting = array_ops.identity(led_in).op
        self.adopt(waiting)
        return waiting
