"""Loops whose nodes are on several devices (executor.md 5.8; E-18, E-35)."""
from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.ops.generated import control_flow as control_flow_ops
from aioflow.ops.generated import state as state_ops
from aioflow.testing import Gate
from tests.control_flow.programs import PROGRAMS
from tests.control_flow.record import RECORDED, feeds_of, flat
from tests.executor.census import census, settle
from tests.executor.witness import Witness

from .partitions import partitions
from .toy_device import PRIORITY, TYPE, ToyFactory

TENSORFLOW: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
IN_TIME = tf.RunOptions(timeout_in_ms=60_000)
"""A loop whose parts do not fit together would wait for ever."""


def scatter(graph: tf.Graph, seed: int) -> None:
    """Asks for a random device for each node, and for no neighbours."""
    rng = random.Random(seed)
    for op in graph.get_operations():
        op.attrs.pop("_class", None)
        op._set_device(f"/device:CPU:{rng.randrange(3)}")


async def test_body_elsewhere(session: tf.Session) -> None:
    """E-35: a loop whose body is on another device counts; that device has a skeleton of it."""
    n = tf.placeholder_with_default(np.int32(4), [])

    def body(i: tf.Tensor, t: tf.Tensor) -> Any:
        with tf.device("/cpu:1"):
            return i + 1, tf.multiply(t, 2, name="double")

    with tf.device("/cpu:0"):
        result = tf.while_loop(lambda i, t: i < n, body, [tf.constant(0), tf.constant(1)])
    for bound in (0, 1, 7):
        assert await session.run(result, {n: bound}, IN_TIME) == (bound, 2**bound)
    part = (await partitions(session, list(result)))["1"]
    skeleton = {node.op: node for node in part.node if "_cloop" in node.name}
    assert set(skeleton) == {"Const", "Enter", "Merge", "Switch", "NextIteration"}
    received = [node for node in part.node if node.op == "_Recv"]
    assert received and all(list(node.input) == ["^" + skeleton["Merge"].name] for node in received)
    assert "double" in {node.name.rpartition("/")[2] for node in part.node}


@pytest.mark.asyncio(loop_factories=["asyncio"])
@pytest.mark.parametrize("config", ["pool_of_1", "pool_of_4_segments"], indirect=True)
@pytest.mark.parametrize("apart", [True], indirect=True)
@pytest.mark.parametrize("name", PROGRAMS)
async def test_scattered_programs(graph: tf.Graph, config: tf.ConfigProto, apart: bool, name: str) -> None:
    """E-18, E-35: with each node of a program on a device at random it computes what TensorFlow computes."""
    results = flat(PROGRAMS[name](tf))
    config.device_count["CPU"] = 3
    scatter(graph, list(PROGRAMS).index(name) + config.inter_op_parallelism_threads)
    async with tf.Session(graph=graph, config=config) as session:
        for fed, wanted in zip(feeds_of(TENSORFLOW[name]["graph"]), TENSORFLOW[name]["values"], strict=True):
            assert [value.tolist() for value in await session.run(results, fed, IN_TIME)] == wanted


@pytest.mark.asyncio(loop_factories=["asyncio"])
@pytest.mark.parametrize("parallel", [1, 3])
async def test_nested_loops(graph: tf.Graph, config: tf.ConfigProto, apart: bool, parallel: int) -> None:
    """E-20, E-35: an inner loop that is wholly elsewhere, or spread, gives what Python does, however parallel."""
    n = tf.placeholder(tf.int32, [])

    def inner(i: tf.Tensor, total: tf.Tensor) -> tf.Tensor:
        body = lambda j, t: (j + 1, tf.cond(j % 2 < 1, lambda: t * 3 + j, lambda: t - i))  # noqa: E731
        start = [tf.constant(0), total]
        return tf.while_loop(lambda j, t: j < i, body, start, parallel_iterations=parallel)[1]

    def outer(i: tf.Tensor, total: tf.Tensor) -> Any:
        with tf.device("/cpu:1"):
            result = inner(i, total)
        return i + 1, result % 1000

    start = [tf.constant(0), tf.constant(1)]
    last = tf.while_loop(lambda i, t: i < n, outer, start, parallel_iterations=parallel)[1]
    config.device_count["CPU"] = 3
    for seed in (None, parallel):
        if seed is not None:
            scatter(graph, seed)
        async with tf.Session(graph=graph, config=config) as session:
            for bound in (0, 5):
                assert await session.run(last, {n: bound}, IN_TIME) == nested_in_python(bound)


