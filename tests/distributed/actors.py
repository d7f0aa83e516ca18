"""Actors of this process in the place of Ray's, for an `ActorTransport`: calls go on when their callers have left."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from aioflow.distributed.transport.actor_transport import ActorTransport, packed, unpacked
from aioflow.distributed.transport.answered_calls import Answer, AnsweredCalls
from aioflow.distributed.transport.ray_errors import actor_gone
from aioflow.distributed.transport.transport import Services


class RayError(Exception):
    """Named like that of Ray, as are those that follow."""


class RayActorError(RayError):
    """An actor cannot answer."""


class ActorUnavailableError(RayActorError):
    """It is being restarted."""


class ActorDiedError(RayActorError):
    """It does not come back."""


class Actors:
    """The actors of one process by name.

    Attributes:
        calls: What answers, by name; None for an actor that is being restarted.
        is_mute: Whether nothing reaches them that callers tell them beside their calls.
        running: What answers calls.
    """

    def __init__(self) -> None:
        self.calls: dict[str, AnsweredCalls | None] = {}
        self.is_mute = False
        self.running: set[asyncio.Task[Answer]] = set()

    def transport(self, lease_s: float = 30.0) -> ActorTransport:
        """The transport of an actor."""
        actors = self

        class Announced(ActorTransport):
            async def serve(self, address: str, services: Services) -> AnsweredCalls:
                calls = actors.calls[address] = await super().serve(address, services)
                return calls

        return Announced(self.find, lease_s)

    async def find(self, name: str) -> _Actor:
        """Finds an actor by its name."""
        if name not in self.calls:
            raise actor_gone(f"no actor {name}")
        return _Actor(self, name)


class _Actor:
    def __init__(self, actors: Actors, name: str) -> None:
        self._actors = actors
        self._name = name

    def answer(self, number: int, method: str, body: Any, timeout_s: float | None) -> Awaitable[Answer]:
        return self._answered(number, method, body, timeout_s)

    async def _answered(self, number: int, method: str, body: Any, timeout_s: float | None) -> Answer:
        if self._name not in self._actors.calls:
            raise ActorDiedError("it was killed")
        calls = self._actors.calls[self._name]
        if calls is None:
            raise ActorUnavailableError("it is being restarted")
        task = asyncio.ensure_future(calls.answer(number, method, unpacked(body), timeout_s))
        self._actors.running.add(task)
        task.add_done_callback(self._actors.running.discard)
        code, content, payloads = await asyncio.shield(task)
        return code, content if isinstance(content, str) else packed(content), payloads

    def note(self, given_up: list[int], renewed: list[int]) -> None:
        calls = self._actors.calls.get(self._name)
        if calls is not None and not self._actors.is_mute:
            asyncio.get_running_loop().call_soon(calls.give_up, given_up)
            asyncio.get_running_loop().call_soon(calls.renew, renewed)
