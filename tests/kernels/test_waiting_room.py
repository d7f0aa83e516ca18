"""WaitingRoom: an attempt that succeeds without its coroutine gives back what it had, unless that hears of it."""
from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

from aioflow import errors
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom
from tests.kernels.waiting_calls import settled, started


class Shelf:
    """Things that are taken one by one."""

    def __init__(self) -> None:
        self.things: list[int] = []
        self.room = WaitingRoom("takers")

    async def take(self) -> int:
        """Takes the first one, when there is one."""
        return await self.room.attempt("takers", self._first, give_back=lambda thing: self.things.insert(0, thing))

    def _first(self) -> Any:
        return self.things.pop(0) if self.things else NOT_YET

    def put(self, thing: int) -> None:
        """Adds one."""
        self.room.do(lambda: self.things.append(thing))


async def test_cancelled_when_it_has_succeeded() -> None:
    """What a call that is cancelled before it hears of its success has taken is there again, for who waits behind."""
    shelf = Shelf()
    first, second = await started(shelf.take()), await started(shelf.take())
    shelf.put(1)
    first.cancel()
    with pytest.raises(errors.CancelledError):
        await first
    assert await second == 1
    third = await started(shelf.take())
    shelf.put(2)
    third.cancel()
    await settled()
    assert shelf.things == [2]


async def test_commit() -> None:
    """What others see at once is only done when the call hears of its turn; a cancelled one has done nothing."""
    shelf = Shelf()
    done: list[str] = []
    undone: list[str] = []

    async def call(name: str) -> None:
        await shelf.room.attempt(
            "takers", lambda: name if shelf.things else NOT_YET, commit=done.append, give_back=undone.append
        )

    first, second = await started(call("first")), await started(call("second"))
    shelf.put(1)
    assert done == []
    first.cancel()
    await second
    assert (done, undone) == (["second"], ["first"])
    await call("third")  # which need not wait
    assert done == ["second", "third"]


def waiting_elsewhere(shelf: Shelf) -> tuple[asyncio.AbstractEventLoop, asyncio.Task[int]]:
    """A call that waits on an event loop of its own, which does not run."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(shelf.take())
    loop.run_until_complete(settled())
    return loop, task


def test_loop_that_was_closed() -> None:
    """A call whose event loop was closed gets nothing, whether that was before or behind its success."""
    shelf = Shelf()
    early, late, alive = (waiting_elsewhere(shelf) for _ in range(3))
    early[0].close()
    shelf.put(1)
    late[0].close()
    shelf.put(2)
    assert alive[0].run_until_complete(alive[1]) == 1
    assert shelf.things == [2]
    alive[0].close()
    for task in (early[1], late[1]):
        task._log_destroy_pending = False  # type: ignore[attr-defined]


def test_dropped_under_the_lock() -> None:
    """A garbage collection that drops a waiting call while this very thread holds the lock waits for nothing."""
    shelf = Shelf()
    loop, task = waiting_elsewhere(shelf)
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    del task

    def collect() -> None:
        loop.close()
        gc.collect()
        shelf.things.append(1)

    worker = threading.Thread(target=shelf.room.do, args=(collect,), daemon=True)
    worker.start()
    worker.join(10)
    assert not worker.is_alive()
    assert shelf.things == [1]
