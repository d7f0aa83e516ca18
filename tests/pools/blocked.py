"""Pools whose threads are kept busy, and pools at their end."""
from __future__ import annotations

import threading

from aioflow.pools.thread_pool import ThreadPool

WAIT_S = 120.0


class Blocked:
    """Occupies threads of a pool until it is released."""

    def __init__(self, pool: ThreadPool, count: int | None = None) -> None:
        self._release = threading.Event()
        count = pool.num_threads if count is None else count
        entered = threading.Semaphore(0)

        def block() -> None:
            entered.release()
            self._release.wait(WAIT_S)

        for _ in range(count):
            pool.submit(block)
        for _ in range(count):
            assert entered.acquire(timeout=WAIT_S)

    def release(self) -> None:
        """Lets the threads go on."""
        self._release.set()


def finish(pool: ThreadPool) -> None:
    """Waits until the pool has done all it was given."""
    pool.close()
    assert pool.join(WAIT_S)
