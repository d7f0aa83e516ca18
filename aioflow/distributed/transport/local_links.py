"""Links between tasks on one machine: a Unix socket, and memory that both ends share.

A server offers one to callers from this machine: the name of a socket, and a secret. That both are on one machine, and
of one user, is proved by what happens then: the socket is found (its name is in Linux's abstract namespace, and goes
with the process), the kernel tells the user at its other end, and the secret that came over the network is shown there.
"""
from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from aioflow.distributed.transport.arena import Arena, PeerArena
from aioflow.distributed.transport.link import AnsweringEnd, CallingEnd, End, Pipe
from aioflow.distributed.transport.transport import Services

#: Seconds within which the other end has said who it is.
_HELLO_S = 5.0
_MAX_HELLO_NBYTES = 32 << 10
_WELCOME = b"aioflow link 1"
_LOOPBACK = ("ipv4:127.", "ipv6:[::1]", "ipv6:%5B::1%5D", "unix:")


class SocketPipe(Pipe, asyncio.Protocol):
    """See `Pipe`; over a socket.

    Args:
        make: Makes the end of the link, once there is a connection.

    Attributes:
        end: The end.
    """

    piece_nbytes = 128 << 10

    def __init__(self, make: Callable[[Pipe], End]) -> None:
        self.is_full = False
        self._transport: Any = None
        self.end = make(self)

    def write(self, data: bytes) -> None:
        """See `Pipe`."""
        self._transport.write(data)

    def read_more(self, wanted: bool) -> None:
        """See `Pipe`."""
        if not self._transport.is_closing():
            (self._transport.resume_reading if wanted else self._transport.pause_reading)()

    def close(self) -> None:
        """See `Pipe`."""
        self._transport.close()

    # ---- for the event loop
    def connection_made(self, transport: Any) -> None:
        """See `asyncio.Protocol`."""
        self._transport = transport
        transport.set_write_buffer_limits(high=1 << 20)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        self.end.receive(data)

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        if not self.end.is_lost:
            self.end.lose()

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`."""
        self.is_full = True

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`."""
        self.is_full = False
        self.end.drain()


class LocalLinks:
    """Where a server takes links from this machine. Belongs to the running event loop.

    Args:
        services: What answers.
        max_nbytes: The largest body that is taken; -1 for no limit but 2 GiB.

    Raises:
        OSError: There are no such sockets here.
    """

    def __init__(self, services: Services, max_nbytes: int) -> None:
        if sys.platform != "linux":
            raise OSError("sockets without a file are a thing of Linux")
        self._services = services
        self._max_nbytes = max_nbytes
        self._name = f"aioflow-{secrets.token_hex(16)}"
        self._secret = secrets.token_hex(32)
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.bind(f"\0{self._name}")
        self._socket.listen(128)
        self._loop.add_reader(self._socket, self._accept)
        self._opening: set[asyncio.Task[None]] = set()
        self.ends: set[AnsweringEnd] = set()

    def offer(self, peer: str) -> str | None:
        """What a caller needs to open a link; None for one who is elsewhere.

        Args:
            peer: Where he calls from, as gRPC has it.
        """
        return f"{self._name} {self._secret}" if peer.startswith(_LOOPBACK) else None

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # who has gone already, or no more files
            connection, _ = self._socket.accept()
            connection.setblocking(False)
            task = self._loop.create_task(self._open(connection))
            self._opening.add(task)
            task.add_done_callback(partial(self._opened, connection))

    def _opened(self, connection: socket.socket, task: asyncio.Task[None]) -> None:
        self._opening.discard(task)
        if task.cancelled():  # it may not even have begun
            connection.close()

    async def _open(self, connection: socket.socket) -> None:
        with contextlib.ExitStack() as stack:
            stack.callback(connection.close)
            try:
                async with asyncio.timeout(_HELLO_S):
                    hello, peer_arena = await _receive(connection)
                metadata = self._metadata(connection, hello)
            except (OSError, ValueError, TypeError, KeyError, AttributeError, TimeoutError):
                return  # whatever it is, it is no first word of ours
            with _own_arena() as arena:
                _send(connection, _WELCOME, arena)
            stack.pop_all()

        def make(pipe: Pipe) -> AnsweringEnd:
            return AnsweringEnd(pipe, self._max_nbytes, arena, peer_arena, self._services, "unix:", metadata)

        _, pipe = await self._loop.connect_accepted_socket(lambda: SocketPipe(make), connection)
        end: Any = pipe.end
        self.ends.add(end)
        end.lost = self.ends.discard

    def _metadata(self, connection: socket.socket, hello: bytes) -> dict[str, str]:
        """What came beside the call that opened the link.

        Raises:
            ValueError: The other end has no right to be there.
        """
        _, user, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        said = json.loads(hello)
        if user != os.geteuid() or not hmac.compare_digest(str(said["secret"]).encode(), self._secret.encode()):
            raise ValueError("another user, or one who does not know the secret")
        return {str(key): str(value) for key, value in said["metadata"].items()}

    async def stop(self, grace_s: float | None) -> None:
        """Takes no new links; ends those there are, see `AnsweringEnd.stop`."""
        if self._socket.fileno() >= 0:
            self._loop.remove_reader(self._socket)
            self._socket.close()
        for task in list(self._opening):
            task.cancel()
        await asyncio.gather(*(end.stop(grace_s) for end in list(self.ends)))


async def open_local_link(offer: str, max_nbytes: int, metadata: dict[str, str]) -> CallingEnd:
    """Opens the link that a server has offered.

    Args:
        offer: Its words.
        max_nbytes: The largest answer that is taken; -1 for no limit but 2 GiB.
        metadata: What comes beside all calls.

    Raises:
        OSError: The server is on another machine, or takes no link.
        ValueError: It is no offer.
    """
    name, secret = offer.split(" ")
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as stack:
        connection = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        connection.setblocking(False)
        connection.connect(f"\0{name}")
        with _own_arena() as arena:
            _send(connection, json.dumps({"secret": secret, "metadata": metadata}).encode(), arena)
        async with asyncio.timeout(_HELLO_S):
            welcome, peer_arena = await _receive(connection)
        if welcome != _WELCOME:
            raise OSError("the server takes no link")
        stack.pop_all()

    def make(pipe: Pipe) -> CallingEnd:
        return CallingEnd(pipe, max_nbytes, arena, peer_arena)

    _, pipe = await loop.create_unix_connection(lambda: SocketPipe(make), sock=connection)
    end: CallingEnd = cast("CallingEnd", pipe.end)
    return end


@contextlib.contextmanager
def _own_arena() -> Iterator[Arena | None]:
    """Shared memory, whose file is open until the other end has been sent it; None where there is none."""
    try:
        arena = Arena()
    except OSError:
        yield None
        return
    try:
        yield arena
    finally:
        arena.close_file()


def _send(connection: socket.socket, text: bytes, arena: Arena | None) -> None:
    socket.send_fds(connection, [text], [] if arena is None else [arena.fd])


async def _receive(connection: socket.socket) -> tuple[bytes, PeerArena | None]:
    """What the other end says first, and the memory that it shares."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(connection, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(connection)
    text, files, _, _ = socket.recv_fds(connection, _MAX_HELLO_NBYTES, 1)
    try:
        return text, PeerArena(files[0]) if files else None
    except ValueError as error:
        raise OSError(str(error)) from None
