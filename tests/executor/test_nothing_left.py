"""A step that failed, was cancelled, timed out or was closed leaves no task, thread, transfer or frame (census.py)."""
from __future__ import annotations

import asyncio
import gc
import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import aioflow as tf
from aioflow.compiler.compiler import Compiler
from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.executor.dataflow.propagator import PropagatorState
from aioflow.executor.segments.plan import ViewPlan
from aioflow.testing import Gate
from tests.functions.building import call, define

from .census import KINDS, census, settle
from .settings import POOLS
from .witness import Witness

only_asyncio = pytest.mark.asyncio(loop_factories=["asyncio"])


def nested_loops(gate: Gate) -> tf.Tensor:
    """Several iterations of a loop in a loop wait at once, others are deferred."""
    witness = Witness()

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        inner = tf.while_loop(
            lambda j: j < 3, lambda j: gate.node(witness.node(j)) + 1, [tf.constant(0)], parallel_iterations=2
        )
        return i + 1, total + inner

    start = [tf.constant(0), tf.constant(0)]
    last: tf.Tensor = tf.while_loop(lambda i, t: i < 5, body, start, parallel_iterations=3)[1]
    return last


def devices(gate: Gate) -> tf.Tensor:
    """What three devices send each other, some of it never received."""
    sums = []
    for number in range(6):
        with tf.device(f"/cpu:{number % 3}"):
            value = tf.constant(float(number)) * 2.0
        with tf.device(f"/cpu:{(number + 1) % 3}"):
            sums.append(gate.node(value) + value)
    with tf.device("/cpu:0"):
        return tf.add_n(sums)


def branches_on_devices(gate: Gate) -> tf.Tensor:
    """A branch on another device, one side of which is dead, in front of what waits."""
    with tf.device("/cpu:1"):
        value = tf.cond(tf.identity(tf.constant(True)), lambda: tf.constant(1.0) * 2.0, lambda: tf.constant(3.0))
    with tf.device("/cpu:2"):
        return gate.node(value) + value


def functions(gate: Gate) -> tf.Tensor:
    """Functions that call functions, in which nodes wait."""
    inner = define("inner", [tf.float32], lambda x: gate.node(x) + 1.0)
    outer = define("outer", [tf.float32], lambda x: call(inner, [x * 2.0], [tf.float32])[0])
    return tf.add_n([call(outer, [tf.constant(float(i))], [tf.float32])[0] for i in range(4)])


def resources(gate: Gate) -> tf.Tensor:
    """A TensorArray, which belongs to the step."""
    array = tf.TensorArray(tf.float32, 3)
    for i in range(3):
        array = array.write(i, gate.node(float(i)))
    return tf.reduce_sum(array.stack())


Build = Callable[[Gate], tf.Tensor]
builds = pytest.mark.parametrize(
    "build", [nested_loops, devices, branches_on_devices, functions, resources], ids=lambda build: build.__name__
)


async def outcome(run: asyncio.Future[Any]) -> str:
    """How a run ended. Its error is not raised here, where its traceback and this frame would refer to each other."""
    await asyncio.wait([run])
    return "cancelled" if run.cancelled() else f"{type(run.exception()).__name__}: {run.exception()}"


async def fails(session: tf.Session, build: Build) -> None:
    """A node fails while others wait."""
    gate, failing = Gate(), Gate()
    y = build(gate)
    bad = Witness().failing(failing.node(1.0))
    run = asyncio.ensure_future(session.run([y, bad]))
    await gate.entered()
    failing.open()
    assert re.search("InvalidArgumentError.*failing", await outcome(run))


async def is_cancelled(session: tf.Session, build: Build) -> None:
    """The task that awaits the run is cancelled while nodes wait."""
    gate = Gate()
    run = asyncio.ensure_future(session.run(build(gate)))
    await gate.entered()
    run.cancel()
    assert await outcome(run) == "cancelled"


async def times_out(session: tf.Session, build: Build) -> None:
    """The run's time is up before the nodes that wait go on."""
    run = asyncio.ensure_future(session.run(build(Gate()), options=tf.RunOptions(timeout_in_ms=1)))
    assert "DeadlineExceededError" in await outcome(run)


