"""What runs dump for debuggers: files, names, events, numbers, limits."""
from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.watches import DebugNode, Delivery
from aioflow.session.watching import disk_bytes, dump_names
from aioflow.session.watching.dump_root import DumpRoot

from .debugging import dumped, dumped_keys, event_of, graphs_of, metadata_of, watching

DEVICE = "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0"


@pytest.fixture
async def session() -> AsyncIterator[Any]:
    """A session on `c = x + 1` and `s/d = c * 2`."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.multiply(tf.add(x, 1.0, name="c"), 2.0, name="s/d")
        tf.check_numerics(graph.get_tensor_by_name("c:0"), "bad", name="checked")
        async with tf.Session(graph=graph) as opened:
            yield opened


@pytest.fixture(autouse=True)
def bytes_of_others() -> None:
    """What other tests have dumped does not count."""
    disk_bytes.reset_used()


async def test_files_and_events(session: Any, tmp_path: Path) -> None:
    """O-39: files, their names, the fields of events, and the JSON in them are TensorFlow's."""
    root = tmp_path / "not" / "there" / "yet"
    await session.run(["s/d:0", "checked"], {"x:0": [1.0, 2.0]}, watching(root, ("c", 0), ("s/d", 0), global_step=5))
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    patterns = [
        r"_tfdbg_core_metadata_sessionrun\d{14}_\d{16}", rf"{DEVICE}/_tfdbg_graph_hash\d+_\d{{16}}",
        rf"{DEVICE}/c_0_DebugIdentity_\d{{16}}", rf"{DEVICE}/s/d_0_DebugIdentity_\d{{16}}",
    ]  # fmt: skip
    assert all(re.fullmatch(*pair) for pair in zip(patterns, files, strict=True)), files
    text = event_of(next(root.glob("_tfdbg_core*"))).log_message.message
    document = json.loads(text)
    expected = {
        "global_step": 5, "session_run_index": document["session_run_index"], "executor_step_index": 0,
        "input_names": ["x:0"], "output_names": ["s/d:0"], "target_nodes": ["checked"],
    }  # fmt: skip
    assert text == json.dumps(expected, separators=(",", ":"))
    event = dumped(root)[0].event
    assert event.wall_time == dumped(root)[0].micros
    value = event.summary.value[0]
    assert (value.tag, value.node_name) == ("c", "c:0:DebugIdentity")
    assert value.metadata.plugin_data.plugin_name == "debugger"
    device = "/job:localhost/replica:0/task:0/device:CPU:0"
    content = {"device": device, "outputSlot": 0, "numChunks": 1, "chunkIndex": 0}
    assert value.metadata.plugin_data.content.decode() == json.dumps(content, separators=(",", ":"))
    assert value.tensor.tensor_content == np.array([2, 3], np.float32).tobytes()


