"""Cancel scopes of anyio, which go on cancelling until they are left; Starlette cancels handlers with them."""
from __future__ import annotations

import asyncio

import anyio
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.testing import Gate

from .idleness import come_to_rest


async def turns_of(seconds: float) -> int:
    """How many turns the running event loop makes in a while, besides those that watching takes."""
    loop = asyncio.get_running_loop()
    count = 0
    run_once = loop._run_once  # type: ignore[attr-defined]

    def counted() -> None:
        nonlocal count
        count += 1
        run_once()

    loop._run_once = counted  # type: ignore[attr-defined]
    try:
        await asyncio.sleep(seconds)
    finally:
        loop._run_once = run_once  # type: ignore[attr-defined]
    return count


async def test_scope_waits_for_the_kernel_without_spinning(session: tf.Session) -> None:
    """While a cancelled scope waits for a kernel that cannot be stopped the loop sleeps; then the scope is left."""
    gate = Gate()
    value = gate.blocking_node(1.0)
    ended: list[bool] = []

    async def handler() -> None:
        with anyio.CancelScope() as scope:
            scopes.append(scope)
            await session.run(value)
        ended.append(scope.cancelled_caught)

    scopes: list[anyio.CancelScope] = []
    async with anyio.create_task_group() as group:
        group.start_soon(handler)
        await gate.entered()
        scopes[0].cancel()
        await asyncio.sleep(0)
        assert await turns_of(0.05) < 20
        assert ended == []
        gate.open()
    assert ended == [True]
    await come_to_rest(session)


async def test_scope_over_waiting_nodes(session: tf.Session) -> None:
    """A cancelled scope stops nodes that wait, and the session goes on."""
    gate = Gate()
    async with anyio.create_task_group() as group:
        group.start_soon(session.run, gate.node(1.0))
        await gate.entered()
        group.cancel_scope.cancel()
    assert gate.num_cancelled == 1
    with anyio.move_on_after(0.005) as scope:
        await session.run(gate.node(1.0))
    assert scope.cancelled_caught
    await come_to_rest(session)
    assert await session.run(tf.constant(2.0) * 2) == 4.0


async def test_error_in_a_task_group(session: tf.Session) -> None:
    """When one task of a group fails, the runs of the others are stopped before the group is left."""
    gate = Gate()
    waiting = gate.node(1.0)
    failing = tf.py_func(lambda: 1 / 0, [], tf.double)
    with pytest.raises(BaseExceptionGroup) as caught:
        async with anyio.create_task_group() as group:
            group.start_soon(session.run, waiting)
            group.start_soon(session.run, failing)
    assert isinstance(caught.value.exceptions[0], errors.UnknownError)
    await come_to_rest(session)


async def test_cancelled_by_task_and_by_scope(session: tf.Session) -> None:
    """A task that is cancelled while its scope is being cancelled ends cancelled, once the kernel has ended."""
    gate = Gate()
    value = gate.blocking_node(1.0)

    async def handler() -> None:
        with anyio.CancelScope() as scope:
            scopes.append(scope)
            await session.run(value)

    scopes: list[anyio.CancelScope] = []
    task = asyncio.create_task(handler())
    await gate.entered()
    scopes[0].cancel()
    await asyncio.sleep(0)
    task.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not task.done()
    gate.open()
    with pytest.raises(asyncio.CancelledError):
        await task
    await come_to_rest(session)


async def test_closing_in_a_cancelled_scope(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """Leaving `async with session` in a cancelled scope does not wait, and still ends everything."""
    gate = Gate()
    session = tf.Session(config=config)
    other: list[asyncio.Task[object]] = []
    with anyio.CancelScope() as scope:
        async with session:
            other.append(asyncio.create_task(session.run(gate.node(1.0))))
            await gate.entered()
            scope.cancel()
            await anyio.sleep(60)
    with pytest.raises(errors.CancelledError):
        await other[0]
    await come_to_rest(session)
    with pytest.raises(RuntimeError, match="closed"):
        await session.run(tf.constant(1))
