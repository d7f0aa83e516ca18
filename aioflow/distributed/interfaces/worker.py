"""WorkerInterface: what masters and other workers ask of a worker, wherever it is."""
from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow._proto.distributed import worker_pb2
from aioflow.framework.dtypes import DType


@dataclass(slots=True)
class GraphRun:
    """One step of a registered part of a graph.

    Attributes:
        session_handle: The session of the part.
        graph_handle: Names the part.
        step_id: The number of the step, the same for all parts.
        feeds: Key of a transfer -> (dtype, value); the dtype is None for what came over a network.
        fetches: Keys of the transfers whose values are the results.
        options: What is noted of the step.
        is_partial: Whether more calls for this step follow or came before.
        is_last: Whether this is the last of them.
        request_id: Not 0: the same request is never run twice. 0 is not compared.
    """

    session_handle: str
    graph_handle: str
    step_id: int
    feeds: Mapping[str, tuple[DType | None, Any]] = field(default_factory=dict)
    fetches: Sequence[str] = ()
    options: worker_pb2.ExecutorOpts | None = None
    is_partial: bool = False
    is_last: bool = False
    request_id: int = 0


@dataclass(slots=True)
class GraphResult:
    """What has come of a `GraphRun`.

    Attributes:
        values: Key of a transfer -> (value, whether it is dead), for each fetch.
        metadata: What was noted of the step, as bytes of a `RunMetadata`; b"" for nothing.
    """

    values: Mapping[str, tuple[Any, bool]] = field(default_factory=dict)
    metadata: bytes = b""


class WorkerInterface(abc.ABC):
    """Runs parts of graphs. Every method may raise an `OpError`.

    Cancelling the awaiting task stops what it has asked for.
    """

    @abc.abstractmethod
    async def get_status(self, timeout_s: float | None = None) -> worker_pb2.GetStatusResponse:
        """Tells the worker's devices; waits until it can be reached."""

    @abc.abstractmethod
    async def create_session(self, request: worker_pb2.CreateWorkerSessionRequest) -> None:
        """Opens a session."""

    @abc.abstractmethod
    async def delete_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """Ends a session and its steps; one that is not there is no error."""

    @abc.abstractmethod
    async def register_graph(self, request: worker_pb2.RegisterGraphRequest) -> str:
        """Takes over a part of a graph; returns its handle."""

    @abc.abstractmethod
    async def deregister_graph(self, request: worker_pb2.DeregisterGraphRequest) -> None:
        """Forgets a part of a graph."""

    @abc.abstractmethod
    async def run_graph(self, run: GraphRun) -> GraphResult:
        """Runs one step of a part to its end."""

    @abc.abstractmethod
    async def cleanup_graph(self, step_id: int) -> None:
        """Forgets what is left of a step."""

    @abc.abstractmethod
    async def cleanup_all(self, containers: Sequence[str]) -> None:
        """Clears containers; the default one if none are named."""

    @abc.abstractmethod
    async def recv_tensor(self, step_id: int, key: str, request_id: int) -> tuple[Any, DType, bool]:
        """Waits for a value that a part sends; returns it, its dtype, and whether it is dead."""

    # ---- collectives
    @abc.abstractmethod
    async def complete_group(self, request: worker_pb2.CompleteGroupRequest) -> worker_pb2.CompleteGroupResponse:
        """Adds a device to a group and waits until it is complete; asked of the leader."""

    @abc.abstractmethod
    async def complete_instance(
        self, request: worker_pb2.CompleteInstanceRequest
    ) -> worker_pb2.CompleteInstanceResponse:
        """Adds a device to a collective; asked of the leader."""

    @abc.abstractmethod
    async def get_step_sequence(
        self, request: worker_pb2.GetStepSequenceRequest
    ) -> worker_pb2.GetStepSequenceResponse:
        """Tells the numbers of the next steps with collectives; asked of the leader."""

    @abc.abstractmethod
    async def recv_buf(self, request: worker_pb2.RecvBufRequest) -> worker_pb2.RecvBufResponse:
        """Waits for a part of a collective that a device here offers."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Lets go of the way to the worker."""
