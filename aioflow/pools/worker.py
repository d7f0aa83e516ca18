"""Worker: one thread of a pool."""
from __future__ import annotations

import _thread
import logging
import threading
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any, Protocol

from aioflow.framework.denormals import flush_denormals
from aioflow.pools.histogram import HistogramRecorder
from aioflow.pools.hop_price import HOP
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.pool_threads import forget_thread, note_thread
from aioflow.pools.task_log import TASK_LOG
from aioflow.pools.task_order import Task
from aioflow.pools.thread_settings import apply_thread_settings

_LOG = logging.getLogger(__name__)


class TaskSource(Protocol):
    """Source of a worker's tasks."""

    @property
    def name(self) -> str:
        """The pool's name."""

    @property
    def options(self) -> PoolOptions:
        """The pool's options, among them the settings of its threads."""

    def take(self, worker: Worker) -> Task | None:
        """Ends the worker's last task and waits for its next one; None when the worker is to end."""

    def free_slot(self, worker: Worker) -> None:
        """Counts the worker as free while it tells of what its task did."""


class Worker(threading.Thread):
    """One thread of a pool. Its attributes belong to the pool, under its lock, except what only the thread touches.

    Args:
        source: Where its tasks come from.
        number: Its number in the pool; there are never two of one number.
        waited: Takes down how long its tasks waited. Only this thread adds.
        ran: Takes down how long its tasks ran. Only this thread adds.

    Attributes:
        park: Makes the thread wait until somebody calls `wake`, before or after; or, called as `park(True, seconds)`,
            for so long, and then it returns false.
        wake: Ends one wait. To be called once for each time that the worker was taken from the idle ones.
    """

    def __init__(self, source: TaskSource, number: int, waited: HistogramRecorder, ran: HistogramRecorder) -> None:
        super().__init__(name=f"aioflow_{source.name}_{number}", daemon=True)
        self.number = number
        #: True from the moment that a task was taken until its slot is free again; counted in `Crew.num_busy`.
        self.is_busy = False
        #: True while it tells of what a task did, with its slot free; never together with `is_busy`.
        self.is_delivering = False
        #: True iff it is to end with the task that it has. A pool that grows again may take it back.
        self.must_leave = False
        #: The number of its task in `lock_turns`, or 0.
        self.turn = 0
        #: The run whose `num_running` counts this worker, or None.
        self.run_of_task: PoolRun | None = None
        #: When the task was submitted for which it was woken last. The task that it finds may be another one: whoever
        #: is awake takes what there is, and only a task that was waited for tells what waking a thread costs.
        self.woken_for_ns = 0
        #: When its last task ended (`perf_counter_ns`). Written by the thread alone, read by it in `take`.
        self.ended_ns = 0
        self._source = source
        # This lock guards nothing. It is locked while the worker has no reason to go on, and unlocking it is the
        # message that there is one: `park` blocks in acquiring it, `wake` releases it, on another thread, and `park`
        # leaves it locked again. A wake that comes before the park is not lost, because the lock is then open. Two
        # wakes without a park between them would be an error of `release`; they cannot happen, as only who has taken
        # the worker from the idle ones, under the pool's lock, wakes it. A condition variable would make a lock for
        # each wait, and its waiter would queue for the pool's lock once more; here a system call at most is made on
        # each side.
        self._parked = _thread.allocate_lock()
        self._parked.acquire()
        self.park: Callable[..., bool] = self._parked.acquire
        self.wake: Callable[[], None] = self._parked.release
        self._waited, self._ran = waited, ran

    def run(self) -> None:
        """Takes tasks until it is told to end."""
        source, clock = self._source, perf_counter_ns
        # Bound here, as they are called for each task.
        take, result, add_waited, add_ran = source.take, self._result, self._waited.add, self._ran.add
        note_thread(source.options.sets_threads_apart)
        apply_thread_settings(self.name, source.options.nice, source.options.cpu_affinity)
        flush_denormals()  # as threads of TensorFlow's pools do
        while (task := take(self)) is not None:
            run, function, args, submitted_ns = task
            began_ns = clock()
            add_waited(began_ns - submitted_ns)
            if self.woken_for_ns == submitted_ns and HOP.is_open:
                HOP.note_submit_delay(began_ns - submitted_ns)
            tell_end = result(function, args)
            self.ended_ns = ended_ns = clock()
            add_ran(ended_ns - began_ns)
            if TASK_LOG.sinks:
                number = 0 if run is None else run.number
                for sink in TASK_LOG.sinks:
                    sink((source.name, self.name, self.ident or 0, number, submitted_ns, began_ns, ended_ns))
            # The slot is free before anybody hears. A caller that hears of its run's end and starts the next one at
            # once would else find the pool still busy, and with a bounded queue be refused.
            if run is not None and tell_end is not None:
                source.free_slot(self)
                result(tell_end, ())
            # A thread that waits keeps its local variables, and with them the arrays of a step, perhaps for hours.
            del task, run, function, args, tell_end
        forget_thread()

    def _result(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        # Also KeyboardInterrupt and SystemExit end here: they would end the thread, and the pool would have one less
        # than it is said to have. Steps catch the errors of their kernels themselves; what arrives here is a defect.
        try:
            return function(*args)
        except BaseException:
            _LOG.exception("a task of pool %r failed", self._source.name, extra={"pool": self._source.name})
            return None
