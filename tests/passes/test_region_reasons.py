"""Reasons: what keeps a node out of a region, in words."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow.framework.regions.engines import RegionPart
from aioflow.passes.prune import prune
from aioflow.passes.region_reasons import reasons_outside
from tests.passes.test_regions import Engine


class Choosy(Engine):
    """An engine to which regions of less than three nodes are not worth it."""

    def pays(self, part: RegionPart) -> bool:
        return len(part.ops) >= 3


@pytest.fixture
def x() -> Any:
    """A placeholder in a graph of its own, the default one of the test."""
    with tf.Graph().as_default():
        yield tf.placeholder(tf.float32, [2], name="x")


def reasons(fetches: Any, *refused: str) -> dict[str, str]:
    """Why the nodes that the fetches need are in no region."""
    graph = tf.get_default_graph()
    feeds = [op.outputs[0] for op in graph.get_operations() if op.type == "Placeholder"]
    return reasons_outside(prune(graph, feeds, [fetches], []), Choosy(refused))


def test_members_need_no_reason(x: Any) -> None:
    """Of what is in a region nothing is said, nor of constants and arguments."""
    assert reasons(tf.sin(tf.exp(tf.tanh(x)) * 2.0)) == {}


def test_the_engine_refuses(x: Any) -> None:
    """Its own words; a node beside has nobody to join."""
    assert reasons(tf.exp(tf.floor(x, name="a"), name="b"), "Floor") == {
        "a": "it does not take them",
        "b": "no node beside it can be in a region",
    }


def test_a_region_that_is_not_worth_it(x: Any) -> None:
    """Both of its nodes say so, with the size of it."""
    found = reasons(tf.exp(tf.tanh(x, name="a"), name="b"))
    assert set(found) == {"a", "b"} and "region of 2 nodes would not be faster" in found["a"]


def test_what_cuts(x: Any) -> None:
    """Effects, waiting, calls, control flow, other branches and devices are told apart."""
    variable = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
    queue = tf.FIFOQueue(1, [tf.float32], [[2]], name="queue")
    seen = tf.py_func(lambda value: value, [x], tf.float32, name="seen")
    branch = tf.cond(tf.placeholder(tf.bool, [], name="p"), lambda: tf.sin(x, name="c"), lambda: x)
    with tf.device("/cpu:1"):
        there = tf.cos(x, name="there")
    last = tf.add_n([x + variable, queue.dequeue(name="taken"), seen, branch, tf.tanh(there, name="here")], name="last")
    found = reasons(last)
    assert "beside computing" in found["seen"] and found["taken"] == "it may wait"
    assert "control flow" in found["cond/Merge"]
    assert "device" in found["there"] or "no node" in found["there"]
    assert "branch" in found["cond/c"] or "no node" in found["cond/c"]


def test_a_path_out_and_back(x: Any) -> None:
    """Two nodes that a refused one lies between."""
    a = tf.tanh(x, name="a")
    b = tf.add(a, tf.floor(a, name="refused"), name="b")
    found = reasons(b, "Floor")
    assert "back" in found["a"] and "back" in found["b"]
