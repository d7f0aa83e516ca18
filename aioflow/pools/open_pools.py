"""The pools of the process that are not closed, and what happens to them when it forks or ends."""
from __future__ import annotations

import atexit
import os
import weakref
from threading import get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aioflow.pools.thread_pool import ThreadPool

POOL_THREADS: set[int] = set()
"""Identifiers of the threads of all pools."""
_SET_APART: set[int] = set()  # those of pools whose threads have settings of their own
_open: dict[int, weakref.ref[ThreadPool]] = {}


def note_thread(pool: ThreadPool) -> None:
    """Adds the calling thread, which has just started."""
    POOL_THREADS.add(get_ident())
    if pool.options.sets_threads_apart:
        _SET_APART.add(get_ident())


def forget_thread() -> None:
    """Removes the calling thread, which is about to end."""
    POOL_THREADS.discard(get_ident())
    _SET_APART.discard(get_ident())


def note_open(pool: ThreadPool) -> None:
    """Adds a pool."""
    key, forget = id(pool), _open.pop  # bound here: at the interpreter's end modules have lost their names
    _open[key] = weakref.ref(pool, lambda _: forget(key, None))


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


def is_set_apart() -> bool:
    """Whether the calling thread has a nice value or CPUs of its own, so that other threads must not work for it."""
    return get_ident() in _SET_APART


@atexit.register
def _close_pools() -> None:
    for pool in open_pools():
        pool.close()


def _disown_pools() -> None:
    for pool in open_pools():
        pool.disown()
    _open.clear()
    POOL_THREADS.clear()
    _SET_APART.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_pools)