def nested_in_python(bound: int) -> int:
    """What the nested loops compute."""
    total = 1
    for i in range(bound):
        for j in range(i):
            total = total * 3 + j if j % 2 < 1 else total - i
        total %= 1000
    return total


async def test_dead_loops(session: tf.Session) -> None:
    """E-21, E-22: a loop across devices in an untaken branch, or with a dead bound, is dead on all of them."""
    witness = Witness()
    p = tf.placeholder(tf.bool, [])

    def body(i: tf.Tensor) -> tf.Tensor:
        with tf.device("/cpu:1"):
            return witness.node(i + 1)

    with tf.device("/cpu:0"):
        looped = tf.cond(p, lambda: tf.while_loop(lambda i: i < 3, body, [tf.constant(0)]), lambda: tf.constant(-1))
        if_false, if_true = control_flow_ops.switch(tf.constant(3), p)
        bounded = tf.while_loop(lambda i: i < if_true, body, [tf.constant(0)])
        merged = control_flow_ops.merge([bounded, -if_false]).output
    assert await session.run([looped, merged], {p: False}, IN_TIME) == [-1, -3]
    assert witness.seen == []
    assert await session.run([looped, merged], {p: True}, IN_TIME) == [3, 3]
    assert len(witness.seen) == 6


async def test_effects_once_per_iteration(session: tf.Session) -> None:
    """E-25, E-35: what a body does on another device it does once per iteration, in their order."""
    seen: list[int] = []

    def body(i: tf.Tensor) -> tf.Tensor:
        with tf.device("/cpu:2"):
            noted = tf.py_func(lambda value: seen.append(int(value)), [i], [])
        with tf.device("/cpu:0"), tf.control_dependencies([noted]):
            return tf.identity(i) + 1

    with tf.device("/cpu:0"):
        last = tf.while_loop(lambda i: i < 20, body, [tf.constant(0)])
    assert await session.run(last, None, IN_TIME) == 20
    assert seen == list(range(20))


@pytest.mark.parametrize("asks", [False, True], ids=["beside", "asks for another"])
async def test_variable_elsewhere(session: tf.Session, asks: bool) -> None:
    """E-72: a loop updates a variable of another device, though its nodes may ask to be where the loop is."""
    with tf.device("/cpu:1"):
        v = state_ops.variable_v2(shape=[], dtype=tf.float32)
        w: Any = tf.Variable(0.0, use_resource=True)

    def body(i: tf.Tensor) -> tf.Tensor:
        with tf.control_dependencies([state_ops.assign_add(v, 2.0), w.assign_add(3.0)]):
            return i + 1

    with tf.device("/cpu:0"):
        last = tf.while_loop(lambda i: i < 5, body, [tf.constant(0)], parallel_iterations=1)
    graph = session.graph
    for op in graph.get_operations():
        if op.type in ("RefEnter", "AssignAdd"):
            assert op.device == "/device:CPU:1"
            if asks:
                op._set_device("/device:CPU:0")
                op.attrs.pop("_class")
    await session.run([w.initializer, state_ops.assign(v, 1.0)])
    assert await session.run(last, None, IN_TIME) == 5
    assert await session.run([v, w]) == [11, 15]


