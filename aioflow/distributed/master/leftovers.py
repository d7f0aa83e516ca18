"""Leftovers: sessions at workers that could not be told of their end."""
from __future__ import annotations

import asyncio
from collections.abc import Callable

from aioflow import errors
from aioflow.distributed.interfaces.worker import WorkerInterface

_TRY_EVERY_S = 60.0
_TIMEOUT_S = 10.0
#: Of one worker; of one that is away for good the oldest are given up.
_MAX_SESSIONS = 10_000


class Leftovers:
    """Has workers forget sessions as soon as they can be reached again. Belongs to one event loop.

    Args:
        find: The worker of a task.
    """

    def __init__(self, find: Callable[[str], WorkerInterface]) -> None:
        self._find = find
        #: Task -> names of sessions, the oldest first.
        self._sessions: dict[str, dict[str, None]] = {}
        self._trying: asyncio.Task[None] | None = None

    def add(self, task: str, session_handle: str) -> None:
        """Notes a session that is over, of which the worker of a task does not know that."""
        sessions = self._sessions.setdefault(task, {})
        sessions[session_handle] = None
        if len(sessions) > _MAX_SESSIONS:
            del sessions[next(iter(sessions))]
        if self._trying is None:
            self._trying = asyncio.ensure_future(self._try_again())

    async def _try_again(self) -> None:
        while self._sessions:
            await asyncio.sleep(_TRY_EVERY_S)
            await asyncio.gather(*(self._delete(task) for task in list(self._sessions)))
        self._trying = None

    async def _delete(self, task: str) -> None:
        sessions = self._sessions[task]
        try:
            for handle in list(sessions):
                await self._find(task).delete_session(handle, _TIMEOUT_S)
                sessions.pop(handle, None)
        except errors.OpError:
            return  # for all the others, too
        if not sessions:  # some may have been added meanwhile
            del self._sessions[task]

    def close(self) -> None:
        """Gives all up."""
        if self._trying is not None:
            self._trying.cancel()
            self._trying = None
