"""`DebugDumpDir`: what it finds in dumps, and what it refuses."""
from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import tf_debug
from aioflow.cli.main import main as command_line

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump of everything in a graph with a loop in which a NaN arises."""
    root = tmp_path_factory.mktemp("dump") / "run"
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        body = lambda i, v: (i + 1, tf.sqrt(v - 2.0, name="root"))  # noqa: E731
        tf.while_loop(lambda i, v: i < 4, body, [tf.constant(0), x], name="loop")
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls=f"file://{root}")
        with tf.Session(graph=graph) as session:
            session.run_sync("loop/Exit_1:0", {x: 7.0}, options=options)
    return root


@pytest.fixture
def root(recorded: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(recorded, tmp_path / "copy"))


def test_contents(recorded: Path) -> None:
    """O-40: tensors, runs and nodes are found, and validated."""
    dump = tf_debug.DebugDumpDir(recorded)
    assert dump.devices() == [CPU]
    assert isinstance(dump.core_metadata, tf_debug.CoreMetadata)
    assert dump.core_metadata.input_names == ["x:0"]
    assert dump.loaded_partition_graphs()
    found = dump.get_tensors("loop/root", 0, "DebugIdentity")
    np.testing.assert_allclose(found, [np.sqrt(5), np.sqrt(np.sqrt(5) - 2), np.nan, np.nan], rtol=1e-6)
    assert dump.node_inputs("loop/root") == ["loop/sub"]
    assert dump.node_op_type("loop/root") == "Sqrt"
    assert dump.debug_watch_keys("loop/root") == ["loop/root:0:DebugIdentity"]
    assert dump.node_exists("x") is False  # a run has an argument in its place
    assert not any(name.startswith(("__copy_", "__dbg_")) for name in dump.nodes())
    assert dump.find_some_path("loop/sub", "loop/root") == ["loop/sub", "loop/root"]
    assert "loop/Switch_1" in dump.transitive_inputs("loop/root")
    assert dump.node_traceback("loop/root")[-1].startswith(f"{__file__}:")
    with pytest.raises(tf_debug.WatchKeyDoesNotExistInDebugDumpDirError, match="does not exist"):
        dump.get_tensors("loop/root", 1, "DebugIdentity")
    with pytest.raises(ValueError, match="does not exist"):
        dump.node_inputs("nobody")


@pytest.mark.parametrize("tells", [True, False])
def test_place_of_a_nan(root: Path, tells: bool) -> None:
    """A NaN is found with node, frame and iteration, also where a dump, as TensorFlow's, does not tell the latter."""
    if not tells:
        for path in root.rglob("*DebugIdentity*"):
            event = tf_debug.dumped_tensors.read_event(path)
            plugin = event.summary.value[0].metadata.plugin_data
            plugin.content = plugin.content.partition(b',"frame"')[0] + b"}"
            path.write_bytes(event.SerializeToString())
    dump = tf_debug.DebugDumpDir(root)
    first = dump.find(tf_debug.has_inf_or_nan, first_n=1)[0]
    assert first.node_name == "loop/root"
    assert dump.frames(first) == (("loop/while_context", 2),)
    enter = dump.watch_key_to_data("loop/Enter:0:DebugIdentity")[0]
    assert dump.frames(enter) == (("loop/while_context", 0),)
    outside = dump.watch_key_to_data("loop/Exit_1:0:DebugIdentity")[0]
    assert dump.frames(outside) == ()


def test_filters() -> None:
    """What is no number has none that is infinite."""
    for value, expected in (([1.0, np.inf], True), ([1.0, np.nan], True), ([1.0], False), ([1], False)):
        assert tf_debug.has_inf_or_nan(None, np.array(value)) is expected
    assert not tf_debug.has_inf_or_nan(None, np.array([b"nan"], object))
    assert not tf_debug.has_inf_or_nan(None, None)
    assert tf_debug.has_inf_or_nan(None, np.array([np.nan]).astype(tf.bfloat16.as_numpy_dtype))
    assert not tf_debug.has_inf_or_nan(None, tf_debug.InconvertibleTensorProto(None))


