"""SegmentItem, and the view of a graph in which segments stand for their nodes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial

from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.liveness import RAN, Slot
from aioflow.executor.analysis.units import LoopShape, Unit
from aioflow.executor.codegen.segment_code import SegmentCode, generate
from aioflow.executor.dataflow.graph_view import FrameInfo, GraphView, NodeItem
from aioflow.executor.dataflow.kernel_stats import KernelStats
from aioflow.framework.wanted import check_wanted


class SegmentItem(NodeItem):
    """Several nodes that run as one. It is never dead itself; what goes in and out may be."""

    __slots__ = (
        "_generate", "_traced", "code", "estimated_s", "has_run", "inputs", "members", "outputs", "units", "whole",
    )  # fmt: skip

    def __init__(self, units: Sequence[Unit], cost_s: float) -> None:
        #: Its nodes, loops and calls, in the order in which they run.
        self.units = units
        #: All nodes that it stands for, but for those of functions that it calls.
        self.members = [item for unit in units for item in all_items(unit)]
        first = self.members[0]
        #: The values from outside and for outside, each once; they come up while the view is wired.
        self.inputs: list[Slot] = []
        self.outputs: list[Slot] = []
        self.name = f"{first.name} and {len(self.members) - 1} more" if len(self.members) > 1 else first.name
        self.op, self.kernel = first.op, first.kernel
        self.frame_name = first.frame_name
        # Neither `op` nor `kernel` is run. To the propagator a segment is an ordinary node that is never dead, as a
        # ControlTrigger, because only some of its nodes may be.
        self.is_merge = self.is_enter = self.is_constant_enter = self.is_exit = self.is_next_iteration = False
        self.is_waiting = self.is_switch = False
        self.runs_dead = self.is_control_trigger = True
        self.const_outputs = None
        self.deref = ()
        self.num_tokens = 0
        self.stats = KernelStats()
        self.stats.add(cost_s)
        #: Seconds that it takes by what its nodes took; of loops, one iteration.
        self.estimated_s = cost_s
        #: Whether `stats` tells what it took as a whole, which is noted for segments with loops.
        self.has_run = False
        #: The function of the step, if the segment is all of a step that needs no context (see `generate_whole`).
        self.whole: SegmentCode | None = None
        self._traced: SegmentCode | None = None
        self.reset_edges()

    def generate(self, inlined: InlinePlan, pause_s: float) -> None:
        """Makes `code`, the function that runs its nodes, once the inputs and outputs are known."""
        self._generate = partial(generate, inlined, self.units, self.inputs, self.outputs, pause_s)
        self.code: SegmentCode = self._generate()

    @property
    def traced(self) -> SegmentCode:
        """The same function, which tells the trace of its step when each node has ended; made when first asked for."""
        # Two threads may make it at once, and both do the same.
        if self._traced is None:
            self._traced = self._generate(self)
        return self._traced

    @property
    def is_traceable(self) -> bool:
        """Whether `traced` is made."""
        return self._traced is not None

    @property
    def codes(self) -> list[SegmentCode]:
        """All forms of its function that there are, in one of which an error may have been raised."""
        return [code for code in (self.code, self.whole, self._traced) if code is not None]


def all_items(unit: Unit) -> list[NodeItem]:
    """The nodes that a unit stands for."""
    if not isinstance(unit, LoopShape):
        return [unit]
    inner = [item for part in unit.units for item in all_items(part)]
    return [*unit.enters, *inner]


def with_segments(
    view: GraphView, inlined: InlinePlan, groups: Sequence[Sequence[Unit]], pause_s: float = math.inf
) -> GraphView:
    """A view that runs like `view`, in which each group is one item.

    Args:
        view: A view whose items stand for one node each.
        inlined: Its inlined loops and calls.
        groups: Disjoint groups of its items and loops, as `plan_segments` gives them.
        pause_s: Seconds, by what nodes have cost, behind which a segment pauses.
    """
    return _Rewiring(view, inlined, groups, pause_s).run()


class _Rewiring:
    def __init__(
        self, view: GraphView, inlined: InlinePlan, groups: Sequence[Sequence[Unit]], pause_s: float
    ) -> None:
        self.view = view
        self.pause_s = pause_s
        self.inlined = inlined
        #: Old item -> the one that stands for it. Items outside of segments are copies: steps on the old view run on.
        self.home: dict[NodeItem, NodeItem] = {}
        for group in groups:
            segment = SegmentItem(group, sum(inlined.cost_s(unit) for unit in group))
            self.home.update(dict.fromkeys(segment.members, segment))
        for item in view.nodes:
            if item not in self.home:
                self.home[item] = item.without_edges()
        #: (source, its output, target, its input). Kept until all items have their places in the frames.
        self.data_edges: list[tuple[NodeItem, int, NodeItem, int]] = []
        #: (source, target), each once: several edges between the same two segments say nothing more.
        self.control_edges: set[tuple[NodeItem, NodeItem]] = set()
        #: Which input of a segment a value is.
        self.positions: dict[tuple[NodeItem, Slot], int] = {}

    def run(self) -> GraphView:
        for item in self.view.nodes:
            check_wanted()
            for position, slot in enumerate(item.data_producers):
                self._data_edge(slot, item, position)
            for control in item.control_producers:
                self._control_edge(control, item)
        new_items = list(dict.fromkeys(self.home.values()))
        for segment in new_items:
            if isinstance(segment, SegmentItem):
                segment.num_inputs, segment.num_outputs = len(segment.inputs), len(segment.outputs)
                segment.generate(self.inlined, self.pause_s)
        return self._view(new_items)

    def _data_edge(self, slot: Slot, consumer: NodeItem, position: int) -> None:
        source, target = self.home[slot[0]], self.home[consumer]
        if source is target:
            return
        if isinstance(target, SegmentItem):
            if (target, slot) in self.positions:
                return  # the segment reads it already
            position = self.positions[target, slot] = len(target.inputs)
            target.inputs.append(slot)
        self.data_edges.append((source, self._output(source, slot), target, position))

    def _control_edge(self, control: NodeItem, consumer: NodeItem) -> None:
        source, target = self.home[control], self.home[consumer]
        if source is target:
            return
        # An edge to or from a segment, which is never dead, cannot tell that a node is. Where that may be, the edge
        # becomes one of data, whose value is True or dead. A Merge does not mind whether what it waits for is dead.
        tells_death = self.inlined.liveness.guards[control] and not consumer.is_merge
        if not tells_death or not (isinstance(source, SegmentItem) or isinstance(target, SegmentItem)):
            self.control_edges.add((source, target))
        elif isinstance(target, SegmentItem):
            self._data_edge((control, RAN), consumer, 0)
        else:  # a node takes no such value: it is a token, behind its inputs (see `take_inputs`)
            position = target.num_inputs
            target.num_inputs += 1
            target.num_tokens += 1
            self.data_edges.append((source, self._output(source, (control, RAN)), target, position))

    @staticmethod
    def _output(source: NodeItem, slot: Slot) -> int:
        """The number of the output of the new item that carries an old one."""
        if not isinstance(source, SegmentItem):
            return slot[1]
        if slot not in source.outputs:
            source.outputs.append(slot)
        return source.outputs.index(slot)

    def _view(self, items: Iterable[NodeItem]) -> GraphView:
        nodes = list(items)
        frames = {name: FrameInfo(name) for name in self.view.frames}
        for _, target in self.control_edges:
            target.num_controls += 1
        for item in nodes:
            frames[item.frame_name].add(item)
        for name, info in self.view.frames.items():
            frames[name].input_count = info.input_count
            frames[name].parallel_iterations = info.parallel_iterations
        for source, output, target, position in self.data_edges:
            source.data_out.append((output, target, target.input_start + position))
        for source, target in self.control_edges:
            source.control_out.append(target)
        return GraphView(nodes, frames)
