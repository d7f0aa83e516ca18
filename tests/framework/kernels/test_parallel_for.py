"""ParallelFor: how work is divided, and that all of it is done, once."""
from __future__ import annotations

import contextvars
import threading
import weakref
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.framework.kernels import parallel_for
from aioflow.framework.kernels.parallel_for import block_size, division, usable_threads
from aioflow.pools.thread_pool import ThreadPool

VECTORS = [
    (100, 1000, 4, 1, 100), (1000, 209, 4, 1, 1000), (1000, 210, 4, 4, 250), (1000, 1000, 4, 16, 63),
    (10**6, 1, 4, 16, 62500), (10**6, 100, 8, 32, 31250), (7, 10**6, 4, 4, 2), (3, 10**6, 8, 3, 1),
    (100, 10**4, 4, 12, 9), (10**4, 50, 3, 12, 834),
]  # fmt: skip


@pytest.fixture(params=(1, 4), ids=lambda size: f"size_{size}")
def size(request: pytest.FixtureRequest) -> int:
    """How many threads a pool has."""
    value: int = request.param
    return value


@pytest.fixture
def pool(size: int) -> Iterator[ThreadPool]:
    """A pool, closed at the end."""
    pool = ThreadPool("test", size)
    yield pool
    pool.close()
    assert pool.join(120)


@pytest.fixture
def uninstalled() -> Iterator[None]:
    """No threads share the work of kernels."""
    before = parallel_for.install(None)
    yield
    parallel_for.install(*before)


@pytest.fixture
def shared(pool: ThreadPool, uninstalled: None) -> ThreadPool:
    """A pool that is installed as the one whose threads share the work of kernels."""
    parallel_for.install(pool, lambda: 100)
    return pool


