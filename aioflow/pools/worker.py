"""Worker: one thread of a pool."""
from __future__ import annotations

import _thread
import logging
import threading
from collections.abc import Callable
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from aioflow.pools.histogram import HistogramRecorder
from aioflow.pools.hop_price import HOP
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.thread_settings import apply_thread_settings

if TYPE_CHECKING:
    from aioflow.pools.thread_pool import ThreadPool

_LOG = logging.getLogger(__name__)


class Worker(threading.Thread):
    """One thread of a pool. Its attributes belong to the pool, under its lock, except what only the thread touches."""

    def __init__(self, pool: ThreadPool, number: int) -> None:
        super().__init__(name=f"aioflow_{pool.name}_{number}", daemon=True)
        self.number = number
        self.waited, self.ran = HistogramRecorder(), HistogramRecorder()
        self.is_busy = self.is_delivering = self.must_leave = False
        self.run_of_task: PoolRun | None = None
        self.woken_for_ns = 0
        self._pool = pool
        self._parked = _thread.allocate_lock()
        self._parked.acquire()
        self.park: Callable[[], object] = self._parked.acquire
        self.wake: Callable[[], None] = self._parked.release

    def run(self) -> None:
        """Takes tasks until it is told to end."""
        pool, clock = self._pool, perf_counter_ns
        pool.add_worker(self)
        apply_thread_settings(self.name, pool.options.nice, pool.options.cpu_affinity)
        while (task := pool.take(self)) is not None:
            run, function, args, submitted_ns = task
            began_ns = clock()
            self.waited.add(began_ns - submitted_ns)
            if self.woken_for_ns == submitted_ns and HOP.is_open:
                HOP.note_there(began_ns - submitted_ns)
            tell_end = self._result(function, args)
            ended_ns = pool.last_ended_ns = clock()
            self.ran.add(ended_ns - began_ns)
            if run is not None and tell_end is not None:
                pool.free_slot(self)
                self._result(tell_end, ())
            del task, run, function, args, tell_end  # a waiting thread keeps nothing alive

    def _result(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        try:
            return function(*args)
        except BaseException:
            _LOG.exception("a task of pool %r failed", self._pool.name)
            return None
