"""SessionCopies: several sessions of one model, of which each step takes the one that has the least to do."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.distributed.transport.ray_errors import ActorGoneError

_LOG = logging.getLogger(__name__)
#: Waits between attempts to open a copy again.
_AGAIN_S = (0.05, 0.2, 1.0, 2.0)
#: Errors that say that a session is no more, or cannot be reached.
_LOST = (errors.UnavailableError, errors.AbortedError)


class RunsSteps(Protocol):
    """A session, as far as copies need one."""

    async def run(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:  # fmt: skip
        """Runs a step."""

    async def close(self) -> None:
        """Ends it."""


@dataclass(slots=True)
class Copy:
    """One copy.

    Attributes:
        index: Its number.
        session: Its session; None while it is opened.
        num_running: How many steps run on it.
        num_begun: How many have begun.
        num_lost: How often it has been lost.
        is_gone: Whether it does not come back.
    """

    index: int
    session: RunsSteps | None = None
    num_running: int = 0
    num_begun: int = 0
    num_lost: int = 0
    is_gone: bool = False

    @property
    def load(self) -> tuple[int, int]:
        """Orders the copies: by the steps that run, and among equals by those that have begun: they take turns."""
        return self.num_running, self.num_begun


class SessionCopies:
    """The copies. Belongs to one event loop.

    Args:
        open_copy: Makes the session of a copy, ready for steps, by the copy's number; raises `OpError`.
        count: How many there are.

    Attributes:
        copies: The copies.
    """

    def __init__(self, open_copy: Callable[[int], Awaitable[RunsSteps]], count: int) -> None:
        self.copies = [Copy(index) for index in range(count)]
        self._open_copy = open_copy
        self._opening: set[asyncio.Task[None]] = set()
        self._is_open = False
        self._changed = asyncio.Event()  # set, and made anew, when a copy is ready or gone, or all are closed

    async def start(self) -> None:
        """Opens all copies.

        Raises:
            OpError: One of them cannot be opened.
        """
        sessions = await asyncio.gather(
            *(self._open_copy(copy.index) for copy in self.copies), return_exceptions=True
        )
        for copy, session in zip(self.copies, sessions, strict=True):
            copy.session = None if isinstance(session, BaseException) else session
        failed = next((each for each in sessions if isinstance(each, BaseException)), None)
        if failed is not None:
            await self.close()
            raise failed
        self._is_open = True

    async def run(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:  # fmt: skip
        """Runs a step on the copy with the fewest steps; waits while there is none. It is not repeated elsewhere.

        Raises:
            RuntimeError: The copies have been closed.
            UnavailableError: The copy was lost in the step, or all are gone.
            OpError: The step failed.
        """
        copy, session = await self._least_loaded(options)
        copy.num_running += 1
        copy.num_begun += 1
        try:
            return await session.run(fetches, feed_dict, options, run_metadata)
        except _LOST:
            self._lose(copy, session)
            raise
        finally:
            copy.num_running -= 1

    async def _least_loaded(self, options: RunOptions | None) -> tuple[Copy, RunsSteps]:
        limit_ms = 0 if options is None else options.timeout_in_ms
        try:
            async with asyncio.timeout(limit_ms / 1000 if limit_ms > 0 else None):
                while (found := self._choose()) is None:
                    await self._changed.wait()
                return found
        except TimeoutError:
            raise errors.deadline_exceeded(f"no copy was ready within {limit_ms} ms") from None

    def _choose(self) -> tuple[Copy, RunsSteps] | None:
        if not self._is_open:
            raise RuntimeError("Attempted to use a closed pool of sessions.")
        if all(copy.is_gone for copy in self.copies):
            raise errors.unavailable("all copies have died, and are not restarted any more")
        ready = [copy for copy in self.copies if copy.session is not None]
        if not ready:
            return None
        least = min(ready, key=lambda copy: copy.load)
        assert least.session is not None, "it is ready"
        return least, least.session

    def _lose(self, copy: Copy, session: RunsSteps) -> None:
        """Opens a copy again, unless another step has found out before that it is lost."""
        if copy.session is not session or not self._is_open:
            return
        copy.session = None
        copy.num_lost += 1
        task = asyncio.ensure_future(self._open_again(copy, session))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open_again(self, copy: Copy, old: RunsSteps) -> None:
        await old.close()
        attempt = 0
        while copy.session is None and not copy.is_gone:
            try:
                copy.session = await self._open_copy(copy.index)
            except ActorGoneError:
                copy.is_gone = True
            except Exception as error:  # also what the program raises that prepares it: steps wait for the copy
                _LOG.warning("copy %s cannot be opened again yet: %s", copy.index, error)
                await asyncio.sleep(_AGAIN_S[min(attempt, len(_AGAIN_S) - 1)])
                attempt += 1
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def close(self) -> None:
        """Ends all sessions, and their steps; a second call does nothing."""
        self._is_open = False
        self._tell()
        for task in self._opening:
            task.cancel()
        if self._opening:
            await asyncio.wait(self._opening)
        sessions = [copy.session for copy in self.copies if copy.session is not None]
        for copy in self.copies:
            copy.session = None
        await asyncio.gather(*(session.close() for session in sessions))
