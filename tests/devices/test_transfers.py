"""Values, deadness, order and errors cross from device to device (executor.md 1.4, 5.8 and 6; E-18, E-72 to E-74)."""
from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor import step
from aioflow.ops.generated import state as state_ops
from aioflow.ops.generated.control_flow import control_trigger, merge, switch
from aioflow.testing import Gate
from tests.executor.census import census, settle
from tests.executor.witness import Witness
from tests.functions.building import call, define

from .partitions import partitions

DEAD = "does not have value"


def dead_and_live(taken: Any = True) -> tuple[tf.Tensor, tf.Tensor]:
    """The two sides of a Switch on the first device."""
    with tf.device("/cpu:0"):
        sides = switch(tf.constant(1.0), tf.convert_to_tensor(taken))
    return sides[0], sides[1]


async def test_there_and_back(session: tf.Session) -> None:
    """5.8: a chain that changes its device at every node gives what it gives on one device."""
    value = start = tf.placeholder(tf.int32, [])
    for i in range(1, 30):
        with tf.device(f"/cpu:{i % 3}"):
            value = value * 2 + tf.constant(i % 7)
    wanted = 5
    for i in range(1, 30):
        wanted = (wanted * 2 + i % 7 + 2**31) % 2**32 - 2**31
    for _ in range(3):
        assert await session.run(value, {start: 5}) == wanted


async def test_dead_values_cross(session: tf.Session) -> None:
    """E-18: what is dead on one device is dead on the other, data and control edges alike."""
    dead, live = dead_and_live()
    witness = Witness()
    with tf.device("/cpu:1"):
        behind_dead, behind_live = witness.node(dead, "data"), witness.node(live, "live")
        with tf.control_dependencies([tf.identity(dead)]):
            waits_for_dead = witness.operation("control")
        with tf.control_dependencies([dead.op]):
            waits_for_switch = witness.operation("switch")
    assert await session.run(behind_live) == 1
    with pytest.raises(errors.InvalidArgumentError, match=DEAD):
        await session.run(behind_dead)
    await session.run([behind_dead.op, waits_for_dead, waits_for_switch])
    assert witness.seen == ["live", "switch"]


@pytest.mark.parametrize("taken", [False, True])
async def test_branches_on_two_devices(session: tf.Session, taken: bool) -> None:
    """E-18: of a cond whose branches are on two devices only the taken one runs."""
    witness = Witness()
    p = tf.placeholder(tf.bool, [])
    x = tf.constant(3.0)

    def branch(device: str, factor: float) -> tf.Tensor:
        with tf.device(device):
            return witness.node(x * factor, device[1:].replace(":", ""))

    with tf.device("/cpu:0"):
        result = tf.cond(p, lambda: branch("/cpu:1", 2.0), lambda: branch("/cpu:2", 5.0))
    assert await session.run(result, {p: taken}) == (6 if taken else 15)
    assert witness.seen == ["cpu1" if taken else "cpu2"]


async def test_merges_and_triggers_of_what_crosses(session: tf.Session) -> None:
    """E-5, E-6, E-9: Merge and ControlTrigger treat deadness from elsewhere as they treat that of their own device."""
    dead, live = dead_and_live()
    with tf.device("/cpu:1"):
        merged = merge([dead, live])
        all_dead = merge([dead, tf.identity(dead)]).output
        with tf.control_dependencies([tf.identity(dead)]):
            in_spite = merge([dead, live]).output
            trigger = control_trigger()
        with tf.control_dependencies([trigger]):
            triggered = tf.constant(7.0)
    assert await session.run([merged.output, merged.value_index, in_spite, triggered]) == [1, 1, 1, 7]
    with pytest.raises(errors.InvalidArgumentError, match=DEAD):
        await session.run(all_dead)


async def test_one_transfer_for_all_consumers(session: tf.Session) -> None:
    """E-73: a value that is used twice on another device is sent there once."""
    with tf.device("/cpu:0"):
        x = tf.add(tf.placeholder_with_default(1.0, []), 1.0, name="x")
    with tf.device("/cpu:1"):
        y = tf.exp(x) + tf.sin(x)
    with tf.device("/cpu:2"):
        z = tf.negative(x)
    parts = await partitions(session, [y, z])
    sends = [node for node in parts["0"].node if node.op == "_Send"]
    assert len(sends) == 2 and all(b"_x" in node.attr["tensor_name"].s for node in sends)
    kinds = {device: Counter(node.op for node in part.node) for device, part in parts.items()}
    assert kinds["1"]["_Recv"] == kinds["2"]["_Recv"] == 1
    results = await session.run([y, z])
    assert results == [np.exp(np.float32(2)) + np.sin(np.float32(2)), -2]


