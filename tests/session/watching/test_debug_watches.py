"""`RunOptions.debug_options`: what is inserted, what is watched, and what is refused."""
from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors

from .debugging import dumped, dumped_keys, graphs_of, metadata_of, watching

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
ALL = ("*", -1)


@pytest.fixture
async def session() -> AsyncIterator[Any]:
    """A session on a graph with `x`, `c = x + 1`, `s/d = c * 2`, in which each node stays."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        with tf.name_scope(""):
            tf.multiply(tf.add(x, 1.0, name="c"), 2.0, name="s/d")
        async with tf.Session(graph=graph) as opened:
            yield opened


def nodes_of(graph_def: Any) -> dict[str, Any]:
    """Its nodes by name."""
    return {node.name: node for node in graph_def.node}


async def test_inserted_nodes(session: Any, tmp_path: Path) -> None:
    """O-27, E-109: names, inputs, attributes and control edges are TensorFlow's; what is fetched stays the same."""
    ops = ["DebugIdentity", "DebugNumericSummary(lower_bound=-1; upper_bound=2)"]
    metadata = tf.RunMetadata()
    options = watching(tmp_path, ("c", 0, ops))
    options.output_partition_graphs = True
    assert await session.run("s/d:0", {"x:0": 1.0}, options, metadata) == 4.0
    for graph_def in (*metadata.partition_graphs, *graphs_of(tmp_path)):
        nodes = nodes_of(graph_def)
        shows = ["__dbg_c:0_0_DebugIdentity", "__dbg_c:0_1_DebugNumericSummary"]
        assert list(nodes["s/d"].input) == ["__copy_c_0", "s/d/y", *(f"^{name}" for name in shows)]
        assert [node.name for node in graph_def.node][-3:] == ["__copy_c_0", *shows]
        assert list(nodes["__copy_c_0"].input) == ["c"]
        assert {nodes[name].device for name in ("__copy_c_0", *shows)} == {""}
        assert {nodes[name].device for name in ("c", "s/d")} == {CPU}
        for name in shows:
            assert list(nodes[name].input) == ["__copy_c_0"]
            assert nodes[name].attr["tensor_name"].s == b"c:0"
            assert nodes[name].attr["device_name"].s == CPU.encode()
        assert nodes[shows[1]].attr["upper_bound"].f == 2.0
        url = f"file://{tmp_path}".encode()
        specs = [b"DebugIdentity;" + url + b";0", b"DebugNumericSummary;" + url + b";0"]
        assert list(nodes["__copy_c_0"].attr["debug_ops_spec"].list.s) == specs
        assert list(nodes[shows[0]].attr["debug_urls"].list.s) == [url]
    assert [each.value.tolist() for each in dumped(tmp_path) if each.path.startswith("c_0_DebugI")] == [2.0]


async def test_references_and_loops(tmp_path: Path) -> None:
    """O-28, O-29: consumers of a reference keep their edge; Enter and NextIteration get no control edges.

    Iterations follow each other in runs that are debugged, and in these alone.
    """
    with tf.Graph().as_default() as graph:
        variable = tf.Variable(1.0, use_resource=False, name="v")
        tf.assign(variable, 2.0, name="a")
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], name="loop")
        async with tf.Session(graph=graph) as session:
            options = watching(tmp_path, ("v", 0), ("loop/Enter", 0), ("loop/NextIteration", 0), ("loop/Switch", 1))
            assert await session.run(["a:0", "loop/Exit:0"], options=options) == [2.0, 3]
            metadata = tf.RunMetadata()
            await session.run("loop/Exit:0", None, tf.RunOptions(output_partition_graphs=True), metadata)
    nodes = nodes_of(graphs_of(tmp_path)[0])
    assert list(nodes["a"].input) == ["v", "a/value", "^__dbg_v:0_0_DebugIdentity"]
    assert list(nodes["__copy_v_0"].input) == ["v"]
    assert list(nodes["loop/Merge"].input) == ["__copy_loop/Enter_0", "__copy_loop/NextIteration_0"]
    assert nodes["loop/Enter"].attr["parallel_iterations"].i == 1
    undebugged = nodes_of(metadata.partition_graphs[0])
    assert undebugged["loop/Enter"].attr["parallel_iterations"].i == 10
    # A variable without a value is shown as what it is: the message has a dtype and no content.
    found = {each.event.summary.value[0].tag: each for each in dumped(tmp_path)}
    assert found["v"].value is None
    assert found["v"].event.summary.value[0].tensor.dtype == 1
    switched = [each.value for each in dumped(tmp_path) if each.path.startswith("loop/Switch_1")]
    assert switched == [0, 1, 2]


