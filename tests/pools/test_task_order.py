"""Which task comes next: by priority, by arrival, own work first; and what is left of runs that have ended."""
from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.pools.pool_run import PoolRun
from aioflow.pools.task_order import PriorityOrder, Task, should_sweep


def run(priority: int = 0) -> PoolRun:
    """A run of some pool."""
    return PoolRun(cast(Any, None), priority)


def task(label: Any, owner: PoolRun | None = None) -> Task:
    """A task that is known by its label."""
    if owner is not None:
        owner.num_queued += 1
    return owner, print, (label,), 0


def labels(order: PriorityOrder) -> list[Any]:
    """The labels of all tasks, in the order in which they come."""
    found = []
    while (next_task := order.pop(0)) is not None:
        found.append(next_task[2][0])
    return found


def test_first_come_first_served() -> None:
    """Tasks from outside leave as they came."""
    order = PriorityOrder()
    for i in range(5):
        order.push(task(i), False)
    assert labels(order) == [0, 1, 2, 3, 4]


def test_own_work_first() -> None:
    """What a task of the pool submits goes before what waits, the newest first."""
    order = PriorityOrder()
    order.push(task("outside"), False)
    order.push(task("own 1"), True)
    order.push(task("own 2"), True)
    assert labels(order) == ["own 2", "own 1", "outside"]


@given(st.lists(st.integers(-3, 3)))
def test_priorities(priorities: list[int]) -> None:
    """Higher priorities come first; equal ones in the order of their arrival."""
    order = PriorityOrder()
    for i, priority in enumerate(priorities):
        order.push(task((priority, i), run(priority)), False)
    assert labels(order) == sorted(((p, i) for i, p in enumerate(priorities)), key=lambda each: (-each[0], each[1]))


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=300), st.sets(st.integers(0, 5)))
def test_withdrawn_runs(pushed: list[tuple[int, bool]], withdrawn: set[int]) -> None:
    """Tasks of withdrawn runs never come; the order of the others stays, and little is kept of the withdrawn ones."""
    order, expected = PriorityOrder(), PriorityOrder()
    runs = [run(number % 2) for number in range(6)]
    for i, (number, is_own) in enumerate(pushed):
        order.push(task(i, runs[number]), is_own)
        if number not in withdrawn:
            expected.push(task(i, run(number % 2)), is_own)
    for number in withdrawn:
        runs[number].is_withdrawn = True
        order.withdraw(runs[number])
        runs[number].num_queued = 0
    num_left = sum(number not in withdrawn for number, _ in pushed)
    assert len(order) <= max(64, 2 * num_left)
    assert labels(order) == labels(expected)


@pytest.mark.parametrize(
    ("num_withdrawn", "num_held", "expected"),
    [(0, 0, False), (0, 1000, False), (1, 64, True), (1, 65, False), (500, 1000, False), (501, 1000, True)],
)
def test_when_to_sweep(num_withdrawn: int, num_held: int, expected: bool) -> None:
    """Few tasks are looked through at once, many only when more than half of them are of withdrawn runs."""
    assert should_sweep(num_withdrawn, num_held) is expected