async def test_ends_of_a_transfer(session: tf.Session) -> None:
    """5.8: `_Send` and `_Recv` of one value have the same name, devices and incarnation, and are not the client's."""
    with tf.device("/cpu:0"):
        x = tf.placeholder_with_default(np.int64(1), [])
    with tf.device("/cpu:1"):
        y = tf.negative(x)
    parts = await partitions(session, [y])
    (send,) = (node for node in parts["0"].node if node.op == "_Send")
    (receive,) = (node for node in parts["1"].node if node.op == "_Recv")
    for attr in ("tensor_name", "send_device", "recv_device", "send_device_incarnation", "client_terminated"):
        assert send.attr[attr] == receive.attr[attr]
    assert not send.attr["client_terminated"].b
    assert send.attr["T"] == receive.attr["tensor_type"]


async def test_order_across_devices(session: tf.Session) -> None:
    """E-74: a node on one device that waits for one on another runs after it."""
    gate, witness = Gate(), Witness()
    with tf.device("/cpu:0"):
        first = witness.node(gate.node(1.0), "first")
    with tf.device("/cpu:1"), tf.control_dependencies([first]):
        second = witness.operation("second")
    with tf.device("/cpu:0"), tf.control_dependencies([second]):
        third = witness.operation("third")
    run = asyncio.ensure_future(session.run(third))
    await gate.entered()
    await settle()
    assert witness.seen == [] and not run.done()
    gate.open()
    await run
    assert witness.seen == ["first", "second", "third"]


async def test_control_edges_in_the_partitions(session: tf.Session) -> None:
    """E-74: a control edge crosses as an empty constant behind its producer, a transfer, and an Identity."""
    with tf.device("/cpu:0"):
        first = tf.no_op(name="first")
    with tf.device("/cpu:1"), tf.control_dependencies([first]):
        then = tf.no_op(name="then")
    parts = await partitions(session, [then])
    (send,) = (node for node in parts["0"].node if node.op == "_Send")
    carrier = next(node for node in parts["0"].node if node.name == send.input[0])
    assert carrier.op == "Const" and carrier.name.startswith("first/ctrl/_") and list(carrier.input) == ["^first"]
    nodes = {node.name: node for node in parts["1"].node}
    waits_for = [name[1:] for name in nodes["then"].input if name.startswith("^")]
    assert [nodes[name].op for name in waits_for] == ["Identity"]
    assert nodes[nodes[waits_for[0]].input[0]].op == "_Recv"


async def test_assigning_to_a_variable_elsewhere(session: tf.Session) -> None:
    """E-72: an Assign runs on the device of its variable, whatever it asks for; the value is sent there."""
    with tf.device("/cpu:1"):
        v = state_ops.variable_v2(shape=[], dtype=tf.float32, name="v")
    with tf.device("/cpu:0"):
        value = tf.add(tf.placeholder_with_default(2.0, []), 3.0)
        assign = state_ops.assign(v, value, name="assign")
    with tf.device("/cpu:2"):
        read = tf.multiply(v, 10.0)
    parts = await partitions(session, [assign])
    assert {"v", "assign"} <= {node.name for node in parts["1"].node}
    assert [node.op for node in parts["0"].node].count("_Send") == 1
    assert await session.run(assign) == 5
    assert await session.run(read) == 50


async def test_failure_stops_the_other_devices(session: tf.Session) -> None:
    """4.6: a failure on one device ends the step on all; what waits for the failed value does not run."""
    gate, witness = Gate(), Witness()
    with tf.device("/cpu:0"):
        failing = witness.failing(Gate(is_open=True).node(1.0), "failing")
    with tf.device("/cpu:1"):
        behind = witness.node(failing, "behind")
        waiting = gate.node(2.0)
    with tf.device("/cpu:2"):
        last = tf.add(behind, waiting)
    for _ in range(2):
        with pytest.raises(errors.InvalidArgumentError, match="ValueError: failing") as caught:
            await session.run(last)
        assert caught.value.op.name == "failing"
    assert witness.seen == ["failing"] * 2 and gate.num_inside == 0


