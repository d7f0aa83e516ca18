"""Crew: the threads of one pool. They start together, take tasks, wait for more, and leave."""
from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from threading import get_ident

from aioflow import errors
from aioflow.pools.histogram import HistogramRecorder
from aioflow.pools.lock_turns import LOCK_TURNS, OVERDUE_S, offer
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.task_order import Task
from aioflow.pools.task_queue import TaskQueue
from aioflow.pools.worker import Worker

# How long tasks waited, and how long they ran.
Recorders = tuple[HistogramRecorder, HistogramRecorder]


class Crew:
    """The threads of a pool. It is a `TaskSource` for them; all else is called by the pool, which holds the lock then.

    Args:
        name: The pool's name.
        options: The pool's options.
        queue: Where its tasks wait.
        lock: The pool's lock, which guards the queue, too: taking a task and becoming busy are one step, as are
            finding none and becoming idle.
        on_end: Called once, on any thread and without the lock, when the crew drains and its last worker has left.

    Attributes:
        idle: The workers that are parked, or about to be; the one that became idle last is the last.
        idents: Identities of the threads that run.
        num_busy: Number of workers that run a task.
        num_delivering: Number of those that tell of what their task did.
        num_completed: Number of tasks that have ended.
        last_ended_ns: Time at which a task ended last (`perf_counter_ns`).
        recorders: Times of the tasks, by the number of the worker.
    """

    def __init__(
        self, name: str, options: PoolOptions, queue: TaskQueue, lock: threading.RLock, on_end: Callable[[], object]
    ) -> None:
        self.name = name
        self.options = options
        self._queue = queue
        self._lock = lock
        self._on_end = on_end
        #: By number. Those that must leave are among them until they do; so there are never two of one number.
        self.workers: dict[int, Worker] = {}
        #: Nobody is in here who has not found the queue empty since; who takes a worker out must wake it.
        self.idle: list[Worker] = []
        #: Tells the pool's own tasks from work that comes from outside. Read without the lock: a thread asks for its
        #: own identity only, and that changes when it starts and ends, not while it submits.
        self.idents: set[int] = set()
        self.num_busy = self.num_delivering = self.num_completed = self.last_ended_ns = 0
        #: They outlive their worker, and its successor goes on with them. So a pool that is resized for ever does not
        #: collect ever more of them, and each is still written by one thread at a time.
        self.recorders: dict[int, Recorders] = {}
        #: Never goes back to false: who finds no task leaves, instead of waiting for one.
        self._is_draining = False
        #: True iff `on_end` was called, or is about to be.
        self._has_ended = False
        self._is_from_before_fork = False
        #: The idle worker that looks now and then whether the turn of tasks that are held is overdue; None if none are.
        self._watching: Worker | None = None
        #: The number of the turn that the worker got which is taking a task at the moment, or 0.
        self._turn = 0
        #: Workers that do nothing more, though the system may still know their threads for a moment.
        self._leaving: list[Worker] = []

    @property
    def threads(self) -> Iterator[Worker]:
        """Workers of which the system knows, whether they work or have just left."""
        # The lists are copied in one step each, so that this needs no lock.
        return (worker for worker in [*self.workers.values(), *self._leaving] if worker.is_alive())

    # ---- for the pool
    def start_missing(self, num_threads: int) -> None:
        """Starts those threads that are not there yet.

        Args:
            num_threads: Number of threads that there should be.

        Raises:
            ResourceExhaustedError: The system refuses one; none of those that were missing stays.
        """
        # All start with the first task, and not one by one as they are needed: how many threads a program has then
        # depends on what it declares, not on how its runs happened to overlap.
        missing = [number for number in range(num_threads) if number not in self.workers]
        try:
            for number in missing:
                self._start(number)
        except BaseException as error:
            # Also KeyboardInterrupt, as starting a thread waits for it: some would be there, and nobody would start the
            # others. The one that was being started may come, and finds that it must leave.
            for number in missing:
                worker = self.workers.pop(number, None)
                if worker is not None:
                    self._dismiss(worker)
            if not isinstance(error, RuntimeError):
                raise
            raise errors.resource_exhausted(
                f"pool {self.name!r} cannot start its {num_threads} threads: {error}"
            ) from error

    def _start(self, number: int) -> None:
        recorders = self.recorders.setdefault(number, (HistogramRecorder(), HistogramRecorder()))
        worker = self.workers[number] = Worker(self, number, *recorders)
        worker.start()
        # The new thread is here already, or will be, but it takes no task before the lock is free.
        assert worker.ident is not None
        self.idents.add(worker.ident)

    def fit(self, num_threads: int) -> None:
        """Changes the number of threads, if they have started. Those that are too many leave when they are idle, and
        those that were to leave and have not may stay.

        Raises:
            ResourceExhaustedError: The system refuses a thread; then all is as it was.
        """
        if self.workers:
            self.start_missing(num_threads)
        for worker in self.workers.values():
            worker.must_leave = worker.number >= num_threads
        for worker in [idle for idle in self.idle if idle.must_leave]:
            self._dismiss(worker)

    def _dismiss(self, worker: Worker) -> None:
        worker.must_leave = True
        if worker in self.idle:
            self.idle.remove(worker)
            worker.wake()

    def check_goes_on(self, may_go_on: bool) -> None:
        """Checks that a closed pool takes one more task; `may_go_on` if it belongs to what the pool has begun.

        Raises:
            CancelledError: It does not, or no worker is left.
            RuntimeError: The pool was made before the process was forked.
        """
        if self._is_from_before_fork:
            raise RuntimeError(f"pool {self.name!r} was made before a fork; make a new session in the child process")
        # As long as a worker is in `workers` it will look into the queue once more before it leaves (see `take`).
        if not (may_go_on and self.workers):
            raise errors.cancelled(f"thread pool {self.name!r} is closed")

    def drain(self) -> bool:
        """Lets each worker leave when it finds no task. True if none is there; the caller then calls `on_end`."""
        self._is_draining = True
        while self.idle:
            self.idle.pop().wake()
        return self._note_end()

    def disown(self, lock: threading.RLock) -> None:
        """Forgets the threads, in a forked child, and the lock, which one that does not exist there may hold."""
        # One worker may be there after all: the one whose task forked. It finds the crew draining, and leaves.
        self._lock = lock
        self._is_from_before_fork = self._is_draining = self._has_ended = True
        self.workers, self.idle = {}, []

    def _note_end(self) -> bool:
        if self.workers or not self._is_draining or self._has_ended:
            return False
        self._has_ended = True
        return True

    # ---- for the workers
    def take(self, worker: Worker) -> Task | None:
        """See `TaskSource.take`."""
        lock = self._lock
        while True:
            with lock:
                if worker.is_busy:
                    self._free(worker)
                elif worker.is_delivering:
                    worker.is_delivering = False
                    self.num_delivering -= 1
                # Draining, what is there is done, whoever has the turn.
                self._turn = 0
                gets_turn = None if self._is_draining else self._gets_turn
                task = None if worker.must_leave else self._queue.pop(worker.number, gets_turn)
                if self._turn:
                    self._use_turn(worker, task)
                next_taker = LOCK_TURNS.pass_on(self) if LOCK_TURNS.owner is self and not worker.turn else None
                if task is not None:
                    worker.is_busy = True
                    self.num_busy += 1
                    run = worker.run_of_task = task[0]
                    if run is not None:
                        run.num_running += 1
                    break
                # Looking for a task and what follows from finding none are one step. Were the lock given up between,
                # a task that is submitted there would find nobody idle to wake, and this worker would park, or leave
                # as the last one, though there is work: the pool would stand still, or lose a task.
                if worker.must_leave or self._is_draining:
                    heir, has_ended = self._remove(worker)
                    break
                self.idle.append(worker)
                watches = self._watching is None and self._queue.num_held > 0
                if watches:
                    self._watching = worker
            if next_taker is not None:
                offer(next_taker)
            # From here on another thread may take this worker from the idle ones and wake it, even before it parks.
            if watches:
                self._watch(worker)
            else:
                worker.park()
        if next_taker is not None:
            offer(next_taker)
        if task is not None:
            return task
        if heir is not None:
            heir.wake()
        if has_ended:
            self._on_end()
        return None

    def _use_turn(self, worker: Worker, task: Task | None) -> None:
        """Notes the turn that was got for a task, or gives it back where the task needs none; the lock is held."""
        if task is not None and task[0] is not None and task[0].needs_lock:
            worker.turn = self._turn
        else:
            LOCK_TURNS.end(self._turn)

    def _gets_turn(self) -> bool:
        if not self._turn:
            self._turn = LOCK_TURNS.begin(self)
        return self._turn != 0

    def _watch(self, worker: Worker) -> None:
        """Parks, as one that is idle, but not for longer than a task may keep the turn."""
        is_woken = worker.park(True, OVERDUE_S)
        with self._lock:
            self._watching = None
            if not is_woken and worker in self.idle:
                self.idle.remove(worker)
                return
        if not is_woken:
            worker.park()  # somebody has just taken it out to wake it

    @property
    def has_use_for_another(self) -> bool:
        """Whether an idle worker is to look at a task that may have to wait for its turn. The lock is held."""
        # If it is the turn of this crew, whoever ends the task that runs takes the next one; else one worker watches.
        return LOCK_TURNS.owner is None or self._watching is None

    def offer_turn(self) -> bool:
        """See `TurnTaker.offer_turn`."""
        with self._lock:
            worker = self.idle.pop() if self.idle and self._queue.num_queued else None
        if worker is None:
            return False
        worker.wake()
        return True

    def _free(self, worker: Worker) -> None:
        worker.is_busy = False
        self.num_busy -= 1
        self.num_completed += 1
        self.last_ended_ns = worker.ended_ns
        if worker.turn:
            LOCK_TURNS.end(worker.turn)
            worker.turn = 0
        run = worker.run_of_task
        if run is not None:
            run.num_running -= 1
            worker.run_of_task = None

    def free_slot(self, worker: Worker) -> None:
        """See `TaskSource.free_slot`."""
        with self._lock:
            self._free(worker)
            worker.is_delivering = True
            self.num_delivering += 1

    def _remove(self, worker: Worker) -> tuple[Worker | None, bool]:
        """Takes out a worker that leaves; returns whom to wake in its place, and whether to call `on_end`."""
        self.idents.discard(get_ident())
        # After a failed start its number may belong to nobody, or to another worker.
        if self.workers.get(worker.number) is worker:
            del self.workers[worker.number]
        self._leaving = [*(each for each in self._leaving if each.is_alive()), worker]
        # The wake-up that brought it here may have been for a task: `enqueue` woke it, and the pool was made smaller
        # before it came to take. It must not keep that to itself, or the task would wait though others are idle.
        heir = self.idle.pop() if self.idle and self._queue.num_queued else None
        return heir, self._note_end()
