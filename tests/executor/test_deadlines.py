"""The deadlines of an event loop: one timer for all, in order, and none that outlives its loop."""
from __future__ import annotations

import asyncio
import gc
import itertools
import random
import weakref
from collections.abc import Callable
from typing import Any, cast

import pytest

from aioflow.executor.deadlines import MAX_DROPPED, Deadlines, deadlines_of
from aioflow.executor.step_life import StepLife


class TimerLoop:
    """An event loop as far as deadlines see it; time passes when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.calls: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()

    def time(self) -> float:
        return self.now_s

    def call_at(self, when_s: float, call: Callable[[], object]) -> None:
        self.calls.append((when_s, next(self._numbers), call))

    def pass_until(self, when_s: float, early_s: float = 0.0) -> None:
        """Makes the calls that are due, each by `early_s` too early."""
        while self.calls and min(self.calls)[0] <= when_s:
            next_call = min(self.calls)
            self.calls.remove(next_call)
            self.now_s = max(self.now_s, next_call[0] - early_s)
            next_call[2]()
        self.now_s = when_s


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> TimerLoop:
    """A loop that is the running one."""
    made = TimerLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: made)
    return made


def add(deadlines: Deadlines, loop: TimerLoop, when_s: float, run: object) -> Any:
    """Adds a deadline for anything in the place of a run."""
    return deadlines.add(cast(asyncio.AbstractEventLoop, loop), when_s, cast(StepLife, run))


def deadlines_and_stopped(loop: TimerLoop) -> tuple[Deadlines, list[Any]]:
    """Deadlines, and where the runs come that they stop."""
    stopped: list[Any] = []
    return Deadlines(cast(asyncio.AbstractEventLoop, loop), stopped.append), stopped


def test_many_runs_take_one_timer(loop: TimerLoop) -> None:
    """Runs that end in time leave nothing, and the loop has one timer for all of them."""
    deadlines, stopped = deadlines_and_stopped(loop)
    for number in range(1000):
        loop.now_s = number * 1e-3
        deadlines.drop(add(deadlines, loop, loop.now_s + 60.0, number))
        assert len(deadlines) == 0 and len(deadlines._due) <= MAX_DROPPED + 1
    assert [when_s for when_s, _, _ in loop.calls] == [60.0]
    loop.pass_until(200.0)
    assert not stopped and not loop.calls and not deadlines._due


@pytest.mark.parametrize("early_s", [0.0, 1e-9])
def test_order(loop: TimerLoop, early_s: float) -> None:
    """Runs are stopped by their deadlines, whatever their order was; also by a loop that calls a little early."""
    deadlines, stopped = deadlines_and_stopped(loop)
    times = [float(n) for n in range(1, 101)]
    random.Random(0).shuffle(times)
    made = {when_s: add(deadlines, loop, when_s, when_s) for when_s in times}
    for when_s in times[:30]:
        deadlines.drop(made[when_s])
    left = sorted(times[30:])
    assert len(deadlines) == len(left)
    for until_s in (10.0, 11.0, 60.5, 100.0):
        loop.pass_until(until_s, early_s)
        assert stopped == [when_s for when_s in left if when_s <= until_s]
    assert len(deadlines) == 0 and not loop.calls
    for deadline in made.values():
        deadlines.drop(deadline)  # as runs do at their end, also behind their deadline
    assert len(deadlines) == 0


def test_short_and_long_deadlines(loop: TimerLoop) -> None:
    """A short deadline among long ones leaves no timer behind for each time that it passes."""
    deadlines, stopped = deadlines_and_stopped(loop)
    add(deadlines, loop, 1000.0, "long")
    for number in range(50):
        add(deadlines, loop, loop.now_s + 1.0, number)
        loop.pass_until(loop.now_s + 2.0)
    assert stopped == list(range(50)) and len(loop.calls) == 1


def test_an_error_leaves_the_others(loop: TimerLoop) -> None:
    """If one run cannot be stopped, the others are all the same."""
    stopped: list[Any] = []

    def time_out(run: Any) -> None:
        stopped.append(run)
        if run == 1:
            raise ValueError("mine")

    deadlines = Deadlines(cast(asyncio.AbstractEventLoop, loop), time_out)
    for run in (1, 2, 3):
        add(deadlines, loop, 5.0, run)
    with pytest.raises(ValueError, match="mine"):
        loop.pass_until(5.0)
    loop.pass_until(5.0)
    assert stopped == [1, 2, 3] and len(deadlines) == 0


def test_a_closed_loop_is_freed() -> None:
    """What waits for a deadline goes with its loop, and the next loop of the thread has deadlines of its own."""

    class Run:
        pass

    run = Run()
    freed = weakref.ref(run)
    made = asyncio.new_event_loop()
    first = deadlines_of(made, lambda run: None)
    first.add(made, made.time() + 3600.0, cast(StepLife, run))
    assert deadlines_of(made, lambda run: None) is first
    made.close()
    del run, first, made
    gc.collect()
    assert freed() is None
    other = asyncio.new_event_loop()
    assert len(deadlines_of(other, lambda run: None)) == 0
    other.close()
