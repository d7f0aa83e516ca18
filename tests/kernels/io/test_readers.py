"""Readers: what TensorFlow finds in files, who waits for names, what is kept between runs, and how little is held."""
from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.file_bytes import MAX_NBYTES, FileBytes
from tests.kernels.live_graph import LiveGraph, strings
from tests.kernels.reader_programs import FILES, PROGRAMS, RECORDED, Nodes, built
from tests.kernels.waiting_calls import settled


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the files of the programs in it."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    """What TensorFlow's calls gave, by the programs' names."""
    outcomes: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return outcomes


def test_all_are_recorded(recorded: dict[str, Any]) -> None:
    """Every program was run with TensorFlow."""
    assert recorded.keys() == PROGRAMS.keys()


@pytest.mark.parametrize("name", PROGRAMS)
async def test_program(name: str, recorded: dict[str, Any], files: Path) -> None:
    """Keys, values, classes of errors, and both counts are TensorFlow's after each call."""
    program = PROGRAMS[name]
    with tf.Graph().as_default():
        nodes = built(tf, program)
        async with tf.Session() as session:
            await session.run(nodes.enqueue)
            await session.run(nodes.close)
            for _ in range(program.num_calls):
                records, counts = await called(session, nodes.read), await called(session, nodes.counts)
                if not nodes.note(records, counts if not isinstance(counts, str) else (-1, -1)):
                    break
    assert json.loads(json.dumps(nodes.outcomes)) == recorded[name]


async def called(session: tf.Session, fetches: Any) -> Any:
    """What a run gives, or the class of its error."""
    try:
        return await session.run(fetches)
    except errors.OpError as error:
        return type(error).__name__


# ---- messages


@pytest.mark.parametrize(("kind", "attrs", "file", "error", "message"), [
    ("TextLineReaderV2", {}, "missing", errors.NotFoundError, "missing; No such file or directory"),
    ("TextLineReaderV2", {}, ".", errors.FailedPreconditionError, ".; Is a directory"),
    ("WholeFileReaderV2", {}, "a\0b", errors.InvalidArgumentError, "no file can have the name"),
    ("TextLineReaderV2", {"skip_header_lines": -1}, "text", errors.InvalidArgumentError,
     "skip_header_lines must be >= 0 not -1"),
    ("FixedLengthRecordReaderV2", {"record_bytes": 2, "footer_bytes": -3}, "text", errors.InvalidArgumentError,
     "footer_bytes must be >= 0 not -3"),
    ("FixedLengthRecordReaderV2", {"record_bytes": 2, "header_bytes": 3}, "ab", errors.OutOfRangeError,
     "reached end of file"),
    ("TFRecordReaderV2", {}, "text", errors.DataLossError, r"corrupted record at 0 \(Is this even a TFRecord file\?\)"),
    ("TFRecordReaderV2", {"compression_type": b"GZIP"}, "text", errors.DataLossError,
     r"inflate\(\) failed with error -3: incorrect header check"),
])  # fmt: skip
async def test_messages(
    live: LiveGraph, files: Path, kind: str, attrs: Any, file: str, error: type[errors.OpError], message: str
) -> None:
    """Errors say what TensorFlow's say."""
    queue = live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    read = live.op("ReaderReadV2", live.op(kind, **attrs), queue)
    await live("QueueEnqueueV2", queue, [file.encode()], Tcomponents=[tf.string])
    with pytest.raises(error, match=message):
        await live.run(read)


@pytest.mark.parametrize(("types", "element", "message"), [
    ([tf.string, tf.string], [b"a", b"b"], "Expected single component queue"),
    ([tf.float32], [1.0], "Expected queue with single string component"),
    ([tf.string], [strings(b"a", b"b")], "Expected to dequeue a one-element string tensor"),
])  # fmt: skip
async def test_queues_of_something_else(live: LiveGraph, types: Any, element: Any, message: str) -> None:
    """A queue must have one string at a time; one of shape [1] will do."""
    reader, queue = live.op("IdentityReaderV2"), live.op("FIFOQueueV2", component_types=types)
    await live("QueueEnqueueV2", queue, element, Tcomponents=types)
    with pytest.raises(errors.InvalidArgumentError, match=message):
        await live("ReaderReadV2", reader, queue)
    names = live.op("FIFOQueueV2", component_types=[tf.string])
    await live("QueueEnqueueV2", names, [strings(b"a")], Tcomponents=[tf.string])
    assert await live("ReaderReadV2", reader, names) == [b"a", b"a"]


