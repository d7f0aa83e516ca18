"""Sessions and hooks that watch all runs, and what they watch."""
from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors, tf_debug


@pytest.fixture
async def session() -> AsyncIterator[Any]:
    """A session on `c = x + 1`, `n = int(c)` and `checked`, which fails on NaN."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        c = tf.add(x, 1.0, name="c")
        tf.cast(c, tf.int32, name="n")
        tf.check_numerics(c, "bad", name="checked")
        async with tf.Session(graph=graph) as opened:
            yield opened


def watched(options: Any) -> set[str]:
    """The watched tensors."""
    return {f"{each.node_name}:{each.output_slot}" for each in options.debug_options.debug_tensor_watch_opts}


async def test_dumping_sessions(session: Any, tmp_path: Path) -> None:
    """O-58: each run has a folder, and in it what is fetched and fed; a folder with something in it is refused."""
    root = tmp_path / "root"
    wrapped = tf_debug.DumpingDebugWrapperSession(session, root)
    for value in (1.0, 2.0):
        assert await wrapped.run("n:0", {"x:0": value}) == value + 1
    assert await wrapped.run([]) == []
    first, second = sorted(root.iterdir(), key=lambda path: path.name.rpartition("_")[2])
    assert [path.name.rpartition("_")[2] for path in (first, second)] == ["1", "2"]
    dump = tf_debug.DebugDumpDir(second)
    assert (dump.run_fetches_info, dump.run_feed_keys_info) == ("'n:0'", "dict_keys(['x:0'])")
    assert dump.get_tensors("c", 0, "DebugIdentity") == [3.0]
    with pytest.raises(ValueError, match="session_root path points to a non-empty directory: "):
        tf_debug.DumpingDebugWrapperSession(session, root)
    assert wrapped.run_call_count == 3
    assert wrapped.graph is session.graph
    assert await wrapped.make_callable("n:0", ["x:0"])(4.0) == 5


async def test_errors_of_runs(session: Any, tmp_path: Path) -> None:
    """O-59: a run that fails raises; where errors are not passed through, they are the result, as in TensorFlow."""
    feeds = {"x:0": np.nan}
    for index, raises in enumerate((None, True)):
        wrapped = tf_debug.DumpingDebugWrapperSession(session, tmp_path / str(index), pass_through_operrors=raises)
        with pytest.raises(errors.InvalidArgumentError, match="bad"):
            await wrapped.run("checked:0", feeds)
    wrapped = tf_debug.DumpingDebugWrapperSession(session, tmp_path / "2", pass_through_operrors=False)
    assert isinstance(await wrapped.run("checked:0", feeds), errors.InvalidArgumentError)


async def test_what_is_watched(session: Any, tmp_path: Path) -> None:
    """O-60: a function says what is watched; threads are chosen by name; partial runs are not to be had."""
    options = tf_debug.WatchOptions(("DebugNanCount",), tensor_dtype_regex_allowlist="float")
    wrapped = tf_debug.DumpingDebugWrapperSession(session, tmp_path / "1", lambda fetches, feeds: options)
    await wrapped.run("n:0", {"x:0": 1.0})
    run, = (tmp_path / "1").iterdir()
    keys = {datum.watch_key for datum in tf_debug.DebugDumpDir(run).dumped_tensor_data}
    assert keys == {"c:0:DebugNanCount", "c/y:0:DebugNanCount"}
    others = tf_debug.DumpingDebugWrapperSession(session, tmp_path / "2", thread_name_filter="Nobody$")
    await others.run("n:0", {"x:0": 1.0})
    assert list((tmp_path / "2").iterdir()) == []
    for unfinished in (wrapped.partial_run_setup(["n:0"]), wrapped.partial_run(None, "n:0")):
        with pytest.raises(NotImplementedError):
            await unfinished
    with pytest.raises(TypeError, match="session"):
        tf_debug.DumpingDebugWrapperSession(3, tmp_path / "3")


def test_lists(session: Any) -> None:
    """O-60: allowlists are conditions that all must hold, denylists ones of which any suffices."""
    graph = session.graph

    def allowed(**lists: str) -> set[str]:
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls="file:///x", **lists)  # type: ignore[arg-type]
        return watched(options)

    def denied(**lists: str) -> set[str]:
        options = tf.RunOptions()
        tf_debug.watch_graph_with_denylists(options, graph, debug_urls="file:///x", **lists)  # type: ignore[arg-type]
        return watched(options)

    everything = {"x:0", "c/y:0", "c:0", "n:0", "checked:0"}
    assert allowed() == denied() == everything | {"*:-1"}
    assert allowed(node_name_regex_allowlist="c", tensor_dtype_regex_allowlist="float") == {"c/y:0", "c:0", "checked:0"}
    assert allowed(op_type_regex_allowlist="Cast|Const$") == {"n:0", "c/y:0"}
    assert denied(node_name_regex_denylist="c", op_type_regex_denylist="Placeholder") == {"n:0"}
    assert denied(tensor_dtype_regex_denylist="int") == everything - {"n:0"}
    with pytest.raises(ValueError, match="debug_urls"):
        tf_debug.add_debug_tensor_watch(tf.RunOptions(), "c")
    options = tf.RunOptions()
    tf_debug.add_debug_tensor_watch(options, "c", debug_urls=["file:///x"], global_step=4)
    assert (watched(options), options.debug_options.global_step) == ({"c:0"}, 4)


async def test_looking_sessions(session: Any, tmp_path: Path) -> None:
    """Dumps stay where a filter finds something or a run fails, and a line tells of them."""
    told = io.StringIO()
    looking = tf_debug.LocalCLIDebugWrapperSession(session, tmp_path, file=told)
    looking.add_tensor_filter("large", lambda datum, tensor: datum.node_name == "n" and tensor > 100)
    assert await looking.run("n:0", {"x:0": 1.0}) == 2
    assert (list(tmp_path.iterdir()), told.getvalue()) == ([], "")
    await looking.run("n:0", {"x:0": 200.0})
    await looking.run("c:0", {"x:0": np.nan})
    with pytest.raises(errors.InvalidArgumentError):
        await looking.run("checked:0", {"x:0": np.nan})
    lines = told.getvalue().splitlines()
    assert len(list(tmp_path.iterdir())) == len(lines) == 3
    for line, expected in zip(lines, ("run 2: large: n:0", "run 3: has_inf_or_nan: ", "run 4 failed: "), strict=True):
        assert line.startswith(expected)
        assert "(aioflow tfdbg " in line


async def test_hooks(tmp_path: Path) -> None:
    """A hook dumps each run of a monitored session, beside what the caller asks for."""
    root = tmp_path / "root"
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        added = tf.assign_add(step, 1, name="added")
        async with tf.train.MonitoredSession(hooks=[tf_debug.DumpingDebugHook(root)]) as session:
            for _ in range(2):
                await session.run(added)
    runs = sorted(root.iterdir(), key=lambda path: path.name.rpartition("_")[2])
    assert len(runs) == 2
    assert all(tf_debug.DebugDumpDir(run).size for run in runs)
