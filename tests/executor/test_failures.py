"""What happens when nodes fail, and who is blamed (executor.md 4.6; E-36 to E-39, E-45 to E-47; sessions.md S-115)."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.pools.open_pools import open_pools
from aioflow.testing import Gate

from .census import census, settle
from .witness import Witness


async def failure(session: tf.Session, fetches: Any) -> errors.OpError:
    """The error with which a run ends."""
    with pytest.raises(errors.OpError) as caught:
        await session.run(fetches)
    return caught.value


async def test_nothing_starts_after_a_failure(session: tf.Session) -> None:
    """S-115 (in place of E-36): what waits when a node fails is cancelled, and what comes behind does not start."""
    gate, witness = Gate(), Witness()
    behind_gate = witness.node(gate.node(1.0), "behind")
    failing = witness.failing(Gate(is_open=True).node(1.0))
    behind_failing = witness.node(failing, "after")
    error = await failure(session, [behind_gate, behind_failing])
    assert isinstance(error, errors.InvalidArgumentError) and error.op.name == "failing"
    assert witness.seen == ["failing"]
    assert gate.num_cancelled == gate.num_entered


async def test_blocking_node_ends_first(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """S-115: a thread cannot be stopped; the failed run waits for it, and starts nothing behind it."""
    gate, witness = Gate(), Witness()
    behind = witness.node(gate.blocking_node(1.0), "behind")
    failed = Gate()
    failing = tf.async_py_func(_fail_after(failed), [1.0], tf.float32, name="failing")
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        run = asyncio.ensure_future(session.run([behind, failing]))
        await gate.entered()
        failed.open()
        for _ in range(20):
            await asyncio.sleep(0)
        assert not run.done()
        gate.open()
        with pytest.raises(errors.InvalidArgumentError, match="on purpose"):
            await run
    assert witness.seen == []


def _fail_after(gate: Gate) -> Any:
    async def fail(value: Any) -> Any:
        await gate.wait()
        raise ValueError("on purpose")

    return fail


async def test_two_failures(session: tf.Session) -> None:
    """E-37: of two errors one is raised, and names the node that raised it."""
    witness = Witness()
    error = await failure(session, [witness.failing(label="one"), witness.failing(label="two")])
    assert error.op.name in ("one", "two") and f"ValueError: {error.op.name}" in error.message


async def test_failure_beside_a_waiting_node(session: tf.Session) -> None:
    """E-38: a failure is raised as it is, at once, although another node waits for ever."""
    gate = Gate()
    error = await failure(session, [gate.node(1.0), Witness().failing()])
    assert type(error) is errors.InvalidArgumentError
    assert gate.num_inside == 0


async def test_failure_beside_an_endless_loop(session: tf.Session) -> None:
    """E-39: a failure ends an endless loop of the same step."""
    gate = Gate(is_open=True)
    endless = tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 1000, [tf.constant(0)])
    error = await failure(session, [endless, Witness().failing(gate.node(1.0))])
    assert error.op.name == "failing"


async def test_failure_in_a_loop(session: tf.Session) -> None:
    """E-45: an error in a loop's body names the node of the body, and later iterations do not run."""
    seen: list[int] = []

    def body(i: Any) -> Any:
        seen.append(int(i))
        if i == 3:
            raise ValueError("at three")
        return i + np.int32(1)

    looped = tf.while_loop(
        lambda i: i < 10, lambda i: tf.py_func(body, [i], tf.int32, name="in_body"), [tf.constant(0)],
        shape_invariants=[tf.TensorShape(None)],
    )  # fmt: skip
    error = await failure(session, looped)
    assert error.op.name == "while/in_body" and "at three" in error.message
    assert seen == [0, 1, 2, 3]


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize(
    ("raised", "wanted"),
    [
        (ValueError("text"), errors.InvalidArgumentError),
        (TypeError("text"), errors.InvalidArgumentError),
        (StopIteration("text"), errors.OutOfRangeError),
        (MemoryError("text"), errors.ResourceExhaustedError),
        (NotImplementedError("text"), errors.UnimplementedError),
        (KeyError("text"), errors.UnknownError),
        (ZeroDivisionError("text"), errors.UnknownError),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
async def test_python_errors(
    session: tf.Session, raised: Exception, wanted: type[errors.OpError], is_async: bool
) -> None:
    """E-47: exceptions of Python functions become errors of their kind, with text, node and cause."""
    if is_async and isinstance(raised, StopIteration):
        pytest.skip("a coroutine cannot raise StopIteration")

    async def fail() -> Any:
        raise raised

    def fail_at_once() -> Any:
        raise raised

    build = tf.async_py_func if is_async else tf.py_func
    error = await failure(session, build(fail if is_async else fail_at_once, [], tf.float32, name="culprit"))
    assert type(error) is wanted and error.op.name == "culprit" and "text" in error.message
    assert error.__cause__ is raised


async def test_wrong_dtype(session: tf.Session) -> None:
    """E-47: a Python function must return the dtype that was announced."""
    error = await failure(session, tf.py_func(lambda: np.float64(1), [], tf.float32, name="culprit"))
    assert type(error) is errors.InvalidArgumentError and error.op.name == "culprit"
    assert "float64" in error.message or "double" in error.message


async def test_kernel_that_raises_anything(session: tf.Session) -> None:
    """4.6: an exception that a kernel should not raise becomes an InternalError that names the node."""
    x = tf.placeholder(tf.float32, None)
    y = tf.placeholder(tf.float32, None)
    with pytest.raises(errors.OpError) as caught:
        await session.run(tf.add(x, y, name="sum"), {x: np.zeros((2,)), y: np.zeros((3,))})
    assert caught.value.op.name == "sum"


async def test_sessions_go_on(session: tf.Session) -> None:
    """4.6: after a failure the session runs as before, also the signature that failed."""
    p = tf.placeholder(tf.float32, [])

    def fail_if_negative(value: Any) -> Any:
        if value < 0:
            raise ValueError("negative")
        return value

    y = tf.py_func(fail_if_negative, [p], tf.float32) + 1
    for _ in range(3):
        with pytest.raises(errors.InvalidArgumentError, match="negative"):
            await session.run(y, {p: -1})
        assert await session.run(y, {p: 1}) == 2


async def test_failures_leave_nothing(session: tf.Session) -> None:
    """A step that failed, in the middle of a loop or beside waiting nodes, leaves no task, thread or frame."""
    gate = Gate()

    def body(i: tf.Tensor, j: tf.Tensor) -> Any:
        inner = tf.while_loop(lambda k: k < 3, lambda k: tf.identity(gate.node(k)) + 1, [tf.constant(0)])
        failing = tf.py_func(_fail_at(2), [i], tf.int32)
        failing.set_shape([])
        return failing, j + inner

    looped = tf.while_loop(lambda i, j: i < 10, body, [tf.constant(0), tf.constant(0)])
    with pytest.raises(errors.InvalidArgumentError, match="too far"):
        await session.run(looped)
    before = await census_after(session, looped)
    for _ in range(5):
        after = await census_after(session, looped)
    assert after <= before


async def census_after(session: tf.Session, fetches: Any) -> Any:
    """The census after a failing run."""
    with pytest.raises(errors.InvalidArgumentError):
        await session.run(fetches)
    await settle()
    return census()


def _fail_at(limit: int) -> Any:
    def step(value: Any) -> Any:
        if value == limit:
            raise ValueError("too far")
        return value + np.int32(1)

    return step


async def test_closed_pool(graph: tf.Graph) -> None:
    """3.4: a pool that is closed under a run lets it end or ends it, losing nothing, and takes no new one."""
    gate = Gate()
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    others = open_pools()
    session = tf.Session(graph=graph, config=config)
    behind = gate.blocking_node(gate.node(1.0))
    run = asyncio.ensure_future(session.run(behind))
    await gate.entered()
    (pool,) = (pool for pool in open_pools() if pool not in others and "Compute" in pool.name)
    pool.close()
    gate.open()
    outcomes: Any = await asyncio.gather(run, return_exceptions=True)
    outcome = outcomes[0]
    assert outcome == 1.0 or isinstance(outcome, errors.CancelledError)  # whether its threads had gone already
    with pytest.raises(errors.CancelledError, match="closed"):
        await session.run(behind)
    await session.close()
