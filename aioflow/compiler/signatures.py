"""Signatures: what a session has compiled, by feeds, fetches and targets."""
from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from aioflow.compiler.compiler import Compiler, ExecutorEntry
from aioflow.compiler.placement_log import PlacementLog
from aioflow.framework import TensorShape
from aioflow.framework.collection_pause import collection_paused
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.graph.graph_io import REGION_ATTR
from aioflow.framework.regions.engines import REGION_OP, Region
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resources import ResourceManager
from aioflow.pools.thread_calls import StartRun, ThreadCalls

Signature = tuple[tuple[Tensor, ...], tuple[Tensor, ...], tuple[Operation, ...]]
_PreparedT = TypeVar("_PreparedT")


class Signatures(Generic[_PreparedT]):
    """The compiled signatures of one session.

    Args:
        compiler: Compiles them.
        make: Makes what is kept of a signature: from its compiled form, its feeds and its fetches as the caller orders
            them.
        checks_all_nodes: Whether nodes that no run needs yet must find a device, too.
        log: Where to tell of placements, or None.
        note_new: Told of each signature that was made.
    """

    def __init__(
        self,
        compiler: Compiler,
        make: Callable[[ExecutorEntry, Sequence[Tensor], Sequence[Tensor]], _PreparedT],
        checks_all_nodes: bool,
        log: PlacementLog | None,
        note_new: Callable[[Graph, Signature, _PreparedT], None],
    ) -> None:
        self._compiler = compiler
        self._make = make
        self._checks_all_nodes = checks_all_nodes
        self._log = log
        self._note_new = note_new
        # Nothing waits for another signature to be compiled: where two threads compile the same one at once, what the
        # first has entered here counts. Entering is one operation of a dict.
        self._entries: dict[object, ExecutorEntry] = {}
        self._prepared: dict[Signature, _PreparedT] = {}
        # Guards what is told of placements, and up to where nodes were checked.
        self._lock = threading.Lock()
        self._checked_nodes = 0
        self._calls = ThreadCalls()

    def prepare(self, graph: Graph, signature: Signature, timeout_s: float | None = None) -> _PreparedT:
        """Compiles a signature here, or finds it compiled.

        Args:
            graph: The session's graph.
            signature: The signature.
            timeout_s: Seconds after which it ends before long, or None.

        Raises:
            DeadlineExceededError: It took longer than `timeout_s`.
            OpError: The graph cannot be placed, or has nodes without a kernel; all missing ops are named.
        """
        found = self._found(graph, signature)
        if found is not None:
            return found
        made: _PreparedT = self._calls.here(_key(graph, signature), partial(self._prepare, graph, signature), timeout_s)
        return made

    def prepared(self) -> list[_PreparedT]:
        """What is kept of all signatures so far; from any thread."""
        return list(self._prepared.values())

    def _found(self, graph: Graph, signature: Signature) -> _PreparedT | None:
        return None if self._has_new_nodes(graph) else self._prepared.get(signature)

    @collection_paused()
    def _prepare(self, graph: Graph, signature: Signature) -> _PreparedT:
        self._check_new_nodes(graph)
        found = self._prepared.get(signature)
        if found is None:
            feeds, fetches, _ = signature
            made = self._make(self._entry(graph, signature), feeds, fetches)
            found = self._prepared.setdefault(signature, made)
            if found is made:
                self._note_new(graph, signature, found)
        return found

    async def prepare_on(
        self, start_run: StartRun, graph: Graph, signature: Signature, timeout_s: float | None, pool: object
    ) -> _PreparedT:
        """Compiles a signature on a thread, since large graphs take long; once for all who wait for it.

        Args:
            start_run: Gives a place on a pool, or refuses.
            graph: The session's graph. What is added to it meanwhile is not seen.
            signature: The signature.
            timeout_s: Seconds to wait at most, or None.
            pool: The pool.

        Raises:
            ResourceExhaustedError: As many runs wait as the pool allows.
            DeadlineExceededError: It took longer than `timeout_s`.
            CancelledError: The session or the pool is closed.
            OpError: As for `prepare`.
        """
        found = self._found(graph, signature)
        if found is not None:
            return found
        compile_it = partial(self._prepare, graph, signature)
        prepared: _PreparedT = await self._calls.once(start_run, _key(graph, signature), compile_it, timeout_s, pool)
        return prepared

    async def prepare_partial_run_on(self, start_run: StartRun, graph: Graph, signature: Signature) -> ExecutorEntry:
        """Compiles a signature for partial runs as `prepare_on` does."""
        compile_it = partial(self.prepare_partial_run, graph, signature)
        key = "partial run", signature, graph.version
        entry: ExecutorEntry = await self._calls.once(start_run, key, compile_it)
        return entry

    def prepare_partial_run(self, graph: Graph, signature: Signature) -> ExecutorEntry:
        """Compiles a signature for partial runs as `prepare` does."""
        key = ("partial run", signature)
        self._check_new_nodes(graph)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries.setdefault(key, self._compiler.compile(graph, *signature, is_partial_run=True))
        return entry

    def add_regions(
        self,
        graph: Graph,
        signature: Signature,
        fed_shapes: Sequence[TensorShape],
        resources: Mapping[str, ResourceManager] | None,
    ) -> tuple[ExecutorEntry, list[Snapshot], list[Region]] | None:
        """Compiles a signature that was compiled before once more, with regions; None where it has none.

        It holds while the variables that come with it are as they were, and pays while its regions do.

        It takes long: call it on a thread that nobody waits for.

        Args:
            graph: The session's graph.
            signature: The signature.
            fed_shapes: The shapes that values will have, in the order of the entry's feeds.
            resources: Where variables are, by device, which become constants if they are only read; None if they stay.
        """
        in_order = _in_order(signature)
        found = self._compiler.with_regions(graph, *in_order, fed_shapes, resources)
        if found is None:
            return None
        optimized, snapshots = found
        regions = [op.attrs[REGION_ATTR] for op in optimized.get_operations() if op.type == REGION_OP]
        plain, targets = self._entries[in_order], in_order[2]
        watched = partial(self._compiler.watched_with_regions, graph, targets, fed_shapes, resources, plain)
        return self._compiler.compile_with_regions(optimized, plain, watched), snapshots, regions

    def outside_regions(
        self,
        graph: Graph,
        signature: Signature,
        fed_shapes: Sequence[TensorShape],
        resources: Mapping[str, ResourceManager] | None,
    ) -> dict[str, str]:
        """Tells of the nodes that `add_regions` leaves alone, by name, why it does; it takes the same arguments."""
        return self._compiler.nodes_outside_regions(graph, *_in_order(signature), fed_shapes, resources)

    def give_up(self) -> None:
        """Drops what waits for a thread; whoever waits for it gets `CancelledError`."""
        self._calls.give_up()

    def dismantle(self) -> list[_PreparedT]:
        """Takes apart all that was compiled here, of which nothing may be used any more. See `Graph.dismantle`.

        Returns:
            What was made of it.
        """
        made = list(self._prepared.values())
        self._prepared.clear()
        while self._entries:
            _, entry = self._entries.popitem()
            entry.dismantle()
        self._compiler.forget()
        return made

    def _entry(self, graph: Graph, signature: Signature) -> ExecutorEntry:
        in_order = _in_order(signature)
        entry = self._entries.get(in_order)
        if entry is None:
            made = self._compiler.compile(graph, *in_order)
            entry = self._entries.setdefault(in_order, made)
            if entry is made:
                self._note(entry.compiled.placed)
        return entry

    def _has_new_nodes(self, graph: Graph) -> bool:
        return self._checks_all_nodes and self._checked_nodes != graph.version

    def _check_new_nodes(self, graph: Graph) -> None:
        """Places the nodes added since the last run, so that one that cannot be placed is refused, fetched or not."""
        if self._has_new_nodes(graph):
            ops = graph.get_operations()
            self._note(self._compiler.check_placement(ops[self._checked_nodes :]))
            with self._lock:
                self._checked_nodes = max(self._checked_nodes, len(ops))

    def _note(self, placed: Mapping[Operation, Device]) -> None:
        if self._log is not None:
            with self._lock:
                self._log.note(placed)


def _key(graph: Graph, signature: Signature) -> Hashable:
    # Two who want the same signature, one of whom has added nodes since, may not see the same errors.
    return signature, graph.version


def _in_order(signature: Signature) -> Signature:
    """A signature in one order of its elements."""
    # TensorFlow, too, keys executors by sorted names: the order of feeds and fetches makes no difference to a step.
    feeds, fetches, targets = signature
    return tuple(sorted(feeds, key=_name)), tuple(sorted(fetches, key=_name)), tuple(sorted(targets, key=_name))


def _name(element: Tensor | Operation) -> str:
    return element.name
