"""Calls of functions: many at once, and beyond that the newest first, when others wait."""
from __future__ import annotations

import asyncio

import pytest

from aioflow.framework.kernels.open_calls import MAX_AT_ONCE, MAX_GOING, OpenCalls


async def turns(count: int) -> None:
    """Lets the loop take so many turns."""
    for _ in range(count):
        await asyncio.sleep(0)


class Callers:
    """Callers that stay in."""

    def __init__(self) -> None:
        self.calls = OpenCalls()
        self.entered: list[int] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def _enter(self, number: int, settles: bool) -> None:
        if not self.calls.enter():
            await self.calls.turn()
        self.entered.append(number)
        if settles:
            self.calls.settle()

    def come(self, count: int, settle: bool = True) -> None:
        """Has more of them ask, each in a task of its own."""
        first = len(self.tasks)
        self.tasks += [asyncio.create_task(self._enter(first + number, settle)) for number in range(count)]


async def test_few_wait_for_nothing() -> None:
    """As many as may be open at once enter in one turn, and whenever others have left."""
    callers = Callers()
    for _ in range(3):
        callers.come(MAX_AT_ONCE)
        await turns(1)
        for _ in range(MAX_AT_ONCE):
            callers.calls.leave(has_settled=True)
    assert callers.entered == list(range(3 * MAX_AT_ONCE))


async def test_of_many_the_newest_enters() -> None:
    """Few in each turn, as others come to wait, though nobody leaves; none is held back for good."""
    callers = Callers()
    callers.come(MAX_AT_ONCE + 40)
    await turns(1)
    before = MAX_AT_ONCE
    assert len(callers.entered) == before
    for _ in range(10):
        await turns(1)
        assert len(callers.entered) <= before + MAX_GOING
        before = len(callers.entered)
    callers.come(1)
    await turns(4)
    assert MAX_AT_ONCE + 40 in callers.entered and MAX_AT_ONCE not in callers.entered
    await asyncio.gather(*callers.tasks)
    assert sorted(callers.entered) == list(range(MAX_AT_ONCE + 41))


async def test_those_that_go_on_hold_up_others_for_a_moment() -> None:
    """Nothing ends and nothing waits, and still all enter before long: time lets them in."""
    callers = Callers()
    callers.come(MAX_AT_ONCE + 5, settle=False)
    await turns(50)
    await asyncio.gather(*callers.tasks)
    assert callers.entered[MAX_AT_ONCE:] == list(range(MAX_AT_ONCE + 4, MAX_AT_ONCE - 1, -1))


@pytest.mark.parametrize("is_let_in", [False, True])
async def test_who_is_cancelled_takes_no_turn(is_let_in: bool) -> None:
    """Of those that wait, the others enter as if he had never come."""
    callers = Callers()
    callers.come(MAX_AT_ONCE + 3)
    await turns(1)
    if is_let_in:
        callers.calls._let_in()
    for task in callers.tasks[-2:]:
        task.cancel()
    await asyncio.wait(callers.tasks)
    assert callers.entered == list(range(MAX_AT_ONCE + 1))
    assert (callers.calls._num_open, callers.calls._num_going) == (MAX_AT_ONCE + 1, 0)
