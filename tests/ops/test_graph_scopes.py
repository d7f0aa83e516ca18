"""Scopes, collections, seeds, groups, and graphs in files."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from google.protobuf import text_format

import aioflow as tf
from aioflow.ops.graphs.load_graph import read_graph_def


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A graph of its own for each test."""
    with tf.Graph().as_default() as graph:
        yield graph


# ---- names
def test_name_scopes_nest_and_are_unique() -> None:
    """Names begin with the open scopes, and a scope opened again gets another name."""
    with tf.name_scope("a") as outer, tf.name_scope("b") as inner:
        assert (outer, inner) == ("a/", "a/b/")
        assert tf.constant(1).name == "a/b/Const:0"
    with tf.name_scope("a"):
        assert tf.constant(1).name == "a_1/Const:0"
    with tf.name_scope("a/"):
        assert tf.constant(1).name == "a/Const:0"


def test_name_scope_default_and_none() -> None:
    """The default name counts when there is no other; None and "" leave all scopes."""
    with tf.name_scope(None, "fallback") as scope:
        assert scope == "fallback/"
        with tf.name_scope(None) as root:
            assert root == ""
            assert tf.constant(1).name == "Const:0"
    with tf.name_scope("given", "fallback") as scope:
        assert scope == "given/"
    with tf.op_scope([], None, "old") as scope:
        assert scope == "old/"


def test_name_scope_enters_the_graph_of_its_values() -> None:
    """Values decide which graph is the default one inside."""
    other = tf.Graph()
    with other.as_default():
        x = tf.constant(1)
    with tf.name_scope("s", values=[x]):
        assert tf.get_default_graph() is other
        assert tf.constant(2).name == "s/Const:0"


def test_name_scope_errors() -> None:
    """A scope needs a name of text without odd characters."""
    with pytest.raises(TypeError, match="must be a str"), tf.name_scope(1):  # type: ignore[arg-type]
        pass
    with pytest.raises(ValueError, match="not a valid scope name"), tf.name_scope("a b"):
        pass
    with pytest.raises(ValueError, match="at least one of name and default_name"), tf.name_scope(None, None, []):
        pass


# ---- devices and order
def test_devices() -> None:
    """Inner requests add to outer ones, and a function may decide."""
    with tf.device("/job:worker"), tf.device("/cpu:0"):
        assert tf.constant(1).device == "/job:worker/device:CPU:0"
    with tf.device(lambda op: "/cpu:1" if op.type == "Const" else None):
        assert tf.constant(1).device == "/device:CPU:1"
        assert tf.no_op().device == ""


def test_control_dependencies() -> None:
    """New nodes wait for operations and for the operations of tensors; None forgets them."""
    a, b = tf.no_op(name="a"), tf.constant(1, name="b")
    with tf.control_dependencies([a, b]):
        assert [op.name for op in tf.no_op().control_inputs] == ["a", "b"]
        with tf.control_dependencies(None):
            assert tf.no_op().control_inputs == []


def test_colocation() -> None:
    """New nodes ask to be put beside another one."""
    with tf.device("/cpu:3"):
        anchor = tf.constant(1, name="anchor")
    with tf.colocate_with(anchor):
        assert tf.constant(2).op.colocation_groups() == [b"loc:@anchor"]


def test_group_has_one_gate_per_device() -> None:
    """Operations on several devices are gathered on each of them first."""
    ops = []
    for name in ("/cpu:1", "/cpu:0", "/cpu:0"):
        with tf.device(name):
            ops.append(tf.no_op())
    last = tf.group(*ops, name="all")
    assert (last.name, last.device) == ("all", "")
    gates = last.control_inputs
    assert [(gate.device, len(gate.control_inputs)) for gate in gates] == [("/device:CPU:0", 2), ("/device:CPU:1", 1)]


def test_group_takes_nested_structures() -> None:
    """Lists, tuples and dicts may be nested; anything else is refused."""
    a, b, c = (tf.no_op(name=name) for name in "abc")
    assert [op.name for op in tf.group([a, (b,)], {"z": c}).control_inputs] == ["a", "b", "c"]
    with pytest.raises(TypeError, match="not 1"):
        tf.group(1)


async def test_tuple_waits_for_all() -> None:
    """A tensor of a tuple is available only after every other one, and after the control inputs."""
    ran: list[str] = []

    def note(name: bytes) -> np.float32:
        ran.append(name.decode())
        return np.float32(1)

    first, extra = (tf.py_func(note, [name], tf.float32) for name in ("first", "extra"))
    second, nothing = tf.tuple([tf.constant(2.0), None, first], control_inputs=[extra])[:2]
    async with tf.Session() as session:
        assert await session.run(second) == 2.0
    assert nothing is None
    assert sorted(ran) == ["extra", "first"]
    with pytest.raises(ValueError, match="at least one tensor"):
        tf.tuple([None])


