"""Runs at a master: plain steps, prepared signatures, partial runs."""
from __future__ import annotations

import asyncio
import itertools
import os
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, RunMetadata
from aioflow._proto.distributed import master_pb2
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.distributed.interfaces.master import MasterInterface, StepReply, StepRequest
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.session_factory import SessionOptions
from aioflow.session.steps.partial_names import PartialNames
from aioflow.session.steps.run_log import RUN_LOG, Labelled, RunNote, begin_note, end_note, recorded
from aioflow.session.steps.signature_labels import NamedSignature, label_of_names
from aioflow.session.steps.step_options import StepOptions
from aioflow.session.steps.step_runner import STEP_IDS

if TYPE_CHECKING:
    from aioflow.executor.explanation import Explanation

_Result = TypeVar("_Result")

# Ids of requests are to be unlike those of all other clients of a master, and of masters compare no more than 64 bits:
# a random beginning, and numbers from there on, cost less than a random number for each step.
_ids = itertools.count(int.from_bytes(os.urandom(7)) << 7 | 1)


def new_request_id() -> int:
    """A number that no other request has; not 0."""
    return next(_ids) & (2**63 - 1) or next(_ids)


class RemoteSession(Protocol):
    """What runs ask of their session.

    Attributes:
        handle: The master's name for it; None while there is none.
        options: Target and settings.
        closed: Whether it was closed.
        default_timeout_s: How long operations may take that say nothing; None for ever.
        runner: Stands for it where runs are recorded.
    """

    handle: str | None
    options: SessionOptions
    closed: bool
    default_timeout_s: float | None
    runner: Labelled

    def master(self) -> MasterInterface:
        """The master."""

    async def has_graph(self, graph: Graph, timeout_s: float | None) -> str:
        """Gives the master what it does not have of a graph; returns the session's handle there."""

    def counted(self, run: Awaitable[_Result]) -> Awaitable[_Result]:
        """Waits for a run, and counts how it ended."""

    def later(self, what: Coroutine[Any, Any, None]) -> None:
        """Runs something that nobody waits for."""


class RemoteRun:
    """A signature; each start is one step at the master.

    Args:
        session: The session.
        graph: Its graph.
        feeds: Fed tensors.
        fetches: Fetched tensors.
        targets: Operations to run.

    Attributes:
        label: What people call it.
    """

    keeps_metadata = False

    def __init__(
        self, session: RemoteSession, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor],
        targets: Sequence[Operation],
    ) -> None:  # fmt: skip
        self._session = session
        self._graph = graph
        # In names the index of an output is never left out: TensorFlow's masters wait for ever for a tensor "x".
        self._feeds = [(tensor.name, tensor.dtype.base_dtype) for tensor in feeds]
        self._fetches = [tensor.name for tensor in fetches]
        self._targets = [op.name for op in targets]
        self.label = label_of_names(self._fetches or self._targets[-1:], [name for name, _ in self._feeds])

    def start(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None = None
    ) -> Awaitable[list[Any]]:
        """See `PreparedRun.start`."""
        return _recorded(self, self._session, self._run(feed_values, options, run_metadata))

    async def _run(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None
    ) -> list[Any]:
        session, timeout_s = self._session, options.timeout_s
        request = StepRequest(
            await session.has_graph(self._graph, timeout_s),
            [(name, dtype, value) for (name, dtype), value in zip(self._feeds, feed_values, strict=True)],
            self._fetches,
            self._targets,
            options.written,
            request_id=new_request_id(),
        )
        reply = await session.master().run_step(request, timeout_s)
        if run_metadata is not None and reply.metadata:
            run_metadata.CopyFrom(reply.run_metadata())
        return values_of(reply, self._fetches)

    def explain(self) -> list[Explanation]:
        """Raises `UnimplementedError`: the master decides how it runs."""
        raise errors.unimplemented(
            f"{self._session.options.target} decides how a run proceeds; RunOptions.trace_level shows it"
        )


def _recorded(signature: Labelled, session: RemoteSession, run: Awaitable[list[Any]]) -> Awaitable[list[Any]]:
    """Waits for a run, counts how it ended, and tells who records."""
    counted = session.counted(run)
    return recorded(_begin_note(signature, session), counted) if RUN_LOG.is_on else counted


def _begin_note(signature: Labelled, session: RemoteSession) -> RunNote:
    note = begin_note(next(STEP_IDS), signature, session.runner, "remote")
    note.trace = None  # its nodes run elsewhere: a trace level tells of them
    return note


def values_of(reply: StepReply, names: Sequence[str]) -> list[Any]:
    """The values of an answer in order; masters give them in any.

    Raises:
        InternalError: One is missing.
    """
    try:
        return [reply.values[name] for name in names]
    except KeyError as error:
        raise errors.internal(f"the master's answer lacks {error}") from None


