"""The pools of the process that are not closed: made and listed here, closed when it ends, disowned when it forks."""
from __future__ import annotations

import atexit
import os
import weakref

from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.task_order import TaskOrder
from aioflow.pools.thread_pool import ThreadPool

# By `id`. Weak, because a pool that nobody holds any more has no work and is not to be kept. The order of a dict is the
# order of making. Single operations on it are atomic under the interpreter's lock, so it needs none of its own, which
# a garbage collection inside could find taken.
_made: dict[int, weakref.ref[ThreadPool]] = {}


def make_pool(
    name: str, num_threads: int, options: PoolOptions | None = None, order: TaskOrder | None = None
) -> ThreadPool:
    """Makes a pool that `open_pools` lists until it is closed.

    Args:
        name: As for `ThreadPool`.
        num_threads: As for `ThreadPool`.
        options: As for `ThreadPool`.
        order: As for `ThreadPool`.

    Raises:
        InvalidArgumentError: The number of threads is not positive.
    """
    pool = ThreadPool(name, num_threads, options, order)
    key, forget = id(pool), _made.pop  # bound here: at the interpreter's end modules have lost their names
    _made[key] = weakref.ref(pool, lambda _: forget(key, None))
    return pool


def open_pools() -> list[ThreadPool]:
    """All pools of the process that are not closed, the oldest first."""
    # `list` takes the references in one step: other threads may make pools, or drop them, at any time.
    pools = [reference() for reference in list(_made.values())]
    return [pool for pool in pools if pool is not None and not pool.closed]


# Threads of pools are daemons, which the interpreter does not wait for; closed pools at least take nothing new while
# it shuts down. Sessions have stopped their runs by then: their hooks are registered later and called earlier.
@atexit.register
def _close_pools() -> None:
    for pool in open_pools():
        pool.close()


def _disown_pools() -> None:
    for pool in open_pools():
        pool.disown()
    _made.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_pools)
