"""MasterSession: one session of a client."""
from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata, RunOptions
from aioflow._proto.graph_pb2 import GraphDef
from aioflow.compiler.rewiring import rewired
from aioflow.distributed.interfaces.master import StepReply, StepRequest
from aioflow.distributed.master.elements import fed_tensor, fetched_tensor, target_operations
from aioflow.distributed.master.graphs import extend_graph
from aioflow.distributed.master.partial_steps import PartialSteps
from aioflow.distributed.master.settings import MasterSettings
from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.session_factory import PreparedRun, SessionBackend
from aioflow.session.steps.step_options import StepOptions, read_options
from aioflow.session.watching.debug_options import check_folder

#: Ends the steps of a session that is closed; TensorFlow's text.
CLOSED = "Step was cancelled by an explicit call to `Session::Close()`."
_NODES_ON_LOOP = 50  # of a message that is imported here; more take longer than a turn of the loop should
_Signature = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


class _Prepared(NamedTuple):
    """A signature that is compiled.

    Attributes:
        run: Runs it.
        feeds: Fed tensors.
        fetches: Fetched tensors.
        dtypes: Theirs, by the names by which a step asks for them.
    """

    run: PreparedRun
    feeds: Sequence[Tensor]
    fetches: Sequence[Tensor]
    dtypes: Mapping[str, DType]