async def test_only_the_root_error(session: tf.Session) -> None:
    """S-84: an error on one device is all that is told, not that it cut short a dequeue and a transfer on others."""
    gate = Gate()
    with tf.device("/cpu:0"):
        division = tf.constant(1) // gate.node(0)
    with tf.device("/cpu:1"):
        taken = tf.FIFOQueue(1, tf.int32).dequeue(name="taken")
        follows = tf.negative(taken, name="follows")
    with tf.device("/cpu:2"):
        needs = tf.negative(division, name="needs")
    run = asyncio.ensure_future(session.run([follows, needs]))
    await gate.entered()
    await settle()
    gate.open()
    with pytest.raises(errors.InvalidArgumentError, match=r"(?i)division by zero") as caught:
        await run
    assert caught.value.op is division.op
    assert not [word for word in ("root error", "taken", "follows", "needs") if word in caught.value.message]


async def test_cancelled_across_devices(session: tf.Session) -> None:
    """S-111: a cancelled step leaves nothing behind on any device."""
    gate = Gate()
    with tf.device("/cpu:0"):
        x = gate.node(1.0)
    with tf.device("/cpu:1"):
        y = gate.node(2.0) + x
    with tf.device("/cpu:2"):
        z = y * x
    counts = []
    for times in (2, 4, 6):
        run = asyncio.ensure_future(session.run(z))
        await gate.entered(times)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        del run
        await settle()
        counts.append(census())
    assert counts[-1] <= counts[0] and gate.num_inside == 0
    gate.open()
    assert await session.run(z) == 3


async def test_waiting_nodes_of_several_devices(session: tf.Session) -> None:
    """E-48: nodes of different devices wait at the same time, and one may let the other go."""
    gate = Gate()

    async def let_go(value: Any) -> Any:
        await gate.entered()
        gate.open()
        return value

    with tf.device("/cpu:0"):
        waits = gate.node(1.0)
    with tf.device("/cpu:1"):
        releases = tf.async_py_func(let_go, [2.0], tf.float32)
    with tf.device("/cpu:2"):
        both = tf.stack([waits, releases])
    assert (await session.run(both)).tolist() == [1, 2]


async def test_deadline_that_a_partition_notices(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names what other partitions wait for, whoever it is that first notices that the time is up."""
    gate, late_s = Gate(), 0.0

    async def take_long(value: Any) -> Any:
        nonlocal late_s
        await gate.entered()
        late_s = 1e6
        return value

    monkeypatch.setattr(step, "monotonic", lambda: time.monotonic() + late_s)
    with tf.device("/cpu:0"):
        waits = gate.node(1.0, name="waits_for_ever")
    with tf.device("/cpu:1"):
        long = tf.async_py_func(take_long, [2.0], tf.float32)
        after = tf.py_func(lambda value: value, [long], tf.float32)
    with pytest.raises(errors.DeadlineExceededError, match="waits_for_ever"):
        await session.run([waits, after], options=tf.RunOptions(timeout_in_ms=600_000))


async def test_functions_span_devices(session: tf.Session) -> None:
    """8: nodes of a function run where they ask to, and its arguments and results find their way."""
    def body(x: Any) -> Any:
        with tf.device("/cpu:1"):
            doubled = x * 2.0
        with tf.device("/cpu:2"):
            return [doubled + 1.0, doubled - 1.0]

    function = define("spans", [tf.float32], body)
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:0"):
        up, down = call(function, [x], [tf.float32, tf.float32])
    assert await session.run([up, down, up + down], {x: 3}) == [7, 5, 12]


async def test_calls_of_one_function_at_once(session: tf.Session) -> None:
    """6: calls that run at the same time do not take what is sent within one another."""
    gates = {value: Gate() for value in range(4)}

    async def pass_gate(value: Any) -> Any:
        await gates[int(value)].wait()
        gates.get(int(value) - 1, Gate()).open()  # the calls go on in the reverse order
        return value

    def body(x: Any) -> Any:
        with tf.device("/cpu:1"):
            y = tf.async_py_func(pass_gate, [x], tf.float32)
        with tf.device("/cpu:2"):
            return tf.negative(y)

    function = define("crossing", [tf.float32], body)
    with tf.device("/cpu:1"):
        x = tf.placeholder(tf.float32, [4])
    with tf.device("/cpu:0"):
        results = [call(function, [x[i]], [tf.float32])[0] for i in range(4)]
    gates[3].open()
    assert await session.run(results, {x: range(4)}) == [0, -1, -2, -3]


async def test_many_runs_at_once(session: tf.Session) -> None:
    """6: steps that run at the same time have transfers of their own."""
    gate = Gate()
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:0"):
        y = gate.node(x)
    with tf.device("/cpu:1"):
        z = y * 2.0
    runs = [asyncio.ensure_future(session.run(z, {x: float(i)})) for i in range(10)]
    await gate.entered(10)
    gate.open()
    assert await asyncio.gather(*runs) == [2.0 * i for i in range(10)]
