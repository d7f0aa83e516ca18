"""A timeline in the "Trace Event Format" of Chrome, which Perfetto reads, too."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from aioflow.observe.recording.timeline import Lane, Slice, Timeline

Event = dict[str, Any]


def chrome_json(picture: Timeline) -> bytes:
    """Writes a timeline; times are microseconds from its beginning on, exact to a nanosecond."""
    # Counted from 1970 a double would hold them to a quarter of a microsecond only.
    document = {
        "displayTimeUnit": "ns",
        "otherData": {"title": picture.title, "origin_ns": picture.epoch_ns, "notes": picture.notes},
        "traceEvents": list(_events(picture)),
    }
    return json.dumps(document, separators=(",", ":")).encode()


def _events(picture: Timeline) -> Iterator[Event]:
    pid = picture.pid
    yield {"ph": "M", "pid": pid, "tid": 0, "name": "process_name", "args": {"name": picture.title}}
    for row, lane in enumerate(picture.lanes, 1):
        # Rows have numbers of their own: two lanes of one number would be one to viewers.
        yield {"ph": "M", "pid": pid, "tid": row, "name": "thread_name", "args": {"name": _name(lane)}}
        yield {"ph": "M", "pid": pid, "tid": row, "name": "thread_sort_index", "args": {"sort_index": row}}
        for bar in lane.slices:
            yield from _slice(pid, row, bar)
    for curve in picture.curves:
        for at_ns, value in curve.points:
            yield {"ph": "C", "pid": pid, "tid": 0, "name": curve.name, "ts": _us(at_ns), "args": {"value": value}}


def _name(lane: Lane) -> str:
    return f"{lane.name} ({lane.thread_id})" if lane.thread_id else lane.name


def _slice(pid: int, row: int, bar: Slice) -> Iterator[Event]:
    where: Event = {"pid": pid, "tid": row}
    length_ns = bar.ended_ns - bar.began_ns
    yield {
        **where, "ph": "X", "name": bar.name, "cat": bar.category, "ts": _us(bar.began_ns), "dur": _us(length_ns),
        "args": bar.args,
    }  # fmt: skip
    # Arrows bind to the bar that is open at their time: just before its end, and at its beginning.
    for number in bar.flows:
        at_ns = bar.ended_ns - 1 if length_ns else bar.began_ns
        yield {**where, "ph": "s", "id": number, "name": "flow", "cat": "flow", "ts": _us(at_ns)}
    for number in bar.ended_flows:
        yield {**where, "ph": "f", "bp": "e", "id": number, "name": "flow", "cat": "flow", "ts": _us(bar.began_ns)}


def _us(nanoseconds: int) -> float:
    return nanoseconds / 1000
