"""Executors: the places in which batches run, shared by all models of a server."""
from __future__ import annotations

import asyncio
import math
from typing import Protocol


class Lane(Protocol):
    """A queue whose batches want a place."""

    def due_s(self) -> float:
        """When its next batch is to run: minus infinity for at once, infinity if nothing waits."""
        ...

    def is_settled(self) -> bool:
        """Whether no more requests are on their way to it; asked when it is due, mostly once in a turn."""
        ...

    def start(self) -> asyncio.Task[None]:
        """Starts its next batch."""
        ...


class Executors:
    """Gives places to lanes, one batch each in turn.

    Batches start in a turn of the event loop of their own, so that all requests which one turn has brought are together
    in the first. Some turns later where requests come one in a turn.

    Args:
        num_executors: How many batches run at a time.
    """

    def __init__(self, num_executors: int) -> None:
        self._num_free = num_executors
        self._lanes: dict[Lane, None] = {}  # those in which something waits, the next one first
        self._is_asked = False
        self._hurries = False
        self._timer: asyncio.TimerHandle | None = None
        # The event loop itself keeps no task from being collected.
        self._running: set[asyncio.Task[None]] = set()

    def ask(self, lane: Lane) -> None:
        """Says that something waits in a lane now, or that it is due at another time."""
        self._lanes.setdefault(lane)
        if not self._is_asked:
            self._ask()

    def hurry(self) -> None:
        """Has nothing wait any more for others to come."""
        self._hurries = True
        self._ask()

    def _ask(self) -> None:
        if not self._is_asked and self._num_free:
            self._is_asked = True
            asyncio.get_running_loop().call_soon(self._start)

    def _start(self) -> None:
        self._is_asked = False
        loop = asyncio.get_running_loop()
        next_s, is_settling = math.inf, False
        # Each lane is looked at once in a round, and one that has started a batch goes behind all others.
        num_waiting = len(self._lanes)
        while num_waiting and self._num_free:
            lane = next(iter(self._lanes))
            del self._lanes[lane]
            due_s = lane.due_s()
            is_due = due_s <= loop.time() or (self._hurries and due_s < math.inf)
            if is_due and (self._hurries or lane.is_settled()):
                self._hold(lane.start())
                self._lanes[lane] = None
                num_waiting = len(self._lanes)
                continue
            num_waiting -= 1
            if is_due:
                self._lanes[lane] = None
                is_settling = True
            elif due_s < math.inf:
                self._lanes[lane] = None
                next_s = min(next_s, due_s)
        self._wake_at(next_s)
        if is_settling:
            self._ask()

    def _hold(self, task: asyncio.Task[None]) -> None:
        self._num_free -= 1
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._num_free += 1
        if self._lanes:
            self._ask()

    def _wake_at(self, due_s: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._num_free and due_s < math.inf:  # otherwise the end of a batch wakes
            self._timer = asyncio.get_running_loop().call_at(due_s, self._start)
