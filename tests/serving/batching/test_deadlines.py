"""One timer for all who wait, on a clock that jumps."""
from __future__ import annotations

import asyncio

from aioflow.serving.batching.deadlines import Deadlines
from aioflow.testing import JumpingLoop


def test_each_is_told_at_its_time_unless_it_has_left() -> None:
    """Whatever the order in which they came, and also those who come from within a call."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        told: list[tuple[str, float]] = []

        def tell(who: str) -> None:
            told.append((who, loop.time()))
            if who == "early":
                deadlines.add("another", loop.time() + 0.5)

        deadlines = Deadlines(tell)
        for who, due_s in [("late", 30.0), ("gone", 1.0), ("early", 2.0), ("as early", 2.0), ("past", -1.0)]:
            deadlines.add(who, due_s)
        deadlines.discard("gone")
        deadlines.discard("gone")
        await asyncio.sleep(40.0)
        assert told == [("past", 0.0), ("early", 2.0), ("as early", 2.0), ("another", 2.5), ("late", 30.0)]

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(main())


def test_a_timer_serves_many() -> None:
    """Requests of one time limit, each answered soon, set one timer for as long as that is."""

    async def main() -> None:
        loop, timers = asyncio.get_running_loop(), []
        plain_call_at = loop.call_at

        def call_at(when: float, *args: object, **how: object) -> asyncio.TimerHandle:
            timers.append(when)
            return plain_call_at(when, *args, **how)  # type: ignore[arg-type]

        deadlines: Deadlines[int] = Deadlines(lambda _: None)
        loop.call_at = call_at  # type: ignore[method-assign]
        for number in range(1000):
            deadlines.add(number, loop.time() + 1.0)
            deadlines.discard(number)
        assert timers == [1.0]

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(main())
