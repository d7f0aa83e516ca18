"""RecordInput: every record once in an epoch; damaged files are refused."""
from __future__ import annotations

import gzip
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.kernels.io.record_files import read_records
from tests.kernels.live_graph import LiveGraph
from tests.kernels.stray_files import open_files

RECORDS = [b"hello", b"", b"w" * 40]
# A file with these records, as TensorFlow writes it.
FILE = bytes.fromhex(
    "0500000000000000eab2043e68656c6c6fbb1f1c19000000000000000029039807d8ea82a22800000000000000ff70164a"
    + "77" * 40 + "93f80b98"
)  # fmt: skip


@pytest.mark.parametrize(("compression", "data"), [
    ("", FILE), ("GZIP", gzip.compress(FILE, mtime=0)), ("ZLIB", zlib.compress(FILE)),
], ids=["plain", "gzip", "zlib"])  # fmt: skip
def test_files_of_tensorflows(tmp_path: Path, compression: str, data: bytes) -> None:
    """Files of TensorFlow's are read, compressed or not."""
    (tmp_path / "f").write_bytes(data)
    assert list(read_records(tmp_path / "f", compression)) == RECORDS


@pytest.mark.parametrize(("data", "message"), [
    (FILE[:-3], "truncated record at 37"), (FILE[:20], "truncated record at 0"),
    (FILE + FILE[:13], "truncated record at 93"),
    (FILE[:13] + b"x" + FILE[14:], "corrupted record at 12"), (b"\1" + FILE[1:], "corrupted record at 0"),
])  # fmt: skip
def test_damaged_files(tmp_path: Path, data: bytes, message: str) -> None:
    """Where a file ends too early or is changed, reading fails and says where."""
    (tmp_path / "f").write_bytes(data)
    with pytest.raises(errors.DataLossError, match=message):
        list(read_records(tmp_path / "f"))


def test_half_a_header(tmp_path: Path) -> None:
    """A file that ends within a header has no record there, as in TensorFlow."""
    (tmp_path / "f").write_bytes(FILE + FILE[:11])
    assert list(read_records(tmp_path / "f")) == RECORDS


async def test_epochs(live: LiveGraph, tmp_path: Path) -> None:
    """Each epoch gives each record of each file once, in an order that repeats in another session only."""
    for name in ("a.rec", "b.rec"):
        (tmp_path / name).write_bytes(FILE)
    pattern = str(tmp_path / "*.rec").encode()
    node = live.op("RecordInput", file_pattern=pattern, batch_size=4, file_buffer_size=3, file_shuffle_shift_ratio=0.5)
    batches = [list(await live.run(node)) for _ in range(9)]
    drawn = [record for batch in batches for record in batch]
    for start in range(0, 36, 6):
        assert Counter(drawn[start : start + 6]) == dict.fromkeys(RECORDS, 2)
    assert len({tuple(drawn[start : start + 6]) for start in range(0, 36, 6)}) > 1
    async with LiveGraph(live.graph) as other:
        assert [list(await other.run(node)) for _ in range(9)] == batches


async def test_nothing_to_read(live: LiveGraph, tmp_path: Path) -> None:
    """Without files, or without records in them, there is no batch; an empty batch needs none."""
    pattern = str(tmp_path / "*").encode()
    node = live.op("RecordInput", file_pattern=pattern)
    for _ in range(2):
        with pytest.raises(errors.NotFoundError, match="Found no files at"):
            await live.run(node)
    (tmp_path / "f").write_bytes(b"")
    with pytest.raises(errors.OutOfRangeError, match="have no records"):
        await live("RecordInput", file_pattern=pattern)
    assert (await live("RecordInput", file_pattern=pattern, batch_size=0)).shape == (0,)


def test_untrusted_graphs_do_not_read() -> None:
    """A graph from elsewhere reads no files unless it is trusted."""
    message: Any = tf.GraphDef()
    message.node.add(name="records", op="RecordInput").attr["file_pattern"].s = b"/etc/*"
    with tf.Graph().as_default(), pytest.raises(errors.PermissionDeniedError, match="records"):
        tf.import_graph_def(message)


async def test_the_file_that_is_being_read_is_closed_with_the_session(tmp_path: Path) -> None:
    """A stream in the middle of a file holds it open only as long as its session."""
    (tmp_path / "f").write_bytes(FILE)
    async with LiveGraph() as live:
        await live("RecordInput", file_pattern=str(tmp_path / "f").encode(), batch_size=1, file_buffer_size=1)
    assert open_files(tmp_path) == []


@pytest.mark.parametrize(
    ("attrs", "error"),
    [
        ({"batch_size": 2**31}, errors.ResourceExhaustedError),
        ({"file_shuffle_shift_ratio": float("nan")}, errors.InvalidArgumentError),
        ({"file_pattern": b"nul\0byte/*"}, errors.InvalidArgumentError),
        ({"compression_type": b"\xff", "file_pattern": b"/missing/\xff"}, errors.NotFoundError),
    ],
)
async def test_what_cannot_be_read(live: LiveGraph, attrs: dict[str, Any], error: type[errors.OpError]) -> None:
    """Batches without end, and names and numbers that mean nothing, are refused."""
    with pytest.raises(error):
        await live("RecordInput", **{"file_pattern": b"/missing/*", **attrs})
