"""LocalRendezvous: the meeting place of one step within a process."""
from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import Any

from aioflow import errors
from aioflow.framework.devices.device_events import Pending
from aioflow.framework.kernels.rendezvous import Rendezvous
from aioflow.pools.completion_queue import CompletionQueue

Message = tuple[Any, bool]


class LocalRendezvous(Rendezvous):
    """See `Rendezvous`. Values are handed over as they are: both sides are in this process's memory."""

    def __init__(self) -> None:
        # Guards the three below. Held for a few operations on them, never while anybody is told. It is not re-entrant,
        # as the locks of steps are: who holds it runs a kernel, so its session is no garbage, which a collection could
        # end in the midst of that.
        self._lock = threading.Lock()
        #: Sent and not yet received. A key is in one of these two at most, and has no empty queue: whoever comes second
        #: takes what the first has left.
        self._messages: dict[str, deque[Message]] = {}
        self._receivers: dict[str, deque[asyncio.Future[Message]]] = {}
        #: Set once; from then on all that come get a copy of it.
        self._error: errors.OpError | None = None

    def send(self, key: str, value: Any, is_dead: bool) -> None:
        """See `Rendezvous.send`."""
        with self._lock:
            if self._error is not None:
                raise self._error.again()
            receivers = self._receivers.get(key)
            if not receivers:
                self._messages.setdefault(key, deque()).append((value, is_dead))
                return
            receiver = receivers.popleft()  # first come, first served, as in TensorFlow
            if not receivers:
                del self._receivers[key]
        # Futures belong to their loop; the sender may be on any thread.
        CompletionQueue.for_loop(receiver.get_loop()).post(self._hand_over, key, receiver, (value, is_dead))

    def _hand_over(self, key: str, receiver: asyncio.Future[Message], message: Message) -> None:
        """On the receiver's loop: gives it the message, or passes it on if the receiver was cancelled meanwhile."""
        if not receiver.done():
            receiver.set_result(message)
        elif receiver.cancelled():
            try:
                self.send(key, *message)
            except errors.OpError:
                pass  # it was aborted meanwhile

    async def receive(self, key: str) -> Message:
        """See `Rendezvous.receive`."""
        message = await self._next(key)
        # Here and not in the sender, which would be a task for each transfer, also where nothing is copied.
        return (await message[0].result(), False) if type(message[0]) is Pending else message

    async def _next(self, key: str) -> Message:
        with self._lock:
            if self._error is not None:
                raise self._error.again()
            messages = self._messages.get(key)
            if messages:
                message = messages.popleft()
                if not messages:
                    del self._messages[key]
                return message
            receiver: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
            self._receivers.setdefault(key, deque()).append(receiver)
        try:
            return await receiver
        finally:
            self._forget(key, receiver)
            del receiver  # whose error refers to this frame: a cycle, and in it all that the caller holds

    def _forget(self, key: str, receiver: asyncio.Future[Message]) -> None:
        with self._lock:
            receivers = self._receivers.get(key)
            if receivers and receiver in receivers:
                receivers.remove(receiver)
                if not receivers:
                    del self._receivers[key]

    def abort(self, error: errors.OpError) -> None:
        """See `Rendezvous.abort`."""
        with self._lock:
            if self._error is not None:
                return
            self._error = error.again()
            waiting = [receiver for receivers in self._receivers.values() for receiver in receivers]
            self._receivers.clear()
            self._messages.clear()
        for receiver in waiting:
            CompletionQueue.for_loop(receiver.get_loop()).post(_fail, receiver, error.again())

    @property
    def is_empty(self) -> bool:
        """Whether no message is unread and nobody waits."""
        return not self._messages and not self._receivers


def _fail(receiver: asyncio.Future[Message], error: errors.OpError) -> None:
    if not receiver.done():
        receiver.set_exception(error)
