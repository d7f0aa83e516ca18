"""Summaries come into files of events as TensorFlow writes them, and only in graphs that are trusted."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.event_pb2 import Event
from aioflow._proto.summary_pb2 import Summary
from aioflow.kernels.io.record_files import read_records
from tests.full_disk import full_disk
from tests.kernels.live_graph import LiveGraph

FIRST = b'\x1a\rbrain.Event:2R$\n"tensorflow.core.util.events_writer'
RAW = Summary(value=[Summary.Value(tag="raw", simple_value=3)]).SerializeToString()
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x02\x08\x00\x00\x00\x00W\xddR\xf8\x00\x00\x00\x0e"
    b"IDAT\x08\x99c``ddb\x04\x00\x00\x12\x00\x06\xd5!\x0bz\x00\x00\x00\x00IEND\xaeB`\x82"
)
WAV = b"RIFF,\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00d\x00\x00\x00\xc8\x00\x00\x00\x02\x00\x10\x00data\x08"
HISTOGRAM = (  # of a true and a false value
    b"\x11\x00\x00\x00\x00\x00\x00\xf0?\x19\x00\x00\x00\x00\x00\x00\x00@!\x00\x00\x00\x00\x00\x00\xf0?)\x00\x00\x00\x00"
    b"\x00\x00\xf0?2(\x00\x00\x00\x00\x00\x00\x00\x00\x11\xea-\x81\x99\x97q=\x08\x99i\x19\x15Z\xed?+\x14\xfa\xcd\xbe$"
    b"\xf0?\xff\xff\xff\xff\xff\xff\xef\x7f:("
)
Write = Callable[..., Awaitable[None]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where events are written."""
    return tmp_path / "x" / "y"


@pytest.fixture
async def write(live: LiveGraph, folder: Path) -> Write:
    """Runs an op with a writer that has begun a file."""
    writer = live.op("SummaryWriter")
    await live("CreateSummaryFileWriter", writer, str(folder).encode(), np.int32(5), np.int32(10**6), b".v2")

    async def run(op: str, *inputs: Any, **attrs: Any) -> None:
        await live(op, writer, *inputs, **attrs)

    return run


def events(folder: Path) -> list[bytes]:
    """The events in the only file, without their times."""
    (path,) = folder.iterdir()
    parsed = [Event.FromString(record) for record in read_records(path)]
    assert all(event.wall_time > 0 for event in parsed)
    for event in parsed:
        event.wall_time = 0
    return [event.SerializeToString() for event in parsed]


def step(number: int) -> Any:
    """The number of a step."""
    return np.int64(number)


@pytest.mark.parametrize(("op", "inputs", "attrs", "event"), [
    ("WriteScalarSummary", (b"sc", np.float64(1.5)), {}, b"\x10\x01*\x0b\n\t\n\x02sc\x15\x00\x00\xc0?"),
    ("WriteScalarSummary", (b"sc", np.array([1, 2], np.int32)), {}, b"\x10\x01*\x0b\n\t\n\x02sc\x15\x00\x00\x80?"),
    (
        "WriteSummary", (np.array([[1, 2], [3, 4]], np.float32), b"te", b""), {},
        b'\x10\x01*&\n$\n\x02teB\x1e\x08\x01\x12\x08\x12\x02\x08\x02\x12\x02\x08\x02"\x10\x00\x00\x80?\x00\x00\x00@\x00'
        b"\x00@@\x00\x00\x80@",
    ),
    (
        "WriteSummary", (np.array([b"a", b"b"], object), b"te2", b"\x12\x01q"), {},
        b"\x10\x01*\x1c\n\x1a\n\x03te2B\x0e\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x01bJ\x03\x12\x01q",
    ),
    (
        "WriteSummary", (np.array([b"a", b"b"], object), b"te2", b"\xff\xff"), {},
        b"\x10\x01*\x19\n\x17\n\x03te2B\x0e\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x01bJ\x00",
    ),
    ("WriteHistogramSummary", (b"hi", np.array([True, False])), {}, b"\x10\x01*\x80\x01\n~\n\x02hi*x" + HISTOGRAM),
    (
        "WriteImageSummary", (b"im", np.arange(4, dtype=np.uint8).reshape(1, 2, 2, 1), np.array([9], np.uint8)),
        {"max_images": 1}, b'\x10\x01*]\n[\n\x08im/image"O\x08\x02\x10\x02\x18\x01"G' + PNG,
    ),
    (
        "WriteAudioSummary", (b"au", np.array([[0, 0.5, -1, 1]], np.float32), np.float32(100)), {"max_outputs": 3},
        b'\x10\x01*Z\nX\n\nau/audio/02J\r\x00\x00\xc8B\x10\x01\x18\x04"4' + WAV,
    ),
    ("WriteRawProtoSummary", (np.array([RAW, RAW], object),), {}, b"\x10\x01*\x18" + RAW + RAW),
    ("WriteGraphSummary", (b'"\x03\x08\xaa\x13',), {}, b'\x10\x01"\x05"\x03\x08\xaa\x13'),
])  # fmt: skip
async def test_events_are_those_of_tensorflow(
    write: Write, folder: Path, op: str, inputs: tuple[Any, ...], attrs: dict[str, Any], event: bytes
) -> None:
    """An op writes the bytes that TensorFlow wrote (those of large events begin with them)."""
    await write(op, step(1), *inputs, **attrs)
    await write("FlushSummaryWriter")
    first, second = events(folder)
    assert first == FIRST
    assert second.startswith(event)


