"""Calls of functions on a device with memory of its own: arguments and results stay there."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.devices.few_settings import *  # noqa: F403
from tests.devices.wide_device import WideFactory
from tests.executor.random_devices import wide_devices
from tests.functions.building import call, define, legacy_call

WIDE = "/device:WIDE:0"
IN_TIME = tf.RunOptions(timeout_in_ms=60_000)
"""Transfers that do not fit together would wait for ever."""


@pytest.fixture
def factory() -> Iterator[WideFactory]:
    """The kind of device, registered for the test."""
    with wide_devices() as factory:
        yield factory


@pytest.fixture
def without_inlining(config: tf.ConfigProto) -> tf.ConfigProto:
    """Settings with which calls stay calls."""
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return config


def made_of(a: tf.Tensor, i: tf.Tensor) -> list[tf.Tensor]:
    """A body of a float and an integer."""
    return [tf.negative(a) + a * a, i + 1]


def functional(op: str, inputs: list[tf.Tensor], **attrs: Any) -> list[tf.Tensor]:
    """The outputs of a functional branch or loop."""
    return list(tf.get_default_graph().create_op(op, inputs, None, attrs | {"output_shapes": []}).outputs)


def loop(x: tf.Tensor, op: str = "StatelessWhile") -> list[tf.Tensor]:
    """Ten times minus the value twice, and the number of times."""
    types = [tf.float32, tf.int32]
    goes_on = define("goes_on", types, lambda a, i: i < 10)
    body = define("body", types, lambda a, i: [tf.negative(a + a), i + 1])
    return functional(op, [x, tf.constant(0)], cond=goes_on, body=body, T=types, parallel_iterations=10)


def branch(x: tf.Tensor, condition: tf.Tensor) -> tf.Tensor:
    """One of two functions."""
    one, other = define("one", [tf.float32], tf.negative), define("other", [tf.float32], lambda a: a + a)
    attrs = {"then_branch": one, "else_branch": other, "Tcond": tf.bool, "Tin": [tf.float32], "Tout": [tf.float32]}
    return functional("StatelessIf", [condition, x], **attrs)[0]


def copies(factory: WideFactory) -> tuple[int, int]:
    """How many arrays were copied to the latest device and away from it."""
    return factory.made[-1].copied_in, factory.made[-1].copied_out


@pytest.mark.parametrize("form", ["PartitionedCall", "StatefulPartitionedCall", "older"])
@pytest.mark.parametrize("inlines", [True, False])
async def test_calls(
    factory: WideFactory, without_inlining: tf.ConfigProto, graph: tf.Graph, form: str, inlines: bool
) -> None:
    """Of a call between nodes of the device only what is fed and fetched is copied; integers stay on the host."""
    x, i = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.int32, [])
    with tf.device(WIDE):
        function, given = define("f", [tf.float32, tf.int32], made_of), [tf.negative(x), i + 1]
        if form == "older":
            first, second = legacy_call(function, given)
        else:
            first, second = call(function, given, [tf.float32, tf.int32], op=form)
        results = [tf.negative(first), second + 1]
    config = tf.ConfigProto() if inlines else without_inlining
    async with tf.Session(graph=graph, config=config) as session:
        for times in (1, 2, 3):
            values = await session.run(results, {x: [1, 2], i: 3}, IN_TIME)
            assert [values[0].tolist(), values[1]] == [[-2, -6], 6] and copies(factory) == (times, times)
        assert sorted(factory.made[-1].xp.calls) == sorted(["Neg", "Neg", "Neg", "Mul", "AddV2"] * 3)
    assert await factory.nbytes_in_use() == 0


@pytest.mark.parametrize("op", ["StatelessWhile", "While"])
async def test_loops(factory: WideFactory, config: tf.ConfigProto, graph: tf.Graph, op: str) -> None:
    """A functional loop copies nothing from iteration to iteration; what it counts with is on the host."""
    x = tf.placeholder(tf.float32, [2])
    with tf.device(WIDE):
        value, count = loop(x, op)
    async with tf.Session(graph=graph, config=config) as session:
        for times in (1, 2):
            values = await session.run([value, count], {x: [1, 2]}, IN_TIME)
            assert [values[0].tolist(), values[1]] == [[1024, 2048], 10] and copies(factory) == (times, times)
        assert sorted(factory.made[-1].xp.calls) == ["AddV2"] * 20 + ["Neg"] * 20
    assert await factory.nbytes_in_use() == 0


async def test_conditions_of_floats(factory: WideFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A condition that is computed from the device's values is copied out, once per iteration, and nothing else is."""
    x = tf.placeholder(tf.float32, [])
    with tf.device(WIDE):
        goes_on = define("goes_on", [tf.float32], lambda a: a < 100.0)
        body = define("body", [tf.float32], lambda a: a + a)
        (y,) = functional("StatelessWhile", [x], cond=goes_on, body=body, T=[tf.float32], parallel_iterations=1)
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(y, {x: 1.0}, IN_TIME) == 128
        assert copies(factory) == (1, 1 + 8)  # for 1, 2, 4, ... 128


