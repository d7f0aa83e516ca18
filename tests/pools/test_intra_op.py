"""How many threads may help with a large kernel: no more than there are CPUs that nobody else is about to need."""
from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from aioflow.pools import intra_op
from aioflow.pools.thread_pool import ThreadPool

PATIENCE_S = 120.0


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ThreadPool]]:
    """The only pools of the process: the intra-op one with 4 threads, and two others."""
    pools = [ThreadPool("intra_op", 4), ThreadPool("serving", 2), ThreadPool("bulk", 1)]
    monkeypatch.setattr(intra_op, "open_pools", lambda: pools)
    yield pools
    for pool in pools:
        pool.close()
        assert pool.join(PATIENCE_S)


def after(seconds: float, monkeypatch: pytest.MonkeyPatch, pool: ThreadPool) -> None:
    """Makes it so late after the pool's last task."""
    now_ns = pool.crew.last_ended_ns + int(seconds * 1e9)
    monkeypatch.setattr(intra_op, "perf_counter_ns", lambda: now_ns)


def use(pool: ThreadPool) -> None:
    """Has the pool do something, and waits until it is idle."""
    done = threading.Event()
    pool.submit(done.set)
    assert done.wait(PATIENCE_S)
    while pool.num_unfinished:
        pass


def test_idle_pools(pools: list[ThreadPool]) -> None:
    """When nobody works all threads but the caller's own may help, and none when the pool was closed."""
    assert intra_op.num_helpers(pools[0]) == 3
    pools[0].close()
    assert intra_op.num_helpers(pools[0]) == 0


class Busy:
    """Keeps threads busy, a number for each pool, while it is entered."""

    def __init__(self, *numbers: tuple[ThreadPool, int]) -> None:
        self._numbers = numbers
        self._release = threading.Event()
        self._entered = threading.Semaphore(0)

    def __enter__(self) -> None:
        for pool, number in self._numbers:
            for _ in range(number):
                pool.submit(self._block)
        for _ in range(sum(number for _, number in self._numbers)):
            assert self._entered.acquire(timeout=PATIENCE_S)

    def __exit__(self, *exc_info: object) -> None:
        self._release.set()
        while any(pool.num_unfinished for pool, _ in self._numbers):
            pass

    def _block(self) -> None:
        self._entered.release()
        assert self._release.wait(PATIENCE_S)


def helpers_seen_by(caller: ThreadPool, pool: ThreadPool) -> int:
    """How many threads of `pool` a thread of `caller` sees that may help it."""
    seen: list[int] = []
    told = threading.Event()

    def tell() -> None:
        seen.append(intra_op.num_helpers(pool))
        told.set()

    caller.submit(tell)
    assert told.wait(PATIENCE_S)
    return seen[0]


def test_busy_pools(pools: list[ThreadPool]) -> None:
    """Each busy thread of any pool takes a CPU; the caller's own thread does not count twice."""
    own, serving, bulk = pools
    with Busy((serving, 2)):
        assert intra_op.num_helpers(own) == 1
        assert helpers_seen_by(bulk, own) == 1


def test_pools_that_were_busy_lately(pools: list[ThreadPool], monkeypatch: pytest.MonkeyPatch) -> None:
    """A CPU is kept for a pool that worked a moment ago, until it has been idle for a while."""
    use(pools[1])
    after(0.01, monkeypatch, pools[1])
    assert intra_op.num_helpers(pools[0]) == 2
    after(0.2, monkeypatch, pools[1])
    assert intra_op.num_helpers(pools[0]) == 3


def test_the_helpers_own_pool(pools: list[ThreadPool], monkeypatch: pytest.MonkeyPatch) -> None:
    """That threads have helped lately keeps them from nothing."""
    use(pools[0])
    after(0.01, monkeypatch, pools[0])
    assert intra_op.num_helpers(pools[0]) == 3


def test_too_many(pools: list[ThreadPool]) -> None:
    """A thread that helps while others need its CPU is told so by a negative number."""
    own, serving, bulk = pools
    with Busy((serving, 1), (bulk, 1), (own, 1)):
        assert helpers_seen_by(own, own) == 0
    with Busy((serving, 2), (bulk, 1), (own, 2)):
        assert helpers_seen_by(own, own) == -2
