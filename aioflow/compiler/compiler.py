"""Compiler: from a graph and a signature to executors, by way of the passes."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.compiler.function_library import FunctionLibrary
from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.compiler.lowered_functions import lowered_functions
from aioflow.executor.dataflow.graph_view import TRANSFER, GraphView, build_view
from aioflow.executor.executor import Executor
from aioflow.executor.executor_factory import make_executor
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.program import Choice, OnThread, Stepwise
from aioflow.executor.segment_step import SegmentStep
from aioflow.executor.step import Step
from aioflow.executor.step_group import StepGroup
from aioflow.executor.step_life import StepLife
from aioflow.framework import FunctionKey, FunctionName, TensorShape
from aioflow.framework.blaming import blaming
from aioflow.framework.collection_pause import collection_paused
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels import OpKernel, StepContext, registered_kernels
from aioflow.framework.kernels.kernel_packs import NO_ENGINE, load_pack, preferred_engine
from aioflow.framework.regions.engines import ENGINES, RegionEngine
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resources import ResourceManager
from aioflow.framework.resources.tensor_types import check_constant
from aioflow.passes.optimize import optimize
from aioflow.passes.partition import partition
from aioflow.passes.place import place
from aioflow.passes.prune import prune


class CompiledGraph:
    """A pruned graph, placed and ready to run.

    Attributes:
        graph: The pruned graph.
        executors: One per partition.
        placed: Where each node runs.
        only_executor: Its one partition; None where there are several or it transfers anything.
    """

    __slots__ = ("_needs_rendezvous", "executors", "graph", "only_executor", "placed")

    def __init__(self, graph: Graph, placed: Mapping[Operation, Device], executors: Sequence[Executor]) -> None:
        self.graph = graph
        self.executors = executors
        self.placed = placed
        self._needs_rendezvous = len(executors) > 1 or _has_transfers(graph)
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
        if len(self.executors) == 1:
            return self.executors[0].start(context)
        if context.depth:  # calls that run at the same time, and their caller, give their transfers the same names
            context.rendezvous = LocalRendezvous()
        return StepGroup(self.executors, context)

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
        self.graph.dismantle()
        self.placed = {}

    def partition_graphs(self) -> list[Any]:
        """The part of each device, as `GraphDef` messages, joined by `_Send` and `_Recv`."""
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


class ExecutorEntry:
    """A compiled signature.

    Attributes:
        compiled: The pruned graph and its executors.
        feeds: Fed tensors, in the order of the `_Arg` nodes.
        fetches: Fetched tensors, in the order of the `_Retval` nodes.
        functions: The functions that it may call.
        only_executor: See `CompiledGraph`.
        executions: Counts them, from 0.
    """

    __slots__ = (
        "_compile_unfused", "_unfused", "compiled", "executions", "feeds", "fetches", "functions", "only_executor",
    )  # fmt: skip

    def __init__(
        self,
        compiled: CompiledGraph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        functions: FunctionLibrary,
        compile_unfused: Callable[[], ExecutorEntry] | None = None,
    ) -> None:
        self.compiled = compiled
        self.only_executor = compiled.only_executor
        self.feeds = feeds
        self.fetches = fetches
        self.functions = functions
        self.executions = itertools.count()
        self._compile_unfused = compile_unfused
        self._unfused: ExecutorEntry | None = None

    @property
    def has_unfused(self) -> bool:
        """Whether `unfused` has nothing to compile any more."""
        return self._unfused is not None or self._compile_unfused is None

    def unfused(self) -> ExecutorEntry:
        """Compiles the signature once more with no nodes fused, for runs of which each node is to be seen."""
        if self._unfused is None:
            self._unfused = self if self._compile_unfused is None else self._compile_unfused()
        return self._unfused

    def dismantle(self) -> None:
        """Takes the nodes of all its forms from each other, and those of its functions. See `Graph.dismantle`."""
        unfused, self._unfused, self._compile_unfused = self._unfused, None, None
        if unfused is not None and unfused is not self:
            unfused.dismantle()
        self.compiled.dismantle()
        self.functions.dismantle()


class Compiler:
    """Compiles the signatures of one session, on any number of threads at once.

    Args:
        config: The session's `ConfigProto`.
        devices: The session's devices.

    Attributes:
        cuts_between_all_devices: Whether devices that share their memory, too, get executors of their own with
            transfers between them. That changes nothing that can be seen from outside, and costs time.
        forms_regions: Whether an engine may compute parts of graphs.
    """

    cuts_between_all_devices = False

    def __init__(self, config: Any, devices: Sequence[Device]) -> None:
        self._config = config
        self._devices = devices
        self._engine = region_engine(config, devices)
        self.forms_regions = self._engine is not None
        self._stateful_kernels: dict[str, OpKernel] = {}
        self._stateful_of_lowered: dict[FunctionKey, dict[str, OpKernel]] = {}  # by function
        self._assigned: dict[str, Device] = {}  # where nodes of the session's graph are, for good

    def compile(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        is_partial_run: bool = False,
    ) -> ExecutorEntry:
        """Compiles a signature.

        Raises:
            OpError: The signature is empty or contradicts itself, a node cannot be placed or has no kernel.
        """

        # The graph is pruned anew for each form: the passes change the one they get.
        def entry(unfused: bool, compile_unfused: Callable[[], ExecutorEntry] | None) -> ExecutorEntry:
            pruned = prune(graph, feeds, fetches, targets, is_partial_run)
            library = self.library_of(pruned, unfused)
            return ExecutorEntry(self.compile_pruned(pruned, unfused), feeds, fetches, library, compile_unfused)

        return entry(False, partial(entry, True, None))

    def with_regions(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        fed_shapes: Sequence[TensorShape],
        resources: Mapping[str, ResourceManager] | None = None,
    ) -> tuple[Graph, list[Snapshot]] | None:
        """The graph of a signature with regions in it, ready for `compile_with_regions`; None where it has none.

        This takes long and touches nothing of the compiler, so that other signatures may be compiled meanwhile. The
        graph holds for values of the given shapes only, and while the variables that come with it keep their versions.

        Args:
            graph: The session's graph.
            feeds: Fed tensors.
            fetches: Fetched tensors.
            targets: Operations to run.
            fed_shapes: The shapes of what is fed.
            resources: Where variables are, by device, which become constants if they are only read; None if they stay.
        """
        if self._engine is None:
            return None
        from aioflow.compiler.region_graphs import graph_with_regions  # not above: most processes have no engine

        pruned = prune(graph, feeds, fetches, targets)
        # Where nodes with state are is known: the signature has been compiled without regions.
        return graph_with_regions(
            pruned, fed_shapes, self._config.graph_options, self._engine, resources, self._assigned
        )

    def nodes_outside_regions(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        fed_shapes: Sequence[TensorShape],
        resources: Mapping[str, ResourceManager] | None = None,
    ) -> dict[str, str]:
        """Tells of the nodes that `with_regions` leaves alone, by name, why it does; it takes the same arguments."""
        if self._engine is None:
            return {}
        from aioflow.compiler.region_graphs import nodes_outside

        pruned = prune(graph, feeds, fetches, targets)
        return nodes_outside(pruned, fed_shapes, self._config.graph_options, self._engine, resources, self._assigned)

    def compile_with_regions(self, optimized: Graph, plain: ExecutorEntry) -> ExecutorEntry:
        """Compiles a signature that was compiled before once more, with regions.

        Args:
            optimized: What `with_regions` gave.
            plain: The signature without them.
        """
        compiled = self._bound(optimized, self._stateful_kernels)
        entry = ExecutorEntry(compiled, plain.feeds, plain.fetches, plain.functions, plain.unfused)
        entry.executions = plain.executions
        return entry

    def library_of(self, graph: Graph, unfused: bool = False) -> FunctionLibrary:
        """The functions of a graph, compiled when they are first called."""
        lowered = lowered_functions(graph)

        def compile_body(body: Graph, function: FunctionKey) -> CompiledGraph:
            """Random streams of branches and loops go on from signature to signature, as their nodes would."""
            stateful = self._stateful_of_lowered.setdefault(function, {}) if function[0] in lowered else {}
            return self._compile(body, stateful, unfused)

        return FunctionLibrary(graph, compile_body)

    def compile_pruned(self, pruned: Graph, unfused: bool = False) -> CompiledGraph:
        """Places a pruned graph, binds its kernels, and makes its executors; no nodes are fused where `unfused`."""
        # Here and not when the graph is made: a value that is wrong does no harm in a node that never runs.
        for op in pruned.get_operations():
            with blaming(op.name):
                check_constant(op.type, op.attrs)
        return self._compile(pruned, self._stateful_kernels, unfused)

    def forget(self) -> None:
        """Lets go of what later signatures would share with earlier ones; kernels of variables hold their values."""
        self._stateful_kernels.clear()
        self._stateful_of_lowered.clear()
        self._assigned.clear()

    def check_placement(self, ops: Sequence[Operation]) -> dict[Operation, Device]:
        """Places operations of the session's graph for good; returns where.

        Raises:
            InvalidArgumentError: One of them cannot be placed.
        """
        return self._place(ops, self._assigned, is_for_good=True)

    def _place(
        self, ops: Sequence[Operation], assigned: dict[str, Device], is_for_good: bool
    ) -> dict[Operation, Device]:
        """Places operations, and notes where those are that stay there: stateful ones, or all."""
        # Without a lock, which others would wait for on their event loops: graphs are large. Two threads that place the
        # same nodes for the first time may come to different ends, as they see different parts of the graph; who is
        # second then places once more, beside what the first has noted.
        while True:
            known = dict(assigned)
            placed = place(ops, self._devices, self._config.allow_soft_placement, known)
            staying = {op.name: device for op, device in placed.items() if is_for_good or op.op_def.is_stateful}
            agreed = [name in known or assigned.setdefault(name, device) is device for name, device in staying.items()]
            if all(agreed):
                assigned.update(staying)
                return placed

    @collection_paused()
    def _compile(self, graph: Graph, stateful_kernels: dict[str, OpKernel], unfused: bool) -> CompiledGraph:
        # Graphs are full of cycles; taken apart, those that nobody needs are freed without a collection.
        pruned, graph = graph, optimize(graph, self._config.graph_options, unfused)
        if graph is not pruned:
            pruned.dismantle()
        return self._bound(graph, stateful_kernels)

    def _bound(self, graph: Graph, stateful_kernels: dict[str, OpKernel]) -> CompiledGraph:
        """Places an optimised graph, binds its kernels, and makes its executors."""
        is_function = stateful_kernels is not self._stateful_kernels
        assigned = {} if is_function else self._assigned
        # State stays where it is, also for signatures that show less of the graph.
        placed = self._place(graph.get_operations(), assigned, is_for_good=False)
        _check_kernels(graph)
        binder = KernelBinder(placed, stateful_kernels)
        if self._must_cut(placed):
            parts = partition(graph, placed)
            views = [build_view(part, binder.on(device).bind) for device, part in parts.items()]
        else:
            views = [build_view(graph, binder.bind)]
        executors = [make_executor(self._config.experimental.executor_type, view) for view in views]
        for executor in executors:
            executor.never_inline = self._config.aioflow.never_inline
            num_threads = self._config.inter_op_parallelism_threads
            if num_threads in (-1, 1) and not self._config.session_inter_op_thread_pool:
                executor.use_one_thread(is_in_place=num_threads < 0)
        return CompiledGraph(graph, placed, executors)

    def _must_cut(self, placed: Mapping[Operation, Device]) -> bool:
        # A cut costs a transfer and a step of its own; devices that share their memory can do without (see the class).
        used = set(placed.values())
        return len(used) > 1 and (self.cuts_between_all_devices or len({device.memory for device in used}) > 1)


def region_engine(config: Any, devices: Sequence[Device]) -> RegionEngine | None:
    """The engine that a session's settings ask for; None for none.

    Raises:
        NotFoundError: There is no pack of that name, or it brings no engine.
        ImportError: The package that it needs is not installed.
    """
    name = config.aioflow.region_engine or preferred_engine()
    # Engines compute in the process's memory: where there are devices of other kinds, nodes may be meant for those.
    if name == NO_ENGINE or any(not device.is_host for device in devices):
        return None
    load_pack(name)
    if name not in ENGINES:
        raise errors.not_found(f"the pack {name!r} has no engine of regions; there are: {', '.join(sorted(ENGINES))}")
    return ENGINES[name](config.aioflow.strict_regions, max(1, config.intra_op_parallelism_threads))


def _check_kernels(graph: Graph) -> None:
    ops = graph.get_operations()
    # All at once, and before any kernel is bound: whoever brings a model should hear in one message what it lacks.
    missing = Counter(op.type for op in ops if op.type not in graph.functions and not registered_kernels(op.type))
    if missing:
        example = next(op.name for op in ops if op.type in missing)
        listed = ", ".join(f"{op} ({count} nodes)" for op, count in sorted(missing.items()))
        raise errors.unimplemented(
            f"aioflow has no kernel for ops that this run needs: {listed}; for example node {example!r}"
        )
