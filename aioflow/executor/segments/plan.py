"""Plan: which view of a graph a step runs, node by node or in segments.

The first steps run node by node and measure each. Then segments are made of the cheap ones, on a pool thread, so that
compiling them does not hold up the event loop. Every so often, and more often in the beginning, a step runs node by
node again, and when nodes have become cheap or expensive since, the segments are made anew.
"""

from __future__ import annotations

import threading

from aioflow import errors
from aioflow.executor.analysis.inlining import Functions, may_join, plan_inlining
from aioflow.executor.codegen.whole_step import generate_whole
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.dataflow.kernel_stats import SAMPLED_STEPS
from aioflow.executor.segments.segmented_view import SegmentItem, with_segments
from aioflow.executor.segments.segments import plan_segments
from aioflow.framework.collection_pause import collection_paused
from aioflow.framework.kernels import TaskSink

NUM_FIRST_STEPS = 2  # run node by node
SAMPLING_PERIOD = 1024  # of the steps behind these, one in so many runs node by node
MODES = ("measured", "off", "always")


def _is_sampled(number: int) -> bool:
    """Whether the step of that number (0, 1, ...) runs node by node: powers of two in the beginning, then regularly."""
    return not number % SAMPLING_PERIOD or (number < SAMPLING_PERIOD and not number & (number - 1))


class Plan:
    """The views of one executor.

    Args:
        view: The view of one item per node.

    Attributes:
        mode: "measured" as described above; "off" never makes segments; "always" makes them before the first step,
            of all nodes that may join whatever they cost. Set on the class by tests, and to find faults.
    """

    mode = "measured"

    def __init__(self, view: GraphView) -> None:
        self.view = view
        self._segmented: GraphView | None = None
        self._only_segment: SegmentItem | None = None
        self._made_of: frozenset[int] | None = None
        self._num_steps = 0
        self._lock = threading.Lock()  # held by whoever makes segments

    @property
    def num_steps(self) -> int:
        """How many steps there have been."""
        return self._num_steps

    @property
    def current_view(self) -> GraphView:
        """What steps run, but for those that measure nodes or show them."""
        return self.view if self._segmented is None or self.mode == "off" else self._segmented

    @property
    def has_segments(self) -> bool:
        """Whether steps run in segments, but for those that measure nodes."""
        return self._segmented is not None

    def next_view(
        self, pool: TaskSink | None, must_show_nodes: bool, functions: Functions | None = None
    ) -> tuple[GraphView, bool]:
        """The view for the next step, and whether the step measures its nodes.

        Args:
            pool: Where segments may be made; None makes them here.
            must_show_nodes: Whether each node must run by itself (tracing).
            functions: What the nodes may call.
        """
        number = self._num_steps
        self._num_steps = number + 1
        if must_show_nodes or self.mode == "off":
            return self.view, number % SAMPLED_STEPS == 0
        if self.mode == "always":
            if self._made_of is None:
                self.make_segments(functions)
            return self._segmented or self.view, False
        if self._made_of is not None and not _is_sampled(number):
            return self.current_view, self._segmented is None and number % SAMPLED_STEPS == 0
        if number >= NUM_FIRST_STEPS:
            self._make_segments_soon(pool, functions)
        return self.view, True

    def next_only_segment(self, must_be_whole: bool = False) -> SegmentItem | None:
        """The segment that is all of the next step, or None where there is none or the step is to run otherwise.

        Args:
            must_be_whole: Whether it must run without a context, too.
        """
        segment = self._only_segment
        if segment is None or _is_sampled(self._num_steps) or self.mode == "off":
            return None
        if must_be_whole and segment.whole is None:
            return None
        self._num_steps += 1
        return segment

    def _make_segments_soon(self, pool: TaskSink | None, functions: Functions | None) -> None:
        if self._lock.locked():
            return
        if pool is None:
            self.make_segments(functions)
            return
        try:
            pool.submit_apart(self.make_segments, functions)
        except errors.OpError:
            pass  # the pool was closed or is full; nothing depends on this

    def make_segments(self, functions: Functions | None = None) -> None:
        """Makes segments of the nodes that are cheap now, unless they are the same as before.

        Args:
            functions: What the nodes may call.
        """
        with self._lock, collection_paused():
            joins_all = self.mode == "always"
            inlined = plan_inlining(self.view.nodes, functions, joins_all)
            joining = frozenset(
                i for i, item in enumerate(self.view.nodes) if item in inlined.calls or may_join(item, joins_all)
            )
            if joining == self._made_of:
                return
            self._made_of = joining
            groups = plan_segments(inlined, joins_all)
            segmented = with_segments(self.view, inlined, groups) if groups else None
            only = segmented.nodes[0] if segmented is not None and len(segmented.nodes) == 1 else None
            if isinstance(only, SegmentItem) and not only.code.has_loops:
                only.whole = generate_whole(inlined, only.units)
                self._only_segment = only
            else:
                self._only_segment = None
            self._segmented = segmented
