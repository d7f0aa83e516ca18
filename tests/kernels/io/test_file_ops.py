"""Ops on whole files do as TensorFlow's, and only in graphs that are trusted."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.live_graph import LiveGraph

OPS = {"ReadFile": 1, "WriteFile": 2, "MatchingFiles": 1, "GenerateVocabRemapping": 2}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some files."""
    contents = {"a": b"x\ny\nz\nw\n", "b": b"q\nw\nx\nz", "c1": b"", "cr": b"x\r\nw\r\n", ".h": b"", "gap": b"x\n\ny"}
    for name, content in {**contents, "twice": b"x\nx\ny\n"}.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "s" / "t").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def remapped(live: LiveGraph, folder: Path) -> Callable[..., Awaitable[Any]]:
    """GenerateVocabRemapping of two of the files."""

    async def call(new: str, old: str, offset: int = 0, count: int = 3, size: int = -1) -> Any:
        paths = [str(folder / name).encode() for name in (new, old)]
        attrs = {"new_vocab_offset": offset, "num_new_vocab": count, "old_vocab_size": size}
        lines, num_present = await live("GenerateVocabRemapping", *paths, **attrs)
        return lines.tolist(), int(num_present)

    return call


async def test_files_are_written_and_read(live: LiveGraph, folder: Path) -> None:
    """A file is written over, directories are made; the bytes come back."""
    path = str(folder / "new" / "er" / "f").encode()
    for content in (b"12\0\xff", b""):
        await live("WriteFile", path, content)
        assert await live("ReadFile", path) == content


@pytest.mark.parametrize(("name", "error"), [
    ("none", errors.NotFoundError), ("s", errors.FailedPreconditionError), ("a/x", errors.FailedPreconditionError),
    ("a\0", errors.InvalidArgumentError), ("", errors.FailedPreconditionError),
])  # fmt: skip
async def test_what_is_no_file_is_not_read(live: LiveGraph, folder: Path, name: str, error: Any) -> None:
    """Missing files, directories and files taken for one have TensorFlow's errors."""
    with pytest.raises(error):
        await live("ReadFile", f"{folder}/{name}".encode())


async def test_names_must_be_scalars_and_not_empty(live: LiveGraph, folder: Path) -> None:
    """There is one name to read or write, and it is not empty."""
    names = live.placeholder(tf.string)
    with pytest.raises(errors.InvalidArgumentError):
        await live.run(live.op("ReadFile", names), {names: np.array([b"a"], object)})
    for op, inputs in (("ReadFile", [b""]), ("WriteFile", [b"", b"x"])):
        with pytest.raises(errors.NotFoundError):
            await live(op, *inputs)
    with pytest.raises(errors.FailedPreconditionError):
        await live("WriteFile", str(folder / "a" / "x").encode(), b"")


@pytest.mark.parametrize(("patterns", "found"), [
    (["*"], [".h", "a", "b", "c1", "cr", "gap", "s", "twice"]), (["c?"], ["c1", "cr"]), (["[ab]"], ["a", "b"]),
    (["none*"], []), (["none"], []), (["a"], ["a"]), (["s/*"], ["s/t"]), (["*/t"], ["s/t"]), (["**/x"], []),
    (["b", "a", "c*", "c1"], ["a", "b", "c1", "c1", "cr"]), ([], []),
])  # fmt: skip
async def test_matching_files(live: LiveGraph, folder: Path, patterns: list[str], found: list[str]) -> None:
    """Paths are sorted over all patterns; a star stands for hidden files, too, but for no slash."""
    paths = [f"{folder}/{pattern}".encode() for pattern in patterns]
    names = await live("MatchingFiles", np.array(paths, object))
    assert list(names) == [f"{folder}/{name}".encode() for name in found]


async def test_remapping(remapped: Callable[..., Awaitable[Any]]) -> None:
    """Each line of the new vocabulary has its number in the old one, or -1; TensorFlow gave these."""
    assert await remapped("a", "b") == ([2, -1, 3], 2)
    assert await remapped("a", "b", offset=2, count=2) == ([3, 1], 2)
    assert await remapped("a", "b", size=2) == ([-1, -1, -1], 0)
    assert await remapped("a", "b", count=0) == ([], 0)
    assert await remapped("twice", "b") == ([2, 2, -1], 2)
    assert await remapped("a", "cr") == ([0, -1, -1], 1)


@pytest.mark.parametrize(("wanted", "error"), [
    ({"offset": 2}, errors.InvalidArgumentError), ({"size": 9}, errors.InvalidArgumentError),
    ({"size": 0}, errors.OutOfRangeError), ({"old": "none"}, errors.NotFoundError),
    ({"old": "twice"}, errors.FailedPreconditionError), ({"old": "gap"}, errors.InvalidArgumentError),
    ({"old": "c1"}, errors.OutOfRangeError),
])  # fmt: skip
async def test_no_remapping(remapped: Callable[..., Awaitable[Any]], wanted: dict[str, Any], error: Any) -> None:
    """Too few lines, missing, damaged and empty files have TensorFlow's errors."""
    with pytest.raises(error):
        await remapped(**{"new": "a", "old": "b", **wanted})


@pytest.mark.parametrize("op", OPS)
def test_untrusted_graphs_touch_no_files(op: str) -> None:
    """A graph from elsewhere has none of these ops unless it is trusted."""
    message: Any = tf.GraphDef()
    message.node.add(name="name", op="Placeholder").attr["dtype"].type = 7
    node = message.node.add(name="file", op=op, input=["name"] * OPS[op])
    if op == "GenerateVocabRemapping":
        node.attr["new_vocab_offset"].i, node.attr["num_new_vocab"].i = 0, 0
    with tf.Graph().as_default(), pytest.raises(errors.PermissionDeniedError, match="file"):
        tf.import_graph_def(message)
