"""LockTurns: tasks that need the interpreter's lock nearly all the time run one at a time, whatever pools they are in.

Two of them on two threads only take the lock from each other: each call of numpy that gives it up loses its CPU, too.
Measured (CPython 3.11, two CPUs, 64 callers of a classifier of 140 µs): 6,900 runs per second in place, 5,300 on a pool
of one thread, 4,700 on one of two, 2,900 on one of four, before they took turns.

Tasks wait for the turn in their pool's queue, in its order; no thread waits with them, but for one per pool that looks
now and then whether the turn is overdue. Other tasks of the pool go on beside them.
"""
from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from aioflow.framework.process_locks import process_lock

#: Seconds for which a pool keeps the turn while others wait for it: the interpreter's own switch interval. Handing it
#: on wakes a thread, so that it should not be done for each task.
MAX_TURN_S = 5e-3
#: Seconds after which a task counts as hanging, or waiting for something else: others go on beside it.
OVERDUE_S = 20e-3


class TurnTaker(Protocol):
    """The threads of a pool."""

    def offer_turn(self) -> bool:
        """Wakes an idle thread if there are tasks that wait; tells whether it did. No lock is held."""


class LockTurns:
    """The turn, and who waits for it. All its methods may be called under the lock of a pool.

    Args:
        clock: Seconds.

    Attributes:
        owner: Whose turn it is, if anybody's.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        # Guards all fields. Nothing is called while it is held, so that it may be taken under any pool's lock.
        self._lock = process_lock()
        self._numbers = itertools.count(1)
        self.forget_all()

    def forget_all(self) -> None:
        """Begins anew, in a forked child, where the threads do not exist."""
        #: Read without the lock, by a pool that asks whether it is itself. It stays so between two tasks: whoever ended
        #: one comes back at once, and passes it on if it has no other.
        self.owner: TurnTaker | None = None
        #: The number of the task that runs, or 0. Implies that there is an owner.
        self._running = 0
        self._turn_began_s = self._task_began_s = 0.0
        #: In the order in which they asked. The owner may be among them.
        self._waiting: dict[TurnTaker, None] = {}

    def begin(self, taker: TurnTaker) -> int:
        """Begins a task.

        Returns:
            The number with which to end it; 0 where it is not their turn: they will be offered it.
        """
        now_s = self._clock()
        with self._lock:
            is_overdue = self._running != 0 and now_s - self._task_began_s > OVERDUE_S
            if self.owner is None or is_overdue:
                self.owner, self._turn_began_s = taker, now_s
            elif self.owner is not taker or self._running or self._has_had_it(taker, now_s):
                self._waiting[taker] = None
                return 0
            self._waiting.pop(taker, None)
            self._running, self._task_began_s = next(self._numbers), now_s
            return self._running

    def _has_had_it(self, taker: TurnTaker, now_s: float) -> bool:
        others_wait = len(self._waiting) > (taker in self._waiting)
        return others_wait and now_s - self._turn_began_s > MAX_TURN_S

    def end(self, number: int) -> None:
        """Ends a task; nothing happens if it was overdue, and another one has begun."""
        with self._lock:
            if self._running == number:
                self._running = 0

    def pass_on(self, taker: TurnTaker) -> TurnTaker | None:
        """Passes the turn on, if it is that of `taker` and no task runs.

        Returns:
            Whose it is now, to be offered it when no lock is held; who has no use for it passes it on in turn.
        """
        with self._lock:
            if self.owner is not taker or self._running:
                return None
            self.owner = next((other for other in self._waiting if other is not taker), None)
            if self.owner is not None:
                del self._waiting[self.owner]
                self._turn_began_s = self._clock()
            return self.owner


LOCK_TURNS = LockTurns()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=LOCK_TURNS.forget_all)


def offer(taker: TurnTaker | None, turns: LockTurns = LOCK_TURNS) -> None:
    """Offers the turn to whom it was passed on, until somebody has use for it."""
    while taker is not None and not taker.offer_turn():
        taker = turns.pass_on(taker)
