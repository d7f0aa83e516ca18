"""The meeting place of a step: messages come once, in order, and nothing is left of those that nobody wants."""
from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from aioflow import errors
from aioflow.executor.local_rendezvous import LocalRendezvous


async def turns() -> None:
    """Lets the event loop do what was posted to it."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_comes_first() -> None:
    """It does not matter who comes first; messages of one key come in order, dead ones too."""
    rendezvous = LocalRendezvous()
    waiting = [asyncio.ensure_future(rendezvous.receive("a")) for _ in range(2)]
    await turns()
    for number in range(4):
        rendezvous.send("a", number, number % 2 > 0)
    assert await asyncio.gather(*waiting) == [(0, False), (1, True)]
    assert [await rendezvous.receive("a") for _ in range(2)] == [(2, False), (3, True)]
    assert rendezvous.is_empty


async def test_sent_by_a_thread() -> None:
    """A thread may send to who waits on an event loop."""
    rendezvous = LocalRendezvous()
    waiting = asyncio.ensure_future(rendezvous.receive("a"))
    await turns()
    thread = threading.Thread(target=rendezvous.send, args=("a", 5, False))
    thread.start()
    assert await waiting == (5, False)
    thread.join()


async def test_cancelled_receiver() -> None:
    """Who is cancelled leaves nothing; a message that was on its way goes to the next."""
    rendezvous = LocalRendezvous()
    first = asyncio.ensure_future(rendezvous.receive("a"))
    await turns()
    first.cancel()
    await turns()
    assert rendezvous.is_empty
    second = asyncio.ensure_future(rendezvous.receive("a"))
    await turns()
    rendezvous.send("a", 5, False)
    second.cancel()
    await turns()
    assert await rendezvous.receive("a") == (5, False)
    assert rendezvous.is_empty


async def test_abort() -> None:
    """An abort fails who waits, and who comes later, and drops what was not received."""
    rendezvous = LocalRendezvous()
    waiting = asyncio.ensure_future(rendezvous.receive("a"))
    rendezvous.send("b", 1, False)
    await turns()
    for text in ("the first", "another"):
        rendezvous.abort(errors.aborted(text))
    for late in (waiting, rendezvous.receive("b")):
        with pytest.raises(errors.AbortedError, match="the first"):
            await late
    with pytest.raises(errors.AbortedError, match="the first"):
        rendezvous.send("b", 2, False)
    assert rendezvous.is_empty


async def test_abort_while_a_message_is_passed_on() -> None:
    """An abort by another thread, just before the message of a cancelled receiver is passed on, harms nobody."""
    rendezvous = LocalRendezvous()
    lock = rendezvous._lock

    class TakenLate:
        def __enter__(self) -> None:
            rendezvous._lock = lock
            rendezvous.abort(errors.aborted("meanwhile"))
            lock.acquire()

        def __exit__(self, *error: object) -> None:
            lock.release()

    receiver: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    receiver.cancel()
    rendezvous._lock = TakenLate()  # type: ignore[assignment]
    rendezvous._hand_over("a", receiver, (5, False))
    assert rendezvous.is_empty