async def test_wildcards(session: Any, tmp_path: Path) -> None:
    """O-30: a wildcard alone shows nothing; beside any other watch it covers every slot, also of arguments."""
    await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path / "alone", ALL))
    assert dumped(tmp_path / "alone") == []
    assert len(graphs_of(tmp_path / "alone")) == len(metadata_of(tmp_path / "alone")) == 1
    await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path / "all", ALL, ("nobody", 0)))
    expected = {"_arg_x_0_0:0", "c/y:0", "c:0", "s/d/y:0", "s/d:0"}
    assert {key.removesuffix(":DebugIdentity") for key in dumped_keys(tmp_path / "all")} == expected
    # An explicit watch goes before the wildcard.
    await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path / "one", ALL, ("c", 0, ["DebugNanCount"])))
    assert [key for key in dumped_keys(tmp_path / "one") if key.startswith("c:0")] == ["c:0:DebugNanCount"]


@pytest.mark.parametrize(
    ("watch", "text"),
    [
        (("*", 0), 'output_slot is expected to be -1 for wildcard node name ("*"), but got 0'),
        (
            ("c", -1),
            "A negative output_slot in DebugTensorWatch is valid only for the wildcard node name "
            '("*"), but got node name c',
        ),
    ],
)
async def test_bad_slots(session: Any, tmp_path: Path, watch: Any, text: str) -> None:
    """O-31: slots that no tensor has are refused."""
    with pytest.raises(errors.FailedPreconditionError) as caught:
        await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path, watch))
    assert caught.value.message == text


async def test_unknown_names(session: Any, tmp_path: Path) -> None:
    """O-31, E-110: names and slots that are not there are ignored, and so are watches without ops or URLs."""
    options = watching(tmp_path, ("nobody", 0), ("c", 7), ("c", 0, []))
    options.debug_options.debug_tensor_watch_opts.add(node_name="c", debug_ops=["DebugIdentity"])
    assert await session.run("s/d:0", {"x:0": 1.0}, options) == 4.0
    assert dumped(tmp_path) == []


async def test_last_watch_wins(session: Any, tmp_path: Path) -> None:
    """O-32: of several watches on a tensor the last one counts."""
    await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path, ("c", 0), ("c", 0, ["DebugNanCount"])))
    assert dumped_keys(tmp_path) == ["c:0:DebugNanCount"]


async def test_unread_tensors(tmp_path: Path) -> None:
    """O-33: a node that only runs, and an output that nobody reads, are dumped."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [4], name="x")
        left, _ = tf.split(x, 2, name="split")
        tf.add(x, 1.0, name="target")
        async with tf.Session(graph=graph) as session:
            options = watching(tmp_path, ("split", 1), ("target", 0))
            await session.run([left, graph.get_operation_by_name("target")], {x: [1, 2, 3, 4]}, options)
    values = {each.event.summary.value[0].node_name: each.value.tolist() for each in dumped(tmp_path)}
    assert values == {"split:1:DebugIdentity": [3, 4], "target:0:DebugIdentity": [2, 3, 4, 5]}


async def test_functions(tmp_path: Path) -> None:
    """O-34: nodes in bodies of functions are not watched; inlined ones are, below the call's name."""

    @tf.Defun(tf.float32)
    def double(x: Any) -> Any:
        return tf.add(x, x, name="inner")

    for inlines, expected in ((True, ["call/inner:0:DebugIdentity"]), (False, [])):
        with tf.Graph().as_default() as graph:
            x = tf.placeholder(tf.float32, [], name="x")
            result = double(x, name="call")
            config = tf.ConfigProto()
            if not inlines:
                config.graph_options.rewrite_options.function_optimization = 2  # type: ignore[assignment] # OFF
            async with tf.Session(graph=graph, config=config) as session:
                root = tmp_path / str(inlines)
                watches = watching(root, ("call/inner", 0), ("inner", 0))
                assert await session.run(result, {x: 2.0}, watches) == 4.0
        assert dumped_keys(root) == expected


COPY, SHOW = "Copy/CopyHost node for tensor c:0, due to: ", "debug node {op} for tensor c:0, due to: "
SUMMARY = "debug node __dbg_c:0_0_DebugNumericSummary: "
TWICE = "DebugIdentity(gated_grpc=true;gated_grpc=false)"
FAULTS = {
    "DebugIdentity(": COPY + 'Malformed debug op name "{op}"',
    "(a=1)": COPY + 'Malformed debug op name "{op}"',
    "DebugIdentity(a)": COPY + 'Malformed attributes in debug op name "{op}"',
    TWICE: COPY + 'Duplicate attribute name "gated_grpc" found in the debug op: "{op}"',
    "DebugIdentity(gated_grpc=maybe)": COPY + "Invalid string for bool value: maybe",
    "DebugNumericSummary(foo=1;bar=2)": SHOW + f"2 attribute key(s) were not valid for {SUMMARY}foo, bar",
    "DebugNumericSummary(lower_bound=abc)": SHOW
    + f'Invalid value string for float-type attribute lower_boundof {SUMMARY}"abc"',
    "DebugIdentity(tensor_name=../../up)": SHOW
    + "1 attribute key(s) were not valid for debug node __dbg_c:0_0_DebugIdentity: tensor_name",
    "NoSuch": SHOW + "Failed to create node definition for debug op {op} on watched tensor c:0",
}