class RemoteCallable:
    """A signature that the master prepares when it is first called, and forgets when this object dies.

    Args:
        session: The session.
        graph: Its graph.
        options: Feeds, fetches, targets, connections and options.

    Attributes:
        label: What people call it.
    """

    keeps_metadata = False

    def __init__(self, session: RemoteSession, graph: Graph, options: CallableOptions) -> None:
        self._session = session
        self._graph = graph
        self._options = CallableOptions()
        self._options.CopyFrom(options)
        fed: list[Any] = [graph.as_graph_element(_full(name)) for name in options.feed]
        self._dtypes = [tensor.dtype.base_dtype for tensor in fed]
        # A TensorFlow server waits for ever for a feed whose name has no index.
        self._options.ClearField("feed")
        self._options.feed.extend(tensor.name for tensor in fed)
        self._options.ClearField("fetch")
        self._options.fetch.extend(map(_full, options.fetch))
        self.label = label_of_names(list(self._options.fetch) or options.target[-1:], list(self._options.feed))
        self._handle: int | None = None
        # Guards `_handle` while the master makes the callable: runs that begin meanwhile wait, and make no other.
        self._making = asyncio.Lock()

    def start(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None = None
    ) -> Awaitable[list[Any]]:
        """See `PreparedRun.start`. There is no deadline but that of all operations, as in TensorFlow."""
        if len(feed_values) != len(self._dtypes):  # a TensorFlow server would not outlive it
            raise errors.invalid_argument(f"Expected {len(self._dtypes)} feed tensors, but got {len(feed_values)}")
        return _recorded(self, self._session, self._run(feed_values, run_metadata))

    async def _run(self, feed_values: Sequence[Any], run_metadata: RunMetadata | None) -> list[Any]:
        session = self._session
        async with self._making:
            if self._handle is None:
                await self._make()
        request = master_pb2.RunCallableRequest(
            session_handle=session.handle or "", handle=self._handle or 0, request_id=new_request_id()
        )
        for value, dtype in zip(feed_values, self._dtypes, strict=True):
            request.feed.append(TensorProto.FromString(b"".join(write_tensor(value, dtype)[0])))
        answer = await session.master().run_callable(request, session.default_timeout_s)
        if run_metadata is not None:
            run_metadata.CopyFrom(answer.metadata)
        return [read_tensor(memoryview(each.SerializeToString())) for each in answer.fetch]

    async def _make(self) -> None:
        session, timeout_s = self._session, self._session.default_timeout_s
        handle = await session.has_graph(self._graph, timeout_s)
        request = master_pb2.MakeCallableRequest(
            session_handle=handle, options=self._options, request_id=new_request_id()
        )
        self._handle = (await session.master().make_callable(request, timeout_s)).handle
        weakref.finalize(self, _release, weakref.ref(session), handle, self._handle).atexit = False

    def explain(self) -> list[Explanation]:
        """See `RemoteRun`."""
        raise errors.unimplemented(f"{self._session.options.target} decides how a run proceeds")


def _full(name: str) -> str:
    return name if ":" in name else f"{name}:0"


def _release(session: weakref.ref[RemoteSession], session_handle: str, handle: int) -> None:
    owner = session()
    if owner is None or owner.closed:
        return

    async def release() -> None:
        request = master_pb2.ReleaseCallableRequest(session_handle=session_handle, handle=handle)
        try:
            await owner.master().release_callable(request, owner.default_timeout_s)
        except errors.OpError:
            pass  # it went with its session

    owner.later(release())


class RemotePartialRun:
    """A partial run at the master.

    Args:
        session: The session.
        handle: The master's name for it.
        feeds: Tensors that will be fed.
        fetches: Tensors that will be fetched.

    Attributes:
        forget: Called when it takes no more calls.
    """

    def __init__(
        self, session: RemoteSession, handle: str, feeds: Sequence[Tensor], fetches: Sequence[Tensor]
    ) -> None:
        self._session = session
        self._handle = handle
        self._names = PartialNames(feeds, fetches)
        self._calls: set[asyncio.Task[Any]] = set()
        self.forget: Callable[[], object] = lambda: None
        names = tuple(tensor.name for tensor in fetches), tuple(tensor.name for tensor in feeds)
        signature = NamedSignature(names, label_of_names(*names))
        self._note = _begin_note(signature, session) if RUN_LOG.is_on else None

    async def run(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> list[Any]:
        """See `PartialRun.run`."""
        self._names.check(feeds, fetches)
        self._names.take(feeds, fetches)
        names = [tensor.name for tensor in fetches]
        request = StepRequest(
            self._session.handle or "",
            [(tensor.name, tensor.dtype.base_dtype, value) for tensor, value in feeds.items()],
            names,
            partial_run_handle=self._handle,
            request_id=new_request_id(),
        )
        try:
            reply = await self._session.master().run_step(request, self._session.default_timeout_s)
        except BaseException as error:  # also the cancellation of this call: nobody knows what was taken already
            self._end(error)
            raise
        if self._names.are_all_used:
            self._end(None)
        return values_of(reply, names)

    async def close(self) -> None:
        """Takes no more calls. The master ends the step with its session: there is no message for less."""
        self._end(errors.cancelled("the partial run was closed"))

    def _end(self, error: BaseException | None) -> None:
        self.forget()
        note, self._note = self._note, None
        if note is not None:
            end_note(note, error)
