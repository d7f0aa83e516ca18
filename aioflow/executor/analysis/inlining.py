"""Native: which loops and calls of a view become plain Python loops and calls within the code of a segment.

A structured loop (`liveness.py`) does if nothing in it waits or is worth a thread of its own, and if all that it waits
for outside is waited for by each of its variables: then it may as well start when everything is there. A call of a
function does if that holds for the function's whole body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aioflow.executor.analysis.liveness import Liveness
from aioflow.executor.analysis.loop_shapes import LoopShape
from aioflow.executor.analysis.node_order import Unit, in_order, sorted_units
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.framework.op_def import FunctionName

MAX_NATIVE_NODES = 1000  # of a loop or a function's body
MAX_NESTING = 6  # of loops and calls in each other; Python allows 20 nested blocks
_ATTRS = {
    "PartitionedCall": ("f",), "StatefulPartitionedCall": ("f",), "If": ("then_branch", "else_branch"),
    "StatelessIf": ("then_branch", "else_branch"), "While": ("cond", "body"), "StatelessWhile": ("cond", "body"),
}  # fmt: skip
_WHILE = frozenset({"While", "StatelessWhile"})
_CASE = frozenset({"Case", "StatelessCase"})


class Functions(Protocol):
    """What is needed of a function library."""

    def compiled_view(self, function: FunctionName, compiles: bool) -> GraphView | None:
        """What a function runs, if that is on one executor, and it was called before or is to be compiled now."""


@dataclass(frozen=True, slots=True)
class Body:
    """A function's body that is native as a whole.

    Attributes:
        native: What is known of its view.
        units: All of it, in order.
        args: Its `_Arg` nodes by index.
        results: Where its results come from, by index.
        num_nodes: How many nodes it has, those of loops and calls in it included.
    """

    native: Native
    units: Sequence[Unit]
    args: Mapping[int, NodeItem]
    results: Sequence[NodeItem]
    num_nodes: int
    nesting: int
    cost_s: float


@dataclass
class Native:
    """What is native in a view.

    Attributes:
        items: All items of the view.
        liveness: When they are alive.
        calls: The native calls, each with the bodies that its function attributes name, in order.
        loops: The native loops by name.
        waits_for: For each item, what runs before it and holds it up.
    """

    items: Sequence[NodeItem]
    liveness: Liveness
    calls: Mapping[NodeItem, Sequence[Body]] = field(default_factory=dict)
    loops: Mapping[str, LoopShape] = field(default_factory=dict)
    waits_for: Mapping[NodeItem, frozenset[NodeItem]] = field(default_factory=dict)

    def cost_s(self, unit: Unit) -> float:
        """Estimated seconds of a unit; of a loop, those of one iteration."""
        if isinstance(unit, LoopShape):
            return sum(self.cost_s(part) for part in (*unit.head, *unit.body))
        if unit in self.calls:
            return sum(body.cost_s for body in self.calls[unit])
        return 0.0 if unit.const_outputs is not None else unit.stats.cost_s

    def has_loops(self, unit: Unit) -> bool:
        """Whether a unit is a native loop, or a call in which there is one."""
        if isinstance(unit, LoopShape):
            return True
        bodies = self.calls.get(unit, ())
        return bool(bodies) and (is_loop(unit) or any(body.native.has_loops(u) for body in bodies for u in body.units))

    def holds_up(self, item: NodeItem) -> bool:
        """Whether a node may keep waiting what depends on it: it waits for what others do, or perhaps never runs.

        A loop that is not structured may go on while some of its nodes run no more, and then some of its Exits.
        """
        if item in self.calls:
            return False
        return may_wait(item) or (item.is_exit and not self.liveness.loops[item.frame_name].is_structured)

    def num_nodes(self, unit: Unit) -> int:
        """How many nodes a unit stands for."""
        if isinstance(unit, LoopShape):
            return sum(self.num_nodes(part) for part in (*unit.head, *unit.body, *unit.tail))
        return 1 + sum(body.num_nodes for body in self.calls.get(unit, ()))

    def nesting(self, unit: Unit) -> int:
        """How deep loops and calls in a unit are nested."""
        if isinstance(unit, LoopShape):
            return 1 + max(self.nesting(part) for part in (*unit.head, *unit.body, *unit.tail))
        return max((1 + body.nesting for body in self.calls.get(unit, ())), default=0)


def may_join(item: NodeItem, joins_all: bool = False) -> bool:
    """Whether a node may be part of a segment as far as it alone decides.

    Args:
        item: The node.
        joins_all: Whether what it costs does not matter; else, an expensive one runs by itself, so that it can get a
            thread of its own.
    """
    if item.is_waiting or item.stats.is_blocking or item.runs_dead or item.is_control_trigger:
        return False
    if item.is_enter or item.is_exit or item.is_next_iteration:
        return False
    return item.const_outputs is not None or joins_all or not item.stats.is_expensive


def find_native(items: Sequence[NodeItem], functions: Functions | None, joins_all: bool) -> Native:
    """What is native in a view.

    Args:
        items: All items of the view.
        functions: The functions that its nodes call.
        joins_all: See `may_join`.
    """
    return _Finder(functions, joins_all).find(items)


class _Finder:
    def __init__(self, functions: Functions | None, joins_all: bool) -> None:
        self.functions = functions
        self.joins_all = joins_all
        self.known: dict[GraphView, Body | None] = {}  # None also while a body is being looked at
        self.nesting = 0

    def find(self, items: Sequence[NodeItem]) -> Native:
        calls = {item: bodies for item in items if (bodies := self._bodies(item))}
        native = Native(items, Liveness(items, calls), calls)
        native.waits_for = _find_waits(native)
        loops: dict[str, LoopShape] = {}
        native.loops = loops
        for loop in _inner_first(native.liveness.loops):
            if self._is_native(loop, native):
                loops[loop.name] = loop
        return native

    def _is_native(self, loop: LoopShape, native: Native) -> bool:
        if not loop.is_structured or len({_waits(enter, native) for enter in loop.enters}) > 1:
            return False
        units = (*loop.head, *loop.body, *loop.tail)
        if not all(self._joins(unit, native) for unit in units):
            return False
        return native.num_nodes(loop) <= MAX_NATIVE_NODES and native.nesting(loop) <= MAX_NESTING

    def _joins(self, unit: Unit, native: Native) -> bool:
        if isinstance(unit, LoopShape):
            return unit.name in native.loops
        if unit.is_exit or unit.is_next_iteration or unit in native.calls:
            return True
        return may_join(unit, self.joins_all)

    # ---- calls
    def _bodies(self, item: NodeItem) -> list[Body]:
        """The bodies of a call that is native; else none."""
        named = _function_names(item)
        if self.functions is None or not item.is_waiting or not named or self.nesting >= MAX_NESTING:
            return []
        bodies = [self._body(name) for name in named]
        found = [body for body in bodies if body is not None]
        if len(found) < len(bodies) or sum(body.num_nodes for body in found) > MAX_NATIVE_NODES:
            return []
        return found if _types_fit(item, found) else []

    def _body(self, name: FunctionName) -> Body | None:
        assert self.functions is not None
        view = self.functions.compiled_view(name, compiles=self.joins_all)
        if view is None:
            return None
        if view not in self.known:
            self.known[view] = None
            self.nesting += 1
            self.known[view] = self._looked_at(view)
            self.nesting -= 1
        return self.known[view]

    def _looked_at(self, view: GraphView) -> Body | None:
        native = self.find(view.nodes)
        members = [item for item in view.nodes if not item.frame_name]
        outermost = [loop for loop in native.loops.values() if not loop.parent]
        if any(loop.name not in native.loops for loop in native.liveness.loops.values()):
            return None
        units = sorted_units(members, outermost)
        if units is None or not all(self._joins(unit, native) for unit in units):
            return None
        results = {item.op.attrs["index"]: item for item in members if item.op.type == "_Retval"}
        if any(native.liveness.guards[item] for item in results.values()):
            return None
        args = {item.op.attrs["index"]: item for item in members if item.op.type == "_Arg"}
        size = sum(native.num_nodes(unit) for unit in units)
        nesting = max((native.nesting(unit) for unit in units), default=0)
        cost_s = sum(native.cost_s(unit) for unit in units)
        return Body(native, units, args, [results[i] for i in range(len(results))], size, nesting, cost_s)


def _function_names(item: NodeItem) -> list[FunctionName]:
    """The functions that a node calls, as far as such calls can be native."""
    op = item.op
    if op.type in op.graph.functions:
        return [FunctionName(op.type, dict(item.kernel.attrs))]
    if op.type in _CASE:
        return list(op.attrs["branches"])
    if op.type == "SymbolicGradient":  # the library knows gradients by this name
        return [FunctionName(op.type, {"f": op.attrs["f"]})]
    return [op.attrs[name] for name in _ATTRS.get(op.type, ())]


def _types_fit(item: NodeItem, bodies: Sequence[Body]) -> bool:
    """Whether every body takes what it is given and gives what is wanted, so that nothing needs to be checked."""
    op = item.op
    first = 0 if op.type in _WHILE or not is_choice(item) else 1
    given = [tensor.dtype.base_dtype for tensor in op.inputs[first:]]
    wanted = [tensor.dtype.base_dtype for tensor in op.outputs]
    if item.deref and any(slot >= first for slot in item.deref):
        return False
    if is_choice(item) and op.inputs[0].dtype.is_object:
        return False
    for number, body in enumerate(bodies):
        if [body.args[index].op.attrs["T"] for index in sorted(body.args)] != given:
            return False
        types = [result.op.attrs["T"] for result in body.results]
        if is_loop(item) and number == 0:
            if len(types) != 1 or types[0].is_object:
                return False
        elif types != wanted:
            return False
    return True


def is_loop(item: NodeItem) -> bool:
    """Whether the node calls its functions again and again."""
    return item.op.type in _WHILE


def is_case(item: NodeItem) -> bool:
    """Whether its first input is the number of the function to call."""
    return item.op.type in _CASE


def is_choice(item: NodeItem) -> bool:
    """Whether its first input says which function to call."""
    return item.op.type in _CASE or item.op.type in ("If", "StatelessIf")


# ---- waiting
def _find_waits(native: Native) -> dict[NodeItem, frozenset[NodeItem]]:
    """For each item, what runs before it and holds it up."""
    waits: dict[NodeItem, frozenset[NodeItem]] = {}
    for item in in_order(native.items):
        before = item.producers
        sets = {waits[p] for p in before if p in waits}
        merged = sets.pop() if len(sets) == 1 else frozenset[NodeItem]().union(*sets)
        waiting = [p for p in before if native.holds_up(p)]
        waits[item] = merged.union(waiting) if waiting else merged
    return waits


def may_wait(item: NodeItem) -> bool:
    """Whether the node may wait for what other nodes do: a waiting one, or foreign code that may block its thread."""
    return item.is_waiting or item.stats.is_blocking


def _waits(enter: NodeItem, native: Native) -> frozenset[NodeItem]:
    return native.waits_for[enter]


def _inner_first(loops: Mapping[str, LoopShape]) -> list[LoopShape]:
    def depth(loop: LoopShape) -> int:
        return 1 + depth(loops[loop.parent]) if loop.parent else 0

    return sorted(loops.values(), key=depth, reverse=True)
