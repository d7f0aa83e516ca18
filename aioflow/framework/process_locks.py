"""Locks that a forked child inherits: those of the process itself, and of what lives on in the child.

A thread that holds a lock when another one forks does not exist in the child, and would never give it back. Sessions
and pools are refused there, and with them their locks. All others are made here, and are free in a child.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import TypeVar

_LockT = TypeVar("_LockT", threading.Lock, threading.RLock)

# Weak, since some belong to graphs and allocators, which come and go. Adding takes no lock: it is one operation on a
# set, and a fork happens in between and not inside.
_locks: weakref.WeakSet[threading.Lock | threading.RLock] = weakref.WeakSet()


def process_lock() -> threading.Lock:
    """Makes a lock that is free in a forked child, whoever held it."""
    return _noted(threading.Lock())


def process_rlock() -> threading.RLock:
    """Makes a re-entrant lock that is free in a forked child, whoever held it."""
    return _noted(threading.RLock())


def is_noted(lock: object) -> bool:
    """Whether a lock was made here; for tests."""
    return lock in _locks


def _noted(lock: _LockT) -> _LockT:
    _locks.add(lock)
    return lock


def _free_all() -> None:
    # What a lock guards may have been in the middle of a change. Where that matters whoever owns it starts anew in a
    # hook of his own, which comes later: this one is registered first, as all others import this module.
    for lock in list(_locks):
        lock._at_fork_reinit()  # type: ignore[union-attr]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free_all)
