"""Recordings as files for viewers: lanes, arrows and curves, read back by the formats' own rules."""
from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.unknown_fields import UnknownFieldSet

import aioflow as tf
from aioflow._proto.perfetto_trace_pb2 import Trace, TrackEvent
from aioflow.observe import Recording
from aioflow.observe.recording import page
from aioflow.observe.recording.timeline import Lane, Slice, timeline

TWO_THREADS = tf.ConfigProto(
    session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2, global_name="pictured")]
)


@pytest.fixture
async def recording(graph: tf.Graph) -> Recording:
    """Six runs of six callers on two threads, of one of which nodes were recorded."""
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.add(tf.py_func(lambda value: value + 1, [x], tf.float32, name="called"), 1.0, name="y")
    async with tf.Session(graph=graph, config=TWO_THREADS) as session, tf.record(session, first=1) as recording:
        await asyncio.gather(*(session.run(y, {x: float(number)}) for number in range(6)))
    return recording


async def test_lanes(recording: Recording) -> None:
    """O-16: bars of one lane nest, whatever overlaps has lanes of its own, and times are whole nanoseconds."""
    picture = timeline(recording)
    groups = defaultdict(list)
    for lane in picture.lanes:
        groups[lane.group].append(lane)
        open_ends: list[int] = []
        for bar in lane.slices:
            while open_ends and open_ends[-1] <= bar.began_ns:
                open_ends.pop()
            assert isinstance(bar.began_ns, int) and 0 <= bar.began_ns <= bar.ended_ns <= picture.length_ns
            assert not open_ends or bar.ended_ns <= open_ends[-1], (lane.name, bar)
            open_ends.append(bar.ended_ns)
    runs = [bar for lane in groups["runs"] for bar in lane.slices if "outcome" in bar.args]
    assert len(runs) == 6 and {bar.name for bar in runs} == {"y(x)"}
    threads = {lane.name: lane for lane in groups["threads"]}
    on_pool = [lane for name, lane in threads.items() if name.startswith("aioflow_pictured_")]
    assert on_pool and all(lane.thread_id > 0 for lane in on_pool)
    assert any(bar.category == "node" and bar.name == "called" for lane in threads.values() for bar in lane.slices)


async def test_arrows_lead_from_request_to_result(recording: Recording) -> None:
    """Each run's wait leads to a task of it, and a task of it to its result."""
    picture = timeline(recording)
    sources = {number: bar for lane in picture.lanes for bar in lane.slices for number in bar.flows}
    targets = {number: bar for lane in picture.lanes for bar in lane.slices for number in bar.ended_flows}
    assert sources.keys() == targets.keys()
    ways = sorted((sources[number].category, targets[number].category) for number in sources)
    assert ways.count(("queue", "task")) == ways.count(("task", "run")) == 6
    assert all(sources[number].began_ns <= targets[number].ended_ns for number in sources)


async def test_curves(recording: Recording) -> None:
    """How many tasks wait and run at a time is a curve for each pool, and the loop's lag is one."""
    curves = {curve.name: [value for _, value in curve.points] for curve in timeline(recording).curves}
    assert curves.keys() == {"pictured: queued", "pictured: busy", "loop_lag_ms"}
    assert curves["pictured: busy"][-1] == curves["pictured: queued"][-1] == 0
    assert 1 <= max(curves["pictured: busy"]) <= 2 and max(curves["pictured: queued"]) >= 1


async def test_chrome(recording: Recording, tmp_path: Path) -> None:
    """O-25: a .json is of Chrome's format: complete events with times and lanes, arrows with two ends, counters."""
    recording.save(str(tmp_path / "t.json"))
    document = json.loads((tmp_path / "t.json").read_text())
    by_kind: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for event in document["traceEvents"]:
        by_kind[event["ph"]].append(event)
    assert by_kind.keys() <= {"M", "X", "s", "f", "C"}
    named = {event["tid"] for event in by_kind["M"] if event["name"] == "thread_name"}
    assert {event["tid"] for event in by_kind["X"]} <= named
    assert sorted(event["id"] for event in by_kind["s"]) == sorted(event["id"] for event in by_kind["f"])
    bars = sum(len(lane.slices) for lane in timeline(recording).lanes)
    assert len(by_kind["X"]) == bars
    for event in by_kind["X"]:  # a double holds them to the nanosecond
        assert round(event["ts"] * 1000) / 1000 == event["ts"] and event["dur"] >= 0
    for arrow in by_kind["s"]:  # it begins on a bar
        assert any(
            bar["tid"] == arrow["tid"] and bar["ts"] <= arrow["ts"] <= bar["ts"] + bar["dur"] for bar in by_kind["X"]
        )
    assert document["otherData"]["origin_ns"] == recording.epoch_ns + recording.began_ns


