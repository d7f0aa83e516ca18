"""TensorFlow's client at a server of aioflow."""
from __future__ import annotations

import asyncio
import os

import pytest

from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from tests.live.servers import PYTHON, ROOT, WHY

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PYTHON, reason=WHY)]

SEEN = [
    "run", "uninitialized", "extend and order", "control flow", "large values", "partial run", "callables", "devices",
    "trace", "deadline", "reset", "monitored session",
]  # fmt: skip


async def test_everything_of_a_session() -> None:
    """D-20, D-21: what its program does, one after the other; nothing of it is left at the server."""
    async with Server.create_local_server(settings=MasterSettings(unsafe_ops=True)) as server:
        command = [PYTHON, "-m", "tests.live.client_peer", server.target]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        peer = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, err = await peer.communicate()
        assert out.decode().splitlines() == SEEN, err.decode()[-3000:]
        assert peer.returncode == 0
        assert not server.master.sessions
