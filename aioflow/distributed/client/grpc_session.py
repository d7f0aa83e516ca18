"""GrpcSession: a session whose graph runs at a master."""
from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions
from aioflow._proto.distributed import master_pb2
from aioflow.distributed.client.remote_runs import RemoteCallable, RemotePartialRun, RemoteRun, new_request_id
from aioflow.distributed.client.turns import Turns
from aioflow.distributed.interfaces.master import MasterInterface
from aioflow.distributed.wire.device_messages import device_attributes
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.session_factory import SessionOptions
from aioflow.session.settings import Setting
from aioflow.session.steps.run_counts import RunCounts, SessionStatistics
from aioflow.session.steps.run_log import Labelled
from aioflow.session.steps.step_options import StepOptions, read_options

if TYPE_CHECKING:
    from collections.abc import MutableMapping

_LOG = logging.getLogger(__name__)
_Result = TypeVar("_Result")

#: How long the master is waited for when a session is closed that says nothing of timeouts.
CLOSE_TIMEOUT_S = 10.0
_CLOSED = "Run call was cancelled"


class RemoteRunner(NamedTuple):
    """What runs the steps of a session elsewhere, as who records runs knows it. Each is one of its own.

    Attributes:
        label: The target.
    """

    label: str


class GrpcSession:
    """The back end of sessions at `grpc://`: the master gets the graph with the first run, and what is new with each.

    Args:
        options: Target and settings.
        connect: Makes the way to the master, on the running event loop.

    Attributes:
        handle: The master's name for the session; None while there is none.
        counts: How runs have ended.
        runner: Stands for it where runs are recorded.
    """

    def __init__(self, options: SessionOptions, connect: Callable[[], MasterInterface]) -> None:
        self.options = options
        self.handle: str | None = None
        self.counts = RunCounts()
        self.runner: Labelled = RemoteRunner(options.target)
        self.closed = False
        self.default_timeout_s = read_options(None, options.config).timeout_s
        self._connect = connect
        #: A way to the master for each event loop that runs anything. Connections belong to loops.
        self._masters: MutableMapping[asyncio.AbstractEventLoop, MasterInterface] = weakref.WeakKeyDictionary()
        self._turns = Turns()  # around the next three
        self._version = 0
        self._num_sent = 0  # nodes that the master has
        self._num_functions = 0
        self._running = 0
        self._ending: set[asyncio.Task[None]] = set()

    def __repr__(self) -> str:
        return f"{self.options.target!r} session={self.handle}"

    # ---- the master
    def master(self) -> MasterInterface:
        """The master, by a way of the running event loop.

        Raises:
            CancelledError: The session has been closed.
        """
        if self.closed:
            raise errors.cancelled(_CLOSED)
        loop = asyncio.get_running_loop()
        found = self._masters.get(loop)
        if found is None:
            found = self._masters[loop] = self._connect()
        return found

    async def has_graph(self, graph: Graph, timeout_s: float | None) -> str:
        """Gives the master what it does not have of a graph; returns the session's handle there.

        Raises:
            DeadlineExceededError: It took longer than `timeout_s`, with the wait for others who do the same.
            OpError: The master does not take it.
        """
        if self.handle is None or not self._has_all(graph):
            try:
                async with asyncio.timeout(timeout_s):
                    await self._send(graph, timeout_s)
            except TimeoutError:
                raise errors.deadline_exceeded("Deadline Exceeded") from None
        assert self.handle is not None, "it was sent"
        return self.handle

    async def _send(self, graph: Graph, timeout_s: float | None) -> None:
        while self.handle is None or not self._has_all(graph):
            async with self._turns:
                if self.handle is None:
                    await self._create(graph, timeout_s)
                elif not self._has_all(graph):
                    await self._extend(graph, timeout_s)

    def _has_all(self, graph: Graph) -> bool:
        return self._num_sent == graph.version and self._num_functions == len(graph.functions)

    async def _create(self, graph: Graph | None, timeout_s: float | None) -> None:
        """Makes the session; without a graph, an empty one, which is extended by the first run."""
        request = master_pb2.CreateSessionRequest(config=self.options.config, target=self.options.target)
        num_nodes = num_functions = 0
        if graph is not None:
            num_nodes, num_functions = graph.version, len(graph.functions)
            request.graph_def.CopyFrom(graph.as_graph_def())
            num_nodes = max(num_nodes, len(request.graph_def.node))  # another thread may have added some meanwhile
        answer = await self.master().create_session(request, self._connect_timeout_s(timeout_s))
        if self.closed:  # meanwhile: nobody else knows of it
            self._end(answer.session_handle)
            raise errors.cancelled(_CLOSED)
        self.handle, self._version = answer.session_handle, answer.graph_version
        self._num_sent, self._num_functions = num_nodes, num_functions

    async def _extend(self, graph: Graph, timeout_s: float | None) -> None:
        num_functions = len(graph.functions)
        message = graph.as_graph_def(from_version=self._num_sent)
        if num_functions == self._num_functions:
            message.library.Clear()
            message.library.SetInParent()
        request = master_pb2.ExtendSessionRequest(
            session_handle=self.handle or "", graph_def=message, current_graph_version=self._version
        )
        answer = await self.master().extend_session(request, timeout_s)
        self._version = answer.new_graph_version
        self._num_sent += len(message.node)
        self._num_functions = num_functions

    def _connect_timeout_s(self, timeout_s: float | None) -> float | None:
        # With neither, as TensorFlow's clients, it waits until the master is there.
        limit_ms = self.options.config.aioflow.connect_timeout_in_ms
        limits = [limit for limit in (timeout_s, limit_ms / 1000 if limit_ms > 0 else None) if limit is not None]
        return min(limits, default=None)

    # ---- running
    async def counted(self, run: Awaitable[_Result]) -> _Result:
        """Waits for a run, and counts how it ended.

        Raises:
            CancelledError: The session was closed meanwhile.
            OpError: What the run raised.
        """
        self._running += 1
        try:
            result = await run
        except BaseException as error:
            if self.closed and isinstance(error, errors.UnavailableError):
                error = errors.cancelled(_CLOSED)  # its connection was closed with the session
            self.counts.note_failure(error)
            raise error
        finally:
            self._running -= 1
        self.counts.note_success()
        return result

    def prepare(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> RemoteRun:
        """A signature, of which the master hears with the first run."""
        return RemoteRun(self, graph, feeds, fetches, targets)

    async def prepare_for_run(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        options: StepOptions,
    ) -> RemoteRun:
        """The same; the master gets what is new of the graph.

        Raises:
            OpError: The master does not take it, or cannot be reached.
        """
        try:
            await self.has_graph(graph, options.timeout_s)
        except BaseException as error:
            self.counts.note_failure(error)
            raise
        return RemoteRun(self, graph, feeds, fetches, targets)

    def prepare_callable(self, graph: Graph, options: CallableOptions) -> RemoteCallable:
        """A signature that the master prepares at the first call."""
        return RemoteCallable(self, graph, options)

    async def start_partial_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> RemotePartialRun:
        """Starts a step whose feeds and fetches follow one by one.

        Raises:
            OpError: The master does not take it, or cannot be reached.
        """
        timeout_s = self.default_timeout_s
        request = master_pb2.PartialRunSetupRequest(
            session_handle=await self.has_graph(graph, timeout_s),
            feed=[tensor.name for tensor in feeds],
            fetch=[tensor.name for tensor in fetches],
            target=[op.name for op in targets],
            request_id=new_request_id(),
        )
        answer = await self.master().partial_run_setup(request, timeout_s)
        return RemotePartialRun(self, answer.partial_run_handle, feeds, fetches)

    # ---- what there is
    @property
    def devices(self) -> Sequence[Device]:
        """None in this process; see `list_devices`."""
        return ()

    async def list_devices(self) -> list[DeviceAttributes]:
        """Asks the master.

        Raises:
            OpError: It cannot be reached, or does not know the session any more.
        """
        if self.handle is None:
            async with self._turns:
                if self.handle is None:
                    await self._create(None, self.default_timeout_s)
        answer = await self.master().list_devices(self.handle or "", self.default_timeout_s)
        return [device_attributes(each) for each in (*answer.local_device, *answer.remote_device)]

    def statistics(self) -> SessionStatistics:
        """Counts the runs of this session; what other clients run there is not known."""
        counts = self.counts
        return SessionStatistics(
            repr(self), self._running, counts.succeeded, counts.failed, counts.cancelled, counts.timed_out,
            counts.refused, (),
        )  # fmt: skip

    def settings(self) -> list[Setting]:
        """Settings that hold on this side; the master has its own."""
        timeout = "none" if self.default_timeout_s is None else f"{1000 * self.default_timeout_s:g} ms"
        return [
            Setting("session", self.options.target, "runs at this master, which decides how"),
            Setting("time limit", f"{timeout} per run", "ConfigProto.operation_timeout_in_ms"),
        ]

    # ---- the end
    async def close(self) -> None:
        """Ends the session at the master; one that is gone there, or a master that cannot be reached, is no error."""
        if self.closed:
            return
        self.closed = True
        master = self._masters.get(asyncio.get_running_loop()) or self._connect()
        await self._close_at(master, self.handle)
        for loop, other in list(self._masters.items()):
            if other is master:
                await master.close()
            else:
                _run_on(loop, other.close())
        self._masters.clear()

    async def _close_at(self, master: MasterInterface, handle: str | None) -> None:
        if handle is None:
            return
        try:
            await master.close_session(handle, self.default_timeout_s or CLOSE_TIMEOUT_S)
        except errors.OpError as error:
            _LOG.info("session %s at %s was not closed: %s", handle, self.options.target, error.message)

    def close_nowait(self) -> None:
        """The same without waiting: on an event loop that the session has used, where there is one that runs."""
        if self.closed:
            return
        self.closed = True
        self._end(self.handle)

    def _end(self, handle: str | None) -> None:
        for loop, master in list(self._masters.items()):
            _run_on(loop, self._end_at(master, handle))
            handle = None  # told once
        self._masters.clear()

    async def _end_at(self, master: MasterInterface, handle: str | None) -> None:
        await self._close_at(master, handle)
        await master.close()

    def later(self, what: Coroutine[Any, Any, None]) -> None:
        """Runs something that nobody waits for, on a loop of the session, if one is there."""
        loop = next(iter(self._masters), None)
        if loop is None or self.closed:
            what.close()
        else:
            _run_on(loop, what)


_tasks: set[asyncio.Task[None]] = set()  # the event loop itself keeps tasks weakly


def _run_on(loop: asyncio.AbstractEventLoop, what: Coroutine[Any, Any, None]) -> None:
    """Starts a coroutine on an event loop, from any thread; drops it where the loop is closed or stands still."""
    if loop.is_closed() or not loop.is_running():
        what.close()
        return

    def start() -> None:
        task = loop.create_task(what)
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

    loop.call_soon_threadsafe(start)
