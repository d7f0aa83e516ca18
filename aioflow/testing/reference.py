"""Reference: runs a graph one node at a time, to compare other executors with."""
from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Coroutine, Generator, Mapping, Sequence
from typing import Any

import numpy as np

from aioflow.compiler.function_library import FunctionLibrary
from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.executor.dataflow.graph_view import GraphView, build_view
from aioflow.executor.dataflow.propagator import PropagatorState, TaggedNode
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.devices.device_set import DeviceSet
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels import ROOT_FRAME_ITERATION, CallFrame, KernelContext, KernelKind, OpKernel, StepContext
from aioflow.framework.kernels.collectives import CollectiveResolver
from aioflow.framework.resources.resources import ResourceManager
from aioflow.passes.prune import prune

_DEVICE = DeviceAttributes("/job:localhost/replica:0/task:0/device:CPU:0", "CPU", 0, 1)


class Reference:
    """Runs signatures of a graph as the graph is written: no passes, one device, first ready first served.

    It has no threads and no event loop, so that a waiting node can run only if it need not wait.

    Args:
        graph: The graph.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.closed = False
        self.devices = [Device(_DEVICE, np)]
        self.device_set = DeviceSet(self.devices)
        self.resources = {device.name: ResourceManager() for device in self.devices}
        self.collectives: CollectiveResolver | None = None
        self._stateful_kernels: dict[str, OpKernel] = {}
        self._step_ids = itertools.count(1)

    def run(
        self, fetches: Sequence[Tensor], feeds: Mapping[Tensor, Any] | None = None, targets: Sequence[Operation] = ()
    ) -> list[Any]:
        """Runs one step.

        Args:
            fetches: What to compute.
            feeds: Tensors -> arrays of their dtypes.
            targets: What else to run.

        Returns:
            One value per fetch.

        Raises:
            OpError: As a session would.
        """
        pruned = prune(self.graph, list(feeds or ()), fetches, targets)
        return self.run_pruned(pruned, list((feeds or {}).values()), len(fetches))

    def run_pruned(self, pruned: Graph, args: Sequence[Any], num_results: int) -> list[Any]:
        """Runs a graph with `_Arg` and `_Retval` nodes; returns one value per `_Retval`."""
        context = self.context(pruned, args, num_results)
        _Body(self.view(pruned)).start(context)
        context.clean_up()
        return context.call_frame.take_results()

    def view(self, pruned: Graph, stateful_kernels: dict[str, OpKernel] | None = None) -> GraphView:
        """Compiles a pruned graph; its stateful nodes are those of other steps unless it has kernels of its own."""
        kernels = self._stateful_kernels if stateful_kernels is None else stateful_kernels
        return build_view(pruned, KernelBinder({}, kernels, self.devices[0]).bind)

    def context(self, pruned: Graph, args: Sequence[Any], num_results: int) -> StepContext:
        """Makes the context of a step of a pruned graph."""
        functions = FunctionLibrary(pruned, lambda body, _: _Body(self.view(body, {})))
        return StepContext(next(self._step_ids), CallFrame(args, num_results), None, self, functions)


class _Body:
    """A compiled graph whose steps have ended when `start` returns."""

    ended = True  # a step that has a reference as its caller ends before anybody asks
    only_view: GraphView | None = None  # callers run it through `start`, never as a part of themselves

    def __init__(self, view: GraphView) -> None:
        self._view = view

    def dismantle(self) -> None:
        """Takes its nodes from each other."""
        self._view.dismantle()

    def start(self, context: StepContext) -> Any:
        state = PropagatorState(self._view)
        ready = deque(state.start())
        while ready:
            node = ready.popleft()
            ready.extend(state.done(node, outputs_of(node, context)))
        return self

    def raise_error(self) -> None:
        """Raises nothing: `start` did."""


def outputs_of(node: TaggedNode, context: StepContext) -> Sequence[Any] | None:
    """Runs a node, or a segment of nodes, here and now; returns what to tell the propagator of it."""
    # A dead node hands on its deadness. Some run nevertheless: a Merge takes the input that lives, and a Send tells the
    # other side.
    if node.is_dead and not node.item.runs_dead:
        return None
    kernel, inputs = node.item.kernel, node.take_inputs()
    if isinstance(node.item, SegmentItem):
        outputs: list[Any] = _drained(node.item.code.call(context, inputs, ROOT_FRAME_ITERATION))
        return outputs
    for slot in node.item.deref:
        inputs[slot] = None if inputs[slot] is None else inputs[slot].read()
    first = () if kernel.definition.kind is KernelKind.PURE else (KernelContext(context, kernel, node.is_dead),)
    with np.errstate(all="ignore"):
        result = kernel.compute(*first, *inputs)
        return kernel.outputs(_awaited(result) if node.item.is_waiting else result)


def _drained(outputs: Any) -> Any:
    """Gives the outputs of a segment; one that may pause is a generator."""
    while isinstance(outputs, Generator):
        try:
            next(outputs)
        except StopIteration as end:
            outputs = end.value
    return outputs


def _awaited(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Gives the result of a coroutine that never really waits."""
    while True:
        try:
            if coroutine.send(None) is not None:  # `asyncio.sleep(0)` gives None
                raise RuntimeError("the reference cannot wait")
        except StopIteration as end:
            return end.value
