"""The kinds of executor that a session may ask for (executor.md 3.5; E-101, E-102)."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated import state as state_ops
from tests.functions.building import call, define

from .witness import Witness

SINGLE = "SINGLE_THREADED_EXECUTOR"


def of_kind(config: tf.ConfigProto, kind: str) -> tf.ConfigProto:
    """The settings with this kind of executor, and two devices."""
    config.experimental.executor_type = kind
    config.device_count["CPU"] = 2
    return config


async def refusal(graph: tf.Graph, config: tf.ConfigProto, fetches: Any) -> errors.OpError:
    """How the single-threaded executor refuses a run."""
    async with tf.Session(graph=graph, config=of_kind(config, SINGLE)) as session:
        with pytest.raises(errors.OpError) as caught:
            await session.run(fetches)
    return caught.value


async def test_unknown_kind(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-101: an unknown kind is refused by the first run, not by the constructor."""
    async with tf.Session(graph=graph, config=of_kind(config, "BOGUS")) as session:
        with pytest.raises(errors.NotFoundError, match=r"No executor factory registered.*BOGUS"):
            await session.run(tf.constant(1))


@pytest.mark.parametrize("kind", ["", "DEFAULT", SINGLE])
async def test_what_all_kinds_run(graph: tf.Graph, config: tf.ConfigProto, kind: str) -> None:
    """E-101, E-102: all kinds run resource variables, functions, two devices and partial runs, with equal results."""
    v = tf.Variable(2.0, use_resource=True)
    x = tf.placeholder(tf.float32, [])
    function = define("square", [tf.float32], lambda y: y * y)
    with tf.device("/cpu:1"):
        squared = call(function, [x], [tf.float32])[0] + 1.0
    with tf.device("/cpu:0"):
        result = squared * v
    async with tf.Session(graph=graph, config=of_kind(config, kind)) as session:
        await session.run(v.initializer)
        assert await session.run(result, {x: 3}) == 20
        handle = await session.partial_run_setup([squared, result], [x])
        assert await session.partial_run(handle, squared, {x: 2.0}) == 5
        assert await session.partial_run(handle, result) == 10


async def test_one_thread(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-102: the single-threaded executor runs all Python functions of a step on one thread."""
    witness = Witness()
    total = tf.add_n([witness.node(float(i)) for i in range(8)])
    async with tf.Session(graph=graph, config=of_kind(config, SINGLE)) as session:
        assert await session.run(witness.node(total)) == 28
    assert len(witness.threads) == 1 and len(witness.seen) == 9


async def test_references(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-102: references to variables are unimplemented there."""
    v = state_ops.variable_v2(shape=[], dtype=tf.float32, name="v")
    error = await refusal(graph, config, state_ops.assign(v, 1.0))
    assert type(error) is errors.UnimplementedError and "reference-typed" in error.message
    assert error.op.name in ("v", "Assign")


async def test_control_flow(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-102: conditions and loops of single nodes are a failed precondition there, naming one of them."""
    p = tf.placeholder_with_default(True, [])
    chosen = tf.cond(p, lambda: tf.constant(1), lambda: tf.constant(2))
    looped = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
    for fetch in (chosen, looped):
        error = await refusal(graph, config, fetch)
        assert type(error) is errors.FailedPreconditionError
        assert error.op is not None and error.op.name in error.message
    assert "low level control flow" in error.message or "switch op" in error.message
