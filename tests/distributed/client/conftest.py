"""Fixtures: a server in this process, to which all sessions of a test go over gRPC."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from aioflow.distributed.client import grpc_session_factory
from aioflow.distributed.server.server import Server
from aioflow.session.base_session import BaseSession

# Of the tests that run both in this process and at a server.
DIFFERENT = {
    "test_refused[options10-InvalidArgumentError-GPU:0.*x:0.*CPU:0]": "only the master knows its devices",
    "test_nodes_added_later": "a master looks at all nodes that are new, as TensorFlow's do",
    "test_python_functions": "the exception of a Python function stays in the server's process",
    "test_traceback_shows_callers_and_kernels": "the frames are those of another process",
    "test_traceback_of_a_step_of_one_call": "the frames are those of another process",
    "test_large_results_are_not_copied": "a result is copied out of its message",
    "test_sessions_do_not_share_variables": "variables outlive sessions at a server",
}


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server of its own, which is asked over gRPC."""
    monkeypatch.setattr(grpc_session_factory, "local_master", lambda address: None)
    async with Server.create_local_server() as server:
        yield server


@pytest.fixture
async def elsewhere(
    request: pytest.FixtureRequest, server: Server, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Server]:
    """Lets sessions that name no target run at the server."""
    why = DIFFERENT.get(request.node.name) or DIFFERENT.get(request.node.originalname)
    if why is not None:
        pytest.skip(why)
    make = BaseSession.__init__

    def init(self: BaseSession, target: Any = "", *args: Any, **settings: Any) -> None:
        make(self, target or server.target, *args, **settings)

    monkeypatch.setattr(BaseSession, "__init__", init)
    yield server
