"""NodeCalls: takes the inputs of a step's nodes, calls their kernels, and notes what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
from time import perf_counter, perf_counter_ns
from typing import Any

from aioflow.executor.dataflow.propagator import TaggedNode
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.kernels import KernelContext, KernelKind, NodeCollector, NodeTrace, StepContext

Execution = tuple[Sequence[Any], int, int, int, Any]
"""The outputs of a traced node, when it was taken up, its kernel began and ended, and the collector's note of them."""


class NodeCalls:
    """The calls of one step, on any thread; no lock: each node is called once, and sets and dicts take single entries.

    Args:
        context: The step.
        measures_all: Whether nodes that count as cheap are measured, too.

    Attributes:
        running: The measured nodes whose kernels run at the moment. Cheap ones are not noted: nobody could catch them.
        collector: The collector of a traced step, or None.
    """

    __slots__ = (
        "_context", "_measures_all", "_ready_ns", "_trace", "_waited", "collector", "running",
    )  # fmt: skip

    def __init__(self, context: StepContext, measures_all: bool) -> None:
        self._context = context
        self._measures_all = measures_all
        self.collector: NodeCollector | None = context.collector
        self._trace = context.trace
        self.running: set[TaggedNode] = set()
        #: While tracing: when nodes became ready that have not been delivered. TensorFlow notes it in the node's stats
        #: when it schedules it; here those that are never traced should not pay for it. By id, which costs less than
        #: the hash of a tuple; the step holds each node until it is delivered.
        self._ready_ns: dict[int, int] = {}
        #: While tracing: executions of nodes that have waited and are not delivered yet.
        self._waited: dict[TaggedNode, Execution] = {}

    def inputs(self, node: TaggedNode) -> list[Any]:
        """Takes a node's inputs; nobody else holds them from then on but their other consumers."""
        inputs = node.take_inputs()
        for slot in node.item.deref:
            if inputs[slot] is not None:  # the dead input of a Merge
                inputs[slot] = inputs[slot].read()
        return inputs

    def call(self, node: TaggedNode) -> list[Any]:
        """Calls a node that does not wait; returns its outputs."""
        item = node.item
        if self._trace is not None and not node.is_dead:
            return self._recorded(node, self._trace)
        # Most nodes take values only; `inputs` would be one more call for each of them.
        inputs = self.inputs(node) if item.deref else node.take_inputs()
        if isinstance(item, SegmentItem):
            outputs: list[Any] = item.code.call(self._context, inputs, node.frame_iteration)
            return outputs
        stats = item.stats
        if not stats.is_cheap and (self._measures_all or stats.is_expensive):
            return self._measured(node, inputs)
        return self._compute(node, inputs)

    def _compute(self, node: TaggedNode, inputs: list[Any]) -> list[Any]:
        kernel = node.item.kernel
        if kernel.definition.kind is KernelKind.PURE:
            return kernel.outputs(kernel.compute(*inputs))
        context = KernelContext(self._context, kernel, node.is_dead, node.frame_iteration)
        return kernel.outputs(kernel.compute(context, *inputs))

    def _measured(self, node: TaggedNode, inputs: list[Any]) -> list[Any]:
        self.running.add(node)  # so that a deadline or a closed session can name it
        try:
            began_s = perf_counter()
            outputs = self._compute(node, inputs)
            node.item.stats.note(perf_counter() - began_s)
            return outputs
        finally:
            self.running.discard(node)

    async def call_waiting(self, node: TaggedNode, inputs: list[Any]) -> list[Any]:
        """Awaits a node's kernel; returns its outputs."""
        kernel, collector = node.item.kernel, self.collector
        if not self._context.has_settled:
            self._settle()
        trace = self._trace
        began_ns = 0 if trace is None and collector is None else perf_counter_ns()
        context = KernelContext(self._context, kernel, node.is_dead, node.frame_iteration)
        outputs = kernel.outputs(await kernel.compute(context, *inputs))
        if trace is not None:
            trace.add(node.item, began_ns, perf_counter_ns(), True)
        if self._context.has_taken and node.item.has_effects_behind:
            self._context.forget_taken(context)
        if collector is not None:
            ended_ns = perf_counter_ns()
            self._waited[node] = outputs, began_ns, began_ns, ended_ns, collector.note(node.item, outputs, ended_ns)
        return outputs

    def _settle(self) -> None:
        """Lets other function calls of the run begin, when this one has come to a node that waits."""
        self._context.has_settled = True
        assert self._context.open_calls is not None
        self._context.open_calls.settle()

    # ---- recording and tracing
    def _recorded(self, node: TaggedNode, trace: NodeTrace) -> list[Any]:
        item, inputs = node.item, self.inputs(node)
        if isinstance(item, SegmentItem):  # which tells the trace of its nodes itself
            outputs: list[Any] = item.traced.call(self._context, inputs, node.frame_iteration)
            return outputs
        stats = item.stats
        began_ns = perf_counter_ns()
        is_measured = not stats.is_cheap and (self._measures_all or stats.is_expensive)
        outputs = self._measured(node, inputs) if is_measured else self._compute(node, inputs)
        trace.add(item, began_ns, perf_counter_ns(), False)
        return outputs

    def traced(self, node: TaggedNode) -> Execution:
        """As `call`, of a node that is alive; of a step that is traced."""
        taken_up_ns, collector = perf_counter_ns(), self.collector
        assert collector is not None, "the step is traced"
        item = node.item
        inputs = self.inputs(node) if item.deref else node.take_inputs()
        stats, kernel = item.stats, item.kernel
        began_ns = perf_counter_ns()
        if not stats.is_cheap and (self._measures_all or stats.is_expensive):
            outputs = self._measured(node, inputs)
        elif kernel.definition.kind is KernelKind.PURE:
            outputs = kernel.outputs(kernel.compute(*inputs))  # as `_compute`, without one more call for most nodes
        else:
            outputs = self._compute(node, inputs)
        ended_ns = perf_counter_ns()
        return outputs, taken_up_ns, began_ns, ended_ns, collector.note(item, outputs, ended_ns)

    def traced_waiting(self, node: TaggedNode) -> Execution:
        """The execution of a node that has waited; once."""
        return self._waited.pop(node)

    def note_delivery(self, node: TaggedNode, execution: Execution, ready: Sequence[TaggedNode]) -> None:
        """Notes an execution whose outputs have just been delivered, and that this made `ready` ready."""
        delivered_ns, ready_ns, collector = perf_counter_ns(), self._ready_ns, self.collector
        assert collector is not None, "the step is traced"
        for following in ready:
            if not following.is_dead:
                ready_ns[id(following)] = delivered_ns
        _, taken_up_ns, began_ns, ended_ns, given = execution
        scheduled_ns = ready_ns.pop(id(node), taken_up_ns)
        collector.add((
            node.item, scheduled_ns, taken_up_ns, began_ns, ended_ns, delivered_ns, get_ident(), given
        ))  # fmt: skip
