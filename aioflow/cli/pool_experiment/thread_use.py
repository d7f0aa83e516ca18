"""Use of threads: which one worked for which traffic, from the traces of runs."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_GAP_NS = 200_000  # what lies closer together is one piece of work
_MAX_SPANS = 400  # in a report
_LOOP = ("event loop", "event loop")


class Span(NamedTuple):
    """One thread's work for one run, without longer gaps."""

    traffic: str
    thread_id: int
    start_ns: int
    end_ns: int


def spans_of(traffic: str, run_metadata: Any) -> list[Span]:
    """Finds the pieces of work that a trace shows."""
    # Sorted by thread first, then by time, so that neighbours in the list are neighbours on a thread.
    nodes = sorted(
        (node.thread_id, node.all_start_nanos + node.op_start_rel_nanos, node.all_start_nanos + node.op_end_rel_nanos)
        for device in run_metadata.step_stats.dev_stats
        for node in device.node_stats
        if node.thread_id
    )
    spans: list[Span] = []
    for thread_id, start, end in nodes:
        last = spans[-1] if spans else None
        if last is not None and last.thread_id == thread_id and start - last.end_ns < _GAP_NS:
            spans[-1] = last._replace(end_ns=max(end, last.end_ns))
        else:
            spans.append(Span(traffic, thread_id, start, end))
    return spans


def thread_use(spans: list[Span], threads: Mapping[int, tuple[str, str]]) -> dict[str, Any]:
    """Makes plain data of what traces show.

    Args:
        spans: Pieces of work of all traced runs.
        threads: Identifier of a thread -> name of its pool, and its own name.

    Returns:
        "busy_ms": pool -> traffic -> milliseconds that its threads worked for it. "spans": for the first runs, thread,
        traffic, and start and end in milliseconds.
    """
    busy_ms: dict[str, dict[str, float]] = {}
    shown: list[list[Any]] = []
    began = min((span.start_ns for span in spans), default=0)
    for span in sorted(spans, key=lambda span: span.start_ns):
        pool, thread = threads.get(span.thread_id, _LOOP)  # no pool's thread: it ran in place
        of_pool = busy_ms.setdefault(pool, {})
        of_pool[span.traffic] = of_pool.get(span.traffic, 0.0) + (span.end_ns - span.start_ns) / 1e6
        if len(shown) < _MAX_SPANS:
            start_ms, end_ms = ((moment - began) / 1e6 for moment in (span.start_ns, span.end_ns))
            shown.append([thread, span.traffic, round(start_ms, 3), round(end_ms, 3)])
    return {"busy_ms": busy_ms, "spans": shown}