@pytest.mark.parametrize("op", FAULTS)
async def test_faulty_debug_ops(session: Any, tmp_path: Path, op: str) -> None:
    """O-35, E-110: debug ops that cannot be made are refused, in TensorFlow's words."""
    with pytest.raises(errors.FailedPreconditionError) as caught:
        await session.run("s/d:0", {"x:0": 1.0}, watching(tmp_path, ("c", 0, [op])))
    assert caught.value.message == "Failed to create " + FAULTS[op].format(op=op)


async def test_no_kernel_and_tolerance(tmp_path: Path) -> None:
    """O-35: an op without a kernel for the dtype is refused; one that is tolerated leaves the others their numbers."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.bool, [], name="x")
        tf.logical_not(x, name="b")
        async with tf.Session(graph=graph) as session:
            options = watching(tmp_path, ("b", 0, ["DebugNanCount", "DebugIdentity"]))
            with pytest.raises(errors.FailedPreconditionError, match="Failed to find kernel definition for debug op"):
                await session.run("b:0", {x: True}, options)
            options.debug_options.debug_tensor_watch_opts[0].tolerate_debug_op_creation_failures = True
            assert not await session.run("b:0", {x: True}, options)
    assert dumped_keys(tmp_path) == ["b:0:DebugIdentity"]
    assert "__dbg_b:0_1_DebugIdentity" in nodes_of(graphs_of(tmp_path)[0])


async def test_numeric_summary(tmp_path: Path) -> None:
    """O-36: bounds change counts alone; where all is well, a muted summary publishes nothing."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [4], name="x")
        tf.identity(tf.add(x, 0.5, name="c"), name="end")
        async with tf.Session(graph=graph) as session:
            bounded = "DebugNumericSummary(lower_bound=0;upper_bound=3)"
            muted = "DebugNumericSummary(mute_if_healthy=1)"
            await session.run("end:0", {x: [-1.5, 0.5, 1.5, 9.5]}, watching(tmp_path / "1", ("c", 0, [bounded])))
            await session.run("end:0", {x: [1, 2, 3, 4]}, watching(tmp_path / "2", ("c", 0, [muted])))
            await session.run("end:0", {x: [1, 2, 3, np.nan]}, watching(tmp_path / "3", ("c", 0, [muted])))
    summary = dumped(tmp_path / "1")[0].value.tolist()
    assert summary[:8] == [1, 4, 0, 1, 0, 0, 2, 1]
    assert summary[8:11] == [-1.0, 10.0, 3.0]
    assert summary[12:] == [1, 1, 4]
    assert dumped(tmp_path / "2") == []
    assert len(dumped(tmp_path / "3")) == 1


async def test_callables(session: Any, tmp_path: Path) -> None:
    """O-37: watches work in callables, and change no result."""
    plain = session.make_callable("s/d:0", ["x:0"])
    assert await plain(1.0, options=watching(tmp_path / "1", ("c", 0))) == 4.0
    options = tf.CallableOptions(feed=["x:0"], fetch=["s/d:0"], run_options=watching(tmp_path / "2", ("c", 0)))
    assert (await session._make_callable_from_options(options)(np.float32(1.0)))[0] == 4.0
    assert [dumped_keys(tmp_path / name) for name in "12"] == [["c:0:DebugIdentity"]] * 2


async def test_partial_runs_ignore_watches(session: Any) -> None:
    """A partial run has no options, and so no watches."""
    handle = await session.partial_run_setup(["s/d:0"], ["x:0"])
    assert await session.partial_run(handle, "s/d:0", {"x:0": 1.0}) == 4.0


async def test_debug_nodes_are_traced(session: Any, tmp_path: Path) -> None:
    """O-38: debug nodes appear in step statistics."""
    options, metadata = watching(tmp_path, ("c", 0)), tf.RunMetadata()
    options.trace_level = tf.RunOptions.FULL_TRACE
    await session.run("s/d:0", {"x:0": 1.0}, options, metadata)
    names = {node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats}
    assert {"c", "__copy_c_0", "__dbg_c:0_0_DebugIdentity", "s/d"} <= names
