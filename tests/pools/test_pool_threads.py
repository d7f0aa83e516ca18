"""Identities of threads: who belongs to a pool, and whom others must not help."""
from __future__ import annotations

import sys
import threading

import pytest

from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.pool_threads import is_pool_thread, is_set_apart
from aioflow.pools.thread_pool import ThreadPool

from .blocked import finish


def test_is_pool_thread(pool: ThreadPool) -> None:
    """Threads of pools know that they are."""
    answers: list[bool] = []
    pool.submit(lambda: answers.append(is_pool_thread()))
    finish(pool)
    assert answers == [True] and not is_pool_thread()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have these settings on Linux only")
def test_is_set_apart(size: int) -> None:
    """Threads of a pool with settings of its own know that they are set apart; those of other pools are not."""
    answers: dict[str, bool] = {}
    for name, options in (("nice", PoolOptions(nice=1)), ("plain", PoolOptions(max_queue=1))):
        pool = ThreadPool(name, size, options)
        pool.submit(lambda name=name: answers.update({name: is_set_apart()}))
        finish(pool)
    assert answers == {"nice": True, "plain": False} and not is_set_apart()


def test_forgotten_when_they_end(size: int) -> None:
    """A thread that gets the identity of an ended one does not belong to a pool."""
    pool = ThreadPool("test", size)
    pool.submit(int)
    finish(pool)
    answers: list[bool] = []
    threads = [threading.Thread(target=lambda: answers.append(is_pool_thread())) for _ in range(4)]
    for thread in threads:
        thread.start()
        thread.join()
    assert answers == [False] * 4