async def test_loops_and_branches(tmp_path: Path) -> None:
    """O-41: a file for each iteration, none for a branch that is not taken."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.int32, [], name="x")
        tf.cond(x > 0, lambda: tf.add(x, 1, name="yes"), lambda: tf.add(x, 2, name="no"), name="choice")
        tf.while_loop(lambda i: i < 3, lambda i: tf.add(i, 1, name="step"), [x], name="loop")
        async with tf.Session(graph=graph) as session:
            watches = ("choice/yes", 0), ("choice/no", 0), ("loop/step", 0)
            assert await session.run(["choice/Merge:0", "loop/Exit:0"], {x: 1}, watching(tmp_path, *watches)) == [2, 3]
    values = [(each.event.summary.value[0].tag, int(each.value)) for each in dumped(tmp_path)]
    assert sorted(values) == [("choice/yes", 2), ("loop/step", 2), ("loop/step", 3)]


def test_equal_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """O-41: a file that is there stays; the next one has a number behind its name."""
    monkeypatch.setattr(dump_names, "next_micros", lambda: 1_700_000_000_000_000)
    node = DebugNode(0, "a/b", 0, "DebugIdentity", Delivery.FILES, "/device:CPU:0")
    for _ in range(3):
        DumpRoot(tmp_path).write_tensor(node, np.float32(1), ("0", 0))
    names = sorted(path.name for path in tmp_path.rglob("b_*"))
    assert [name.removeprefix("b_0_DebugIdentity_1700000000000000") for name in names] == ["", "-1", "-2"]


async def test_order(session: Any, tmp_path: Path) -> None:
    """O-42: no tensor has the time of another one, and none an earlier one than what it is computed from."""
    runs = (session.run("s/d:0", {"x:0": [1.0]}, watching(tmp_path, ("*", -1), ("c", 0))) for _ in range(8))
    await asyncio.gather(*runs)
    micros = [each.micros for each in dumped(tmp_path)]
    assert len(set(micros)) == len(micros) == 8 * 5
    assert dump_names.next_micros() < dump_names.next_micros()


async def test_numbers_of_runs(session: Any, tmp_path: Path) -> None:
    """O-43, O-45: runs of an executor are counted from 0, all of the process upwards; graphs are written once."""
    for _ in range(3):
        await session.run("s/d:0", {"x:0": [1.0]}, watching(tmp_path, ("c", 0)))
        await session.run("s/d:0", {"x:0": [1.0]})
    runs = metadata_of(tmp_path)
    assert [run["executor_step_index"] for run in runs] == [0, 1, 2]
    numbers = [run["session_run_index"] for run in runs]
    assert numbers == sorted(set(numbers))
    assert len(graphs_of(tmp_path)) == 1
    # Another folder has a graph, too, and the runs go on to be counted.
    await session.run("s/d:0", {"x:0": [1.0]}, watching(tmp_path / "other", ("c", 0)))
    assert len(graphs_of(tmp_path / "other")) == 1
    assert metadata_of(tmp_path / "other")[0]["executor_step_index"] == 3


async def test_failing_runs(session: Any, tmp_path: Path) -> None:
    """O-44: a run that fails leaves its graph, what it is, and what was computed before."""
    with pytest.raises(errors.InvalidArgumentError, match="bad"):
        await session.run("checked:0", {"x:0": [np.nan]}, watching(tmp_path, ("c", 0), ("checked", 0)))
    assert dumped_keys(tmp_path) == ["c:0:DebugIdentity"]
    assert len(graphs_of(tmp_path)) == len(metadata_of(tmp_path)) == 1


async def test_limit_of_bytes(session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """O-46: the limit is of all dumps of the process together; a run may count from 0 again."""
    monkeypatch.setenv("TFDBG_DISK_BYTES_LIMIT", "100")
    watches, feeds = watching(tmp_path, ("c", 0)), {"x:0": np.ones(10)}
    for _ in range(2):
        await session.run("s/d:0", feeds, watches)
    with pytest.raises(errors.ResourceExhaustedError) as caught:
        await session.run("s/d:0", feeds, watches)
    assert caught.value.message.startswith(
        "TensorFlow Debugger has exhausted file-system byte-size allowance (100), therefore it cannot dump an "
        "additional 40 byte(s) of tensor data for the debug tensor c:0. You may use the environment variable "
        "TFDBG_DISK_BYTES_LIMIT to set a higher limit."
    )
    await session.run("s/d:0", feeds, watching(tmp_path, ("c", 0), reset_disk_byte_usage=True))
    assert len(dumped(tmp_path)) == 3


async def test_unwritable_roots(tmp_path: Path) -> None:
    """O-47: a folder that cannot be made fails the run before any kernel of it."""
    (tmp_path / "file").write_bytes(b"")
    with tf.Graph().as_default() as graph:
        counter = tf.Variable(0, use_resource=True, name="counter")
        added = tf.assign_add(counter, 1, name="added")
        async with tf.Session(graph=graph) as session:
            await session.run(counter.initializer)
            with pytest.raises(errors.FailedPreconditionError, match=r"Failed to create directory  .*due to: "):
                await session.run(added, options=watching(tmp_path / "file" / "root", ("added", 0)))
            assert await session.run(counter) == 0
            assert session.statistics().failed == 1


@pytest.mark.parametrize("url", ["file://relative/path", "file://", "http://x", "x", "grpc:/x", "file:///a\0b"])
async def test_faulty_urls(session: Any, url: str) -> None:
    """O-48: a relative path and a scheme that there is not are refused before the run."""
    with pytest.raises(errors.InvalidArgumentError, match="Invalid debug target URL"):
        await session.run("s/d:0", {"x:0": [1.0]}, watching(url, ("c", 0)))


async def test_callback_urls(session: Any) -> None:
    """Callbacks of TensorFlow's own tests are not registered by anybody; the message names what is there instead."""
    with pytest.raises(errors.FailedPreconditionError, match=r"session\.watch"):
        await session.run("s/d:0", {"x:0": [1.0]}, watching("memcbk://key", ("c", 0)))


