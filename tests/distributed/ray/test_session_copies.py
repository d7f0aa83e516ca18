"""Which copy takes a step, and what becomes of copies that are lost."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.distributed.ray.session_copies import SessionCopies
from aioflow.distributed.transport.ray_errors import actor_gone
from aioflow.testing.clock import JumpingLoop

STEP_S = 10.0


def run(program: Coroutine[Any, Any, None]) -> None:
    """Runs a program on virtual time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(program)


class Sessions:
    """Sessions of copies. A step takes as many seconds as it fetches, unless its copy is dead.

    Attributes:
        dead: Copies whose sessions are lost.
        gone: Those that cannot be opened again.
        log: What has happened, in order: ("open", copy), ("run", copy), ("close", copy).
    """

    def __init__(self) -> None:
        self.dead: dict[int, errors.OpError] = {}
        self.gone: set[int] = set()
        self.log: list[tuple[str, int]] = []
        self.cancelled = 0

    async def open_copy(self, index: int) -> _Session:
        """Opens one, which takes a second."""
        await asyncio.sleep(1.0)
        if index in self.gone:
            raise actor_gone("not there")
        if index in self.dead:
            raise errors.unavailable("not yet")
        self.log.append(("open", index))
        return _Session(self, index)

    def runs(self) -> list[int]:
        """The copies that have run steps."""
        return [index for what, index in self.log if what == "run"]


class _Session:
    def __init__(self, sessions: Sessions, index: int) -> None:
        self._sessions = sessions
        self._index = index
        self._is_lost = False

    async def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        self._sessions.log.append(("run", self._index))
        try:
            await asyncio.sleep(fetches)
        except asyncio.CancelledError:
            self._sessions.cancelled += 1
            raise
        self._is_lost = self._is_lost or self._index in self._sessions.dead
        if self._is_lost:
            raise self._sessions.dead.get(self._index) or errors.aborted("Session is not found.")
        return self._index

    async def close(self) -> None:
        self._sessions.log.append(("close", self._index))


Program = Callable[[SessionCopies, Sessions], Awaitable[None]]


def with_copies(count: int, program: Program) -> None:
    """Runs a program with open copies."""

    async def all_of_it() -> None:
        sessions = Sessions()
        copies = SessionCopies(sessions.open_copy, count)
        await copies.start()
        try:
            await program(copies, sessions)
        finally:
            await copies.close()
            await copies.close()
        opened = [index for what, index in sessions.log if what == "open"]
        closed = [index for what, index in sessions.log if what == "close"]
        assert sorted(opened) == sorted(closed)
        assert all(copy.num_running == 0 for copy in copies.copies)

    run(all_of_it())


def test_a_step_goes_to_the_copy_with_the_fewest() -> None:
    """Equal ones take turns; one with a long step gets less to do."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        assert [await copies.run(0.0) for _ in range(6)] == [0, 1, 2, 0, 1, 2]
        long = asyncio.ensure_future(copies.run(100.0))
        await asyncio.sleep(0)
        assert [await copies.run(1.0) for _ in range(4)] == [1, 2, 1, 2]
        many = [asyncio.ensure_future(copies.run(STEP_S)) for _ in range(8)]
        await asyncio.sleep(0)
        assert [copy.num_running for copy in copies.copies] == [3, 3, 3]
        await asyncio.gather(*many, long)

    with_copies(3, program)


@pytest.mark.parametrize("error", [errors.unavailable("died"), errors.aborted("Session is not found.")])
def test_a_lost_copy_is_opened_again(error: errors.OpError) -> None:
    """Once, however many steps it ends; others take its steps meanwhile."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        sessions.dead[0] = error
        steps = [asyncio.ensure_future(copies.run(STEP_S)) for _ in range(6)]
        ends = await asyncio.gather(*steps, return_exceptions=True)
        assert [type(end) for end in ends] == [type(error), int] * 3
        assert [await copies.run(0.1) for _ in range(5)] == [1] * 5
        assert copies.copies[0].session is None and copies.copies[0].num_lost == 1
        del sessions.dead[0]
        await asyncio.sleep(10.0)
        assert {await copies.run(0.0) for _ in range(9)} == {0, 1}
        assert sessions.log.count(("open", 0)) == 2

    with_copies(2, program)


def test_a_step_that_fails_does_not_lose_its_copy() -> None:
    """Nor does one that is cancelled."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        step = asyncio.ensure_future(copies.run(STEP_S))
        await asyncio.sleep(1.0)
        step.cancel()
        with pytest.raises(asyncio.CancelledError):
            await step
        assert sessions.cancelled == 1
        with pytest.raises(TypeError):
            await copies.run("no number")
        assert await copies.run(0.0) == 0 and copies.copies[0].num_lost == 0

    with_copies(1, program)


def test_steps_wait_for_a_copy() -> None:
    """While all are opened again; not for longer than they may take."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        loop = asyncio.get_running_loop()
        sessions.dead[0] = errors.unavailable("died")
        with pytest.raises(errors.UnavailableError):
            await copies.run(0.0)
        began_s = loop.time()
        with pytest.raises(errors.DeadlineExceededError, match="no copy was ready within 500 ms"):
            await copies.run(0.0, options=tf.RunOptions(timeout_in_ms=500))
        assert loop.time() - began_s == pytest.approx(0.5)
        waiting = asyncio.ensure_future(copies.run(0.0))
        await asyncio.sleep(20.0)
        assert not waiting.done()
        del sessions.dead[0]
        assert await waiting == 0

    with_copies(1, program)


def test_copies_that_do_not_come_back() -> None:
    """Others go on; without any, steps end at once."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        for index in range(2):
            sessions.dead[index] = errors.unavailable("died")
            sessions.gone.add(index)
            with pytest.raises(errors.UnavailableError):
                while True:
                    await copies.run(0.0)
            await asyncio.sleep(10.0)
            assert copies.copies[index].is_gone
        with pytest.raises(errors.UnavailableError, match="all copies have died"):
            await copies.run(0.0)

    with_copies(2, program)


def test_closing_ends_who_waits() -> None:
    """And nothing is opened behind it."""

    async def program(copies: SessionCopies, sessions: Sessions) -> None:
        sessions.dead[0] = errors.unavailable("died")
        with pytest.raises(errors.UnavailableError):
            await copies.run(0.0)
        waiting = asyncio.ensure_future(copies.run(0.0))
        await asyncio.sleep(0.5)
        await copies.close()
        with pytest.raises(RuntimeError, match="closed pool"):
            await waiting
        with pytest.raises(RuntimeError, match="closed pool"):
            await copies.run(0.0)

    with_copies(1, program)


def test_a_copy_that_cannot_be_opened_at_the_start() -> None:
    """Its error is told, and the others are closed."""

    async def program() -> None:
        sessions = Sessions()
        sessions.gone.add(1)
        copies = SessionCopies(sessions.open_copy, 3)
        with pytest.raises(RuntimeError):
            await copies.run(0.0)
        with pytest.raises(errors.UnavailableError, match="not there"):
            await copies.start()
        assert sorted(sessions.log) == [("close", 0), ("close", 2), ("open", 0), ("open", 2)]

    run(program())
