"""ThreadCalls: one call for all who want the same, on a thread, and dropped when nobody wants it any more."""
from __future__ import annotations

import asyncio
import contextvars
import threading
from functools import partial
from time import thread_time
from traceback import extract_tb
from typing import Any

import pytest

from aioflow import errors
from aioflow.framework.wanted import check_wanted
from aioflow.pools import thread_calls
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.thread_calls import StartRun, ThreadCalls
from aioflow.pools.thread_pool import ThreadPool

WAIT_S = 120.0


class Work:
    """A function that blocks its thread until it is let go.

    Attributes:
        num_calls: How often it was called.
    """

    def __init__(self) -> None:
        self.num_calls = 0
        self._entered, self._release = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.num_calls += 1
        self._entered.set()
        assert self._release.wait(WAIT_S)
        return "done"

    async def entered(self) -> None:
        """Waits until a thread is in it."""
        assert await asyncio.to_thread(self._entered.wait, WAIT_S)

    def release(self) -> None:
        """Lets it go on, now and later."""
        self._release.set()


@pytest.fixture
def start_run(pool: ThreadPool) -> StartRun:
    """Gives places on the pool."""
    return partial(PoolRun, pool)


async def begun(*waits: asyncio.Task[str]) -> None:
    """Lets tasks go as far as they can."""
    for _ in range(3):
        await asyncio.sleep(0)
    assert not any(wait.done() for wait in waits)


async def test_one_call_for_all(start_run: StartRun) -> None:
    """Those who want the same thing at once wait for one call; who comes later has another one made."""
    calls, work = ThreadCalls(), Work()
    waits = [asyncio.create_task(calls.once(start_run, "key", work)) for _ in range(5)]
    await work.entered()
    work.release()
    assert await asyncio.gather(*waits) == ["done"] * 5 and work.num_calls == 1
    assert await calls.once(start_run, "key", work) == "done" and work.num_calls == 2


async def test_keys(start_run: StartRun) -> None:
    """Different keys are different calls."""
    calls = ThreadCalls()
    assert await asyncio.gather(*(calls.once(start_run, key, partial(str, key)) for key in range(5))) == list("01234")


