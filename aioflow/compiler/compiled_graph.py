"""CompiledGraph: a pruned graph, placed and ready to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aioflow.compiler.watched_parts import WatchedParts
from aioflow.executor.dataflow.graph_view import TRANSFER, GraphView
from aioflow.executor.executor import Executor
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.program import Choice, OnThread, Stepwise
from aioflow.executor.segment_step import SegmentStep
from aioflow.executor.step import Step
from aioflow.executor.step_group import StepGroup
from aioflow.executor.step_life import StepLife
from aioflow.framework import FunctionName
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation
from aioflow.framework.kernels import StepContext
from aioflow.passes.partition import partition


class CompiledGraph:
    """A pruned graph, placed and ready to run.

    Attributes:
        graph: The pruned graph.
        executors: One per partition.
        placed: Where each node runs.
        only_executor: Its one partition; None where there are several or it transfers anything.
        watched: Its parts as they are watched; None where nothing is.
    """

    __slots__ = (
        "_is_cut", "_needs_rendezvous", "_own_memory", "_sends", "executors", "graph", "only_executor", "placed",
        "watched",
    )  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        placed: Mapping[Operation, Device],
        executors: Sequence[Executor],
        watched: WatchedParts | None = None,
    ) -> None:
        self.graph = graph
        self.executors = executors
        self.placed = placed
        self.watched = watched
        #: The devices that have memory of their own, and may die.
        self._own_memory = [device for device in self.devices if not device.is_host]
        # A part that is alone may have transfers between its device's memory and the process's.
        self._is_cut = len(executors) > 1 or bool(self._own_memory)
        #: Whether its functions send to others, and so have to meet them.
        self._sends = _has_transfers(graph)
        self._needs_rendezvous = self._is_cut or self._sends
        self.only_executor: Executor | None = None if self._needs_rendezvous else executors[0]

    @property
    def only_view(self) -> GraphView | None:
        """See `CompiledBody.only_view`."""
        return None if self.only_executor is None else self.only_executor.view

    def start(self, context: StepContext, choice: Choice | None = None) -> StepLife | None:
        """Starts one step on the running event loop; None where it was one call and has ended.

        Args:
            context: The step.
            choice: How it runs, where that has been chosen (see `Program.choose`).

        Raises:
            OpError: The step was one call and failed.
        """
        # Several partitions wait for each other, and a transfer for its other end: none of that is one call.
        executor = self.only_executor
        if executor is None:
            return self.start_stepwise(context)
        if choice is None:
            choice = executor.choose(context.functions, shows_nodes=context.collector is not None)
        if isinstance(choice, Stepwise):
            return executor.start(context, choice=choice)
        if isinstance(choice, OnThread):
            step = SegmentStep(choice, context)
            step.start()
            return step
        choice.run(context)
        return None

    def start_stepwise(self, context: StepContext) -> Step | StepGroup:
        """Starts a step that never is one call, because it transfers something."""
        if self._needs_rendezvous and context.rendezvous is None:
            context.rendezvous = LocalRendezvous()
        # Calls that run at once, and their caller, give transfers the same names.
        if context.depth and self._is_cut and not self._sends:
            context.rendezvous = LocalRendezvous()
        if self._own_memory:
            return self._start_on_devices(context)
        if len(self.executors) == 1:
            return self.executors[0].start(context)
        return StepGroup(self.executors, context)

    def _start_on_devices(self, context: StepContext) -> StepGroup:
        for device in self._own_memory:
            device.check_alive()
        # Within a step there is no need to wait: the device does its work in order, and the step waits for all of it.
        group = StepGroup(self.executors, context, self._own_memory if not context.depth else ())
        for device in self._own_memory:
            device.begin_run(group)
        return group

    @property
    def needs_thread(self) -> bool:
        """Whether a step is sure to use a thread of its pool."""
        return any(executor.needs_thread for executor in self.executors)

    @property
    def limited_device(self) -> Device | None:
        """The first of its devices that hold arrays of the process and have a limit of memory."""
        return next((d for d in self.devices if d.is_host and d.ledger and d.ledger.limit_nbytes), None)

    @property
    def is_single_threaded(self) -> bool:
        """Whether it is one partition that runs on one thread."""
        return len(self.executors) == 1 and self.executors[0].is_single_threaded

    @property
    def devices(self) -> list[Device]:
        """The devices that have a part of it, by name."""
        return sorted(set(self.placed.values()), key=lambda device: device.name)

    def dismantle(self) -> None:
        """Takes its nodes from each other. See `Graph.dismantle`."""
        for executor in self.executors:
            executor.dismantle()
        if self.watched is not None:
            for part in self.watched.graphs.values():
                part.dismantle()
        self.graph.dismantle()
        self.placed = {}

    def partition_graphs(self) -> list[Any]:
        """The part of each device, as `GraphDef` messages, joined by `_Send` and `_Recv`."""
        if self.watched is not None and self.watched.graphs:
            return [part.as_graph_def() for part in self.watched.graphs.values()]
        return [part.as_graph_def() for part in partition(self.graph, self.placed).values()]


def _has_transfers(graph: Graph) -> bool:
    """Whether a node of the graph, or of a function that it leads to, sends or receives."""
    ops = graph.get_operations()
    if any(op.type in TRANSFER for op in ops):
        return True
    # Not all of the library: each of its functions asks this of its own body.
    waiting = [name for op in ops for name in _named(op)] if graph.functions else []
    seen: set[str] = set()
    while waiting:
        function = graph.functions.get(waiting.pop())
        if function is not None and function.name not in seen:
            seen.add(function.name)
            if not TRANSFER.isdisjoint(function.named):
                return True
            waiting += function.named
    return False


def _named(op: Operation) -> Iterator[str]:
    """The op of a node, and the functions in its attributes."""
    yield op.type
    for value in op.attrs.values():
        for function in value if isinstance(value, list) else (value,):
            if isinstance(function, FunctionName):
                yield function.name