async def fails_at_once(session: tf.Session, build: Build) -> None:
    """What waits is told to go on at the same time as a node fails."""
    gate = Gate()
    y = build(gate)
    bad = Witness().failing(gate.node(1.0))
    run = asyncio.ensure_future(session.run([y, bad]))
    await gate.entered()
    gate.open()
    assert re.search("InvalidArgumentError.*failing", await outcome(run))


WAYS = [fails, is_cancelled, times_out, fails_at_once]
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


@pytest.fixture
def three_devices(config: tf.ConfigProto, monkeypatch: pytest.MonkeyPatch) -> tf.ConfigProto:
    """Settings for three devices, each with an executor of its own."""
    monkeypatch.setattr(Compiler, "cuts_between_all_devices", True)
    config.device_count["CPU"] = 3
    return config


@pytest.fixture(scope="module", autouse=True)
def _nothing_older_is_counted() -> None:
    """Has the hundreds of collections here look at what these tests make, and not at what was there before."""
    gc.collect()
    gc.freeze()


@builds
@ways
async def test_nothing_is_left(three_devices: tf.ConfigProto, build: Build, way: Any) -> None:
    """However a step ends before its time, whatever is in it: nothing of it is left."""
    counted = []
    for _ in range(3):
        with tf.Graph().as_default() as graph:
            async with tf.Session(graph=graph, config=three_devices) as session:
                await way(session, build)
                await settle()
                counted.append(census())
    assert counted[1] <= counted[0] and counted[2] <= counted[0]


@builds
@ways
async def test_nothing_waits_for_the_collector(three_devices: tf.ConfigProto, build: Build, way: Any) -> None:
    """What a step held is free as soon as its caller has dropped the error, not some day when cycles are collected."""
    before = census()
    with tf.Graph().as_default() as graph:
        async with tf.Session(graph=graph, config=three_devices) as session:
            gc.disable()
            try:
                await way(session, build)
                await settle()
                left = census(collects=False)
            finally:
                gc.enable()
    assert {kind: left[kind] for kind in KINDS} == {kind: before[kind] for kind in KINDS}


@only_asyncio
@pytest.mark.slow
async def test_iterations_are_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """While loops of 20,000 iterations run, one in the other, there are never more than may be at once."""
    monkeypatch.setattr(ViewPlan, "mode", "off")
    new_iteration = PropagatorState._new_iteration
    counts: list[int] = []
    await settle()
    gc.collect()
    left_by_others = _live_iterations()

    def counting(self: PropagatorState, frame: FrameState) -> IterationState:
        counts.append(len(frame.iterations))
        if len(counts) % 4000 == 0:
            counts.append(_live_iterations() - left_by_others)
        return new_iteration(self, frame)

    monkeypatch.setattr(PropagatorState, "_new_iteration", counting)
    assert await _count(POOLS["inline"], 200) == 200 * 100
    assert len(counts) > 20_000
    assert max(counts) < 40


def _live_iterations() -> int:
    return sum(type(thing) in (FrameState, IterationState) for thing in gc.get_objects())


async def _count(config: tf.ConfigProto, num_outer: int) -> Any:
    """The number of iterations that a loop in a loop makes, 100 for each of the outer one."""

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        return i + 1, tf.while_loop(lambda j: j < (i + 1) * 100, lambda j: j + 1, [total], parallel_iterations=4)

    with tf.Graph().as_default() as graph:
        n = tf.placeholder(tf.int32, [])
        last = tf.while_loop(lambda i, t: i < n, body, [tf.constant(0), tf.constant(0)], parallel_iterations=4)[1]
        async with tf.Session(graph=graph, config=config) as session:
            await session.run(last, {n: 2})  # whatever is made once
            tracemalloc.reset_peak()
            return await session.run(last, {n: num_outer})


@only_asyncio
async def test_memory_of_long_loops(config: tf.ConfigProto) -> None:
    """Six times as many iterations take no more memory."""
    tracemalloc.start()
    try:
        peaks = []
        for num_outer in (2, 12):
            before = tracemalloc.get_traced_memory()[0]
            assert await _count(config, num_outer) == num_outer * 100
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 100_000
