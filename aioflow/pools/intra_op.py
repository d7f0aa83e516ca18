"""The process's threads for the insides of kernels, and those of the BLAS library behind numpy. Both are set up by the
first session and stay as they are.

The rule for BLAS: whoever sets OPENBLAS_NUM_THREADS, MKL_NUM_THREADS, OMP_NUM_THREADS or a similar variable is obeyed.
Else one product gets `intra_op_parallelism_threads` (or TF_NUM_INTRAOP_THREADS) if that is given, because that is what
it means. Else the CPUs are shared out among the threads of the first session's pools, so that all of them together do
not start more BLAS threads than there are CPUs: with pools of the default size each product runs on the thread that
asked.
"""
from __future__ import annotations

import logging
import os
import threading
from functools import partial
from time import perf_counter_ns
from typing import Any, NamedTuple

from aioflow.framework.kernels import parallel_for
from aioflow.pools.cpus import usable_cpus
from aioflow.pools.open_pools import make_pool, open_pools
from aioflow.pools.pool_sizes import INTRA_OP_VARIABLE, Size, environment_threads, intra_op_size
from aioflow.pools.pool_threads import is_pool_thread, is_set_apart
from aioflow.pools.thread_pool import ThreadPool

INTRA_OP_POOL_NAME = "intra_op"
LATELY_NS = 100_000_000  # who had work within this time is likely to have more soon
BLAS_VARIABLES = (
    "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
)  # fmt: skip
_LOG = logging.getLogger(__name__)


class BlasLibrary(NamedTuple):
    """A BLAS library that this process has loaded.

    Attributes:
        name: What it is.
        num_threads: How many threads one call of it uses, None where that is not known.
        reason: Why so many.
    """

    name: str
    num_threads: int | None
    reason: str


class IntraOp(NamedTuple):
    """What is set up once per process.

    Attributes:
        pool: The threads that share the work of one kernel.
        reason: Where the pool's size comes from.
        blas: The BLAS libraries, as they were set.
    """

    pool: ThreadPool
    reason: str
    blas: tuple[BlasLibrary, ...]


_lock = threading.RLock()  # guards the one below
_intra_op: IntraOp | None = None


def intra_op(config: Any, num_inter_op_threads: int) -> IntraOp:
    """What the process has; set up as `config` says if this is the first session.

    Args:
        config: The session's `ConfigProto`.
        num_inter_op_threads: How many threads its pools have together.
    """
    global _intra_op
    with _lock:
        if _intra_op is None:
            size = intra_op_size(config)
            pool = make_pool(INTRA_OP_POOL_NAME, size.num_threads)
            parallel_for.install(pool, partial(num_helpers, pool))
            _intra_op = IntraOp(pool, size.reason, _set_blas(blas_size(config, num_inter_op_threads)))
        return _intra_op


def num_helpers(pool: ThreadPool) -> int:
    """How many more threads of the intra-op pool may work for the calling thread now; negative: how many too many work.

    None where it has a nice value or CPUs of its own. Threads of pools that are busy have CPUs that are not free, and
    one CPU is kept free for each pool that was busy lately: what comes there next must not wait for the system to take
    a CPU from a thread that helps, which some take ten milliseconds to do.
    """
    if pool.closed or is_set_apart():
        return 0
    since_ns = perf_counter_ns() - LATELY_NS
    taken = sum(
        each.crew.num_busy or (each.crew.last_ended_ns > since_ns and each is not pool) for each in open_pools()
    )
    return pool.num_threads - 1 - taken + is_pool_thread()


def blas_size(config: Any, num_inter_op_threads: int) -> Size:
    """How many threads one BLAS call gets: see the module. 0 leaves it as it is."""
    for variable in BLAS_VARIABLES:
        if os.environ.get(variable):
            return Size(0, f"environment variable {variable}={os.environ[variable]}")
    if config.intra_op_parallelism_threads > 0 or environment_threads(INTRA_OP_VARIABLE) > 0:
        return intra_op_size(config)
    cpus, threads = usable_cpus(), max(1, num_inter_op_threads)
    return Size(max(1, cpus // threads), f"{cpus} CPUs for {threads} threads in the first session's pools")


def _set_blas(size: Size) -> tuple[BlasLibrary, ...]:
    import threadpoolctl  # type: ignore[import-untyped]  # here, so that `import aioflow` need not pay for it

    controller = threadpoolctl.ThreadpoolController().select(user_api="blas")
    if size.num_threads:
        controller.limit(limits=size.num_threads)
    libraries = [_library(library, size) for library in controller.info()]
    if not libraries:
        _LOG.warning(
            "the BLAS behind numpy cannot be limited by threadpoolctl: matrix products may use more CPUs than the "
            "pools of sessions allow; numpy.show_config() tells what it is"
        )
        return (BlasLibrary("unknown, cannot be limited", None, "threadpoolctl finds no BLAS that it knows"),)
    for library in libraries:
        if size.num_threads and library.num_threads != size.num_threads:
            _LOG.warning("%s keeps %s threads though %d were set", *library[:2], size.num_threads)
    return tuple(libraries)


def _library(info: dict[str, Any], size: Size) -> BlasLibrary:
    return BlasLibrary(f"{info['internal_api']} {info['version'] or ''}".strip(), info["num_threads"], size.reason)


def _forget() -> None:
    """In a forked child: the pool's threads do not exist; BLAS keeps its setting."""
    global _lock, _intra_op
    _lock = threading.RLock()
    if _intra_op is not None:
        parallel_for.install(None)
        _intra_op = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
