"""Inlining: decides which loops and calls of a view become plain Python loops and calls within the code of a segment.

A structured loop (`liveness.py`) does if nothing in it waits or is worth a thread of its own, and if all that it waits
for outside is waited for by each of its variables: then it may as well start when everything is there. A call of a
function does if that holds for the function's whole body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from aioflow.executor.analysis.function_calls import called_functions, is_choice, is_while
from aioflow.executor.analysis.inline_plan import InlineBody, InlinePlan, union
from aioflow.executor.analysis.liveness import Liveness
from aioflow.executor.analysis.node_order import in_order, item_producers, sorted_units
from aioflow.executor.analysis.units import LoopShape, Unit
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.framework.op_def import FunctionName
from aioflow.framework.wanted import check_wanted

MAX_INLINED_NODES = 1000  # of a loop or a function's body, as of a segment
MAX_NESTING = 6  # of loops and calls in each other; Python allows 20 nested blocks


class Functions(Protocol):
    """The part of a function library that inlining asks."""

    def compiled_view(self, function: FunctionName, compiles: bool) -> GraphView | None:
        """The view that a function runs, or None where it runs on several executors or was never called.

        Args:
            function: The function.
            compiles: Whether to compile it now where it was never called.
        """


def may_join(item: NodeItem, joins_all: bool = False, below_s: float = 0.0) -> bool:
    """Whether a node may be part of a segment as far as it alone decides.

    Args:
        item: The node.
        joins_all: Whether its cost does not matter; else, an expensive one runs by itself, so that it can get a thread
            of its own.
        below_s: The cost up to which it does not matter either, because there is no other thread to be had.
    """
    # A segment starts when all its inputs are there and ends when all its outputs are: who waits holds up the rest.
    # Transfers and ControlTriggers run also when they are dead, for which the code of a segment has no words.
    if item.is_waiting or item.stats.is_blocking or item.runs_dead or item.is_control_trigger:
        return False
    if item.is_enter or item.is_exit or item.is_next_iteration:  # they change the frame; a whole loop may join instead
        return False
    stats = item.stats
    return item.const_outputs is not None or joins_all or not stats.is_expensive or stats.cost_s <= below_s


def plan_inlining(
    items: Sequence[NodeItem], functions: Functions | None, joins_all: bool, below_s: float = 0.0
) -> InlinePlan:
    """Decides which loops and calls of a view are inlined.

    Args:
        items: All items of the view.
        functions: The functions that its nodes call.
        joins_all: See `may_join`.
        below_s: See `may_join`.
    """
    return _Inliner(functions, joins_all, below_s).plan(items)


class _Inliner:
    def __init__(self, functions: Functions | None, joins_all: bool, below_s: float) -> None:
        self.functions = functions
        self.joins_all = joins_all
        self.below_s = below_s
        #: Bodies that were looked at. None where one cannot be inlined, and while it is being looked at: a function
        #: that calls itself stays a call, for its text would have no end.
        self.known: dict[GraphView, InlineBody | None] = {}
        self.nesting = 0

    def plan(self, items: Sequence[NodeItem]) -> InlinePlan:
        calls = {item: bodies for item in items if (bodies := self._bodies(item))}
        inlined = InlinePlan(items, Liveness(items, calls), calls)
        inlined.holding = {item: 1 << i for i, item in enumerate(filter(inlined.holds_up, items))}
        inlined.waits_for = _find_waits(inlined)
        loops: dict[str, LoopShape] = {}
        inlined.loops = loops
        for loop in _inner_first(inlined.liveness.loops):  # a loop around another one asks whether that is inlined
            if self._is_inlined(loop, inlined):
                loops[loop.name] = loop
        return inlined

    def _is_inlined(self, loop: LoopShape, inlined: InlinePlan) -> bool:
        # Python's loop starts when all its variables are there; the graph's starts each when it arrives. The two are
        # the same only where none of them is held up by something for which the others do not wait.
        if not loop.is_structured or len({inlined.waits_for[enter] for enter in loop.enters}) > 1:
            return False
        if not all(self._joins(unit, inlined) for unit in loop.units):
            return False
        return inlined.num_nodes(loop) <= MAX_INLINED_NODES and inlined.nesting(loop) <= MAX_NESTING

    def _joins(self, unit: Unit, inlined: InlinePlan) -> bool:
        if isinstance(unit, LoopShape):
            return unit.name in inlined.loops
        if unit.is_exit or unit.is_next_iteration or unit in inlined.calls or unit in inlined.liveness.triggers:
            return True
        return may_join(unit, self.joins_all, self.below_s)

    # ---- calls
    def _bodies(self, item: NodeItem) -> list[InlineBody]:
        """The bodies of a call that is inlined; else none."""
        named = called_functions(item)
        if self.functions is None or not item.is_waiting or not named or self.nesting >= MAX_NESTING:
            return []
        if not item.kernel.device.is_host:  # where a body is another one, cut between memories
            return []
        bodies = [self._body(name) for name in named]
        found = [body for body in bodies if body is not None]
        if len(found) < len(bodies) or sum(body.num_nodes for body in found) > MAX_INLINED_NODES:
            return []
        return found if _types_fit(item, found) else []

    def _body(self, name: FunctionName) -> InlineBody | None:
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

    def _looked_at(self, view: GraphView) -> InlineBody | None:
        inlined = self.plan(view.nodes)
        members = [item for item in view.nodes if not item.frame_name]
        # All or nothing: what cannot be inlined would need the propagator, in the middle of the caller's segment.
        outermost = [loop for loop in inlined.loops.values() if not loop.parent]
        if any(loop.name not in inlined.loops for loop in inlined.liveness.loops.values()):
            return None
        units = sorted_units(members, outermost)
        if units is None or not all(self._joins(unit, inlined) for unit in units):
            return None
        results = {item.op.attrs["index"]: item for item in members if item.op.type == "_Retval"}
        if any(inlined.liveness.guards[item] for item in results.values()):  # then the call may fail
            return None
        args = {item.op.attrs["index"]: item for item in members if item.op.type == "_Arg"}
        size = sum(inlined.num_nodes(unit) for unit in units)
        nesting = max((inlined.nesting(unit) for unit in units), default=0)
        cost_s = sum(inlined.cost_s(unit) for unit in units)
        return InlineBody(inlined, units, args, [results[i] for i in range(len(results))], size, nesting, cost_s)


def _types_fit(item: NodeItem, bodies: Sequence[InlineBody]) -> bool:
    """Whether every body takes what it is given and gives what is wanted, so that nothing needs to be checked."""
    op = item.op
    first = 1 if is_choice(item) else 0  # the input that chooses is no argument
    given = [tensor.dtype.base_dtype for tensor in op.inputs[first:]]
    wanted = [tensor.dtype.base_dtype for tensor in op.outputs]
    if any(slot >= first for slot in item.deref):
        return False
    if is_choice(item) and op.inputs[0].dtype.is_object:  # only the kernel knows what such a condition means
        return False
    for number, body in enumerate(bodies):
        if [body.args[index].op.attrs["T"] for index in sorted(body.args)] != given:
            return False
        types = [result.op.attrs["T"] for result in body.results]
        if is_while(item) and number == 0:  # the condition
            if len(types) != 1 or types[0].is_object:
                return False
        elif types != wanted:
            return False
    return True


# ---- waiting
def _find_waits(inlined: InlinePlan) -> dict[NodeItem, int]:
    """For each item, the bits of those before it that may hold it up."""
    waits: dict[NodeItem, int] = {}
    structured = [loop for loop in inlined.liveness.loops.values() if loop.is_structured]
    producers = item_producers(structured)
    for item in in_order(inlined.items, structured):
        check_wanted()
        before = producers(item)
        merged = union(waits[p] for p in before if p in waits)
        waits[item] = union((merged, *(inlined.holding[p] for p in before if p in inlined.holding)))
    return waits


def _inner_first(loops: Mapping[str, LoopShape]) -> list[LoopShape]:
    def depth(loop: LoopShape) -> int:
        return 1 + depth(loops[loop.parent]) if loop.parent else 0

    return sorted(loops.values(), key=depth, reverse=True)
