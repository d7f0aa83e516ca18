"""Compiler: from a graph and a signature to executors, by way of the passes."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow.compiler.compiled_graph import CompiledGraph
from aioflow.compiler.function_library import FunctionLibrary
from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.compiler.lowered_functions import lowered_functions
from aioflow.compiler.watched_parts import watched_parts, watched_views
from aioflow.executor.dataflow.graph_view import build_view
from aioflow.executor.executor_factory import make_executor
from aioflow.framework import FunctionKey, TensorShape
from aioflow.framework.blaming import blaming
from aioflow.framework.collection_pause import collection_paused
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels import OpKernel, registered_kernels
from aioflow.framework.kernels.kernel_packs import NO_ENGINE, load_pack, preferred_engine
from aioflow.framework.regions.engines import ENGINES, RegionEngine
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resources import ResourceManager
from aioflow.framework.resources.tensor_types import check_constant
from aioflow.framework.watches import Delivery, Watches
from aioflow.passes.debug_watches import DebugNodes, check_watches, insert_value_nodes, watches_anything
from aioflow.passes.optimize import optimize
from aioflow.passes.partition import partition
from aioflow.passes.place import place
from aioflow.passes.prune import prune

if TYPE_CHECKING:
    from aioflow.executor.tracing.cost_graph import CostModel

_NOWHERE = "/"  # no function has this name
#: How many forms of a signature with watches are kept: a program that watches another tensor in each run must not fill
#: the memory with plans.
MAX_WATCHED_FORMS = 16


class ExecutorEntry:
    """A compiled signature.

    Attributes:
        compiled: The pruned graph and its executors.
        feeds: Fed tensors, in the order of the `_Arg` nodes.
        fetches: Fetched tensors, in the order of the `_Retval` nodes.
        functions: The functions that it may call.
        only_executor: See `CompiledGraph`.
        executions: Counts them, from 0.
        cost_model: What its nodes have cost; None until a step is one whose cost is told.
    """

    __slots__ = (
        "_compile_unfused", "_compile_watched", "_unfused", "_watched", "compiled", "cost_model", "executions", "feeds",
        "fetches", "functions", "only_executor",
    )  # fmt: skip

    def __init__(
        self,
        compiled: CompiledGraph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        functions: FunctionLibrary,
        compile_unfused: Callable[[], ExecutorEntry] | None = None,
        compile_watched: Callable[[Watches], ExecutorEntry | None] | None = None,
    ) -> None:
        self.compiled = compiled
        self.only_executor = compiled.only_executor
        self.feeds = feeds
        self.fetches = fetches
        self.functions = functions
        self.executions = itertools.count()
        self.cost_model: CostModel | None = None
        self._compile_unfused = compile_unfused
        self._unfused: ExecutorEntry | None = None
        self._compile_watched = compile_watched
        #: By what is watched. No lock: of two threads that compile the same at once, one is forgotten.
        self._watched: dict[Watches, ExecutorEntry] = {}

    @property
    def has_unfused(self) -> bool:
        """Whether `unfused` has nothing to compile any more."""
        return self._unfused is not None or self._compile_unfused is None

    def unfused(self) -> ExecutorEntry:
        """Compiles the signature once more with no nodes fused, for runs of which each node is to be seen."""
        if self._unfused is None:
            self._unfused = self if self._compile_unfused is None else self._compile_unfused()
        return self._unfused

    def has_watched(self, watches: Watches) -> bool:
        """Whether `watched` has nothing to compile any more."""
        return self._compile_watched is None or watches in self._watched

    def watched(self, watches: Watches) -> ExecutorEntry:
        """Compiles the signature once more, with nodes that show watched tensors; a few such forms are kept.

        It is this form itself where nothing of the signature is watched.

        Raises:
            FailedPreconditionError: A watch cannot be had.
        """
        found = self._watched.get(watches)
        if found is None:
            found = (self._compile_watched and self._compile_watched(watches)) or self
            for oldest in list(self._watched)[: len(self._watched) + 1 - MAX_WATCHED_FORMS]:
                self._watched.pop(oldest, None)
            self._watched[watches] = found
        return found

    def dismantle(self) -> None:
        """Takes the nodes of all its forms from each other, and those of its functions. See `Graph.dismantle`."""
        unfused, self._unfused, self._compile_unfused = self._unfused, None, None
        if unfused is not None and unfused is not self:
            unfused.dismantle()
        watched, self._watched, self._compile_watched = self._watched, {}, None
        for form in watched.values():
            if form is not self:
                form.dismantle()
        self.compiled.dismantle()
        self.functions.dismantle()

    def dismantle_regions(self) -> None:
        """As `dismantle`, of a form with regions, whose other forms are those of the signature without."""
        watched, self._watched, self._compile_watched = self._watched, {}, None
        for form in (self, *watched.values()):
            form.compiled.dismantle()


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
            compiled = self.compile_pruned(pruned, unfused)
            return ExecutorEntry(compiled, feeds, fetches, library, compile_unfused, watched)

        def watched(watches: Watches) -> ExecutorEntry | None:
            check_watches(watches)
            pruned = prune(graph, feeds, fetches, targets, is_partial_run)
            if not watches_anything(pruned, watches):
                return None
            # Debuggers see each node; who watches in the process sees one tensor, and the rest goes on as it does.
            unfused = any(watch.delivery is not Delivery.AT_ONCE for watch in watches)
            library = self.library_of(pruned, unfused, watches)
            compiled = self.compile_pruned(pruned, unfused, watches)
            return ExecutorEntry(compiled, feeds, fetches, library)

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

    def compile_with_regions(
        self, optimized: Graph, plain: ExecutorEntry, compile_watched: Callable[[Watches], ExecutorEntry | None]
    ) -> ExecutorEntry:
        """Compiles a signature that was compiled before once more, with regions.

        Args:
            optimized: What `with_regions` gave.
            plain: The signature without them.
            compile_watched: Compiles it for runs of which tensors are watched (see `watched_with_regions`).
        """
        compiled = self._bound(optimized, self._stateful_kernels)
        entry = ExecutorEntry(compiled, plain.feeds, plain.fetches, plain.functions, plain.unfused, compile_watched)
        entry.executions = plain.executions
        return entry

    def watched_with_regions(
        self,
        graph: Graph,
        targets: Sequence[Operation],
        fed_shapes: Sequence[TensorShape],
        resources: Mapping[str, ResourceManager] | None,
        plain: ExecutorEntry,
        watches: Watches,
    ) -> ExecutorEntry | None:
        """Compiles a signature with regions that are cut where a watch needs a value; None where it needs none.

        It holds as long as what `with_regions` gave for the same: what is read of variables now is either the same, or
        they have changed, and nobody takes either form any more.

        Args:
            graph: The session's graph.
            targets: Operations to run.
            fed_shapes: The shapes of what is fed.
            resources: See `with_regions`.
            plain: The signature without regions. Debuggers get it, who see each node, and watches within functions.
            watches: What is watched.
        """
        if any(watch.delivery is not Delivery.AT_ONCE or watch.function_name for watch in watches):
            return plain.watched(watches)
        from aioflow.compiler.region_graphs import graph_with_regions

        check_watches(watches)
        pruned = prune(graph, plain.feeds, plain.fetches, targets)
        if not watches_anything(pruned, watches):
            return None
        assert self._engine is not None, "there are regions"
        # What reads a watched tensor waits for the node that shows it, and so is in no region with what gives it.
        nodes = insert_value_nodes(pruned, watches)
        found = graph_with_regions(
            pruned, fed_shapes, self._config.graph_options, self._engine, resources, self._assigned
        )  # fmt: skip
        if found is None:
            return plain.watched(watches)
        compiled = self._bound(found[0], self._stateful_kernels, watches, nodes)
        return ExecutorEntry(compiled, plain.feeds, plain.fetches, plain.functions)

    def library_of(self, graph: Graph, unfused: bool = False, watches: Watches = ()) -> FunctionLibrary:
        """The functions of a graph, compiled when they are first called."""
        lowered = lowered_functions(graph)

        def compile_body(body: Graph, function: FunctionKey) -> CompiledGraph:
            """Random streams of branches and loops go on from signature to signature, as their nodes would."""
            stateful = self._stateful_of_lowered.setdefault(function, {}) if function[0] in lowered else {}
            return self._compile(body, stateful, unfused, _within(watches, function[0]), function[0])

        return FunctionLibrary(graph, compile_body)

    def place_pruned(self, pruned: Graph) -> tuple[Graph, dict[Operation, Device]]:
        """Optimises a pruned graph, with no nodes fused that other runtimes know, and places it."""
        graph = optimize(pruned, self._config.graph_options, True)
        self._order_collectives(graph)
        return graph, self._place(graph.get_operations(), self._assigned, is_for_good=False)

    def compile_part(self, part: Graph, watches: Watches = ()) -> ExecutorEntry:
        """Compiles a part of a graph as a whole: what it takes and gives goes through transfers.

        Args:
            part: The part.
            watches: What a debugger watches of it, who sees each node.
        """
        unfused = bool(watches)
        library = self.library_of(part, unfused, watches)
        return ExecutorEntry(self.compile_pruned(part, unfused, watches), (), (), library)

    def compile_pruned(self, pruned: Graph, unfused: bool = False, watches: Watches = ()) -> CompiledGraph:
        """Places a pruned graph, binds its kernels, and makes its executors; no nodes are fused where `unfused`."""
        # Here and not when the graph is made: a value that is wrong does no harm in a node that never runs.
        for op in pruned.get_operations():
            with blaming(op.name):
                check_constant(op.type, op.attrs)
        return self._compile(pruned, self._stateful_kernels, unfused, watches)

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
    def _compile(
        self,
        graph: Graph,
        stateful_kernels: dict[str, OpKernel],
        unfused: bool,
        watches: Watches = (),
        function_name: str = "",
    ) -> CompiledGraph:
        nodes = insert_value_nodes(graph, watches, function_name) if watches else {}
        # Graphs are full of cycles; taken apart, those that nobody needs are freed without a collection.
        # What is watched within a function is found there, and nowhere else.
        stays: dict[str, Any] = {"inlines": False} if any(watch.function_name for watch in watches) else {}
        pruned, graph = graph, optimize(graph, self._config.graph_options, unfused, **stays)
        if graph is not pruned:
            pruned.dismantle()
        if not function_name:
            self._order_collectives(graph)
        return self._bound(graph, stateful_kernels, watches, nodes)

    def _order_collectives(self, graph: Graph) -> None:
        experimental = self._config.experimental
        by_edges = experimental.collective_deterministic_sequential_execution
        if by_edges or experimental.collective_nccl:
            from aioflow.passes.order_collectives import order_collectives  # not above: few sessions have collectives

            order_collectives(graph, by_edges)

    def _bound(
        self,
        graph: Graph,
        stateful_kernels: dict[str, OpKernel],
        watches: Watches = (),
        nodes: DebugNodes | None = None,
    ) -> CompiledGraph:
        """Places an optimised graph, binds its kernels, and makes its executors."""
        is_function = stateful_kernels is not self._stateful_kernels
        assigned = {} if is_function else self._assigned
        # State stays where it is, also for signatures that show less of the graph.
        placed = self._place(graph.get_operations(), assigned, is_for_good=False)
        _check_kernels(graph)
        binder = KernelBinder(placed, stateful_kernels)
        must_cut = self._must_cut(placed)
        watched = watched_parts(graph, placed, nodes or {}, watches, must_cut) if watches else None
        if watched is not None:
            views = watched_views(graph, watched, placed, binder)
        elif must_cut:
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
        return CompiledGraph(graph, placed, executors, watched)

    def _must_cut(self, placed: Mapping[Operation, Device]) -> bool:
        # A cut costs a transfer and a step of its own; devices that share their memory can do without (see the class).
        used = set(placed.values())
        if any(not device.is_host for device in used):  # whose nodes may have arguments in the process's memory
            return True
        return len(used) > 1 and (self.cuts_between_all_devices or len({device.memory for device in used}) > 1)


def _within(watches: Watches, function_name: str) -> Watches:
    """The watches as a function's body sees them: others keep their numbers, and find nothing."""
    if not any(watch.function_name for watch in watches):
        return ()
    return tuple(watch if watch.function_name else watch._replace(function_name=_NOWHERE) for watch in watches)


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