@pytest.mark.parametrize("reader", ["ours", "perfetto.protos.perfetto.trace.perfetto_trace_pb2"])
async def test_perfetto(recording: Recording, tmp_path: Path, reader: str) -> None:
    """O-25: a .pftrace is a trace of Perfetto: tracks that are described before they are used, slices that end."""
    recording.save(str(tmp_path / "t.pftrace"))
    kind = Trace if reader == "ours" else pytest.importorskip(reader).Trace
    trace = kind.FromString((tmp_path / "t.pftrace").read_bytes())
    assert not UnknownFieldSet(trace) and not any(len(UnknownFieldSet(packet)) for packet in trace.packet)
    tracks: dict[int, Any] = {}
    depth: dict[int, int] = defaultdict(int)
    last_ns: dict[int, int] = defaultdict(int)
    flows: list[int] = []
    ended: list[int] = []
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            assert packet.track_descriptor.uuid not in tracks
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
            continue
        event = packet.track_event
        assert packet.trusted_packet_sequence_id and event.track_uuid in tracks
        assert packet.timestamp >= last_ns[event.track_uuid]
        last_ns[event.track_uuid] = packet.timestamp
        if event.type == TrackEvent.TYPE_COUNTER:
            assert tracks[event.track_uuid].HasField("counter")
        else:
            depth[event.track_uuid] += 1 if event.type == TrackEvent.TYPE_SLICE_BEGIN else -1
            assert depth[event.track_uuid] >= 0
        flows += event.flow_ids
        ended += event.terminating_flow_ids
    assert not any(depth.values()) and sorted(flows) == sorted(ended) and len(flows) == 12
    parents = {track.parent_uuid for track in tracks.values() if track.parent_uuid}
    (process,) = (track for track in tracks.values() if track.HasField("process"))
    assert parents == {process.uuid}
    assert any(track.thread.thread_name.startswith("aioflow_pictured_") for track in tracks.values())


def test_other_names_are_refused(tmp_path: Path) -> None:
    """A file whose name says no format is not written."""
    with tf.record() as recording:
        pass
    with pytest.raises(ValueError, match=r"\.pftrace"):
        recording.save(str(tmp_path / "t.txt"))
    assert list(tmp_path.iterdir()) == []


async def test_page(recording: Recording, tmp_path: Path) -> None:
    """A .html needs nothing but itself, says what was seen in sentences and tables, and has all bars for its script."""
    recording.save(tmp_path / "t.html")
    text = (tmp_path / "t.html").read_text("utf-8")
    assert "6 runs ended, 0 of them with an error." in text and "The slowest, y(x), took" in text
    assert "default-src 'none'" in text and "http://" not in text and "https://" not in text
    for title in ("Runs", "Waits for a thread", "Recorded nodes, by op"):
        assert f"<h2>{title}</h2>" in text
    assert "<td>pictured</td>" in text
    embedded = text.partition('id="data">')[2].partition("</script>")[0]
    data = json.loads(embedded)
    bars = [bar for lane in timeline(recording).lanes for bar in lane.slices]
    assert sum(len(lane["bars"]) for lane in data["lanes"]) == len(bars)


async def test_page_escapes(graph: tf.Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of strangers' graphs end no script and begin no element; a page does not grow without bound."""
    name = "</script><b>"
    monkeypatch.setattr("aioflow.session.steps.prepared_run.label_of", lambda entry: name)
    monkeypatch.setattr("aioflow.observe.recording.page.MAX_BARS", 4)
    y = tf.constant(1.0) + 1.0
    async with tf.Session(graph=graph) as session, tf.record(session) as recording:
        for _ in range(9):
            await session.run(y)
    recording.save(tmp_path / "t.html")
    text = (tmp_path / "t.html").read_text("utf-8")
    assert name not in text and "&lt;/script&gt;&lt;b&gt;" in text and "bars are left out" in text
    assert text.count("</script>") == 2


@pytest.mark.parametrize("num_lanes", [1, 3, 4, 7])
def test_page_has_so_many_bars_and_no_more(num_lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there are more lanes than bars that a page may have."""
    monkeypatch.setattr(page, "MAX_BARS", 4)
    lanes = [Lane("threads", str(n), n, [Slice("run", "run", 0, 1) for _ in range(9)]) for n in range(num_lanes)]
    kept, num_left_out = page._bounded(lanes)
    num_kept = sum(len(lane.slices) for lane in kept)
    assert num_kept == 4 // num_lanes * num_lanes and num_left_out == 9 * num_lanes - num_kept
