"""Partitioning: one graph per device, joined by transfers (executor.md 5.8)."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation
from aioflow.ops.generated.control_flow import enter
from aioflow.ops.generated.control_flow import exit as exit_
from aioflow.passes.partition import partition
from aioflow.passes.place import place
from tests.passes.optimized import pruned

PREFIX = "/job:localhost/replica:0/task:0/device:CPU:"
DEVICES = [Device(DeviceAttributes(f"{PREFIX}{i}", "CPU", 0, i), np) for i in range(3)]


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    """A default graph for each test."""
    with tf.Graph().as_default():
        yield


def parts_of(graph: Graph) -> dict[str, Graph]:
    """The partitions of a graph by the number of their device."""
    placed = place(graph.get_operations(), DEVICES, False)
    return {device.name[-1]: part for device, part in partition(graph, placed).items()}


def of_type(graph: Graph, op_type: str) -> list[Operation]:
    """The nodes of one op."""
    return [op for op in graph.get_operations() if op.type == op_type]


def test_one_device_is_one_part() -> None:
    """A graph on one device is left as it is."""
    with tf.device("/cpu:1"):
        y = tf.constant(1.0) + tf.constant(2.0)
    graph = pruned([y])
    parts = parts_of(graph)
    assert list(parts) == ["1"]
    assert [op.name for op in parts["1"].get_operations()] == [op.name for op in graph.get_operations()]


def test_a_value_travels_once() -> None:
    """E-73: one producer used twice on another device is sent once; a third device gets a transfer of its own."""
    with tf.device("/cpu:0"):
        x = tf.constant(1.0, name="x")
    with tf.device("/cpu:1"):
        y = tf.exp(x) + tf.sin(x)
    with tf.device("/cpu:2"):
        z = tf.exp(x)
    parts = parts_of(pruned([y, z]))
    assert len(of_type(parts["0"], "_Send")) == 2
    assert len(of_type(parts["1"], "_Recv")) == len(of_type(parts["2"], "_Recv")) == 1


def test_ends_of_a_transfer_fit() -> None:
    """Both ends of a transfer agree on its name, devices and dtype."""
    with tf.device("/cpu:0"):
        x = tf.constant(1, tf.int64)
    with tf.device("/cpu:1"):
        y = tf.negative(x)
    parts = parts_of(pruned([y]))
    (send,), (receive,) = of_type(parts["0"], "_Send"), of_type(parts["1"], "_Recv")
    for attr in ("tensor_name", "send_device", "recv_device", "send_device_incarnation", "client_terminated"):
        assert send.attrs[attr] == receive.attrs[attr]
    assert send.attrs["send_device"].decode() == PREFIX + "0"
    assert send.attrs["recv_device"].decode() == PREFIX + "1"
    assert send.attrs["T"] is receive.attrs["tensor_type"] is tf.int64


def test_a_control_edge_travels_as_an_empty_tensor() -> None:
    """E-74: Const behind the producer, Send, Recv, Identity before the consumer."""
    with tf.device("/cpu:0"):
        first = tf.constant(1.0, name="first")
    with tf.device("/cpu:1"), tf.control_dependencies([first]):
        y = tf.constant(2.0, name="then")
    parts = parts_of(pruned([y]))
    (send,) = of_type(parts["0"], "_Send")
    carrier = send.inputs[0].op
    assert carrier.attrs["value"].size == 0
    assert [control.name for control in carrier.control_inputs] == ["first"]
    (then,) = (op for op in parts["1"].get_operations() if op.name == "then")
    (identity,) = then.control_inputs
    assert identity.type == "Identity"
    assert identity.inputs[0].op.type == "_Recv"


def test_loops_across_devices_get_skeletons() -> None:
    """E-35: a device with a part of a loop but not its condition gets a skeleton that receives the condition."""

    def body(i: tf.Tensor) -> tf.Tensor:
        with tf.device("/cpu:1"):
            return tf.add(i, 1, name="step")

    with tf.device("/cpu:0"):
        y = tf.while_loop(lambda i: i < 3, body, [tf.constant(0)])
    parts = parts_of(pruned([y]))
    (merge,) = of_type(parts["1"], "Merge")
    assert "_cloop" in merge.name
    received = of_type(parts["1"], "_Recv")
    assert all(op.control_inputs == [merge] for op in received)
    (switch,) = of_type(parts["1"], "Switch")
    assert switch.inputs[1].op in received
    assert [op.type for op in (merge.inputs[0].op, merge.inputs[1].op)] == ["Enter", "NextIteration"]


def test_loops_across_devices_need_a_condition() -> None:
    """5.8: a frame without LoopCond that spans devices is refused, naming frame, nodes and devices."""
    with tf.device("/cpu:0"):
        first = tf.exp(enter(tf.constant(1.0), frame_name="loop"))
    with tf.device("/cpu:1"):
        second = tf.sin(first, name="far")
    with pytest.raises(errors.InvalidArgumentError, match=r"pivot predicate.*'loop'.*CPU:0.*'far'.*CPU:1"):
        parts_of(pruned([exit_(second)]))
