"""The records of a recording, as plain data. Times are nanoseconds of `time.perf_counter_ns`."""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.tracing.run_trace import RunTrace


class NodeRecord(NamedTuple):
    """One execution of a node.

    Attributes:
        name: The node.
        op: Its type.
        device: Where it ran.
        thread_id: The thread (`threading.get_ident`).
        began_ns: When it began. Within a segment, when the one before it had ended.
        ended_ns: When it ended.
        segment: The segment that it was a part of; "" for a node by itself.
        waited: Whether it was a task of the event loop, beside others.
    """

    name: str
    op: str
    device: str
    thread_id: int
    began_ns: int
    ended_ns: int
    segment: str
    waited: bool


class SegmentRecord(NamedTuple):
    """What a thread has run of a segment at a stretch.

    Attributes:
        name: The segment.
        thread_id: The thread.
        began_ns: When it began.
        ended_ns: When it had ended, or paused.
        nodes: The executions of its nodes.
    """

    name: str
    thread_id: int
    began_ns: int
    ended_ns: int
    nodes: tuple[NodeRecord, ...]


class RunRecord(NamedTuple):
    """One run.

    Attributes:
        number: Unique in the process; the same as in `TaskRecord.run`.
        session: What its session is called.
        signature: What it fetched and fed: "fetches(feeds)".
        pool: The pool that it had a place on; "" for none.
        form: "call" (one call on the caller's thread), "pool call" (one call on a thread of its pool), "items"
            (segments and nodes one by one).
        asked_ns: When it was asked for.
        admitted_ns: When it had its place on the pool; 0 where it needed none.
        ended_ns: When it had its results, or failed.
        outcome: "OK", or the name of an error's code, such as "DEADLINE_EXCEEDED".
        thread_id: The thread that asked for it.
        trace: When its nodes ran, where that was recorded; see `segments` and `nodes`.
    """

    number: int
    session: str
    signature: str
    pool: str
    form: str
    asked_ns: int
    admitted_ns: int
    ended_ns: int
    outcome: str
    thread_id: int
    trace: RunTrace | None

    @property
    def seconds(self) -> float:
        """Seconds that it took."""
        return (self.ended_ns - self.asked_ns) * 1e-9

    @property
    def segments(self) -> list[SegmentRecord]:
        """The stretches of its segments that were recorded, in the order in which they began."""
        return [] if self.trace is None else list(_segments(self.trace))

    @property
    def nodes(self) -> list[NodeRecord]:
        """The executions of its nodes that were recorded, those in segments first.

        Nodes that take no time in the code of a segment, such as constants and identities, have none.
        """
        if self.trace is None:
            return []
        alone = [
            _node(item, thread, began_ns, ended_ns, "", waited)
            for thread, item, began_ns, ended_ns, waited in list(self.trace.nodes)
        ]
        return [*(node for segment in self.segments for node in segment.nodes), *alone]


def _segments(trace: RunTrace) -> Iterator[SegmentRecord]:
    for thread, segment, marks in list(trace.stretches):
        nodes: list[NodeRecord] = []
        began_ns = before_ns = marks[0][1]
        for item, ended_ns in marks[1:]:
            if item is None:
                continue
            # A node may be several statements, each with its mark.
            if nodes and nodes[-1].name == item.name and item.frame_name == "" and nodes[-1].ended_ns == before_ns:
                nodes[-1] = nodes[-1]._replace(ended_ns=ended_ns)
            else:
                nodes.append(_node(item, thread, before_ns, ended_ns, segment.name, False))
            before_ns = ended_ns
        yield SegmentRecord(segment.name, thread, began_ns, before_ns, tuple(nodes))


def _node(
    item: NodeItem, thread: int, began_ns: int, ended_ns: int, segment: str, waited: bool
) -> NodeRecord:
    return NodeRecord(item.name, item.op.type, item.kernel.device.name, thread, began_ns, ended_ns, segment, waited)


class LagRecord(NamedTuple):
    """A timer of an event loop that came late.

    Attributes:
        due_ns: When it was due.
        came_ns: When it came.
        thread_id: The loop's thread.
    """

    due_ns: int
    came_ns: int
    thread_id: int


class PauseRecord(NamedTuple):
    """A garbage collection.

    Attributes:
        generation: 0 to 2.
        began_ns: When it began.
        ended_ns: When it ended.
        thread_id: The thread on which it ran; the others waited for the interpreter.
        num_collected: Objects that it found.
    """

    generation: int
    began_ns: int
    ended_ns: int
    thread_id: int
    num_collected: int
