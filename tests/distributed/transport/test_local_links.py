"""Links between processes of one machine: who gets one, and what is left when a process is killed."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any, cast

import grpc
import numpy as np
import pytest

from aioflow import errors
from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport
from aioflow.distributed.transport.local_links import open_local_link
from aioflow.distributed.transport.transport import Body, Buffer, Call, Services
from tests.distributed.transport.test_transport import ECHO, linked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="links of one machine are a thing of Linux")
ROOT = Path(__file__).resolve().parents[3]


async def _echo(call: Call, body: Buffer) -> Body:
    return body


_SERVICES = Services({ECHO: _echo})


async def _offers() -> None:
    listener = await GrpcTransport().serve("127.0.0.1:0", _SERVICES)
    async with grpc.aio.insecure_channel(listener.address) as stranger:
        asked: Any = cast(Any, stranger.unary_unary(ECHO))(b"a")
        assert await asked == b"a"
        assert not tuple(await asked.trailing_metadata() or ())
    for options in (GrpcOptions(links=False), GrpcOptions(compression="gzip")):
        channel = GrpcTransport(options).connect(listener.address)
        assert await channel.call(ECHO, b"a") == b"a"
        assert channel._opening is None
        assert channel._link is None
        await channel.close()
    await listener.stop()


def test_who_is_offered_a_link() -> None:
    """Nobody who does not say that he is aioflow; who wants none opens none."""
    asyncio.run(_offers())


async def _strangers() -> None:
    listener = await GrpcTransport().serve("127.0.0.1:0", _SERVICES)
    links = listener._handlers._locals
    assert links is not None
    assert links.offer("ipv4:10.0.0.1:5") is None
    offer = links.offer("ipv4:127.0.0.1:5")
    assert offer is not None
    name = offer.partition(" ")[0]
    with pytest.raises(OSError, match="takes no link"):
        await open_local_link(f"{name} wrong", -1, {})
    with pytest.raises(ConnectionRefusedError):
        await open_local_link("aioflow-nobody secret", -1, {})
    for hello in (b"no json", b"[]", b"{}", json.dumps({"secret": offer.partition(" ")[2]}).encode(), b"x" * 100_000):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stranger:
            stranger.connect(f"\0{name}")
            stranger.sendall(hello)
            stranger.setblocking(False)
            with contextlib.suppress(ConnectionResetError):  # where it has not read all
                assert await asyncio.get_running_loop().sock_recv(stranger, 10) == b""
    assert not links.ends
    await listener.stop()


def test_strangers_get_no_link() -> None:
    """Without the secret, or with a first word that is none."""
    asyncio.run(asyncio.wait_for(_strangers(), 60.0))


_SERVER = """
import asyncio, numpy as np
from aioflow.distributed.transport.grpc_transport import GrpcTransport
from aioflow.distributed.transport.transport import Services
async def large(call, body):
    return [memoryview(np.arange(10_000_000, dtype=np.float32).view(np.uint8))]
async def main():
    async def echo(call, body): return body
    async def wait(call, body): await asyncio.Event().wait()
    handlers = {"/t.T/Echo": echo, "/t.T/Large": large, "/t.T/Wait": wait}
    listener = await GrpcTransport().serve("127.0.0.1:0", Services(handlers))
    print(listener.address, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


async def _killed() -> None:
    before = set(os.listdir("/dev/shm"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _SERVER, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert process.stdout is not None
    channel = GrpcTransport().connect((await process.stdout.readline()).decode().strip())
    link = await linked(channel)
    array = np.frombuffer(await channel.call("/t.T/Large", b""), np.float32)
    waiting = asyncio.ensure_future(channel.call("/t.T/Wait", b""))
    await channel.call(ECHO, b"")
    process.send_signal(signal.SIGKILL)
    with pytest.raises(errors.UnavailableError):
        await waiting
    with pytest.raises(errors.UnavailableError):
        await channel.call(ECHO, b"", timeout_s=30.0)
    assert link.is_lost
    # What had come is still there; with the last who looks at it, it goes.
    np.testing.assert_array_equal(array[:: 1 << 20], np.arange(10_000_000, dtype=np.float32)[:: 1 << 20])
    assert set(os.listdir("/dev/shm")) <= before
    assert "aioflow" in Path("/proc/self/maps").read_text()
    del array, link
    await channel.close()
    await process.wait()
    assert "memfd:aioflow" not in Path("/proc/self/maps").read_text()


def test_a_peer_that_is_killed() -> None:
    """Leaves no memory behind; calls end with its connection, and bodies that have come stay as they are."""
    asyncio.run(asyncio.wait_for(_killed(), 60.0))