async def test_branches(factory: WideFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Branches take and give what is on the device; the condition is on the host."""
    x, condition = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.bool, [])
    with tf.device(WIDE):
        y = tf.negative(branch(tf.negative(x), condition))
    async with tf.Session(graph=graph, config=config) as session:
        for times, (chosen, wanted) in enumerate([(True, [-1, -2]), (False, [2, 4])], 1):
            assert (await session.run(y, {x: [1, 2], condition: chosen}, IN_TIME)).tolist() == wanted
            assert copies(factory) == (times, times)


async def test_within_each_other(factory: WideFactory, without_inlining: tf.ConfigProto, graph: tf.Graph) -> None:
    """A body's own calls, branches and loops are on the device of its call."""
    x = tf.placeholder(tf.float32, [2])

    def body(a: tf.Tensor) -> tf.Tensor:
        inner = define("inner", [tf.float32], lambda b: loop(branch(b, tf.constant(True)))[0])
        return tf.negative(call(inner, [a], [tf.float32])[0])

    with tf.device(WIDE):
        (y,) = call(define("outer", [tf.float32], body), [x], [tf.float32])
    async with tf.Session(graph=graph, config=without_inlining) as session:
        assert (await session.run(y, {x: [1, 2]}, IN_TIME)).tolist() == [1024, 2048]
        assert copies(factory) == (1, 1)


async def test_called_from_both(factory: WideFactory, without_inlining: tf.ConfigProto, graph: tf.Graph) -> None:
    """A function that is called on the device, on another one and on the CPU has a body for each."""
    x = tf.placeholder(tf.float32, [])
    function = define("f", [tf.float32], lambda a: a * a)
    y = x
    for place in (WIDE, "/device:WIDE:1", "/cpu:0"):
        with tf.device(place):
            (y,) = call(function, [y + 1.0], [tf.float32])
    without_inlining.device_count["WIDE"] = 2
    async with tf.Session(graph=graph, config=without_inlining) as session:
        assert await session.run(y, {x: 1.0}, IN_TIME) == ((2.0**2 + 1) ** 2 + 1) ** 2


@pytest.mark.parametrize("form", [loop, lambda x: [branch(x, tf.constant(False))]])
async def test_what_the_device_cannot(
    factory: WideFactory, config: tf.ConfigProto, graph: tf.Graph, form: Callable[[tf.Tensor], list[tf.Tensor]]
) -> None:
    """What a body has that the device has no kernel for runs on the CPU."""
    x = tf.placeholder(tf.float32, [2])

    def with_floor(a: tf.Tensor) -> tf.Tensor:
        return tf.floor(tf.negative(a))

    with tf.device(WIDE):
        (y,) = call(define("f", [tf.float32], with_floor), form(x)[:1], [tf.float32])
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    async with tf.Session(graph=graph, config=config) as session:
        value = await session.run(y, {x: [0.25, 0.5]}, IN_TIME)
        wanted = np.array([0.25, 0.5]) * (1024 if form is loop else 2)
        assert value.tolist() == np.floor(-wanted).tolist()


async def test_errors(factory: WideFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What fails in a body fails the step with the names of node and call, and leaves nothing in the memory."""
    x = tf.placeholder(tf.float32, [None])
    with tf.device(WIDE):
        y = loop(x)[0]
        z = call(define("f", [tf.float32], lambda a: tf.matmul(a, a, name="product")), [x], [tf.float32])[0]
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.ResourceExhaustedError, match=r"OOM when allocating .* by allocator WIDE_0_bfc"):
            await session.run(y, {x: np.ones(300_000)}, IN_TIME)
        with pytest.raises(errors.InvalidArgumentError, match="product"):
            await session.run(z, {x: [1, 2]}, IN_TIME)
        assert (await session.run(y, {x: [1]}, IN_TIME)).tolist() == [1024]
    assert await factory.nbytes_in_use() == 0
