"""ThreadPool: its threads, its tasks, its bounds, its end."""
from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest

from aioflow import errors
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.thread_pool import ThreadPool

from .blocked import WAIT_S, Blocked, finish


def numbers(pool: ThreadPool) -> list[int]:
    """The numbers of a pool's live threads."""
    prefix = f"aioflow_{pool.name}_"
    return sorted(int(t.name.removeprefix(prefix)) for t in threading.enumerate() if t.name.startswith(prefix))


# ---- threads
def test_threads_start_with_the_first_task(pool: ThreadPool, size: int) -> None:
    """Before the first task there is no thread; from then on there are as many as were declared."""
    assert pool.threads == () and numbers(pool) == []
    done = threading.Event()
    pool.submit(done.set)
    assert numbers(pool) == list(range(size))
    assert done.wait(WAIT_S) and pool.statistics().num_threads == size


def test_size_must_be_positive() -> None:
    """A pool without threads is refused."""
    with pytest.raises(errors.InvalidArgumentError, match=r"'empty'.*not 0"):
        ThreadPool("empty", 0)


def test_the_system_gives_no_threads(pool: ThreadPool, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a thread cannot start the task is refused and no thread stays; the next task tries again."""
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def refuse_the_last(thread: threading.Thread) -> None:
        if len(started) == size - 1:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse_the_last)
        with pytest.raises(errors.ResourceExhaustedError, match=r"'test'.*can't start new thread"):
            pool.submit(print)
    for thread in started:
        thread.join(WAIT_S)
    assert pool.statistics().num_threads == 0 and numbers(pool) == []
    done = threading.Event()
    pool.submit(done.set)
    assert done.wait(WAIT_S) and numbers(pool) == list(range(size))


# ---- tasks
def test_all_tasks_run_once(pool: ThreadPool) -> None:
    """Each task runs once, also those that tasks submit, and those still waiting when the pool is closed."""
    done: list[int] = []

    def parent(i: int) -> None:
        done.append(i)
        pool.submit(done.append, 1000 + i)

    for i in range(100):
        pool.submit(parent, i)
    finish(pool)
    assert sorted(done) == [*range(100), *range(1000, 1100)]


def test_a_task_that_fails(pool: ThreadPool, caplog: pytest.LogCaptureFixture) -> None:
    """A task that raises costs no thread; the error is logged."""

    def fail() -> None:
        raise ValueError("oops")

    done = threading.Event()
    with caplog.at_level(logging.ERROR):
        for _ in range(10):
            pool.submit(fail)
        pool.submit(done.set)
        assert done.wait(WAIT_S)
    assert len(pool.threads) == pool.num_threads
    finish(pool)
    assert len(caplog.records) == 10 and "oops" in caplog.text and "'test'" in caplog.text


def test_slot_is_free_when_the_end_is_told(pool: ThreadPool) -> None:
    """Who hears of a task's end finds its slot free."""
    busy: list[int] = []
    told = threading.Event()

    def tell() -> None:
        busy.append(pool.num_busy)
        told.set()

    def task() -> Callable[[], None]:
        busy.append(pool.num_busy)
        return tell

    PoolRun(pool).submit(task)
    assert told.wait(WAIT_S)
    finish(pool)
    assert busy == [1, 0]


def test_idle_threads_hold_nothing(pool: ThreadPool) -> None:
    """What a task worked on is gone when the task has ended."""
    gone = threading.Event()

    class Precious:
        def __del__(self) -> None:
            gone.set()

    pool.submit(lambda thing: None, Precious())
    assert gone.wait(WAIT_S)


# ---- statistics
def test_statistics(pool: ThreadPool, size: int) -> None:
    """Busy threads and waiting tasks are counted, and how long tasks waited and ran."""
    pool.owners += ["one", "two"]
    pool.owners.remove("one")
    blocked = Blocked(pool)
    for _ in range(3):
        pool.submit(int)
    during = pool.statistics()
    assert (during.name, during.owners, during.size, during.busy, during.queued) == ("test", ("two",), size, size, 3)
    assert (during.completed, during.rejected, during.max_queue, during.is_closed) == (0, 0, None, False)
    assert f"{size} of {size} threads busy, 3 tasks wait" in str(during)
    blocked.release()
    finish(pool)
    after = pool.statistics()
    assert (after.busy, after.queued, after.completed, after.is_closed) == (0, 0, size + 3, True)
    assert after.queue_wait.count == after.run_time.count == size + 3
    assert after.run_time.max_s >= after.run_time.mean_s > 0
    with pytest.raises(AttributeError):
        after.busy = 3  # type: ignore[misc]


# ---- resize
def test_grow() -> None:
    """A pool that has started gets its new threads at once."""
    pool = ThreadPool("test", 1)
    blocked = Blocked(pool)
    pool.resize(3)
    assert numbers(pool) == [0, 1, 2] and pool.num_threads == 3
    done = threading.Event()
    pool.submit(done.set)
    assert done.wait(WAIT_S)
    blocked.release()
    finish(pool)


def test_grow_before_the_start(pool: ThreadPool) -> None:
    """A pool that has not started still waits for its first task."""
    pool.resize(5)
    assert pool.threads == ()
    pool.submit(int)
    assert numbers(pool) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("is_busy", [False, True])
def test_shrink(is_busy: bool) -> None:
    """Threads that are too many end, those that are at work with their task; no task is lost."""
    pool = ThreadPool("test", 4)
    blocked = Blocked(pool, 4)
    if not is_busy:
        blocked.release()
        for _ in range(100):
            pool.submit(int)
    pool.resize(1)
    blocked.release()
    done: list[int] = []
    for i in range(100):
        pool.submit(done.append, i)
    for thread in set(pool.threads):
        if not thread.name.endswith("_0"):
            thread.join(WAIT_S)
    assert numbers(pool) == [0]
    finish(pool)
    assert sorted(done) == list(range(100))


def test_shrink_and_grow() -> None:
    """A thread that was to go may stay when the pool grows again; there are never two of one number."""
    pool = ThreadPool("test", 3)
    blocked = Blocked(pool)
    pool.resize(1)
    pool.resize(2)
    blocked.release()
    for thread in pool.threads:
        if thread.name.endswith("_2"):
            thread.join(WAIT_S)
    assert numbers(pool) == [0, 1]
    finish(pool)


def test_resize_refusals(pool: ThreadPool) -> None:
    """A pool keeps at least one thread, and a closed one has no size any more."""
    with pytest.raises(errors.InvalidArgumentError, match="not 0"):
        pool.resize(0)
    pool.close()
    with pytest.raises(errors.FailedPreconditionError, match="closed"):
        pool.resize(3)


def test_resize_without_threads(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the system gives no threads for a larger pool it stays as large as it was."""
    pool = ThreadPool("test", size)
    pool.submit(int)

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(errors.ResourceExhaustedError):
            pool.resize(size + 2)
    assert pool.num_threads == size and numbers(pool) == list(range(size))
    finish(pool)


# ---- the end
def test_close_drains(pool: ThreadPool) -> None:
    """Closing refuses new work, does what waits and what that submits, and then ends the threads."""
    blocked = Blocked(pool)
    done: list[str] = []

    def child() -> None:
        done.append("child")

    def parent() -> None:
        done.append("parent")
        pool.submit(child)

    pool.submit(parent)
    pool.close()
    pool.close()
    with pytest.raises(errors.CancelledError, match="'test' is closed"):
        pool.submit(print)
    assert not pool.join(0)
    blocked.release()
    assert pool.join(WAIT_S)
    assert done == ["parent", "child"] and numbers(pool) == []


def test_a_run_that_has_begun_goes_on(pool: ThreadPool) -> None:
    """After closing, a run that has begun may go on submitting; one that has not is refused."""
    begun, late = PoolRun(pool), PoolRun(pool)
    entered, release, done = threading.Event(), threading.Event(), threading.Event()

    def task() -> None:
        entered.set()
        release.wait(WAIT_S)

    begun.submit(task)
    assert entered.wait(WAIT_S)
    pool.close()
    begun.submit(done.set)
    with pytest.raises(errors.CancelledError):
        late.submit(print)
    release.set()
    assert done.wait(WAIT_S) and pool.join(WAIT_S)


def test_close_without_threads(pool: ThreadPool) -> None:
    """A pool that never started has ended as soon as it is closed."""
    pool.close()
    assert pool.join(0)
    with pytest.raises(errors.CancelledError):
        pool.submit(print)


# ---- bounds
def test_max_queue(size: int) -> None:
    """As many runs are admitted as there are idle threads and places to wait; one more is refused at once."""
    pool = ThreadPool("test", size, PoolOptions(max_queue=2))
    blocked = Blocked(pool)
    waiting = [pool.admit(), pool.admit()]
    with pytest.raises(errors.ResourceExhaustedError, match=rf"'test'.*{size} threads.*2 runs wait.*max_queue=2"):
        pool.admit()
    assert (pool.statistics().waiting_runs, pool.statistics().rejected) == (2, 1)
    waiting[0].withdraw()
    pool.admit()
    blocked.release()
    finish(pool)


def test_no_queue_at_all(size: int) -> None:
    """With max_queue=0 as many runs are admitted as there are threads, one after the other for ever."""
    pool = ThreadPool("test", size, PoolOptions(max_queue=0))
    for _ in range(3):
        runs = [pool.admit() for _ in range(size)]
        with pytest.raises(errors.ResourceExhaustedError):
            pool.admit()
        ended = [threading.Event() for _ in runs]
        for run, event in zip(runs, ended, strict=True):
            run.submit(lambda event=event: event.set)
        assert all(event.wait(WAIT_S) for event in ended)
    assert pool.statistics().rejected == 3
    finish(pool)


def test_begun_runs_are_never_refused(size: int) -> None:
    """What a run submits once it was admitted waits, however much there is of it."""
    pool = ThreadPool("test", size, PoolOptions(max_queue=0))
    run = pool.admit()
    done: list[int] = []

    def begin() -> None:
        for i in range(50):
            run.submit(done.append, i)

    run.submit(begin)
    while len(done) < 50:
        finish(pool)
    assert sorted(done) == list(range(50))


def test_withdrawn_run(pool: ThreadPool, size: int) -> None:
    """A run that has ended leaves nothing in the queue; the others are served."""
    blocked = Blocked(pool)
    ended, other = PoolRun(pool), PoolRun(pool)
    done: list[str] = []
    for _ in range(200):
        ended.submit(done.append, "ended")
        other.submit(done.append, "other")
    assert pool.statistics().queued == 400
    ended.withdraw()
    ended.withdraw()
    assert pool.statistics().queued == 200
    blocked.release()
    finish(pool)
    assert done == ["other"] * 200 and pool.statistics().completed == size + 200


def test_task_of_a_withdrawn_run(pool: ThreadPool) -> None:
    """What a thread of a run submits just after the run has ended is dropped, and not counted as waiting for ever."""
    blocked, ran = Blocked(pool), list[int]()
    run = pool.admit()
    run.submit(ran.append, 1)
    run.withdraw()
    run.submit(ran.append, 2)
    assert pool.num_queued == 0
    blocked.release()
    finish(pool)
    assert ran == [] and pool.num_unfinished == 0


def test_priorities() -> None:
    """Tasks of runs of higher priority go first, whoever came first."""
    pool = ThreadPool("test", 1)
    blocked = Blocked(pool)
    done: list[int] = []
    for priority in (0, -5, 3, 0, 3):
        PoolRun(pool, priority).submit(done.append, priority)
    blocked.release()
    finish(pool)
    assert done == [3, 3, 0, 0, -5]
