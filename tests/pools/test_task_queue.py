"""TaskQueue: what is counted while tasks wait, and how many runs may wait with them. No threads."""
from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.pools.pool_run import PoolRun
from aioflow.pools.task_order import PriorityOrder, Task
from aioflow.pools.task_queue import TaskQueue, may_enter


def run(priority: int = 0) -> PoolRun:
    """A run of some pool."""
    return PoolRun(cast(Any, None), priority)


def task(owner: PoolRun | None, label: int = 0) -> Task:
    """A task of a run, or of none."""
    return owner, print, (label,), 0


def queue(max_queue: int | None = None) -> TaskQueue:
    """An empty queue."""
    return TaskQueue(PriorityOrder(), max_queue)


@pytest.mark.parametrize(
    ("num_waiting", "num_idle", "max_queue", "expected"),
    [
        (0, 1, 0, True),  # there is a thread for it
        (0, 0, 0, False),
        (0, 0, 1, True),  # it waits, alone
        (1, 0, 1, False),
        (1, 1, 0, False),  # the idle thread belongs to the one that waits
        (1, 2, 0, True),
        (3, 2, 2, True),
        (4, 2, 2, False),
    ],
)
def test_who_may_enter(num_waiting: int, num_idle: int, max_queue: int, expected: bool) -> None:
    """Runs that have entered and not begun have the first claim on idle threads; of the others so many may wait."""
    assert may_enter(num_waiting, num_idle, max_queue) is expected


def test_places() -> None:
    """A run has its place until a task of it is taken up, or until it is withdrawn, whichever comes first."""
    waiting = queue(2)
    begun, withdrawn, refused = run(), run(), run()
    assert waiting.admit(begun, 0) and waiting.admit(withdrawn, 0)
    assert not waiting.admit(refused, 0) and not refused.has_place
    assert (waiting.num_waiting_runs, waiting.num_rejected) == (2, 1)
    waiting.push(task(begun), False)
    waiting.push(task(begun), False)
    assert begun.has_place
    waiting.pop(0)
    assert begun.has_begun and not begun.has_place and waiting.num_waiting_runs == 1
    waiting.pop(0)
    waiting.withdraw(withdrawn)
    assert not withdrawn.has_place and waiting.num_waiting_runs == 0


def test_no_bound() -> None:
    """Without a bound all runs enter, and none is counted."""
    waiting = queue()
    runs = [run() for _ in range(100)]
    assert all(waiting.admit(each, 0) for each in runs)
    assert waiting.num_waiting_runs == 0 and not any(each.has_place for each in runs)


# An action: push a task of run 0 to 3 or of none (4), take one (5), or withdraw run 0 to 3 (6 to 9).
@given(st.lists(st.integers(0, 9), max_size=200))
def test_counts(actions: list[int]) -> None:
    """Whatever happens in whatever order, the numbers are those of the tasks that can still be taken."""
    waiting, runs = queue(), [run(number % 2) for number in range(4)]
    held: list[Task] = []
    for label, action in enumerate(actions):
        if action <= 4:
            owner = runs[action] if action < 4 else None
            if owner is None or not owner.is_withdrawn:
                held.append(task(owner, label))
                waiting.push(held[-1], label % 2 > 0)
        elif action == 5:
            taken = waiting.pop(0)
            assert (taken is None) == (not held)
            if taken is not None:
                held.remove(taken)
        else:
            waiting.withdraw(runs[action - 6])
            held = [each for each in held if each[0] is not runs[action - 6]]
        assert waiting.num_queued == len(held)
        for each in runs:
            assert each.num_queued == sum(owner is each for owner, *_ in held)
            assert not (each.is_withdrawn and each.num_queued)
