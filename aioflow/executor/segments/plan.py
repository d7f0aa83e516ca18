"""ViewPlan: the views of one partition, node by node and in segments.

Segments are made of the nodes that have turned out cheap, on a pool thread, so that compiling them does not hold up the
event loop. `Program` says when: behind the first steps, and now and then, because nodes become cheap or expensive.
"""

from __future__ import annotations

import math
import threading
from time import monotonic

from aioflow import errors
from aioflow.executor.analysis.inlining import Functions, may_join, plan_inlining
from aioflow.executor.codegen.whole_step import generate_whole
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.executor.segments.feed_sizes import FeedSizes
from aioflow.executor.segments.segmented_view import SegmentItem, with_segments
from aioflow.executor.segments.segments import plan_segments
from aioflow.framework.collection_pause import collection_paused
from aioflow.framework.kernels import StepContext
from aioflow.framework.wanted import UnwantedError, Work
from aioflow.pools.hop_price import HOP

MODES = ("measured", "off", "always")


class ViewPlan:
    """The views of one partition.

    Args:
        view: The view of one item per node.

    Attributes:
        sizes: How large fed values may be in a step that is one call, as its code asks.
        mode: "measured" as described above; "off" never makes segments; "always" makes them before the first step,
            of all nodes that may join whatever they cost. Set on the class by tests, and to find faults.
        below_s: See `may_join`.
        is_made: Whether it has been found out which nodes form segments, if any do.
        segmented: The view in which they are joined; None where there are none (yet).
        only_segment: The segment that all nodes have joined, if it never pauses; else None.
        is_becoming_traceable: Whether a thread is about to make segments traceable, or to find that they are.
    """

    mode = "measured"

    def __init__(self, view: GraphView) -> None:
        self.view = view
        self.sizes = FeedSizes(view.nodes)
        self.below_s = 0.0
        # All of this is written under the lock. Steps that start read it without: each reads single references, and
        # any view, the old one or the new one, computes the same.
        self.is_made = False
        self.segmented: GraphView | None = None
        self.only_segment: SegmentItem | None = None
        self._left_out: list[NodeItem] = []  # the nodes that did not join because they were expensive
        #: Positions of the nodes that may join, and whether they had to pause; None until first made.
        self._made_of: tuple[frozenset[int], bool] | None = None
        #: How long the last thread was at work with it that had to stop.
        self._spent_s = 0.0
        self.is_becoming_traceable = False
        self._lock = threading.Lock()  # held by the one thread that makes segments, for as long as that takes

    @property
    def current_view(self) -> GraphView:
        """The view that steps run, but for those that measure nodes or show them."""
        return self.view if self.segmented is None or self.mode == "off" else self.segmented

    @property
    def is_outdated(self) -> bool:
        """Whether a node that was left out because it was expensive is cheap now, and may join."""
        below_s = self.below_s
        return any(item.stats.counts_as_cheap or item.stats.cost_s <= below_s for item in self._left_out)

    @property
    def is_traceable(self) -> bool:
        """Whether the code of all segments that can tell of each node is made."""
        return all(item.is_traceable for item in self.current_view.nodes if isinstance(item, SegmentItem))

    def make_traceable(self) -> None:
        """Makes that code."""
        try:
            with collection_paused():
                for item in self.current_view.nodes:
                    if isinstance(item, SegmentItem):
                        _ = item.traced
        finally:
            self.is_becoming_traceable = False

    def make_segments_soon(self, context: StepContext) -> None:
        """Has a thread of a step's pool make segments, unless one is about it; without a pool makes them here.

        A thread stops when the session is closed. Here half of the time that the step has left is all there is, and
        nothing begins again that took longer once.

        Args:
            context: That of the step.
        """
        if self._lock.locked():
            return
        session = context.session
        if context.pool is None:
            ends_s = _half_of_time(context.deadline_s)
            if ends_s is None or monotonic() + self._spent_s <= ends_s:
                self._make_while_wanted(context.functions, Work(deadline_s=ends_s))
            return
        work = Work(is_over=None if session is None else lambda: session.closed)
        try:
            context.pool.submit_apart(self._make_while_wanted, context.functions, work)
        except errors.OpError:
            pass  # the pool was closed or is full; nothing depends on this

    def dismantle(self) -> None:
        """Takes the items of both views from each other. See `Graph.dismantle`."""
        self.view.dismantle()
        if self.segmented is not None:
            self.segmented.dismantle()
        self.segmented = self.only_segment = None
        self._left_out.clear()

    def _make_while_wanted(self, functions: Functions | None, work: Work) -> None:
        try:
            with work:
                self.make_segments(functions)
        except UnwantedError:
            self._spent_s = work.spent_s  # steps go on as they were

    def make_segments(self, functions: Functions | None = None) -> None:
        """Makes segments of the nodes that are cheap now, unless they are the same as before.

        Args:
            functions: What the nodes may call.
        """
        # Code is made of many small objects that refer to each other; collections in between would find no garbage.
        with self._lock, collection_paused():
            joins_all = self.mode == "always"
            inlined = plan_inlining(self.view.nodes, functions, joins_all, self.below_s)
            joining = frozenset(
                i
                for i, item in enumerate(self.view.nodes)
                if item in inlined.calls or may_join(item, joins_all, self.below_s)
            )
            # In any case: what is among these is asked for until segments are made again.
            self._left_out = [
                item for i, item in enumerate(self.view.nodes) if i not in joining and may_join(item, joins_all=True)
            ]
            if len(self._left_out) == 1 and not inlined.calls and not inlined.loops and self._has_one_way(joining):
                # A thread of its own would have nobody to run beside, and the step is one call with it.
                joins_all, self._left_out, joining = True, [], frozenset(range(len(self.view.nodes)))
            # Where there is no second thread, segments pause instead of ending.
            pause_s = self.below_s or math.inf
            made_of = joining, sum(self.view.nodes[i].stats.cost_s for i in joining) > pause_s
            if made_of == self._made_of:
                return
            self._made_of, self.is_made = made_of, True
            groups = plan_segments(inlined, joins_all, self.below_s)
            segmented = with_segments(self.view, inlined, groups, pause_s) if groups else None
            only = segmented.nodes[0] if segmented is not None and len(segmented.nodes) == 1 else None
            if isinstance(only, SegmentItem) and not only.code.may_pause:
                only.whole = generate_whole(inlined, only.units, self.sizes.limits, self.sizes.varying)
                self.only_segment = only
            else:
                self.only_segment = None
            self.segmented = segmented

    def _has_one_way(self, joining: frozenset[int]) -> bool:
        """Whether all nodes but one are cheap, together too, and none of them is in a loop."""
        nodes = self.view.nodes
        costs_s = (nodes[i].stats.cost_s for i in joining if nodes[i].const_outputs is None)
        return (
            len(joining) == len(nodes) - 1
            and not any(item.frame_name for item in nodes)
            and sum(costs_s) <= HOP.price_s
        )


def _half_of_time(deadline_s: float | None) -> float | None:
    """When half of the time until a deadline is over; None without one."""
    return None if deadline_s is None else (monotonic() + deadline_s) / 2
