"""SessionPools: the inter-op pools of a session.

They are the process's one, one of its own, or a list of private and named ones: TensorFlow's three relations.
"""
from __future__ import annotations

import logging
from functools import cache
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.pools.open_pools import make_pool, open_pools
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.pool_sizes import INTER_OP_VARIABLE, Size, environment_threads, inter_op_size
from aioflow.pools.pool_threads import is_pool_thread
from aioflow.pools.shared_pools import (
    PROCESS_POOL_NAME,
    check_named_pool,
    named_pool,
    process_pool,
    run_handler_pool,
)
from aioflow.pools.thread_pool import ThreadPool

_LOG = logging.getLogger(__name__)
OF_THE_PROCESS = "of the process, as its first session set it"


def pools() -> list[ThreadPool]:
    """All pools of the process that are not closed: the process's one, named ones, those of single sessions, the one
    for the insides of kernels. The oldest come first.
    """
    return open_pools()


class SessionPool(NamedTuple):
    """A pool as a session sees it.

    Attributes:
        pool: The pool.
        priority: The priority of the session's runs in it.
        relation: Whose pool it is, in words.
        reason: Where its size comes from.
    """

    pool: ThreadPool
    priority: int
    relation: str
    reason: str


class SessionPools:
    """The pools of one session, and the choice among them for a run.

    Args:
        config: The session's `ConfigProto`.
        owner: What to call the session.

    Attributes:
        pools: By index.
        runs_inline: Whether the session runs everything on the calling thread.

    Raises:
        InvalidArgumentError: A pool's size or option is out of range, or a named pool exists with others.
        UnimplementedError: This system has no settings for single threads.
        PermissionDeniedError: The system does not allow a nice value.
    """

    def __init__(self, config: Any, owner: str = "") -> None:
        self.config = config
        self.pools: list[SessionPool] = []
        #: Those of `pools` that nobody else has. They are closed with the session.
        self._owned: list[ThreadPool] = []
        self._owner = owner
        #: The pools whose `owners` have our label, once each, though a list may name a pool twice.
        self._entered: list[ThreadPool] = []
        self.runs_inline = False
        # A constructor that fails leaves nothing behind: no thread was started yet, and private pools are closed. Named
        # ones stay, as another session may have taken them up meanwhile.
        try:
            self._add_pools()
        except BaseException:
            self.close()
            raise
        self._entered.extend(dict.fromkeys(entry.pool for entry in self.pools))
        for pool in self._entered:
            pool.owners.append(owner)

    def _add_pools(self) -> None:
        listed = self.config.session_inter_op_thread_pool
        if listed:
            _check(listed)
            for index, option in enumerate(listed):
                self._add_listed(index, option)
        elif self.config.use_per_session_threads:
            self._add_private(PROCESS_POOL_NAME, inter_op_size(self.config), None, 0)
        else:
            self._add_process_pool()

    def _add_process_pool(self) -> None:
        # A negative number, of the config or else the environment, means the calling thread, and TensorFlow then takes
        # its pool of one thread all the same. So the process's pool is made, and a first session that needs none
        # decides that it has one thread for ever.
        requested = self.config.inter_op_parallelism_threads
        self.runs_inline = requested < 0 or (requested == 0 and environment_threads(INTER_OP_VARIABLE) < 0)
        size = Size(1, "its first session runs inline") if self.runs_inline else inter_op_size(self.config)
        shared = process_pool(size)
        if 0 < requested != shared.pool.num_threads:
            _tell_of_other_size(requested, shared.pool.num_threads)
        self.pools.append(SessionPool(shared.pool, 0, OF_THE_PROCESS, shared.reason))

    def _add_listed(self, index: int, option: Any) -> None:
        size = inter_op_size(self.config)
        if option.num_threads:
            size = Size(option.num_threads, f"session_inter_op_thread_pool[{index}].num_threads")
        options, priority = _options(option), option.aioflow.priority
        if option.global_name:
            shared = named_pool(option.global_name, option.num_threads, size, options)
            relation = "of all sessions that name it, as the first one set it"
            self.pools.append(SessionPool(shared.pool, priority, relation, shared.reason))
        else:
            self._add_private(f"{PROCESS_POOL_NAME}{index}", size, options, priority)

    def _add_private(self, name: str, size: Size, options: PoolOptions | None, priority: int) -> None:
        pool = make_pool(name, size.num_threads, options)
        self.pools.append(SessionPool(pool, priority, "of this session", size.reason))
        self._owned.append(pool)

    def choose(self, index: int) -> SessionPool | None:
        """Chooses the pool for a run; None means the calling thread.

        Args:
            index: `RunOptions.inter_op_thread_pool`; -1 asks for the calling thread.

        Raises:
            InvalidArgumentError: There is no such pool.
        """
        if self.runs_inline or index == -1:
            return None
        if not 0 <= index < len(self.pools):
            raise errors.invalid_argument(
                f"Invalid inter_op_thread_pool: {index}; this session has {len(self.pools)} pools"
            )
        # A run that is started on a thread of a pool, by a Python function that calls `run_sync`, stays on it. Waiting
        # there for another thread could be waiting for itself: in TensorFlow that is a deadlock with a pool of one.
        return None if is_pool_thread() else self.pools[index]

    def start_run(self, index: int, needs_thread: bool) -> PoolRun | None:
        """Starts a run in the pool that it names; None means the calling thread.

        Args:
            index: As for `choose`.
            needs_thread: Whether the run is sure to need one.

        Raises:
            InvalidArgumentError: There is no pool of that index.
            ResourceExhaustedError: As many runs wait as the pool allows.
        """
        chosen = self.choose(index)
        if chosen is None:
            return None
        pool = chosen.pool
        # A bounded queue refuses only runs that are sure to need a thread. One that turns out to need one after all is
        # let in: what has begun is never refused.
        is_bounded = needs_thread and pool.options.max_queue is not None
        return pool.admit(chosen.priority) if is_bounded else PoolRun(pool, chosen.priority)

    async def start_run_with_handler(self, index: int, priority: int, timeout_s: float | None) -> PoolRun | None:
        """Starts a run that asks for a run handler; it gets one if it runs on pool 0 and that is not private.

        Args:
            index: As for `choose`.
            priority: The handler's.
            timeout_s: Seconds to wait for a handler at most, or None.

        Returns:
            As for `start_run`.

        Raises:
            InvalidArgumentError: There is no pool of that index.
            DeadlineExceededError: No run handler became free in time.
        """
        chosen = self.choose(index)
        if chosen is None or index > 0 or self.config.use_per_session_threads:
            return self.start_run(index, needs_thread=False)
        asked_for = environment_threads(INTER_OP_VARIABLE)
        handlers = run_handler_pool(asked_for if asked_for > 0 else chosen.pool.num_threads)
        return await handlers.acquire(priority, timeout_s)

    def close(self) -> None:
        """Closes the pools that belong to this session alone."""
        while self._entered:  # empty in a session that was closed before, or that could not be made
            self._entered.pop().owners.remove(self._owner)
        for pool in self._owned:
            pool.close()

    @property
    def num_threads(self) -> int:
        """Number of threads that the pools have together; 1 where the calling thread does it all."""
        return 1 if self.runs_inline else sum(entry.pool.num_threads for entry in self.pools)

    @property
    def owned(self) -> tuple[ThreadPool, ...]:
        """The pools that belong to this session alone."""
        return tuple(self._owned)


@cache
def _tell_of_other_size(requested: int, num_threads: int) -> None:
    # TensorFlow says nothing, and who tunes the second session of a process wonders why nothing changes. Cached, so
    # that services with many sessions of one configuration are told once.
    _LOG.warning(
        "inter_op_parallelism_threads=%d has no effect: the pool of the process has had %d threads since its first "
        "session; use_per_session_threads or session_inter_op_thread_pool give a session pools of its own",
        requested, num_threads,
    )  # fmt: skip


def _options(option: Any) -> PoolOptions | None:
    if not option.HasField("aioflow"):
        return None
    written = option.aioflow
    max_queue = written.max_queue if written.HasField("max_queue") else None
    return PoolOptions(max_queue, written.nice, frozenset(written.cpu_affinity))


def _check(listed: Any) -> None:
    """Checks a list of pools before any is made."""
    for index, option in enumerate(listed):
        if option.num_threads < 0:
            raise errors.invalid_argument(
                f"session_inter_op_thread_pool[{index}].num_threads must not be negative, but is {option.num_threads}"
            )
        options = _options(option)
        if options is not None:
            options.check(option.global_name or f"{PROCESS_POOL_NAME}{index}")
        if option.global_name:
            check_named_pool(option.global_name, option.num_threads, options)
