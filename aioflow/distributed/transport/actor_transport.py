"""ActorTransport: calls of actors, as Ray has them; addresses are their names.

An actor takes calls to the end, whatever becomes of its caller: with Ray, whoever awaits a reference and is cancelled
leaves the method running. See `AnsweredCalls` for what stops it.
"""
from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import numpy as np

from aioflow import errors
from aioflow.distributed.transport.answered_calls import NOBODY, RENEW_S, Answer, AnsweredCalls
from aioflow.distributed.transport.ray_errors import ActorAwayError, error_of_ray
from aioflow.distributed.transport.statuses import error_of
from aioflow.distributed.transport.transport import Body, Buffer, Channel, Services, Transport, joined

#: From here on bytes travel as an array. Ray puts those into shared memory, and the receiver reads them there without
#: a copy: 40 MB come back in 11 ms instead of 41 ms; below, plain bytes are faster.
LARGE_NBYTES = 512 << 10
#: Waits between two looks at an actor that is being restarted.
_RESTART_S = (0.05, 0.1, 0.2, 0.5, 1.0)


class ActorHandle(Protocol):
    """An actor, as its callers have it: what answers calls, and what takes note of them."""

    def answer(self, number: int, method: str, body: Any, timeout_s: float | None) -> Awaitable[Answer]:
        """Calls `AnsweredCalls.answer` there."""

    def note(self, given_up: list[int], renewed: list[int]) -> None:
        """Calls `AnsweredCalls.give_up` and `renew` there; nobody waits for that."""


def packed(body: Body) -> Any:
    """A body as it travels."""
    whole = joined(body)
    return np.frombuffer(whole, np.uint8) if len(whole) >= LARGE_NBYTES else whole


def unpacked(body: Any) -> Buffer:
    """The same where it has come: bytes, or a view of them that is read-only."""
    return body.data if isinstance(body, np.ndarray) else body


class ActorTransport(Transport):
    """See `Transport`.

    Args:
        find: Finds an actor by its name; raises `ActorGoneError` where there is none.
        lease_s: After how many seconds without a word of its caller a call is cancelled.

    Attributes:
        calls: What answers at this transport's own address; None before `serve`.
    """

    def __init__(self, find: Callable[[str], Awaitable[ActorHandle]], lease_s: float = 30.0) -> None:
        self._find = find
        self._lease_s = lease_s
        self.calls: AnsweredCalls | None = None

    def connect(self, address: str) -> ActorChannel:
        """See `Transport`."""
        return ActorChannel(address, self._find)

    async def serve(self, address: str, services: Services) -> AnsweredCalls:
        """See `Transport`. An actor has one address, its name."""
        if self.calls is not None and not self.calls.is_stopped:
            raise errors.unavailable(f"cannot listen at {address}: the actor does at {self.calls.address}")
        self.calls = AnsweredCalls(address, services, self._lease_s)
        return self.calls


class ActorChannel(Channel):
    """See `Channel`."""

    def __init__(self, address: str, find: Callable[[str], Awaitable[ActorHandle]]) -> None:
        self.address = address
        self._find = find
        self._actor: ActorHandle | None = None
        # From a random number on: an actor compares what comes from all of its callers.
        self._numbers = itertools.count(random.SystemRandom().getrandbits(62))
        self._open: dict[int, asyncio.Future[Answer]] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def call(
        self, method: str, body: Body, *, timeout_s: float | None = None, waits: bool = False
    ) -> Buffer:
        """See `Channel`. Waiting is for actors that are being restarted, not for one that is gone."""
        try:
            async with asyncio.timeout(timeout_s):
                return await (self._when_back if waits else self._call)(method, body, timeout_s)
        except TimeoutError:
            raise errors.deadline_exceeded("Deadline Exceeded") from None

    async def _when_back(self, method: str, body: Body, timeout_s: float | None) -> Buffer:
        for wait_s in itertools.chain(_RESTART_S, itertools.repeat(_RESTART_S[-1])):
            try:
                return await self._call(method, body, timeout_s)
            except ActorAwayError:
                await asyncio.sleep(wait_s)
        raise AssertionError("endless")

    async def _call(self, method: str, body: Body, timeout_s: float | None) -> Buffer:
        if self._actor is None:
            self._actor = await self._find(self.address)
        actor, number = self._actor, next(self._numbers)
        answer = self._open[number] = asyncio.ensure_future(
            actor.answer(number, method, packed(body), timeout_s)
        )
        self._renew_later()
        try:
            code, content, payloads = await answer
        except asyncio.CancelledError:
            actor.note([number], [])
            task = asyncio.current_task()
            if task is not None and not task.cancelling():  # not the caller was cancelled, but all calls
                raise errors.unavailable("the channel was closed") from None
            raise
        except Exception as error:
            self._actor = None  # another one of this name may come
            raise error_of_ray(error) from None
        finally:
            del self._open[number]
        if code == NOBODY:
            raise ActorAwayError(None, None, str(content))
        if code:
            raise error_of(code, str(content), payloads)
        return unpacked(content)

    def _renew_later(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(RENEW_S, self._renew)

    def _renew(self) -> None:
        self._timer = None
        if self._open:
            if self._actor is not None:
                self._actor.note([], list(self._open))
            self._renew_later()

    async def close(self) -> None:
        """See `Channel`."""
        for answer in self._open.values():
            answer.cancel()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