# ---- collections and seeds
def test_collections() -> None:
    """Items are kept in order; copies are given out, or the list itself."""
    with tf.name_scope("in"):
        x = tf.constant(1)
    tf.add_to_collection("c", x)
    tf.add_to_collections(["c", "d"], 5)
    assert tf.get_collection("c") == [x, 5]
    assert tf.get_collection("c", scope="in") == [x]
    tf.get_collection("c").clear()
    tf.get_collection_ref("d").append(6)
    assert (len(tf.get_collection("c")), tf.get_collection("d")) == (2, [5, 6])
    assert tf.GraphKeys.GLOBAL_VARIABLES == "variables"


def test_seeds() -> None:
    """R-85: seeds of the graph and of a node are joined as TensorFlow joins them."""
    assert tf.get_seed(None) == (None, None)
    assert tf.get_seed(5) == (87654321, 5)
    tf.set_random_seed(3)
    assert tf.get_seed(5) == (3, 5)
    assert [tf.get_seed(None) for _ in range(3)] == [(3, 0), (3, 1), (3, 2)]
    tf.set_random_seed(0)
    assert tf.get_seed(0) == (0, 2**31 - 1)
    assert tf.get_seed(2**31) == (0, 1)


def test_seeds_of_nodes() -> None:
    """R-85: random ops have the joined seeds as attributes; those without an own one are numbered in their order."""

    def seeds(value: tf.Tensor) -> list[int]:
        return [value.op.get_attr("seed"), value.op.get_attr("seed2")]

    assert [seeds(tf.random_uniform([2], seed=seed)) for seed in (None, 5)] == [[0, 0], [87654321, 5]]
    tf.set_random_seed(3)
    assert [seeds(tf.random_uniform([2], seed=seed)) for seed in (None, 5, None)] == [[3, 0], [3, 5], [3, 1]]
    tf.set_random_seed(0)
    assert seeds(tf.random_uniform([2], seed=0)) == [0, 2**31 - 1]


# ---- graphs in files
def test_load_graph(tmp_path: Path) -> None:
    """A graph is the same after it was written and read, in binary and in text form."""
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    tf.nn.relu(x + 1, name="y")
    message = tf.get_default_graph().as_graph_def()
    (tmp_path / "g.pb").write_bytes(message.SerializeToString())
    (tmp_path / "g.pbtxt").write_text(text_format.MessageToString(message))
    for name in ("g.pb", "g.pbtxt"):
        loaded = tf.load_graph(tmp_path / name)
        assert loaded.as_graph_def() == message
        with tf.Session(graph=loaded) as session:
            assert session.run_sync("y:0", {"x:0": [[-3, 1]]}).tolist() == [[0, 2]]


def test_load_graph_errors(tmp_path: Path) -> None:
    """A missing, damaged, too large or untrusted file is told with TensorFlow's classes."""
    with pytest.raises(tf.errors.NotFoundError, match="there is no file"):
        tf.load_graph(tmp_path / "none.pb")
    with pytest.raises(tf.errors.FailedPreconditionError, match="is a folder"):
        tf.load_graph(tmp_path)
    (tmp_path / "bad.pb").write_bytes(b"\xff" * 20)
    (tmp_path / "bad.pbtxt").write_text("node {")
    for name in ("bad.pb", "bad.pbtxt"):
        with pytest.raises(tf.errors.DataLossError, match="not a GraphDef"):
            tf.load_graph(tmp_path / name)
    with pytest.raises(tf.errors.ResourceExhaustedError, match="the limit is 10"):
        read_graph_def(tmp_path / "bad.pb", tf.Limits(graph_nbytes=10))
    reader = tf.GraphDef()
    reader.node.add(name="r", op="ReadFile", input=["f"])
    reader.node.add(name="f", op="Placeholder").attr["dtype"].type = 7  # type: ignore[assignment]
    (tmp_path / "reader.pb").write_bytes(reader.SerializeToString())
    with pytest.raises(tf.errors.PermissionDeniedError, match="'r'"):
        tf.load_graph(tmp_path / "reader.pb")
    assert tf.load_graph(tmp_path / "reader.pb", trust="full").get_operation_by_name("r").type == "ReadFile"
