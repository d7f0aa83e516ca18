"""CompletionQueue: calls to an event loop, made in order, once, and without keeping the loop from others."""
from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any, cast

import pytest

from aioflow.pools.completion_queue import CompletionQueue, resolve


class ManualLoop:
    """A loop whose turns are made by the test.

    Attributes:
        wakeups: What it was told to call and has not called.
    """

    def __init__(self) -> None:
        self.wakeups: list[Callable[[], None]] = []
        self.is_closed = False

    def call_soon_threadsafe(self, function: Callable[[], None]) -> None:
        """See `asyncio.AbstractEventLoop`."""
        if self.is_closed:
            raise RuntimeError("Event loop is closed")
        self.wakeups.append(function)

    def turn(self) -> None:
        """Calls what is there."""
        ready, self.wakeups = self.wakeups, []
        for function in ready:
            function()


@pytest.fixture
def loop() -> ManualLoop:
    """A loop."""
    return ManualLoop()


@pytest.fixture
def queue(loop: ManualLoop) -> CompletionQueue:
    """The queue of the loop."""
    return CompletionQueue(cast(Any, loop))


def test_one_wake_up_for_many_calls(loop: ManualLoop, queue: CompletionQueue) -> None:
    """The loop is woken once, however many calls there are, and makes them in their order."""
    made: list[int] = []
    for i in range(10):
        assert queue.post(made.append, i)
    assert len(loop.wakeups) == 1 and made == []
    loop.turn()
    assert made == list(range(10)) and loop.wakeups == []


def test_calls_that_post(loop: ManualLoop, queue: CompletionQueue) -> None:
    """A call that posts for ever leaves the loop its turns: what it posts is made in the next one."""
    made: list[int] = []

    def again(number: int) -> None:
        made.append(number)
        queue.post(again, number + 1)

    queue.post(again, 0)
    for turns in range(1, 5):
        loop.turn()
        assert made == list(range(turns)) and len(loop.wakeups) == 1


def test_a_call_that_is_interrupted(loop: ManualLoop, queue: CompletionQueue) -> None:
    """When a call raises, as on Ctrl-C, those behind it are made in the next turn."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    made: list[int] = []
    queue.post(made.append, 0)
    queue.post(interrupt)
    queue.post(made.append, 1)
    with pytest.raises(KeyboardInterrupt):
        loop.turn()
    assert made == [0] and len(loop.wakeups) == 1
    loop.turn()
    assert made == [0, 1]


def test_a_closed_loop(loop: ManualLoop, queue: CompletionQueue) -> None:
    """Who posts to a loop that is closed hears that nothing will be done."""
    loop.is_closed = True
    made: list[int] = []
    assert not queue.post(made.append, 1)
    assert not queue.post(made.append, 2)
    assert made == []


async def test_one_queue_per_loop() -> None:
    """Each loop has one queue, which goes with it."""
    here = asyncio.get_running_loop()
    assert CompletionQueue.for_loop(here) is CompletionQueue.for_loop(here)
    other = asyncio.new_event_loop()
    queue = weakref.ref(CompletionQueue.for_loop(other))
    assert queue() is not CompletionQueue.for_loop(here)
    other.close()
    del other
    gc.collect()
    assert queue() is None


async def test_many_threads() -> None:
    """Every call that threads post at once is made, those of one thread in their order."""
    loop = asyncio.get_running_loop()
    made: list[tuple[int, int]] = []
    end = asyncio.Event()

    def post(thread: int) -> None:
        for i in range(1000):
            CompletionQueue.for_loop(loop).post(made.append, (thread, i))

    def post_all() -> None:
        threads = [threading.Thread(target=post, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        CompletionQueue.for_loop(loop).post(end.set)

    await asyncio.gather(asyncio.to_thread(post_all), end.wait())
    assert len(made) == 4000
    for number in range(4):
        assert [i for thread, i in made if thread == number] == list(range(1000))


async def test_resolve() -> None:
    """A wait is ended once; one that has ended otherwise is left alone."""
    waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    resolve(waiting)
    resolve(waiting)
    await waiting
    cancelled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    cancelled.cancel()
    resolve(cancelled)
    assert cancelled.cancelled()
