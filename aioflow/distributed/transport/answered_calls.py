"""AnsweredCalls: the answering end of a transport that has no connections.

Nothing tells this end that a caller is gone, nor that he waits no more. So a caller says which calls he gives up, and
from time to time for which he still waits; what nobody has said that of for long is cancelled.
"""
from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeAlias

from aioflow import errors
from aioflow.distributed.transport.statuses import payloads_of
from aioflow.distributed.transport.transport import Buffer, Call, Listener, Services, answered

_LOG = logging.getLogger(__name__)
#: How often callers say that they still wait.
RENEW_S = 2.0
#: How many calls are kept in mind that were given up before they came: messages overtake each other.
_MAX_GIVEN_UP = 10_000

#: The code that says that nobody listens: unlike an `UnavailableError` of whoever does, as of a peer of his own.
NOBODY = -1

#: A code, 0 for success; the body, or the text of the error; the payloads of the error.
Answer: TypeAlias = tuple[int, bytes | str, bytes | None]


class AnsweredCalls(Listener):
    """What answers at one address. Belongs to one event loop.

    Args:
        address: The address.
        services: What answers.
        lease_s: After how many seconds without a word of its caller a call is cancelled.

    Attributes:
        is_stopped: Whether it takes no more calls.
    """

    def __init__(self, address: str, services: Services, lease_s: float) -> None:
        self.address = address
        self._services = services
        self._lease_s = lease_s
        self.is_stopped = False
        #: Number of a call -> what answers it; the caller has drawn the number.
        self._running: dict[int, asyncio.Task[bytes]] = {}
        self._renewed_s: dict[int, float] = {}
        self._given_up: OrderedDict[int, None] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._running)

    async def answer(self, number: int, method: str, body: Buffer, timeout_s: float | None = None) -> Answer:
        """Answers a call; errors are answers, too.

        Args:
            number: Unlike that of all other calls.
            method: "/package.Service/Method".
            body: The request.
            timeout_s: Seconds until the caller gives up; None for never.
        """
        if self.is_stopped:
            return NOBODY, f"nobody listens at {self.address}", None
        try:
            return 0, await self._run(number, method, body, timeout_s), None
        except errors.OpError as error:
            return error.code, error.message, payloads_of(error)
        except asyncio.CancelledError:
            return errors.CANCELLED, "CANCELLED", None
        except Exception as error:
            _LOG.error("%s", method, exc_info=error)
            return errors.INTERNAL, "internal error", None

    async def _run(self, number: int, method: str, body: Buffer, timeout_s: float | None) -> bytes:
        if self._given_up.pop(number, self) is None:
            raise errors.cancelled("CANCELLED")
        handler = self._services.handlers.get(method)
        if handler is None:
            raise errors.unimplemented("Method not found!")
        loop = asyncio.get_running_loop()
        deadline_s = None if timeout_s is None else loop.time() + timeout_s
        call = Call(method, deadline_s=deadline_s)
        if self._services.admit is not None:
            self._services.admit(call)
        task = self._running[number] = asyncio.ensure_future(answered(handler, call, body))
        self._renewed_s[number] = loop.time()
        self._watch()
        try:
            async with asyncio.timeout_at(deadline_s):
                return await task
        except TimeoutError:
            raise errors.deadline_exceeded("Deadline Exceeded") from None
        finally:
            del self._running[number], self._renewed_s[number]

    def give_up(self, numbers: Iterable[int]) -> None:
        """Cancels calls whose callers wait no more; also those that are still on their way."""
        for number in numbers:
            task = self._running.get(number)
            if task is not None:
                task.cancel()
                continue
            self._given_up[number] = None
            if len(self._given_up) > _MAX_GIVEN_UP:
                self._given_up.popitem(last=False)

    def renew(self, numbers: Iterable[int]) -> None:
        """Notes that callers still wait."""
        now_s = asyncio.get_running_loop().time()
        self._renewed_s.update((number, now_s) for number in numbers if number in self._running)

    def _watch(self) -> None:
        if self._timer is None and self._running:
            self._timer = asyncio.get_running_loop().call_later(self._lease_s / 4, self._end_abandoned)

    def _end_abandoned(self) -> None:
        """Cancels calls whose callers have vanished."""
        self._timer = None
        since_s = asyncio.get_running_loop().time() - self._lease_s
        for number in [each for each, renewed_s in self._renewed_s.items() if renewed_s <= since_s]:
            _LOG.info("call %s at %s ends: its caller has not been heard of", number, self.address)
            self._running[number].cancel()
        self._watch()

    async def stop(self, grace_s: float | None = None) -> None:
        """See `Listener`."""
        self.is_stopped = True
        if self._running and grace_s:
            await asyncio.wait(list(self._running.values()), timeout=grace_s)
        running = list(self._running.values())
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
