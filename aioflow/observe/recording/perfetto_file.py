"""A timeline as a trace of Perfetto: packets of tracks and of events on them."""
from __future__ import annotations

from collections.abc import Iterator

from aioflow._proto.perfetto_trace_pb2 import Trace, TracePacket, TrackDescriptor, TrackEvent
from aioflow.observe.recording.timeline import Curve, Lane, Slice, Timeline

_SEQUENCE = 1  # one writer
_PROCESS = 1  # the number of the process' track; lanes and curves have the next ones


def perfetto_file(picture: Timeline) -> bytes:
    """Writes a timeline; times are nanoseconds from its beginning on."""
    trace = Trace()
    process = trace.packet.add().track_descriptor
    process.uuid = _PROCESS
    process.process.pid, process.process.process_name = picture.pid, picture.title
    process.child_ordering = TrackDescriptor.EXPLICIT
    number = _PROCESS
    for rank, lane in enumerate(picture.lanes):
        number += 1
        _describe(trace.packet.add().track_descriptor, number, rank, lane, picture.pid)
        trace.packet.extend(_events(lane, number))
    for rank, curve in enumerate(picture.curves, len(picture.lanes)):
        number += 1
        track = trace.packet.add().track_descriptor
        track.uuid, track.parent_uuid, track.name, track.sibling_order_rank = number, _PROCESS, curve.name, rank
        track.counter.SetInParent()
        trace.packet.extend(_points(curve, number))
    written: bytes = trace.SerializeToString()
    return written


def _describe(track: TrackDescriptor, number: int, rank: int, lane: Lane, pid: int) -> None:
    track.uuid, track.sibling_order_rank = number, rank
    if lane.thread_id:
        track.thread.pid, track.thread.tid, track.thread.thread_name = pid, lane.thread_id, lane.name
    else:
        track.parent_uuid, track.name = _PROCESS, lane.name


def _events(lane: Lane, number: int) -> Iterator[TracePacket]:
    """Beginnings and ends of a lane's slices, in the order of time; inner ones end first."""
    open_ends: list[int] = []
    for bar in lane.slices:
        while open_ends and open_ends[-1] <= bar.began_ns:
            yield _packet(open_ends.pop(), TrackEvent(type=TrackEvent.TYPE_SLICE_END, track_uuid=number))
        yield _packet(bar.began_ns, _beginning(bar, number))
        open_ends.append(bar.ended_ns)
    while open_ends:
        yield _packet(open_ends.pop(), TrackEvent(type=TrackEvent.TYPE_SLICE_END, track_uuid=number))


def _beginning(bar: Slice, number: int) -> TrackEvent:
    event = TrackEvent(
        type=TrackEvent.TYPE_SLICE_BEGIN, track_uuid=number, name=bar.name, categories=[bar.category],
        flow_ids=bar.flows, terminating_flow_ids=bar.ended_flows,
    )  # fmt: skip
    for name, value in bar.args.items():
        if isinstance(value, str):
            event.debug_annotations.add(name=name, string_value=value)
        elif isinstance(value, int):
            event.debug_annotations.add(name=name, int_value=value)
        else:
            event.debug_annotations.add(name=name, double_value=value)
    return event


def _points(curve: Curve, number: int) -> Iterator[TracePacket]:
    for at_ns, value in curve.points:
        event = TrackEvent(type=TrackEvent.TYPE_COUNTER, track_uuid=number, double_counter_value=value)
        yield _packet(at_ns, event)


def _packet(at_ns: int, event: TrackEvent) -> TracePacket:
    return TracePacket(timestamp=max(0, at_ns), trusted_packet_sequence_id=_SEQUENCE, track_event=event)