async def test_stopped_in_the_middle(session: tf.Session) -> None:
    """E-39, E-45, S-111: failing, cancelled and timed-out loops end on all devices, and leave nothing."""
    gate = Gate()
    limit = tf.placeholder(tf.int32, [])

    def fail_at(i: Any, limit: Any) -> Any:
        if i == limit:
            raise ValueError("too far")
        return i + np.int32(1)

    def body(i: tf.Tensor) -> tf.Tensor:
        with tf.device("/cpu:1"):
            stepped = tf.py_func(fail_at, [i, limit], tf.int32, name="step")
        with tf.device("/cpu:2"):
            passed = gate.node(stepped)
        passed.set_shape([])
        return passed

    with tf.device("/cpu:0"):
        endless = tf.while_loop(lambda i: i >= 0, body, [tf.constant(0)])
    counts = []
    for _ in range(3):
        before = gate.num_entered
        run = asyncio.ensure_future(session.run(endless, {limit: 100}))
        gate.release()
        await gate.entered(before + 2)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        with pytest.raises(errors.DeadlineExceededError):
            await session.run(endless, {limit: 100}, tf.RunOptions(timeout_in_ms=20))
        gate.release(3)
        with pytest.raises(errors.InvalidArgumentError, match="too far") as caught:
            await session.run(endless, {limit: 3})
        assert caught.value.op.name == "while/step"
        del run, caught
        await settle()
        counts.append(census())
    assert counts[-1] <= counts[0] and gate.num_inside == 0


async def test_without_a_condition(session: tf.Session, apart: bool) -> None:
    """5.8: between executors a frame without a LoopCond is refused, naming frame, nodes and devices."""
    with tf.device("/cpu:0"):
        entered = control_flow_ops.enter(tf.constant(2.0), frame_name="unconditional", name="enter")
        first = tf.exp(entered)
    with tf.device("/cpu:1"):
        second = tf.negative(first, name="far")
    with tf.device("/cpu:0"):
        left = control_flow_ops.exit(tf.add(second, first))
    if not apart:
        assert await session.run(left) == 0
        return
    with pytest.raises(errors.InvalidArgumentError, match="must have a pivot predicate") as caught:
        await session.run(left)
    for part in ("'unconditional'", "'far'", "CPU:0", "CPU:1"):
        assert part in caught.value.message


@pytest.fixture
def toys() -> Iterator[None]:
    """Devices with memory of their own, two in a session."""
    DeviceFactory.register(TYPE, ToyFactory(), PRIORITY)
    yield
    DeviceFactory.unregister(TYPE)


async def test_devices_with_memories_of_their_own(graph: tf.Graph, config: tf.ConfigProto, toys: None) -> None:
    """E-35: loops also span devices that do not share their memory, within each other, too."""
    n, x = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [2])

    def inner(j: tf.Tensor, y: tf.Tensor) -> Any:
        with tf.device("/device:TOY:1"):
            return j + 1, tf.negative(y)

    def outer(i: tf.Tensor, y: tf.Tensor) -> Any:
        with tf.device("/device:TOY:0"):
            doubled = tf.add(y, y)
        with tf.device("/cpu:0"):
            return i + 1, tf.while_loop(lambda j, y: j < i, inner, [tf.constant(0), doubled])[1]

    with tf.device("/cpu:0"):
        last = tf.while_loop(lambda i, y: i < n, outer, [tf.constant(0), x])[1]
    config.device_count[TYPE] = 2
    config.allow_soft_placement = True
    async with tf.Session(graph=graph, config=config) as session:
        for bound, factor in ((0, 1), (1, 2), (2, -4), (3, -8), (4, 16)):
            result = await session.run(last, {n: bound, x: [1, 3]}, IN_TIME)
            assert result.tolist() == [factor, 3 * factor]


async def test_order_between_memories(graph: tf.Graph, config: tf.ConfigProto, toys: None) -> None:
    """E-18, E-74: control edges to and from devices with memories of their own carry order and deadness."""
    witness, x = Witness(), tf.placeholder(tf.float32, [1])
    with tf.device("/cpu:0"):
        dead, live = control_flow_ops.switch(tf.constant(1.0), tf.constant(True))
        first, gone = witness.node(live, "first"), tf.identity(dead)
    with tf.device("/device:TOY:0"):
        with tf.control_dependencies([gone]):
            behind_dead = tf.negative(x)
        with tf.control_dependencies([first]):
            behind_live = tf.negative(x)
    with tf.device("/cpu:0"), tf.control_dependencies([behind_live]):
        last = witness.operation("last")
    async with tf.Session(graph=graph, config=config) as session:
        assert (await session.run([behind_live, last], {x: [2.0]}, IN_TIME))[0] == -2
        with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
            await session.run(behind_dead, {x: [2.0]}, IN_TIME)
    assert witness.seen == ["first", "last"]
