"""The process's threads for the insides of kernels. The first session sets them up, and they stay as they are."""
from __future__ import annotations

import os
from functools import partial
from time import perf_counter_ns
from typing import Any, NamedTuple

from aioflow.framework.kernels import parallel_for
from aioflow.framework.process_locks import process_rlock
from aioflow.pools.blas_threads import BlasLibrary, blas_size, set_blas_threads
from aioflow.pools.open_pools import make_pool, open_pools
from aioflow.pools.pool_sizes import intra_op_size
from aioflow.pools.pool_threads import is_pool_thread, is_set_apart
from aioflow.pools.thread_pool import ThreadPool

INTRA_OP_POOL_NAME = "intra_op"
# Who had work within this time is likely to have more soon. Ten times as long as some systems take to give a CPU from a
# thread that computes to one that was woken, which is what is to be avoided.
LATELY_NS = 100_000_000


class IntraOp(NamedTuple):
    """Threads that are set up once per process.

    Attributes:
        pool: The threads that share the work of one kernel.
        reason: Where the pool's size comes from.
        blas: The BLAS libraries, as they were set.
    """

    pool: ThreadPool
    reason: str
    blas: tuple[BlasLibrary, ...]


# Guards `_intra_op`: of two sessions that are made at once on two threads one is the first. The other waits until all
# is set up, as it reports what was set. Re-entrant, as all locks under which sessions may be collected as garbage.
_lock = process_rlock()
_intra_op: IntraOp | None = None


def intra_op(config: Any, num_inter_op_threads: int) -> IntraOp:
    """Threads of the process for the insides of kernels, set up as `config` says if this is the first session.

    Args:
        config: The session's `ConfigProto`.
        num_inter_op_threads: Number of threads that its pools have together.
    """
    global _intra_op
    with _lock:
        if _intra_op is None:
            size = intra_op_size(config)
            pool = make_pool(INTRA_OP_POOL_NAME, size.num_threads)
            parallel_for.install(pool, partial(num_helpers, pool))
            _intra_op = IntraOp(pool, size.reason, set_blas_threads(blas_size(config, num_inter_op_threads)))
        return _intra_op


def num_helpers(pool: ThreadPool) -> int:
    """Number of further threads of the intra-op pool that may work for the calling thread now.

    None where it has a nice value or CPUs of its own. Threads of pools that are busy have CPUs that are not free, and
    one CPU is kept free for each pool that was busy lately: what comes there next must not wait for the system to take
    a CPU from a thread that helps, which some take ten milliseconds to do.

    Args:
        pool: The intra-op pool.

    Returns:
        The number; negative where too many work already, so that a thread that helps should stop.
    """
    if pool.closed or is_set_apart():
        return 0
    since_ns = perf_counter_ns() - LATELY_NS
    # Read without the pools' locks. A number that is one task too old makes a kernel a little slower, nothing else, and
    # kernels ask once per block. The intra-op pool's own past does not count: its work comes from here.
    taken = sum(
        each.crew.num_busy or (each.crew.last_ended_ns > since_ns and each is not pool) for each in open_pools()
    )
    # The caller itself has a CPU. A thread of a pool is among the busy ones, and would be subtracted twice.
    return pool.num_threads - 1 - taken + is_pool_thread()


def _forget() -> None:
    """In a forked child, where the pool's threads do not exist; BLAS keeps its setting, which is the process's."""
    global _intra_op
    if _intra_op is not None:
        parallel_for.install(None)
        _intra_op = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
