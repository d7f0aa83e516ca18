"""Crew: what happens between two steps of a thread, forced by a lock that lets others in at the worst moment."""
from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from aioflow import errors
from aioflow.pools import thread_pool
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.thread_pool import ThreadPool

WAIT_S = 120.0


class TellingLock:
    """A lock that calls `on_release` whenever a thread of a pool has just given it up."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.on_release: Callable[[], None] = lambda: None

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *exc_info: object) -> None:
        self._lock.release()
        if threading.current_thread().name.startswith("aioflow_"):
            self.on_release()


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch) -> TellingLock:
    """The lock that pools of this test get."""
    lock = TellingLock()
    monkeypatch.setattr(thread_pool, "RLock", lambda: lock)
    return lock


def on_another_thread(function: Callable[[], None]) -> None:
    """Calls a function as somebody else would who comes in between."""
    other = threading.Thread(target=function)
    other.start()
    other.join(WAIT_S)
    assert not other.is_alive()


def test_a_task_for_a_pool_whose_last_thread_leaves(lock: TellingLock, size: int) -> None:
    """What a closed pool has taken it does, also when it comes as the last thread has just found nothing to do.

    1. The pool is closed while a task of a run is at work.
    2. The thread ends the task, finds no other one, and gives up the lock.
    3. The run, which has begun and may go on, submits one more.
    4. The thread leaves. If it decided that in step 2 and is only taken off the list now, the task is never done.
    """
    pool = ThreadPool("test", size)
    run = PoolRun(pool)
    entered, release = threading.Event(), threading.Event()
    numbers, taken, done = iter(range(20)), list[int](), list[int]()

    def submit() -> None:
        number = next(numbers, None)
        if number is None:
            return
        try:
            run.submit(done.append, number)
        except errors.CancelledError:
            return
        taken.append(number)

    def block() -> None:
        entered.set()
        release.wait(WAIT_S)

    run.submit(block)
    assert entered.wait(WAIT_S)
    pool.close()
    lock.on_release = lambda: on_another_thread(submit)
    release.set()
    assert pool.join(WAIT_S)
    assert sorted(done) == sorted(taken)


def test_a_task_for_a_thread_that_parks(lock: TellingLock, size: int) -> None:
    """A task that comes when a thread has found nothing, and before it waits, is done: the wake-up is not lost."""
    pool = ThreadPool("test", size)
    done = threading.Semaphore(0)
    further = iter(range(20))

    def submit() -> None:
        if next(further, None) is not None:
            pool.submit(done.release)

    lock.on_release = lambda: on_another_thread(submit)
    for _ in range(5):
        pool.submit(done.release)
    for _ in range(5 + 20):
        assert done.acquire(timeout=WAIT_S)
    lock.on_release = lambda: None
    pool.close()
    assert pool.join(WAIT_S)


def test_an_interrupted_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool whose threads were being started when Control-C came starts all of them with the next task."""
    start, num_started = threading.Thread.start, 0

    def interrupted(thread: threading.Thread) -> None:
        nonlocal num_started
        start(thread)
        num_started += 1
        if num_started == 2:
            raise KeyboardInterrupt

    pool = ThreadPool("test", 4)
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        pool.submit(lambda: None)
    barrier, met = threading.Barrier(5), list[int]()
    for _ in range(4):
        pool.submit(lambda: met.append(barrier.wait(WAIT_S)))
    barrier.wait(WAIT_S)
    pool.close()
    assert pool.join(WAIT_S)
    assert len(met) == 4
