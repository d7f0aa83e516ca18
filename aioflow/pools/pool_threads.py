"""Identities of the threads of all pools, by which a run knows where it is, and a kernel who may help it."""
from __future__ import annotations

import os
from threading import get_ident

# No lock guards these. A thread adds and removes its own identity only, and one operation on a set is atomic under the
# interpreter's lock. It removes itself before it ends, because the system gives identities of ended threads to new
# ones, which would then be taken for threads of a pool.
_POOL_THREADS: set[int] = set()
_SET_APART: set[int] = set()  # a subset: threads of pools with a nice value or CPUs of their own


def note_thread(is_set_apart: bool) -> None:
    """Adds the calling thread, which has just started.

    Args:
        is_set_apart: Whether it has a nice value or CPUs of its own.
    """
    _POOL_THREADS.add(get_ident())
    if is_set_apart:
        _SET_APART.add(get_ident())


def forget_thread() -> None:
    """Removes the calling thread, which is about to end."""
    _POOL_THREADS.discard(get_ident())
    _SET_APART.discard(get_ident())


def is_pool_thread() -> bool:
    """Tells whether the calling thread belongs to a pool."""
    return get_ident() in _POOL_THREADS


def is_set_apart() -> bool:
    """Tells whether the calling thread has a nice value or CPUs of its own: other threads must not work for it then."""
    return get_ident() in _SET_APART


def _forget_all() -> None:
    _POOL_THREADS.clear()
    _SET_APART.clear()


# A forked child has one thread only. That one may have been a pool's, but nothing of the pool works there.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
