"""Coordinators: who stops whom, what `join` waits for, and what it raises."""
from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.testing import JumpingLoop


@pytest.fixture
def coordinator() -> Any:
    """A new coordinator."""
    return tf.train.Coordinator()


async def until_stop(coordinator: Any) -> None:
    """Works until it is to stop."""
    while not coordinator.should_stop():
        await asyncio.sleep(0)


async def failing(error: BaseException) -> None:
    """A task that fails."""
    raise error


def tasks(*coroutines: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """A task for each."""
    return [asyncio.get_running_loop().create_task(coroutine) for coroutine in coroutines]


async def test_one_stops_all(coordinator: Any) -> None:
    """Tasks see a request to stop, and `join` waits until they have."""
    workers = tasks(until_stop(coordinator), until_stop(coordinator), coordinator.wait_for_stop())
    assert not coordinator.should_stop() and not coordinator.joined
    coordinator.request_stop()
    await coordinator.join(workers)
    assert coordinator.should_stop() and coordinator.joined and all(worker.done() for worker in workers)


async def test_join_waits_for_the_end_of_all(coordinator: Any) -> None:
    """Nobody has to request a stop when all tasks end by themselves."""
    workers = tasks(asyncio.sleep(0), asyncio.sleep(0))
    coordinator.register_thread(workers[0])
    await coordinator.join(workers[1:])
    assert not coordinator.should_stop() and all(worker.done() for worker in workers)
    await coordinator.join()


async def test_the_first_error_is_raised(coordinator: Any) -> None:
    """`join` raises the error that stopped the tasks, not those that followed."""
    first, second = errors.internal("first"), ValueError("second")
    coordinator.request_stop(first)
    coordinator.request_stop(second)
    with pytest.raises(errors.InternalError, match="first"):
        coordinator.raise_requested_exception()
    with pytest.raises(errors.InternalError, match="first"):
        await coordinator.join(tasks(until_stop(coordinator)))


async def test_a_task_that_fails_stops_the_others(coordinator: Any) -> None:
    """What a task raises reaches `join`, as if the task had requested the stop itself."""
    with pytest.raises(ValueError, match="broken"):
        await coordinator.join(tasks(until_stop(coordinator), failing(ValueError("broken"))))
    assert coordinator.should_stop()


async def test_late_failures_change_nothing(coordinator: Any) -> None:
    """Tasks that fail because they are stopped do not make `join` fail."""

    async def fail_when_stopped() -> None:
        await coordinator.wait_for_stop()
        raise ValueError("stopped")

    workers = tasks(fail_when_stopped())
    coordinator.request_stop()
    await coordinator.join(workers)


async def test_cancelled_tasks_have_ended(coordinator: Any) -> None:
    """A task that is cancelled does not stop the others."""
    cancelled, other = tasks(until_stop(coordinator), asyncio.sleep(0, "done"))
    cancelled.cancel()
    await coordinator.join([cancelled, other])
    assert other.result() == "done" and not coordinator.should_stop()


@pytest.mark.parametrize("end", [errors.out_of_range("no more"), None])
async def test_clean_ends(coordinator: Any, end: errors.OpError | None) -> None:
    """The end of the input stops the work without an error."""
    coordinator.request_stop(end)
    await coordinator.join()
    coordinator.raise_requested_exception()


async def test_other_clean_ends() -> None:
    """Which errors are clean ends can be chosen; others are not then."""
    coordinator = tf.train.Coordinator(clean_stop_exception_types=[KeyError])
    with coordinator.stop_on_exception():
        raise KeyError("clean")
    await coordinator.join()
    coordinator.clear_stop()
    with coordinator.stop_on_exception():
        raise errors.out_of_range("not clean")
    with pytest.raises(errors.OutOfRangeError):
        await coordinator.join()


async def test_stop_on_exception(coordinator: Any) -> None:
    """An error in the context is kept for `join`, and what `sys.exc_info` gives is taken as well."""
    with coordinator.stop_on_exception():
        raise ValueError("kept")
    with pytest.raises(ValueError, match="kept"):
        await coordinator.join()
    coordinator.clear_stop()
    try:
        raise KeyError("information")
    except KeyError:
        coordinator.request_stop(sys.exc_info())
    with pytest.raises(KeyError, match="information"):
        await coordinator.join()


async def test_cancellation_is_no_reason_to_stop(coordinator: Any) -> None:
    """Cancelling a task ends its context and the task, not the work of the others."""

    async def work() -> None:
        with coordinator.stop_on_exception():
            await coordinator.wait_for_stop()

    (worker,) = tasks(work())
    await asyncio.sleep(0)
    worker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await worker
    assert not coordinator.should_stop()


async def test_errors_after_join_are_raised_at_once(coordinator: Any) -> None:
    """Who reports an error when nobody would raise it any more gets it back, until the stop is cleared."""
    await coordinator.join()
    with pytest.raises(ValueError, match="late"):
        coordinator.request_stop(ValueError("late"))
    coordinator.request_stop()
    coordinator.clear_stop()
    assert not coordinator.joined and not coordinator.should_stop()


async def test_tasks_that_do_not_stop(coordinator: Any) -> None:
    """`join` names the tasks that still run when their time is over, or leaves them alone."""
    release = asyncio.Event()
    stubborn = asyncio.get_running_loop().create_task(release.wait(), name="stubborn")
    coordinator.request_stop()
    with pytest.raises(RuntimeError, match="Coordinator stopped with threads still running: stubborn"):
        await coordinator.join([stubborn], stop_grace_period_secs=0)
    await coordinator.join([stubborn], stop_grace_period_secs=0, ignore_live_threads=True)
    assert not stubborn.done()
    release.set()
    await stubborn


async def test_errors_come_before_tasks_that_do_not_stop(coordinator: Any) -> None:
    """The error that stopped the work matters more than who has not stopped yet."""
    release = asyncio.Event()
    (stubborn,) = tasks(release.wait())
    coordinator.request_stop(ValueError("reason"))
    with pytest.raises(ValueError, match="reason"):
        await coordinator.join([stubborn], stop_grace_period_secs=0)
    release.set()
    await stubborn


async def test_a_task_may_join_the_others(coordinator: Any) -> None:
    """Who joins tasks of which it is one does not wait for itself."""

    async def lead(followers: list[asyncio.Task[Any]]) -> None:
        me = asyncio.current_task()
        assert me is not None
        await coordinator.join([*followers, me])

    followers = tasks(until_stop(coordinator))
    coordinator.request_stop()
    await asyncio.get_running_loop().create_task(lead(followers))


async def test_joining_can_be_given_up(coordinator: Any) -> None:
    """Cancelling `join` leaves the tasks as they are."""
    workers = tasks(until_stop(coordinator))
    (join,) = tasks(coordinator.join(workers))
    await asyncio.sleep(0)
    join.cancel()
    with pytest.raises(asyncio.CancelledError):
        await join
    assert not workers[0].done() and not coordinator.joined
    coordinator.request_stop()
    await coordinator.join(workers)


def test_waiting_for_a_while() -> None:
    """`wait_for_stop` says whether a stop was requested within the time."""

    async def wait() -> tuple[bool, bool]:
        coordinator = tf.train.Coordinator()
        in_vain = await coordinator.wait_for_stop(timeout=3600)
        coordinator.request_stop()
        return in_vain, await coordinator.wait_for_stop(timeout=0)

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert runner.run(wait()) == (False, True)
