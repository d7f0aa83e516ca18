"""NodeCalls: takes the inputs of a step's nodes, calls their kernels, and notes what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
from time import perf_counter, perf_counter_ns
from typing import Any

from aioflow.executor.dataflow.propagator import TaggedNode
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.kernels import KernelContext, KernelKind, NodeCollector, StepContext


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
        "_context", "_is_observed", "_measures_all", "_ready_ns", "_times_ns", "_trace", "collector", "running",
    )  # fmt: skip

    def __init__(self, context: StepContext, measures_all: bool) -> None:
        self._context = context
        self._measures_all = measures_all
        self.collector: NodeCollector | None = context.collector
        self._trace = context.trace
        self._is_observed = context.collector is not None or context.trace is not None
        self.running: set[TaggedNode] = set()
        #: While tracing: when nodes became ready that have not been delivered. TensorFlow notes it in the node's stats
        #: when it schedules it; here those that are never traced should not pay for it.
        self._ready_ns: dict[TaggedNode, int] = {}
        #: While tracing: when nodes that are not delivered yet were taken up, began and ended.
        self._times_ns: dict[TaggedNode, tuple[int, int, int]] = {}

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
        if self._is_observed and not node.is_dead:
            return self._observed(node)
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
        began_ns = 0 if collector is None else collector.now_ns()
        trace = self._trace
        recorded_ns = 0 if trace is None else perf_counter_ns()
        context = KernelContext(self._context, kernel, node.is_dead, node.frame_iteration)
        outputs = kernel.outputs(await kernel.compute(context, *inputs))
        if trace is not None:
            trace.add(node.item, recorded_ns, perf_counter_ns(), True)
        if self._context.has_taken and node.item.has_effects_behind:
            self._context.forget_taken(context)
        if collector is not None:
            self._times_ns[node] = began_ns, began_ns, collector.now_ns()
            collector.note_memory(node.item, outputs)
        return outputs

    def _settle(self) -> None:
        """Lets other function calls of the run begin, when this one has come to a node that waits."""
        self._context.has_settled = True
        assert self._context.open_calls is not None
        self._context.open_calls.settle()

    # ---- recording and tracing
    def _observed(self, node: TaggedNode) -> list[Any]:
        if self.collector is not None:
            return self._traced(node, self.collector)
        item, trace = node.item, self._trace
        assert trace is not None, "the step is observed"
        inputs = self.inputs(node)
        if isinstance(item, SegmentItem):  # which tells the trace of its nodes itself
            outputs: list[Any] = item.traced.call(self._context, inputs, node.frame_iteration)
            return outputs
        stats = item.stats
        began_ns = perf_counter_ns()
        is_measured = not stats.is_cheap and (self._measures_all or stats.is_expensive)
        outputs = self._measured(node, inputs) if is_measured else self._compute(node, inputs)
        trace.add(item, began_ns, perf_counter_ns(), False)
        return outputs

    def _traced(self, node: TaggedNode, collector: NodeCollector) -> list[Any]:
        taken_up_ns = collector.now_ns()
        inputs = self.inputs(node)
        began_ns = collector.now_ns()
        outputs = self._measured(node, inputs)
        self._times_ns[node] = taken_up_ns, began_ns, collector.now_ns()
        collector.note_memory(node.item, outputs)
        return outputs

    def note_delivery(self, node: TaggedNode, outputs: Sequence[Any] | None, ready: Sequence[TaggedNode]) -> None:
        """Notes an execution whose outputs have just been delivered, and that this made `ready` ready."""
        collector, times_ns = self.collector, self._times_ns.pop(node, None)
        if collector is None or times_ns is None or outputs is None:
            return  # the step is not traced, or the node was dead, which TensorFlow does not show either
        delivered_ns = collector.now_ns()
        self._ready_ns.update((following, delivered_ns) for following in ready if not following.is_dead)
        taken_up_ns, began_ns, ended_ns = times_ns
        scheduled_ns = self._ready_ns.pop(node, taken_up_ns)
        times = scheduled_ns, taken_up_ns, began_ns, ended_ns, delivered_ns
        collector.add(node.item, times, outputs, get_ident())