async def test_negative_number_of_records(live: LiveGraph) -> None:
    """A negative number of records is refused (TensorFlow's process dies of it)."""
    reader, queue = live.op("IdentityReaderV2"), live.op("FIFOQueueV2", component_types=[tf.string])
    with pytest.raises(errors.InvalidArgumentError, match="num_records must be >= 0 not -1"):
        await live("ReaderReadUpToV2", reader, queue, -1)


# ---- waiting


async def test_reads_wait_for_names_in_turn(live: LiveGraph) -> None:
    """Reads that come first wait, one behind the other; a cancelled one leaves its turn to the next."""
    reader, queue = live.op("IdentityReaderV2"), live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    read = live.op("ReaderReadV2", reader, queue)
    waiting = [asyncio.ensure_future(live.run(read)) for _ in range(4)]
    await settled()
    for call in (waiting[0], waiting[2]):
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    for name in (b"x", b"y"):
        await live("QueueEnqueueV2", queue, [name], Tcomponents=[tf.string])
    values = [(await waiting[number])[1] for number in (1, 3)]
    assert sorted(values) == [b"x", b"y"]
    assert await live("ReaderNumRecordsProducedV2", reader) == 2


async def test_many_readers_of_one_file(live: LiveGraph, files: Path) -> None:
    """Runs that read at the same time get each line once."""
    (files / "many").write_bytes(b"".join(b"%d\n" % number for number in range(60)))
    reader, queue = live.op("TextLineReaderV2"), live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    await live("QueueEnqueueV2", queue, [b"many"], Tcomponents=[tf.string])
    read = live.op("ReaderReadV2", reader, queue)
    records = await asyncio.gather(*(live.run(read) for _ in range(60)))
    assert sorted(int(value) for _, value in records) == list(range(60))
    assert {key for key, _ in records} == {b"many:%d" % number for number in range(1, 61)}


async def test_readers_by_name(live: LiveGraph) -> None:
    """Nodes of one shared name have one reader; the older ops, whose handles are two strings, do as well."""
    first = live.op("IdentityReader", shared_name=b"s", name="first")
    second = live.op("WholeFileReader", shared_name=b"s", name="second")
    queue = live.op("FIFOQueue", component_types=[tf.string], shapes=[()])
    await live("QueueEnqueueMany", queue, [strings(b"x", b"y", b"z")], Tcomponents=[tf.string])
    assert await live("ReaderRead", first, queue) == [b"x", b"x"]
    keys, values = await live("ReaderReadUpTo", second, queue, 1)
    assert keys.tolist() == values.tolist() == [b"y"]
    assert await live("ReaderNumRecordsProduced", first) == 2 == await live("ReaderNumWorkUnitsCompleted", second)
    saved = await live("ReaderSerializeState", first)
    await live("ReaderReset", first)
    assert await live("ReaderNumRecordsProduced", first) == 0
    await live("ReaderRestoreState", first, saved)
    assert await live("ReaderNumRecordsProduced", second) == 2


# ---- states


async def test_states_of_readers_of_files(live: LiveGraph, files: Path) -> None:
    """A state says how far a reader is; another one goes on from there, and the first one after a reset."""
    queue = live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    first, second = live.op("WholeFileReaderV2"), live.op("WholeFileReaderV2")
    await live("QueueEnqueueManyV2", queue, [strings(b"ab", b"blank")], Tcomponents=[tf.string])
    assert await live("ReaderReadV2", first, queue) == [b"ab", b"ab"]
    saved = await live("ReaderSerializeStateV2", first)
    assert saved == b'\x08\x01\x10\x01\x18\x01"\x02ab'  # as TensorFlow has it
    await live("ReaderRestoreStateV2", second, saved)
    assert (await live("ReaderReadV2", second, queue))[0] == b"blank"
    assert await live("ReaderNumRecordsProducedV2", second) == 2
    await live("ReaderResetV2", first)
    assert await live("ReaderSerializeStateV2", first) == b""