@pytest.mark.parametrize(("total", "cost", "num_threads", "blocks", "size"), VECTORS)
def test_published_vectors(total: int, cost: int, num_threads: int, blocks: int, size: int) -> None:
    """The number of blocks and their size are those that TensorFlow computes."""
    divided = division(total, cost, num_threads)
    assert (-(-total // divided), divided) == (blocks, size)


@pytest.mark.parametrize(
    ("cost", "threads"), [(0, 1), (209_999, 1), (210_000, 2), (309_999, 2), (310_000, 3), (10**9, 8)]
)
def test_usable_threads(cost: int, threads: int) -> None:
    """Each 100,000 cycles more are worth one thread more, from 210,000 on, up to all there are."""
    assert usable_threads(1, cost, 8) == threads


@given(st.integers(1, 10**7), st.floats(1e-3, 1e7), st.integers(1, 64))
def test_block_sizes(total: int, cost: float, num_threads: int) -> None:
    """Blocks have at least one unit, at most all of them, and at most twice the first guess."""
    size = block_size(total, cost, num_threads)
    first = min(total, max(-(-total // (4 * num_threads)), int(40_000 / cost)))
    assert 1 <= first <= size <= min(total, 2 * first)


class BusyPool:
    """One whose threads are all needed elsewhere."""

    num_threads = 4

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, function: Any, *args: Any) -> None:
        self.waiting.append((function, args))


def test_threads_that_do_not_come_hold_nothing(uninstalled: None) -> None:
    """The caller has done all of the work; what it was done on does not wait for threads that find nothing left."""
    pool = BusyPool()
    parallel_for.install(pool, lambda: 100)
    array, sums = np.ones(1000), list[float]()

    def add(array: Any, start: int, end: int) -> None:
        sums.append(array[start:end].sum())

    parallel_for.parallel_for(1000, 1e6, partial(add, array))
    held = weakref.ref(array)
    del array
    assert (sum(sums), held(), len(pool.waiting)) == (1000.0, None, 3)
    for function, args in pool.waiting:
        function(*args)
    assert sum(sums) == 1000.0


@pytest.mark.parametrize("total", [0, 1, 2, 7, 1000])
@pytest.mark.parametrize("cost", [0.0, 1e3, 1e6])
def test_each_unit_once(shared: ThreadPool, total: int, cost: float) -> None:
    """All units are done, each once, in ranges that are not empty; nothing is called for no units."""
    done: list[tuple[int, int]] = []
    parallel_for.parallel_for(total, cost, lambda start, end: done.append((start, end)))
    assert Counter(i for start, end in done for i in range(start, end)) == Counter(range(total))
    assert all(start < end for start, end in done)


def test_small_work_stays_here(shared: ThreadPool) -> None:
    """What is not worth dividing is done at once by the caller, and starts no thread."""
    threads = []
    parallel_for.parallel_for(1000, 209, lambda start, end: threads.append((start, end, threading.current_thread())))
    assert threads == [(0, 1000, threading.current_thread())]
    assert not shared.threads


def test_threads_work_at_the_same_time(uninstalled: None) -> None:
    """As many blocks are worked on at once as the pool has threads; the caller is one of them."""
    pool = ThreadPool("shared", 3)
    parallel_for.install(pool, lambda: 100)
    meeting = threading.Barrier(3, timeout=120)
    parallel_for.parallel_for(3, 1e6, lambda start, end: meeting.wait())
    pool.close()
    assert not meeting.broken


def test_on_a_thread_of_the_pool(shared: ThreadPool) -> None:
    """Work may be divided within work that is being divided, whatever the pool's size."""
    done: Counter[int] = Counter()

    def outer(start: int, end: int) -> None:
        for i in range(start, end):
            parallel_for.parallel_for(8, 1e6, lambda a, b, i=i: done.update(range(8 * i + a, 8 * i + b)))  # type: ignore[misc]

    parallel_for.parallel_for(8, 1e6, outer)
    assert done == Counter(range(64))


def test_first_error_is_raised(shared: ThreadPool) -> None:
    """An error of one range reaches the caller, when no range is being worked on any more."""
    active = []

    def work(start: int, end: int) -> None:
        active.append(start)
        try:
            if start == 0:
                raise ValueError("first")
        finally:
            active.remove(start)

    with pytest.raises(ValueError, match="first"):
        parallel_for.parallel_for(1000, 1e5, work)
    assert active == []


def test_context_of_the_caller(shared: ThreadPool) -> None:
    """Context variables, numpy's error handling among them, are the caller's on every thread."""
    variable = contextvars.ContextVar("variable", default="")
    variable.set("caller")
    seen = set()

    def work(start: int, end: int) -> None:
        seen.add((variable.get(), np.geterr()["over"]))

    with np.errstate(over="ignore"):
        parallel_for.parallel_for(100, 1e5, work)
    assert seen == {("caller", "ignore")}


def test_nothing_installed(uninstalled: None) -> None:
    """Without a pool the caller does everything."""
    calls: list[tuple[int, int]] = []
    parallel_for.parallel_for(1000, 1e6, lambda start, end: calls.append((start, end)))
    assert calls == [(0, 1000)] and parallel_for.num_threads() == 1


@pytest.mark.parametrize("helpers", [0, 1])
def test_helpers_that_have_time(shared: ThreadPool, size: int, helpers: int) -> None:
    """No more threads work than have time; who has no helper does everything himself."""
    parallel_for.install(shared, lambda: helpers)
    assert parallel_for.num_threads() == min(size, 1 + helpers)
    calls: list[tuple[int, int]] = []
    parallel_for.parallel_for(1000, 1e6, lambda start, end: calls.append((start, end)))
    assert (calls == [(0, 1000)]) == (helpers == 0 or size == 1)


def test_helpers_that_are_needed_elsewhere(uninstalled: None) -> None:
    """A thread that others need leaves with its block; the caller does what is left."""
    pool, caller = ThreadPool("shared", 2), threading.current_thread()
    is_needed, has_helped = threading.Event(), threading.Event()
    parallel_for.install(pool, lambda: -1 if is_needed.is_set() else 1)
    done: list[threading.Thread] = []
    units: list[int] = []

    def work(start: int, end: int) -> None:
        if threading.current_thread() is caller:
            assert has_helped.wait(120)
        else:
            is_needed.set()
        done.append(threading.current_thread())
        units.extend(range(start, end))
        has_helped.set()

    parallel_for.parallel_for(8, 1e6, work)
    pool.close()
    assert pool.join(120)
    assert sorted(units) == list(range(8)) and len(done) - done.count(caller) == 1
