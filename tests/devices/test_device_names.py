"""Device strings in graphs: which are accepted, how nested ones merge, what runs make of them (executor.md 5.5)."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow import errors

from .partitions import places

FULL = "/job:localhost/replica:0/task:0/device:CPU:2"


@pytest.mark.parametrize("name", ["/cpu:2", "/CPU:2", "cpu:2", "/device:CPU:2", "device:cpu:2", FULL])
async def test_spellings(session: tf.Session, name: str) -> None:
    """5.5: every spelling of a device that the builder takes is the same place."""
    with tf.device(name):
        node = tf.no_op(name="here")
    assert await places(session, node) == {"here": "2"}


async def test_nested_scopes(session: tf.Session) -> None:
    """5.5: an inner name wins part by part; None takes away what is outside; a function sees the node."""

    def by_type(op: Any) -> str:
        return "/cpu:1" if op.type == "NoOp" else "/cpu:2"

    with tf.device("/job:localhost/cpu:1"):
        with tf.device("/task:0"):
            outer = tf.no_op(name="outer")
        with tf.device("/cpu:2"):
            inner = tf.no_op(name="inner")
            with tf.device(None):
                nowhere = tf.no_op(name="nowhere")
    with tf.device(by_type):
        chosen = tf.no_op(name="chosen")
        other = tf.placeholder_with_default(tf.constant(1.0, name="value"), [], name="other")
    assert outer.device == "/job:localhost/task:0/device:CPU:1"
    assert (inner.device, nowhere.device) == ("/job:localhost/device:CPU:2", "")
    found = await places(session, outer, inner, nowhere, chosen, other)
    assert found == {"outer": "1", "inner": "2", "nowhere": "0", "chosen": "1", "other": "2", "value": "2"}


async def test_partial_names(session: tf.Session) -> None:
    """5.5: open parts of a name are free to choose; the first device that fits is taken."""
    requests = {"all": "", "job": "/job:localhost", "kind": "/device:CPU:*", "task": "/replica:0/task:0"}
    nodes = []
    for name, request in requests.items():
        with tf.device(request):
            nodes.append(tf.no_op(name=name))
    assert await places(session, *nodes) == dict.fromkeys(requests, "0")


@pytest.mark.parametrize("name", ["/nowhere:0", "/cpu:x", "/job", "/gpu:0/cpu:1"])
async def test_names_that_are_none(graph: tf.Graph, name: str) -> None:
    """5.5: what is no device name is refused while the graph is built."""
    with pytest.raises(ValueError, match="device"), tf.device(name):
        tf.no_op()


async def test_malformed_names_in_graphs(session: tf.Session) -> None:
    """5.5: a malformed name in an imported graph is refused by the run, which names the node."""
    message = tf.GraphDef()
    message.node.add(name="bad", op="NoOp", device="/job:local-host")
    tf.import_graph_def(message, name="")
    with pytest.raises(errors.InvalidArgumentError, match="Malformed device specification") as caught:
        await session.run("bad")
    assert caught.value.op.name == "bad"