async def test_several_urls(session: Any, tmp_path: Path) -> None:
    """Each URL gets everything; one that fails is told of among all."""
    options = watching(tmp_path / "a", ("c", 0))
    options.debug_options.debug_tensor_watch_opts[0].debug_urls.append(f"FILE://{tmp_path / 'b'}")
    await session.run("s/d:0", {"x:0": [1.0]}, options)
    assert [dumped_keys(tmp_path / name) for name in "ab"] == [["c:0:DebugIdentity"]] * 2
    blocked = tmp_path / "b" / DEVICE
    for path in blocked.iterdir():
        if not path.name.startswith("_tfdbg_graph"):
            path.unlink()
    (blocked / "s").write_bytes(b"")  # where a folder should be
    options.debug_options.debug_tensor_watch_opts[0].node_name = "s/d"
    with pytest.raises(errors.InternalError, match="Publishing to 1 of 2 debug target URLs failed"):
        await session.run("s/d:0", {"x:0": [1.0]}, options)


@pytest.mark.parametrize("name", ["../../up", "/etc/x", "a//b", "a/./b", "a/../../b", "x" * 400, "a\0b", "a\nb", ".."])
def test_hostile_names(tmp_path: Path, name: str) -> None:
    """Whatever a graph calls its nodes: the file is within the folder of the device, under a name that systems take."""
    root = tmp_path / "root"
    node = DebugNode(0, name, 0, "DebugIdentity", Delivery.FILES, "/job:localhost/device:CPU:0")
    DumpRoot(root).write_tensor(node, np.float32(1), ("0", 0))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 1
    assert files[0].is_relative_to(root / "_tfdbg_device_,job_localhost,device_CPU_0")


def test_hostile_devices(tmp_path: Path) -> None:
    """The same of devices."""
    node = DebugNode(0, "a", 0, "DebugIdentity", Delivery.FILES, "/../../../x")
    DumpRoot(tmp_path / "root").write_tensor(node, np.float32(1), ("0", 0))
    assert [path.name for path in tmp_path.iterdir()] == ["root"]


@pytest.mark.skipif(os.name == "nt", reason="links need privileges there")
def test_links(tmp_path: Path) -> None:
    """A link in a dump's folder leads nowhere else."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "_tfdbg_device_,x").mkdir(parents=True)
    outside.mkdir()
    (root / "_tfdbg_device_,x" / "scope").symlink_to(outside)
    node = DebugNode(0, "scope/a", 0, "DebugIdentity", Delivery.FILES, "/x")
    with pytest.raises(errors.FailedPreconditionError, match="leads out of the root"):
        DumpRoot(root).write_tensor(node, np.float32(1), ("0", 0))
    assert list(outside.iterdir()) == []
