"""The pools of the process that are not closed, and what happens to them when it forks or ends."""
from __future__ import annotations

import atexit
import os
import weakref
from threading import get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aioflow.executor.thread_pool import ThreadPool

POOL_THREADS: set[int] = set()
"""Identifiers of the threads of all pools."""
_open: dict[int, weakref.ref[ThreadPool]] = {}


def note_open(pool: ThreadPool) -> None:
    """Adds a pool."""
    key = id(pool)
    _open[key] = weakref.ref(pool, lambda _: _open.pop(key, None))


def note_closed(pool: ThreadPool) -> None:
    """Removes a pool."""
    _open.pop(id(pool), None)


def open_pools() -> list[ThreadPool]:
    """All pools of the process that are not closed, the oldest first."""
    pools = [reference() for reference in list(_open.values())]
    return [pool for pool in pools if pool is not None]


def is_pool_thread() -> bool:
    """Whether the calling thread belongs to a pool."""
    return get_ident() in POOL_THREADS


@atexit.register
def _close_pools() -> None:
    for pool in open_pools():
        pool.close()


def _disown_pools() -> None:
    for pool in open_pools():
        pool.disown()
    _open.clear()
    POOL_THREADS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_pools)
