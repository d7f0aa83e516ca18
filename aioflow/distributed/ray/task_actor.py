"""TaskActor: the actor of one task."""
from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.actor_transport import ActorTransport, packed, unpacked
from aioflow.distributed.transport.answered_calls import Answer, AnsweredCalls
from aioflow.distributed.transport.ray_actors import find_actor

_Result = TypeVar("_Result")


class TaskActor:
    """A `Server` in an actor. When Ray restarts the actor, it is a new one that knows nothing of the old one's state.

    Args:
        cluster: Job -> number of a task -> name of its actor.
        job: The job of this task.
        index: Its number.
        config: A `ConfigProto` as bytes, for sessions that say nothing else.
        settings: What clients are allowed.
        lease_s: After how many seconds without a word of its caller a call is cancelled.
    """

    def __init__(
        self, cluster: Mapping[str, Mapping[int, str]], job: str, index: int, config: bytes, settings: MasterSettings,
        lease_s: float,
    ) -> None:  # fmt: skip
        # Ray gives each group of calls a loop of its own, and a server belongs to one: all calls are brought to this
        # one, which is there before the first of them, also after a restart.
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="aioflow-task", daemon=True).start()
        transport = ActorTransport(find_actor, lease_s)

        async def start() -> Server:
            server = Server(
                cluster, job, index, config=ConfigProto.FromString(config), settings=settings, insecure=True,
                transport=transport,
            )  # fmt: skip
            await server.start()
            return server

        self._server = asyncio.run_coroutine_threadsafe(start(), self._loop).result()
        assert transport.calls is not None, "the server has started"
        self._calls: AnsweredCalls = transport.calls

    async def _there(self, what: Coroutine[Any, Any, _Result]) -> _Result:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(what, self._loop))

    async def answer(self, number: int, method: str, body: Any, timeout_s: float | None) -> Answer:
        """See `AnsweredCalls.answer`."""
        code, content, payloads = await self._there(self._calls.answer(number, method, unpacked(body), timeout_s))
        return code, content if isinstance(content, str) else packed(content), payloads

    async def note(self, given_up: list[int], renewed: list[int]) -> None:
        """See `AnsweredCalls.give_up` and `renew`."""
        if given_up:
            self._loop.call_soon_threadsafe(self._calls.give_up, given_up)
        if renewed:
            self._loop.call_soon_threadsafe(self._calls.renew, renewed)

    async def group_id(self) -> str:
        """The placement group that it is in, by Ray's number for it; says, too, that the task is there."""
        from ray.util import get_current_placement_group  # this process has Ray

        group = get_current_placement_group()
        return "" if group is None else group.id.hex()

    async def status(self) -> dict[str, int]:
        """Its process, and how many calls, sessions and steps there are."""

        async def look() -> dict[str, int]:
            sessions, steps = len(self._server.master.sessions), len(self._server.worker.steps)
            return {"pid": os.getpid(), "calls": len(self._calls), "sessions": sessions, "steps": steps}

        return await self._there(look())

    async def stop(self) -> None:
        """Ends sessions and steps."""
        await self._there(self._server.stop())
