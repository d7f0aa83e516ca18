"""Which inter-op pools a session has: the process's one, one of its own, or a list of private and named ones."""

from __future__ import annotations

import os
import threading
from typing import Any

from aioflow import errors
from aioflow.executor.cpus import usable_cpus
from aioflow.executor.thread_pool import ThreadPool

POOL_NAME = "aioflow_Compute"
_ENVIRONMENT = "TF_NUM_INTEROP_THREADS"

_lock = threading.Lock()  # guards the two below
_named: dict[str, tuple[int, ThreadPool]] = {}
_process_pool: ThreadPool | None = None


def default_num_threads(config: Any) -> int:
    """Size of a pool for which nothing else is said: config, environment, usable CPUs, in this order."""
    if config.inter_op_parallelism_threads > 0:
        return int(config.inter_op_parallelism_threads)
    from_environment = _environment_threads()
    return from_environment if from_environment > 0 else usable_cpus()


def _environment_threads() -> int:
    text = os.environ.get(_ENVIRONMENT, "")
    try:
        return int(text)
    except ValueError:
        return 0


class SessionPools:
    """The pools of one session, and the choice among them for a run.

    Args:
        config: The session's `ConfigProto`.

    Attributes:
        pools: By index; the process's pool is created when first used.
        runs_inline: Whether the session runs everything on the calling thread.

    Raises:
        InvalidArgumentError: A pool's size is negative, or a named pool exists with another size.
    """

    def __init__(self, config: Any) -> None:
        self.config = config
        self.pools: list[ThreadPool] = []
        self._owned: list[ThreadPool] = []
        self.runs_inline = False
        if config.session_inter_op_thread_pool:
            _check(config.session_inter_op_thread_pool)
            for index, option in enumerate(config.session_inter_op_thread_pool):
                self._add_listed(index, option)
        elif config.use_per_session_threads:
            self._add_private(POOL_NAME, default_num_threads(config))
        else:
            requested = config.inter_op_parallelism_threads
            self.runs_inline = requested < 0 or (requested == 0 and _environment_threads() < 0)
            self.pools.append(_the_process_pool(1 if self.runs_inline else default_num_threads(config)))

    def _add_listed(self, index: int, option: Any) -> None:
        size = option.num_threads or default_num_threads(self.config)
        name = f"{POOL_NAME}{index}"
        if option.global_name:
            self.pools.append(_named_pool(option.global_name, option.num_threads, name, size))
        else:
            self._add_private(name, size)

    def _add_private(self, name: str, num_threads: int) -> None:
        pool = ThreadPool(name, num_threads)
        self.pools.append(pool)
        self._owned.append(pool)

    def choose(self, index: int) -> ThreadPool | None:
        """The pool for a run with `RunOptions.inter_op_thread_pool == index`; None means the calling thread.

        Raises:
            InvalidArgumentError: There is no such pool.
        """
        if self.runs_inline or index == -1:
            return None
        if not 0 <= index < len(self.pools):
            raise errors.invalid_argument(
                f"Invalid inter_op_thread_pool: {index}; this session has {len(self.pools)} pools"
            )
        return self.pools[index]

    def close(self) -> None:
        """Closes the pools that belong to this session alone."""
        for pool in self._owned:
            pool.close()


def _check(options: Any) -> None:
    for index, option in enumerate(options):
        if option.num_threads < 0:
            raise errors.invalid_argument(
                f"session_inter_op_thread_pool[{index}].num_threads must not be negative, but is {option.num_threads}"
            )
        with _lock:
            known = _named.get(option.global_name) if option.global_name else None
        if known is not None and known[0] != option.num_threads:
            raise errors.invalid_argument(
                f"pool {option.global_name!r} exists with num_threads={known[0]}; "
                f"it cannot be used with {option.num_threads}"
            )


def _named_pool(global_name: str, written: int, thread_name: str, size: int) -> ThreadPool:
    with _lock:
        known = _named.get(global_name)
        if known is None:
            known = _named[global_name] = (written, ThreadPool(thread_name, size))
    if known[0] != written:
        raise errors.invalid_argument(
            f"pool {global_name!r} exists with num_threads={known[0]}; it cannot be used with {written}"
        )
    return known[1]


def _the_process_pool(size: int) -> ThreadPool:
    global _process_pool
    with _lock:
        if _process_pool is None:
            _process_pool = ThreadPool(POOL_NAME, size)
        return _process_pool
