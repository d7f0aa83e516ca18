"""A TCP proxy that cuts connections, or holds what comes, when it is told to."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Carries bytes from those who connect to it to an address, and back.

    Args:
        target: "host:port".

    Attributes:
        address: Where it listens.
        num_back: How many bytes have come back from the address.
        cut_at: At how many of them it breaks all connections; None for never.
        flows: Cleared to hold what comes back.
        rests: Set while there are no connections.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self.address = ""
        self.num_back = 0
        self.cut_at: int | None = None
        self.flows = asyncio.Event()
        self.flows.set()
        self.rests = asyncio.Event()
        self.rests.set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries what comes by a connection."""
        host, _, port = self.target.rpartition(":")
        try:
            there_reader, there_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.close()
            return
        self._writers |= {writer, there_writer}
        self.rests.clear()
        await asyncio.gather(self._forth(reader, there_writer), self._back(there_reader, writer))
        self._writers -= {writer, there_writer}
        if not self._writers:
            self.rests.set()

    async def _forth(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _read(reader):
            writer.write(data)
        writer.close()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _read(reader):
            self.num_back += len(data)
            if self.cut_at is not None and self.num_back >= self.cut_at:
                self.cut()
                break
            await self.flows.wait()
            writer.write(data)
        writer.close()

    def cut(self) -> None:
        """Breaks all connections."""
        self.cut_at = None
        for writer in self._writers:
            writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(1 << 16)
    except OSError:
        return b""


@asynccontextmanager
async def proxy(target: str) -> AsyncIterator[Proxy]:
    """A proxy that listens."""
    made = Proxy(target)
    server = await asyncio.start_server(made.connected, "127.0.0.1", 0)
    made.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        made.flows.set()
        made.cut()
        await asyncio.wait_for(made.rests.wait(), 10.0)