class MasterSession:
    """A graph that grows, and what runs it.

    Args:
        handle: Its name.
        config: Its settings.
        backend: Runs its steps.
        settings: What it is allowed.
        task: The task that is named in errors, "/job:J/replica:0/task:K".
        now: Reads the clock.

    Attributes:
        handle: Its name.
        version: How often the graph has grown.
        used_s: When it was last asked for anything.
    """

    def __init__(
        self, handle: str, config: ConfigProto, backend: SessionBackend, settings: MasterSettings, task: str,
        now: Callable[[], float],
    ) -> None:  # fmt: skip
        self.handle = handle
        self.version = 0
        self.used_s = now()
        self._now = now
        self._task = task
        self._config = config
        self._settings = settings
        self._backend = backend
        self._graph = Graph()
        # Held from the look at the version until it has moved on: of two extensions of one version the second is to
        # find that it comes too late.
        self._extending = asyncio.Lock()
        self._default_options = read_options(None, ConfigProto())
        self._known_options: dict[bytes, StepOptions] = {}
        #: By names as clients write them, of the graph as it was at that version.
        self._prepared: dict[_Signature, _Prepared] = {}
        self._partial_steps = PartialSteps()
        self._callables: dict[int, tuple[CallableOptions, _Prepared]] = {}
        self._callable_numbers = itertools.count()
        self._num_callables = 0
        self.num_steps = 0
        self.is_closed = False

    # ---- the graph
    async def extend(self, message: GraphDef) -> None:
        """Adds nodes.

        Raises:
            OpError: They are wrong; the graph stays as it was.
        """
        trust = "full" if self._settings.unsafe_ops else "untrusted"
        add = partial(extend_graph, self._graph, message, trust, self._settings.limits)
        if len(message.node) + len(message.library.function) <= _NODES_ON_LOOP:
            add()
        else:
            await asyncio.to_thread(add)
        self._prepared.clear()

    async def extend_from(self, message: GraphDef, version: int) -> int:
        """Adds nodes to a version of the graph; returns the new version.

        Raises:
            AbortedError: The graph has another version.
            OpError: As for `extend`.
        """
        async with self._extending:
            if version != self.version:
                raise errors.aborted(f"Current version is {self.version} but caller expected {version}.")
            await self.extend(message)
            self.version += 1
            return self.version

    # ---- steps
    def run(self, request: StepRequest, timeout_s: float | None) -> StepReply | Awaitable[StepReply]:
        """Runs a step, or goes on with a partial run.

        Returns:
            The reply of a known signature whose step is one call and so has ended; else what is to be awaited.

        Raises:
            OpError: It failed.
        """
        self.count(1)
        try:
            begun = self._begin(request, timeout_s)
        except BaseException:
            self.count(-1)
            raise
        if not isinstance(begun, StepReply):
            return self._counted(begun)
        self.count(-1)
        return begun

    async def _counted(self, begun: Awaitable[StepReply]) -> StepReply:
        try:
            return await begun
        finally:
            self.count(-1)

    def _begin(self, request: StepRequest, timeout_s: float | None) -> StepReply | Awaitable[StepReply]:
        if request.partial_run_handle:
            return self._partial_steps.run(request, self._graph)
        signature = (tuple([name for name, _, _ in request.feeds]), tuple(request.fetches), tuple(request.targets))
        options = self._options(request.options, timeout_s)
        known = self._prepared.get(signature)
        if known is None or not options.is_plain:
            return self._run_later(request, signature, options)
        results = self._start(known, [value for _, _, value in request.feeds], options, None)
        if not isinstance(results, list):
            return self._reply_later(request, known, results)
        return StepReply(dict(zip(request.fetches, results, strict=True)), known.dtypes)

    async def _reply_later(self, request: StepRequest, known: _Prepared, results: Awaitable[list[Any]]) -> StepReply:
        return StepReply(dict(zip(request.fetches, await results, strict=True)), known.dtypes)

    async def _run_later(self, request: StepRequest, signature: _Signature, options: StepOptions) -> StepReply:
        """Runs a step that is not known yet, or of which something is noted."""
        known = await self._prepare(signature, options)
        results, metadata = await self._noted(known, [value for _, _, value in request.feeds], options)
        return StepReply(dict(zip(request.fetches, results, strict=True)), known.dtypes, metadata)

    async def _noted(self, known: _Prepared, values: list[Any], options: StepOptions) -> tuple[list[Any], bytes]:
        """Runs one step; returns its results and metadata."""
        metadata = None if options.is_plain else RunMetadata()
        results = self._start(known, values, options, metadata)
        if not isinstance(results, list):
            results = await results
        return results, b"" if metadata is None else metadata.SerializeToString()

    def _start(
        self, known: _Prepared, values: list[Any], options: StepOptions, metadata: RunMetadata | None
    ) -> list[Any] | Awaitable[list[Any]]:
        for tensor, value in zip(known.feeds, values, strict=True):
            check_dtype(tensor, value)
        try:
            results = known.run.start(values, options, metadata)
        except errors.OpError as error:
            raise self._told(error) from None
        return results if isinstance(results, list) else self._results(results)

    async def _results(self, results: Awaitable[list[Any]]) -> list[Any]:
        try:
            return await results
        except errors.OpError as error:
            raise self._told(error) from None

    def _told(self, error: errors.OpError) -> errors.OpError:
        """An error of a step as the client gets it."""
        if self.is_closed:
            return errors.cancelled(CLOSED)
        # Behind steps of several tasks it says already where it comes from.
        if error.node_name is not None and not error.message.startswith(("From /job:", "\n====")):
            error.message = f"From {self._task}:\n{error.message}"
        return error

    def _options(self, written: bytes, timeout_s: float | None) -> StepOptions:
        """A step's options. Its time limit is that of the call, not the one that its options name."""
        known = self._known_options.get(written)
        if known is None:
            try:
                message = RunOptions.FromString(written)
            except DecodeError:  # kept as bytes until here: most steps have options that are known
                raise errors.internal("Unable to parse request") from None
            if len(self._known_options) > 64:
                self._known_options.clear()
            read = read_options(message, ConfigProto()) if written else self._default_options
            if read.debug is not None:
                check_folder(read.debug, self._settings.debug_folder)
            known = self._known_options[written] = replace(read, timeout_s=None)
        return known if timeout_s is None else replace(known, timeout_s=timeout_s)

    async def _prepare(self, signature: _Signature, options: StepOptions) -> _Prepared:
        found = self._prepared.get(signature)
        if found is None:
            fed, fetched, targets = signature
            feeds = [fed_tensor(self._graph, name) for name in fed]
            fetches = [fetched_tensor(self._graph, name) for name in fetched]
            ops = target_operations(self._graph, list(targets))
            run = await self._compile(self._graph, feeds, fetches, ops, options)
            dtypes = {name: tensor.dtype.base_dtype for name, tensor in zip(fetched, fetches, strict=True)}
            found = self._prepared[signature] = _Prepared(run, feeds, fetches, dtypes)
        return found

    async def _compile(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation],
        options: StepOptions,
    ) -> PreparedRun:  # fmt: skip
        try:
            return await self._backend.prepare_for_run(graph, feeds, fetches, targets, options)
        except errors.OpError as error:
            if self.is_closed:
                raise errors.cancelled(CLOSED) from None
            raise error

    # ---- partial runs
    async def set_up_partial_run(self, feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str]) -> str:
        """Starts a partial run; returns its handle.

        Raises:
            OpError: A name is none of the graph, or the signature cannot be compiled.
        """
        fed = [fed_tensor(self._graph, name) for name in feeds]
        fetched = [fetched_tensor(self._graph, name) for name in fetches]
        ops = target_operations(self._graph, list(targets))
        run = await self._backend.start_partial_run(self._graph, fed, fetched, ops)
        return self._partial_steps.add(run, fed, fetched)

    # ---- callables
    async def make_callable(self, options: CallableOptions) -> int:
        """Prepares a signature; returns its number.

        Raises:
            OpError: As for `set_up_partial_run`.
        """
        graph: Graph = self._graph
        feeds: list[Any] = [fed_tensor(graph, name) for name in options.feed]
        wanted: list[Any] = [fetched_tensor(graph, name) for name in options.fetch]
        ops: list[Any] = list(target_operations(graph, list(options.target)))
        if options.tensor_connection:
            pairs = [
                (fetched_tensor(graph, each.from_tensor), fetched_tensor(graph, each.to_tensor))
                for each in options.tensor_connection
            ]
            num_feeds, num_fetches = len(feeds), len(wanted)
            graph, copies = rewired(graph, pairs, [*feeds, *wanted, *ops])
            feeds, wanted = copies[:num_feeds], copies[num_feeds : num_feeds + num_fetches]
            ops = copies[num_feeds + num_fetches :]
        run = await self._compile(graph, feeds, wanted, ops, self._default_options)
        number = next(self._callable_numbers)
        self._num_callables = number + 1
        self._callables[number] = options, _Prepared(run, feeds, wanted, {})
        return number

    async def run_callable(
        self, number: int, values: list[Any], timeout_s: float | None
    ) -> tuple[list[Any], Sequence[Tensor], bytes]:
        """Runs a prepared signature; returns values, the tensors whose values they are, and metadata.

        Raises:
            InvalidArgumentError: There is no such one, or it takes another number of values.
            OpError: It failed.
        """
        if number not in self._callables:
            was_there = 0 <= number < self._num_callables
            raise errors.invalid_argument(
                f"Attempted to run callable after handle was released: {number}" if was_there
                else f"No such callable handle: {number}"
            )  # fmt: skip
        options, known = self._callables[number]
        if len(values) != len(known.feeds):
            raise errors.invalid_argument(f"Expected {len(known.feeds)} feed tensors, but got {len(values)}")
        step_options = self._options(options.run_options.SerializeToString(), timeout_s)
        with _Counted(self):
            results, metadata = await self._noted(known, values, step_options)
        return results, known.fetches, metadata

    def release_callable(self, number: int) -> None:
        """Forgets a prepared signature, if there is such a one."""
        self._callables.pop(number, None)

    # ---- the end
    def touch(self) -> None:
        """Notes that somebody asks for the session."""
        self.used_s = self._now()

    def count(self, change: int) -> None:
        """Counts a step that begins (1) or ends (-1).

        Raises:
            ResourceExhaustedError: As many run as may.
        """
        if change > 0 and self.num_steps >= self._settings.max_steps:
            raise errors.resource_exhausted(f"the session has {self.num_steps} steps in flight, as many as it may")
        self.num_steps += change
        self.touch()

    async def list_devices(self) -> Sequence[Any]:
        """The devices that its nodes may be placed on."""
        return await self._backend.list_devices()

    async def close(self) -> None:
        """Cancels its steps and waits for their end."""
        self.is_closed = True
        await self._partial_steps.close()
        await self._backend.close()


class _Counted:
    """A context in which a step counts as one in flight."""

    __slots__ = ("_session",)

    def __init__(self, session: MasterSession) -> None:
        self._session = session

    def __enter__(self) -> None:
        self._session.count(1)

    def __exit__(self, *_: object) -> None:
        self._session.count(-1)


def check_dtype(tensor: Tensor, value: Any) -> None:
    """Raises `InternalError`, as TensorFlow's masters do, for a fed value of another dtype."""
    wanted = tensor.dtype.base_dtype
    found = np.asarray(value).dtype
    if found != wanted.numpy_dtype:
        name = "string" if found.hasobject else found.name
        raise errors.internal(
            f"Output 0 of type {name} does not match declared output type {wanted.wire_name} for node "
            f"{{{{node _recv_{tensor.op.name}_{tensor.value_index}}}}}"
        )
