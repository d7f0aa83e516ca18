"""A pause of Python's cycle collector.

Compiling a graph makes hundreds of thousands of objects, all of which stay. The collector would look at them again and
again meanwhile: for a graph of 5,000 nodes that is more than half of the time, for larger ones most of it.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

from aioflow.framework.process_locks import process_lock

# Guards the count and the collector's switch together: of two pauses that end at once the last one turns it on, and one
# that begins at that moment must not find it on again behind its back.
_lock = process_lock()
_num_paused = 0
_stays_frozen = False
#: From so many new objects on they count as old behind a pause: looking at fewer takes less than a millisecond.
_MANY_OBJECTS = 10_000


def _forget_pauses() -> None:
    """In a forked child: whoever asked for a pause on another thread is not there to end it."""
    global _num_paused
    if _num_paused:
        _num_paused = 0
        gc.enable()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pauses)


@contextmanager
def collection_paused() -> Iterator[None]:
    """A context in which no cycles are collected, on any thread; leaves a collector alone that somebody turned off."""
    global _num_paused
    with _lock:
        # Off, but not by a pause: somebody else's decision, which is not undone at the end.
        if not _num_paused and not gc.isenabled():
            is_ours = False
        else:
            is_ours = True
            _num_paused += 1
            gc.disable()
    try:
        yield
    finally:
        if is_ours:
            with _lock:
                _num_paused -= 1
                if not _num_paused:
                    _let_new_be_old()
                    gc.enable()


def _let_new_be_old() -> None:
    """Has the objects that a pause has brought about count as old.

    The collector would look at all of them at once, which stay, as soon as it is on: 5,000 nodes are 20 ms in which no
    thread has a turn.
    """
    if gc.get_count()[0] <= _MANY_OBJECTS or not hasattr(gc, "freeze"):
        return
    # Moving all objects out of the collector's sight and back puts them among the oldest, whatever they were. Objects
    # that the program has moved there itself would come back, too.
    if _stays_frozen:
        gc.freeze()
    elif not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


@contextmanager
def all_frozen() -> Iterator[None]:
    """A context in which the collector looks neither at what there is nor at what later pauses bring about.

    For a process that frees what it has made without the collector's help. Beginning it takes a whole collection.
    """
    global _stays_frozen
    gc.collect()
    gc.freeze()
    _stays_frozen = True
    try:
        yield
    finally:
        _stays_frozen = False
        gc.unfreeze()
