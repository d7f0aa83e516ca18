"""TASK_LOG: who is told of the tasks that pools have done."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class TaskRecord(NamedTuple):
    """One task of a pool. Times are those of `perf_counter_ns`.

    Attributes:
        pool: The pool's name.
        worker: The thread's name.
        thread_id: The thread's identity (`threading.get_ident`).
        run: The number of the run that it belongs to; 0 for work of none, such as compiling.
        submitted_ns: When it was put into the queue.
        began_ns: When a thread took it up.
        ended_ns: When the thread was done with it.
    """

    pool: str
    worker: str
    thread_id: int
    run: int
    submitted_ns: int
    began_ns: int
    ended_ns: int


Sink = Callable[[tuple[str, str, int, int, int, int, int]], object]
"""Takes the fields of a `TaskRecord`, on the thread that did the task; what is slow there holds up the pool."""


class TaskLog:
    """The sinks of all recordings of the process.

    Attributes:
        sinks: Empty while nobody records, which is all that a worker asks then, once per task.
    """

    __slots__ = ("sinks",)

    def __init__(self) -> None:
        # Replaced as a whole: workers go through the old tuple while another thread changes it.
        self.sinks: tuple[Sink, ...] = ()

    def add(self, sink: Sink) -> None:
        """Tells a sink of all tasks from now on."""
        self.sinks = (*self.sinks, sink)

    def remove(self, sink: Sink) -> None:
        """Tells it no more, but for tasks that end at this moment."""
        self.sinks = tuple(each for each in self.sinks if each != sink)


TASK_LOG = TaskLog()
