"""MasterInterface: what clients ask of a master, which is in this process or behind a transport."""
from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow._proto.config_pb2 import RunMetadata
from aioflow._proto.distributed import master_pb2
from aioflow.framework.dtypes import DType


@dataclass(slots=True)
class StepRequest:
    """One step, or one call of a partial run.

    Attributes:
        session_handle: Which session.
        feeds: (name "node:index", dtype, value) of each fed tensor. The dtype is None for what came over a network,
            whose values say it themselves.
        fetches: Names of tensors, "node:index".
        targets: Names of nodes.
        options: A `RunOptions` as bytes.
        partial_run_handle: Which partial run; "" for a plain step.
        request_id: Random, not 0: the same request is never run twice. 0 is not compared.
    """

    session_handle: str
    feeds: Sequence[tuple[str, DType | None, Any]] = ()
    fetches: Sequence[str] = ()
    targets: Sequence[str] = ()
    options: bytes = b""
    partial_run_handle: str = ""
    request_id: int = 0


@dataclass(slots=True)
class StepReply:
    """The results of a step.

    Attributes:
        values: Value by name as it was asked for.
        dtypes: Their dtypes, where whoever answers knows them.
        metadata: What was noted of the step, as bytes of a `RunMetadata`; b"" for nothing.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    dtypes: Mapping[str, DType] = field(default_factory=dict)
    metadata: bytes = b""

    def run_metadata(self) -> RunMetadata:
        """The metadata as a message."""
        return RunMetadata.FromString(self.metadata)


class MasterInterface(abc.ABC):
    """Keeps sessions. Every method may raise an `OpError`; `timeout_s` None stands for no limit.

    Cancelling the awaiting task stops what it has asked for.
    """

    @abc.abstractmethod
    async def create_session(
        self, request: master_pb2.CreateSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.CreateSessionResponse:
        """Makes a session."""

    @abc.abstractmethod
    async def extend_session(
        self, request: master_pb2.ExtendSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.ExtendSessionResponse:
        """Adds nodes to a session's graph."""

    @abc.abstractmethod
    async def run_step(self, request: StepRequest, timeout_s: float | None = None) -> StepReply:
        """Runs a step."""

    @abc.abstractmethod
    async def partial_run_setup(
        self, request: master_pb2.PartialRunSetupRequest, timeout_s: float | None = None
    ) -> master_pb2.PartialRunSetupResponse:
        """Starts a partial run."""

    @abc.abstractmethod
    async def close_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """Ends a session and its steps."""

    @abc.abstractmethod
    async def list_devices(
        self, session_handle: str, timeout_s: float | None = None
    ) -> master_pb2.ListDevicesResponse:
        """Lists a session's devices."""

    @abc.abstractmethod
    async def reset(self, request: master_pb2.ResetRequest, timeout_s: float | None = None) -> None:
        """Ends all sessions and clears containers."""

    @abc.abstractmethod
    async def make_callable(
        self, request: master_pb2.MakeCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.MakeCallableResponse:
        """Prepares a signature."""

    @abc.abstractmethod
    async def run_callable(
        self, request: master_pb2.RunCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.RunCallableResponse:
        """Runs a prepared signature."""

    @abc.abstractmethod
    async def release_callable(
        self, request: master_pb2.ReleaseCallableRequest, timeout_s: float | None = None
    ) -> None:
        """Forgets a prepared signature."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Lets go of the way to the master; its sessions stay as they are."""