async def test_failure(start_run: StartRun) -> None:
    """All who wait hear what the function raises, each by an error of its own; it is forgotten then."""
    calls = ThreadCalls()
    waits = [asyncio.create_task(calls.once(start_run, "key", lambda: 1 // 0)) for _ in range(3)]
    results: list[Any] = await asyncio.gather(*waits, return_exceptions=True)
    assert all(isinstance(error, ZeroDivisionError) and "by zero" in str(error) for error in results)
    results[0].add_note("of the first")
    assert len({id(error) for error in results}) == 3 and not hasattr(results[1], "__notes__")
    # Each tells where it failed, and none where another one was raised.
    assert all(sum(frame.name == "once" for frame in extract_tb(error.__traceback__)) == 1 for error in results)
    assert await calls.once(start_run, "key", lambda: 1) == 1


async def test_context(start_run: StartRun) -> None:
    """The function sees the context variables of the first who asked."""
    variable = contextvars.ContextVar("variable", default="none")
    variable.set("mine")
    assert await ThreadCalls().once(start_run, "key", variable.get) == "mine"


async def test_the_slot_is_free_when_the_end_is_told(start_run: StartRun, pool: ThreadPool) -> None:
    """Who hears of the result finds the pool idle."""
    for _ in range(20):
        await ThreadCalls().once(start_run, "key", int)
        assert pool.num_busy == 0


async def test_timeout(start_run: StartRun) -> None:
    """Who waits too long is told so; those who have more time go on waiting."""
    calls, work = ThreadCalls(), Work()
    patient = asyncio.create_task(calls.once(start_run, "key", work))
    await work.entered()
    with pytest.raises(errors.DeadlineExceededError, match="graph to be compiled"):
        await calls.once(start_run, "key", work, 0.001)
    await begun(patient)
    work.release()
    assert await patient == "done" and work.num_calls == 1


async def test_nobody_waits_any_more(start_run: StartRun, pool: ThreadPool, size: int) -> None:
    """A call that has not begun is dropped when the last one who waited leaves, and leaves nothing in the queue."""
    calls, busy, work = ThreadCalls(), Work(), Work()
    blocking = [asyncio.create_task(calls.once(start_run, number, busy)) for number in range(size)]
    while pool.num_busy < size:
        await asyncio.sleep(0)
    waits = [asyncio.create_task(calls.once(start_run, "key", work)) for _ in range(2)]
    await begun(*waits)
    waits[0].cancel()
    await begun(waits[1])
    assert pool.num_queued == 1
    waits[1].cancel()
    await asyncio.wait(waits)
    assert pool.num_queued == 0
    busy.release()
    await asyncio.gather(*blocking)
    assert work.num_calls == 0


async def test_give_up(start_run: StartRun, pool: ThreadPool, size: int) -> None:
    """What has begun goes on, and what waits is cancelled."""
    calls, busy = ThreadCalls(), Work()
    blocking = [asyncio.create_task(calls.once(start_run, number, busy)) for number in range(size)]
    while pool.num_busy < size:
        await asyncio.sleep(0)
    waiting = asyncio.create_task(calls.once(start_run, "key", int))
    await begun(waiting)
    calls.give_up()
    with pytest.raises(errors.CancelledError):
        await waiting
    busy.release()
    assert await asyncio.gather(*blocking) == ["done"] * size


async def test_a_pool_that_refuses(start_run: StartRun, pool: ThreadPool) -> None:
    """A closed pool's refusal is heard, and the key is free for another try."""
    calls = ThreadCalls()
    pool.close()
    for _ in range(2):
        with pytest.raises(errors.CancelledError, match="closed"):
            await calls.once(start_run, "key", int)


class Asking:
    """A function that goes on until it is told that nobody wants it."""

    def __init__(self) -> None:
        self.entered, self.left = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.entered.set()
        try:
            while True:
                check_wanted()
        finally:
            self.left.set()


@pytest.mark.parametrize("how", ["deadline", "cancel", "give up"])
async def test_a_call_that_asks_ends_when_nobody_waits(
    start_run: StartRun, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Who has begun and asks whether he is wanted ends; the next call for the same is more patient."""
    monkeypatch.setattr(thread_calls, "PATIENCE_S", 0.01)
    calls, endless = ThreadCalls(), Asking()
    waiting = asyncio.create_task(calls.once(start_run, "key", endless, 0.05 if how == "deadline" else None))
    assert await asyncio.to_thread(endless.entered.wait, WAIT_S)
    if how == "cancel":
        waiting.cancel()
    elif how == "give up":
        calls.give_up()
    outcome = (await asyncio.gather(waiting, return_exceptions=True))[0]
    classes = {"deadline": errors.DeadlineExceededError, "cancel": asyncio.CancelledError}
    assert isinstance(outcome, classes.get(how, errors.CancelledError))
    assert await asyncio.to_thread(endless.left.wait, WAIT_S)
    assert await calls.once(start_run, "key", lambda: "another") == "another"


async def test_who_comes_back_is_waited_for(start_run: StartRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that nobody waits for goes on for a while: who comes back in time finds it at work, and not a new one."""
    monkeypatch.setattr(thread_calls, "PATIENCE_S", WAIT_S)
    calls, work = ThreadCalls(), Work()
    first = asyncio.create_task(calls.once(start_run, "key", work))
    await work.entered()
    first.cancel()
    await asyncio.wait([first])
    second = asyncio.create_task(calls.once(start_run, "key", work))
    await begun(second)
    work.release()
    assert await second == "done" and work.num_calls == 1


async def test_the_first_pool_that_has_time_makes_the_call(start_run: StartRun, pool: ThreadPool, size: int) -> None:
    """A call that waits for a busy pool is made on another one if somebody comes from there, and once."""
    calls, busy, idle = ThreadCalls(), Work(), ThreadPool("idle", 1)
    blocking = [asyncio.create_task(calls.once(start_run, number, busy, pool=pool)) for number in range(size)]
    while pool.num_busy < size:
        await asyncio.sleep(0)
    names: list[str] = []
    note = lambda: names.append(threading.current_thread().name)  # noqa: E731
    waiting = asyncio.create_task(calls.once(start_run, "key", note, pool=pool))
    await begun(waiting)
    await calls.once(partial(PoolRun, idle), "key", note, pool=idle)
    await waiting
    assert names == ["aioflow_idle_0"] and pool.num_queued == 0
    busy.release()
    await asyncio.gather(*blocking)
    idle.close()


def test_a_call_here_ends_behind_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that asks is ended; each try is more patient, so that one of them is done."""
    monkeypatch.setattr(thread_calls, "PATIENCE_S", 0.001)
    calls, endless = ThreadCalls(), Asking()
    with pytest.raises(errors.DeadlineExceededError, match="graph to be compiled"):
        calls.here("key", endless, 0.001)
    assert endless.left.is_set()

    def lasting() -> str:
        end_s = thread_time() + 0.02
        while thread_time() < end_s:
            check_wanted()
        return "done"

    results: list[str] = []
    while not results:
        try:
            results.append(calls.here("lasting", lasting, 0.0))
        except errors.DeadlineExceededError:
            pass
    assert results == ["done"] and calls.here("lasting", lasting) == "done"
