"""WorkerSessions: the sessions of masters on one worker, and the end of those whose master has vanished."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.distributed.interfaces.worker import GraphResult, WorkerInterface
from aioflow.distributed.transport.statuses import POSSIBLY_RESTARTED
from aioflow.framework.dtypes import DType
from aioflow.session.direct_session import DirectSession
from aioflow.session.watching.debug_options import DebugRequest

_LOG = logging.getLogger(__name__)
#: How long a master may take to say that it is there; a worker that is only busy answers within this.
_ASK_S = 2.0
_MAX_INCARNATION = 2**64 - 1


class GraphPart(NamedTuple):
    """A registered part of a graph.

    Attributes:
        entry: The part, compiled.
        sent: The dtypes of what it sends, by the names of transfers.
        debug: What a debugger watches of each step, or None.
        has_collectives: Whether its steps take the number of the one before where that has failed.
    """

    entry: ExecutorEntry
    sent: dict[str, DType]
    debug: DebugRequest | None
    has_collectives: bool


class WorkerSession:
    """A master's session on this worker.

    Args:
        backend: Runs its parts.
        master: The task of its master; "" where that is not known.
        master_incarnation: Tells the master's process from others at the same task.

    Attributes:
        graphs: Its parts by handle.
        partial_runs: Those of its steps that get their feeds in several calls, until they are cleaned up, by number.
        steps: The numbers of its steps that have not been cleaned up.
        used_s: When its master has last asked for something of it, or said that it is there.
        way: Done when the connection is lost by which its steps come; None where nobody would notice.
    """

    def __init__(self, backend: DirectSession, master: str, master_incarnation: int) -> None:
        self.backend = backend
        self.master = master
        self.master_incarnation = master_incarnation
        self.graphs: dict[str, GraphPart] = {}
        self.partial_runs: dict[int, asyncio.Task[GraphResult]] = {}
        self.steps: set[int] = set()
        self.used_s = asyncio.get_running_loop().time()
        self.way: asyncio.Future[None] | None = None


class WorkerSessions(dict[str, WorkerSession]):
    """The sessions by name. Belongs to one event loop.

    A session of which nothing was heard for long may still be wanted: its master has no cause to speak of it while
    steps run elsewhere. So that one is asked first, and decides with its own lease.

    Args:
        find: The worker of a task.
        delete: Ends the session of a name.
        forget: Ends a step of which nothing runs.
        is_running: Whether parts of a step run.
        lease_s: After how many seconds without a call a session ends whose master is not there; None for never.
        max_sessions: How many there may be.
    """

    def __init__(
        self, find: Callable[[str], WorkerInterface], delete: Callable[[str], Awaitable[None]],
        forget: Callable[[int], Awaitable[None]], is_running: Callable[[int], bool], lease_s: float | None,
        max_sessions: int,
    ) -> None:  # fmt: skip
        super().__init__()
        self._find = find
        self._delete = delete
        self._forget = forget
        self._is_running = is_running
        self._lease_s = lease_s
        self._max_sessions = max_sessions
        self._timer: asyncio.TimerHandle | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def check_room(self) -> None:
        """Raises `ResourceExhaustedError` where there are as many as there may be."""
        if len(self) >= self._max_sessions:
            raise errors.resource_exhausted(f"there are {len(self)} sessions of masters, as many as there may be")

    def open(self, handle: str, session: WorkerSession) -> None:
        """Adds a session."""
        self[handle] = session
        self._look_later()

    def used(self, handle: str, task: str) -> WorkerSession:
        """The session of a name, for a call of its master.

        Args:
            handle: The name.
            task: This task, for the error.

        Raises:
            AbortedError: There is none.
        """
        found = self.get(handle)
        if found is None:
            error = errors.aborted(
                f'Session handle is not found: {handle}. Possibly this worker ("{task}") just restarted.'
            )
            error.experimental_payloads[POSSIBLY_RESTARTED] = b""
            raise error
        found.used_s = asyncio.get_running_loop().time()
        return found

    # ---- masters that vanish
    def note_way(self, handle: str, way: asyncio.Future[None]) -> None:
        """Notes by which connection the steps of a session come; see `WorkerSession.way`."""
        session = self.get(handle)
        if session is not None and session.way is not way:
            session.way = way
            way.add_done_callback(lambda _: self._spawn(self._end_steps(session, way)))

    async def _end_steps(self, session: WorkerSession, way: asyncio.Future[None]) -> None:
        """Ends steps whose master is gone with its connection; what still runs ends with its calls.

        A connection may be lost alone, and other tasks may still fetch what the steps have left here. The session
        stays for its lease: the master may come back.
        """
        if session.way is way and session.steps and not await self._has_master(session):
            for step_id in [each for each in session.steps if not self._is_busy(session, each)]:
                await self._forget(step_id)

    def _is_busy(self, session: WorkerSession, step_id: int) -> bool:
        # Partial runs wait for calls, which nobody makes any more.
        return self._is_running(step_id) and step_id not in session.partial_runs

    async def _has_master(self, session: WorkerSession) -> bool:
        try:
            status = await self._find(session.master).get_status(_ASK_S)
        except errors.OpError:
            return False
        known = session.master_incarnation & _MAX_INCARNATION
        return not known or any(device.incarnation == known for device in status.device_attributes)

    def _look_later(self) -> None:
        if self._timer is None and self._lease_s is not None and self:
            self._timer = asyncio.get_running_loop().call_later(self._lease_s / 4, self._look)

    def _look(self) -> None:
        """Asks for the masters of sessions of which nothing was heard for long."""
        self._timer = None
        assert self._lease_s is not None, "there would be no timer"
        since_s = asyncio.get_running_loop().time() - self._lease_s
        for handle, session in self.items():
            if session.used_s <= since_s and not any(self._is_busy(session, each) for each in session.steps):
                self._spawn(self._end_unless_wanted(handle, session))
        self._look_later()

    async def _end_unless_wanted(self, handle: str, session: WorkerSession) -> None:
        used_s = session.used_s
        if await self._has_master(session):
            session.used_s = asyncio.get_running_loop().time()
        elif self.get(handle) is session and session.used_s == used_s:
            _LOG.info("session %s ends: its master %s has not been heard of", handle, session.master)
            await self._delete(handle)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def stop(self) -> None:
        """Ends all sessions."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in self._asking:
            task.cancel()
        for handle in list(self):
            await self._delete(handle)
        self._timer = None