async def test_events_are_imported_as_they_are(write: Write, folder: Path) -> None:
    """An imported event keeps its time."""
    await write("ImportEvent", Event(wall_time=5, step=9, summary=Summary.FromString(RAW)).SerializeToString())
    await write("CloseSummaryWriter")
    (path,) = folder.iterdir()
    assert Event.FromString(list(read_records(path))[1]).wall_time == 5


async def test_a_file_begins_at_once_and_is_written_when_the_queue_is_full(write: Write, folder: Path) -> None:
    """The first record is there from the start; others come when more wait than may."""
    (path,) = folder.iterdir()
    assert path.name.startswith("events.out.tfevents.") and path.name.endswith(".v2")
    for number in range(6):
        assert len(events(folder)) == 1
        await write("WriteScalarSummary", step(number), b"a", np.float32(1))
    assert len(events(folder)) == 7


@pytest.mark.parametrize("spare_nbytes", [0, 10, 30])
async def test_a_full_disk_leaves_no_torn_record(write: Write, folder: Path, spare_nbytes: int) -> None:
    """Events that found no room are lost; those that come later can be read, for none is in pieces before them."""
    (path,) = folder.iterdir()
    await write("WriteScalarSummary", step(1), b"first", np.float32(1))
    await write("FlushSummaryWriter")
    whole = path.read_bytes()
    await write("WriteScalarSummary", step(2), b"lost", np.float32(1))
    with pytest.raises(errors.OutOfRangeError), full_disk(len(whole) + spare_nbytes):
        await write("FlushSummaryWriter")
    assert path.read_bytes() == whole
    await write("WriteScalarSummary", step(3), b"later", np.float32(1))
    await write("FlushSummaryWriter")
    assert [Event.FromString(event).step for event in events(folder)] == [0, 1, 3]


async def test_a_writer_has_one_file_until_it_is_closed(live: LiveGraph, folder: Path) -> None:
    """A second file is not begun before; without one there is nothing to write to."""
    writer = live.op("SummaryWriter", shared_name=b"w")

    async def begin(where: Path) -> None:
        await live("CreateSummaryFileWriter", writer, str(where).encode(), np.int32(5), np.int32(10), b"")

    scalar = live.op("WriteScalarSummary", writer, step(1), b"a", np.float32(1))
    for unwritten in (scalar, live.op("FlushSummaryWriter", writer), live.op("CloseSummaryWriter", writer)):
        with pytest.raises(errors.NotFoundError):
            await live.run(unwritten)
    await begin(folder / "a")
    await begin(folder / "b")
    assert [path.name for path in folder.iterdir()] == ["a"]
    await live.run(scalar)
    await live("CloseSummaryWriter", writer)
    assert len(events(folder / "a")) == 2
    with pytest.raises(errors.NotFoundError):
        await live.run(scalar)
    await begin(folder / "b")
    assert events(folder / "b") == [FIRST]


async def test_what_waits_is_written_when_the_session_closes(folder: Path) -> None:
    """Nothing is lost that was not flushed."""
    async with LiveGraph() as live:
        writer = live.op("SummaryWriter")
        await live("CreateSummaryFileWriter", writer, str(folder).encode(), np.int32(5), np.int32(10**6), b"")
        await live("WriteScalarSummary", writer, step(1), b"a", np.float32(1))
    assert len(events(folder)) == 2


@pytest.mark.parametrize(("op", "inputs", "error"), [
    ("WriteHistogramSummary", (step(1), b"h", np.array([1, np.nan], np.float32)), errors.InvalidArgumentError),
    (
        "WriteImageSummary", (step(1), b"i", np.zeros((2, 2, 1), np.uint8), np.zeros(4, np.uint8)),
        errors.InvalidArgumentError,
    ),
    ("WriteRawProtoSummary", (step(1), b"\xff"), errors.DataLossError),
    ("WriteGraphSummary", (step(1), b"\xff"), errors.DataLossError),
    ("ImportEvent", (b"\xff",), errors.DataLossError),
])  # fmt: skip
async def test_what_cannot_be_written_is_refused(write: Write, op: str, inputs: tuple[Any, ...], error: Any) -> None:
    """With TensorFlow's errors."""
    with pytest.raises(error):
        await write(op, *inputs)


async def test_files_lie_where_they_can(live: LiveGraph, tmp_path: Path) -> None:
    """A folder cannot lie in a file."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(errors.FailedPreconditionError):
        where = str(tmp_path / "file" / "x").encode()
        await live("CreateSummaryFileWriter", live.op("SummaryWriter"), where, np.int32(5), np.int32(10), b"")


def test_graphs_that_are_not_trusted_write_nothing(live: LiveGraph) -> None:
    """A graph with a writer is imported with trust only."""
    live.op("SummaryWriter")
    message = live.graph.as_graph_def()
    with tf.Graph().as_default(), pytest.raises(errors.PermissionDeniedError):
        tf.import_graph_def(message)
    with tf.Graph().as_default():
        tf.import_graph_def(message, trust="full")