def test_stray_files(root: Path) -> None:
    """A file with another name is refused: who reads on would take a damaged dump for a whole one."""
    (root / "_tfdbg_device_,x").mkdir()
    (root / "_tfdbg_device_,x" / "README").write_bytes(b"")
    with pytest.raises(ValueError, match="Dump file path does not conform to the naming pattern"):
        tf_debug.DebugDumpDir(root)
    with pytest.raises(OSError, match="does not exist"):
        tf_debug.DebugDumpDir(root / "nowhere")


def test_causality(root: Path) -> None:
    """O-42: a tensor that seems to be older than what it is computed from is refused."""
    path = next(root.rglob("root_0_DebugIdentity_*"))
    path.rename(path.with_name("root_0_DebugIdentity_1000000000000000"))
    with pytest.raises(ValueError, match="Causality violated in timing relations of debug dumps: loop/root"):
        tf_debug.DebugDumpDir(root)
    assert tf_debug.DebugDumpDir(root, validate=False).size


def test_unknown_nodes(root: Path) -> None:
    """A tensor of a node that the graph does not have is refused."""
    path = next(root.rglob("root_0_DebugIdentity_*"))
    path.rename(path.with_name(path.name.replace("root", "other")))
    with pytest.raises(ValueError, match="Node name 'loop/other' is not found in partition graphs"):
        tf_debug.DebugDumpDir(root)


@pytest.mark.skipif(os.name == "nt", reason="links need privileges there")
def test_links(root: Path, tmp_path: Path) -> None:
    """Links are passed over, and not read where they are named."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"\x09")
    device = next(root.glob("_tfdbg_device_*"))
    size = tf_debug.DebugDumpDir(root).size
    (device / "x_0_DebugIdentity_1").symlink_to(secret)
    (device / "loop" / "up").symlink_to(tmp_path)
    assert tf_debug.DebugDumpDir(root).size == size
    with pytest.raises(OSError, match="x_0"):
        tf_debug.load_tensor_from_event_file(device / "x_0_DebugIdentity_1")
    with pytest.raises(ValueError, match="naming pattern"):
        tf_debug.DebugTensorDatum(root, "_tfdbg_device_,x/../../x_0_DebugIdentity_1")


def test_damaged_files(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no event is told of, by the reader and by the command."""
    next(root.glob("_tfdbg_core*")).write_bytes(b"\xff\xff")
    with pytest.raises(ValueError, match="is no event"):
        tf_debug.DebugDumpDir(root)
    assert command_line(["tfdbg", str(root)]) == 2
    assert "is no event" in capsys.readouterr().err


def test_command(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`aioflow tfdbg` lists, filters and prints tensors, and tells of nodes; what is not there has exit code 2."""

    def told(*arguments: str) -> str:
        assert command_line(["tfdbg", str(recorded), *arguments]) == 0
        return capsys.readouterr().out

    assert "loop/root:0 DebugIdentity" in told()
    lines = told("--filter", "has_inf_or_nan").splitlines()
    assert "loop/root:0 DebugIdentity" in lines[3]
    assert "loop/while_context iteration 2" in lines[3]
    assert all("inf or nan" in line for line in lines[3:])
    assert "2.236068" in told("--tensor", "loop/root:0")
    assert "inputs: loop/sub" in told("--node", "loop/root")
    assert __file__ in told("--node", "loop/root")
    assert '"iteration": 3' in told("--json", "--tensor", "loop/root:0:DebugIdentity")
    for wrong in (["--node", "nobody"], ["--tensor", "loop/root:7"]):
        assert command_line(["tfdbg", str(recorded), *wrong]) == 2
    assert command_line(["tfdbg", str(recorded / "nowhere")]) == 2
    capsys.readouterr()


def test_graphs_are_reconstructed(recorded: Path) -> None:
    """The graph without a debugger's nodes is that of a run that nobody watches."""
    dump: Any = tf_debug.DebugDumpDir(recorded)
    before, = dump.reconstructed_non_debug_partition_graphs()
    again = tf_debug.reconstruct_non_debug_graph_def(dump.partition_graphs()[0])
    assert before == again
    assert {node.name: list(node.input) for node in again.node}["loop/Merge"] == ["loop/Enter", "loop/NextIteration"]
