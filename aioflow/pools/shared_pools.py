"""The pools that outlive sessions: the process's one, named ones, the one of run handlers."""
from __future__ import annotations

import os
from typing import NamedTuple

from aioflow import errors
from aioflow.framework.process_locks import process_rlock
from aioflow.pools.open_pools import make_pool
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.pool_sizes import Size
from aioflow.pools.run_handlers import RunHandlerPool
from aioflow.pools.thread_pool import ThreadPool

PROCESS_POOL_NAME = "Compute"
_REMEDY = "named pools outlive their sessions: close the old one, which tf.pools() lists, or take another name"


class SharedPool(NamedTuple):
    """A pool that several sessions may use.

    Attributes:
        pool: The pool.
        written: The number of threads as the first session wrote it.
        reason: Where its size comes from.
    """

    pool: ThreadPool
    written: int
    reason: str


# Guards the three below: of two sessions that are made at once on two threads, one makes a pool and the other finds it.
# Re-entrant, because `named_pool` checks under it what others check by themselves.
_lock = process_rlock()
_named: dict[str, SharedPool] = {}
_process_pool: SharedPool | None = None
_run_handler_pool: RunHandlerPool | None = None


def process_pool(size: Size) -> SharedPool:
    """The process's pool.

    Args:
        size: What it gets if this is the first use of it.
    """
    global _process_pool
    with _lock:
        # Anybody may close it, as `tf.pools()` hands it out. Sessions that have it are refused then; later ones get a
        # new one.
        if _process_pool is None or _process_pool.pool.closed:
            _process_pool = SharedPool(make_pool(PROCESS_POOL_NAME, size.num_threads), size.num_threads, size.reason)
        return _process_pool


def run_handler_pool(num_threads: int) -> RunHandlerPool:
    """The pool of run handlers.

    Args:
        num_threads: How many it gets if this is the first use of it.
    """
    global _run_handler_pool
    with _lock:
        if _run_handler_pool is None or _run_handler_pool.pool.closed:
            _run_handler_pool = RunHandlerPool(num_threads)
        return _run_handler_pool


def named_pool(name: str, written: int, size: Size, options: PoolOptions | None) -> SharedPool:
    """The pool of a name, made if it is not there.

    Args:
        name: Its name in the process.
        written: The number of threads as the session wrote it; 0 stands for `size`.
        size: What it means.
        options: What the session wants, or None to take the pool as it is.

    Raises:
        InvalidArgumentError: It exists with another written number, or other options.
    """
    with _lock:
        check_named_pool(name, written, options)
        known = _known(name)
        if known is None:
            known = _named[name] = SharedPool(make_pool(name, size.num_threads, options), written, size.reason)
        return known


def check_named_pool(name: str, written: int, options: PoolOptions | None) -> None:
    """Checks that `named_pool` would give a pool.

    Args:
        name: As there.
        written: As there.
        options: As there.

    Raises:
        InvalidArgumentError: As there.
    """
    known = _known(name)
    if known is None:
        return
    # What was written counts, not what it means: 0 on a machine with four CPUs and 4 are two wishes, and would be two
    # sizes elsewhere. TensorFlow compares the same.
    if known.written != written:
        raise errors.invalid_argument(
            f"pool {name!r} was made with num_threads={known.written}; it cannot be used with num_threads={written}; "
            + _REMEDY
        )
    if options is not None and options != known.pool.options:
        raise errors.invalid_argument(
            f"pool {name!r} was made with {known.pool.options}; it cannot be used with {options}; {_REMEDY}"
        )


def _known(name: str) -> SharedPool | None:
    with _lock:
        known = _named.get(name)
        return None if known is None or known.pool.closed else known


def _forget_pools() -> None:
    """In a forked child, where no thread of the pools exists: forgets them."""
    global _process_pool, _run_handler_pool
    _named.clear()
    _process_pool = _run_handler_pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pools)
