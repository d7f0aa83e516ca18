"""RunTrace: when the nodes of one recorded run ran, in the plan in which all runs do."""
from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from time import perf_counter_ns
from typing import NamedTuple

from aioflow.executor.dataflow.graph_view import NodeItem

MAX_NODES = 1 << 20
"""Nodes of one run that are taken down; a loop without an end must not fill the memory."""

Mark = tuple[NodeItem | None, int]
"""A node and the time at which it ended; None for the beginning of the stretch."""


class Stretch(NamedTuple):
    """What one thread has run of a segment at a stretch.

    Attributes:
        thread_id: The thread.
        segment: The segment.
        marks: The beginning, then the ends of its nodes. A node begins when the one before it has ended.
    """

    thread_id: int
    segment: NodeItem
    marks: list[Mark]


class NodeRun(NamedTuple):
    """One execution of a node outside of segments. Times are those of `perf_counter_ns`.

    Attributes:
        thread_id: The thread; of a node that waits, that of its event loop.
        item: The node.
        began_ns: When its kernel began.
        ended_ns: When that ended.
        waited: Whether it was a task of the event loop, beside which others ran on the same thread.
    """

    thread_id: int
    item: NodeItem
    began_ns: int
    ended_ns: int
    waited: bool


class RunTrace:
    """Takes down the executions of one run's nodes, from any thread. It is a `NodeTrace`.

    Attributes:
        stretches: Those of segments, in the order in which they began.
        nodes: Executions of other nodes, in the order in which they ended.
        num_dropped: How many stretches and executions there was no room for.
    """

    # No lock: each stretch is written by one thread, and appending to a list is one operation of the interpreter.
    __slots__ = ("_num_marks", "nodes", "num_dropped", "stretches")

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []
        self.nodes: list[NodeRun] = []
        self.num_dropped = self._num_marks = 0

    def begin(self, item: NodeItem) -> Callable[[Mark], None]:
        """See `NodeTrace.begin`."""
        # Those before this one are counted now: a loop begins a stretch anew at each of its pauses.
        if self.stretches:
            self._num_marks += len(self.stretches[-1].marks)
        marks: list[Mark] = [(None, perf_counter_ns())]
        if self._num_marks >= MAX_NODES:
            self.num_dropped += 1
        else:
            self.stretches.append(Stretch(get_ident(), item, marks))
        return marks.append

    def add(self, item: NodeItem, began_ns: int, ended_ns: int, waited: bool) -> None:
        """See `NodeTrace.add`."""
        if len(self.nodes) >= MAX_NODES:
            self.num_dropped += 1
        else:
            self.nodes.append(NodeRun(get_ident(), item, began_ns, ended_ns, waited))