@pytest.mark.parametrize(("state", "message"), [
    (b"\x08\x01", "Inconsistent work started vs. finished when restoring in IdentityReader 'id'"),
    (b"\x18" + b"\xff" * 9 + b"\x01", "Unexpected negative value when restoring in IdentityReader 'id'"),
    (b"\x08", "Could not parse state for IdentityReader 'id'"),
    (strings(b"", b""), r"Reader state must be scalar, but had shape: \[2\]"),
])  # fmt: skip
async def test_states_that_are_none(live: LiveGraph, state: Any, message: str) -> None:
    """What is no state is refused and leaves a reader that has read nothing, unless the shape tells already."""
    reader, queue = live.op("IdentityReaderV2", name="id"), live.op("FIFOQueueV2", component_types=[tf.string])
    await live("QueueEnqueueV2", queue, [b"a"], Tcomponents=[tf.string])
    await live("ReaderReadV2", reader, queue)
    fed = live.placeholder(tf.string)
    restore = live.op("ReaderRestoreStateV2", reader, fed)
    with pytest.raises(errors.InvalidArgumentError, match=message):
        await live.run(restore, {fed: state})
    assert await live("ReaderNumRecordsProducedV2", reader) == (0 if isinstance(state, bytes) else 1)


async def test_readers_without_a_state(live: LiveGraph, files: Path) -> None:
    """A reader in the middle of a file cannot tell where; an attempt to restore one resets it."""
    reader = live.op("TextLineReaderV2")
    queue = live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    await live("QueueEnqueueManyV2", queue, [strings(b"text", b"text")], Tcomponents=[tf.string])
    assert (await live("ReaderReadV2", reader, queue))[0] == b"text:1"
    with pytest.raises(errors.UnimplementedError, match="Reader SerializeState"):
        await live("ReaderSerializeStateV2", reader)
    with pytest.raises(errors.UnimplementedError, match="Reader RestoreState"):
        await live("ReaderRestoreStateV2", reader, b"")
    assert await live("ReaderNumRecordsProducedV2", reader) == 0
    assert (await live("ReaderReadV2", reader, queue))[0] == b"text:1"


# ---- how much


async def test_lengths_that_lie(live: LiveGraph, files: Path) -> None:
    """A record that claims to be larger than a tensor may be is refused; one larger than its file is damaged."""
    for name, nbytes in (("huge", MAX_NBYTES), ("large", MAX_NBYTES - 4)):
        length = struct.pack("<Q", nbytes)
        (files / name).write_bytes(length + struct.pack("<I", masked_crc32c(length)) + b"x")
    queue = live.op("FIFOQueueV2", component_types=[tf.string], shapes=[()])
    for work, error in ((b"huge", errors.ResourceExhaustedError), (b"large", errors.DataLossError)):
        await live("QueueEnqueueV2", queue, [work], Tcomponents=[tf.string])
        with pytest.raises(error):
            await live("ReaderReadV2", live.op("TFRecordReaderV2"), queue)


@pytest.mark.parametrize("read", [FileBytes.peek, FileBytes.read])
def test_bound_on_bytes(files: Path, read: Callable[[FileBytes, int], bytes]) -> None:
    """No more is read at once than a tensor may have."""
    with FileBytes(b"ab") as file:
        with pytest.raises(errors.ResourceExhaustedError, match=f"{MAX_NBYTES + 1} bytes at once"):
            read(file, MAX_NBYTES + 1)
        assert read(file, MAX_NBYTES) == b"ab"


def test_nodes_hold_their_outcomes() -> None:
    """A program ends with OutOfRangeError, and with no other error."""
    nodes = Nodes(None, None, None, None)
    assert nodes.note("DataLossError", (1, 0)) and not nodes.note("OutOfRangeError", (1, 1))


@pytest.mark.parametrize("op", ["TextLineReaderV2", "WholeFileReader", "IdentityReaderV2"])
def test_untrusted_graphs_do_not_read(op: str) -> None:
    """A graph from elsewhere has no readers unless it is trusted."""
    message: Any = tf.GraphDef()
    message.node.add(name="reader", op=op)
    with tf.Graph().as_default(), pytest.raises(errors.PermissionDeniedError, match="reader"):
        tf.import_graph_def(message)
