"""Links over a call: what the pipe does with a stream that the test holds."""
from __future__ import annotations

import asyncio
import struct
from typing import Any

import pytest

from aioflow.distributed.transport.link import AnsweringEnd, Pipe
from aioflow.distributed.transport.stream_links import StreamPipe, open_stream_link
from aioflow.distributed.transport.transport import Body, Buffer, Call, Services
from aioflow.testing.clock import JumpingLoop

LARGE_NBYTES = 20 << 20


class Stream:
    """A call: what is written waits until the test takes it.

    Attributes:
        written: What was written, and taken.
        comes: What is read.
        flows: How many writes may go through.
    """

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.comes: asyncio.Queue[bytes] = asyncio.Queue()
        self.flows = asyncio.Semaphore(0)

    async def read(self) -> bytes:
        """The next message; empty at the end."""
        return await self.comes.get()

    async def write(self, data: bytes) -> None:
        """Takes a message when the test lets it."""
        await self.flows.acquire()
        self.written.append(data)


async def _large(call: Call, body: Buffer) -> Body:
    return [b"", bytes(LARGE_NBYTES)]


def _pipe(stream: Stream, max_nbytes: int = -1) -> tuple[StreamPipe, Any]:
    services = Services({"large": _large, "now": lambda call, body: b"!"})

    def make(pipe: Pipe) -> AnsweringEnd:
        return AnsweringEnd(pipe, -1, None, None, services, "test", {})

    pipe = StreamPipe(stream, make, max_nbytes)
    return pipe, pipe.end


def run(program: Any) -> None:
    """Runs a program on virtual time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(program())


def frame(number: int, method: bytes) -> bytes:
    """A call without a deadline and a body."""
    content = struct.pack("<dH", -1.0, len(method)) + method
    return struct.pack("<IIB", len(content), number, 0) + content


def test_a_small_answer_among_large_ones_lets_nobody_wait_for_ever() -> None:
    """Whoever waits until there is room again is told, whatever was sent meanwhile."""

    async def program() -> None:
        stream = Stream()
        pipe, end = _pipe(stream)
        end._begin(0, 1, frame(1, b"large")[9:])
        await asyncio.sleep(1.0)
        assert pipe.is_full
        assert sum(map(len, stream.written)) == 0
        while sum(map(len, stream.written)) < LARGE_NBYTES:
            stream.flows.release()
            end._begin(0, 2, frame(2, b"now")[9:])
            await asyncio.sleep(1.0)
        assert not end._running
        assert not pipe.is_full
        assert pipe._may_read.is_set()
        pipe.close()
        await pipe.ended.wait()
        assert end.is_lost

    run(program)


def test_messages_are_as_long_as_they_may_be() -> None:
    """Pieces are smaller where messages have a limit."""

    async def program() -> None:
        stream = Stream()
        pipe, end = _pipe(stream, 100_000)
        end._begin(0, 1, frame(1, b"large")[9:])
        for _ in range(1000):
            stream.flows.release()
        await asyncio.sleep(1.0)
        assert sum(map(len, stream.written)) > LARGE_NBYTES
        assert max(map(len, stream.written)) <= 100_000
        pipe.close()
        await pipe.ended.wait()

    run(program)


def test_the_end_of_the_call_is_that_of_the_link() -> None:
    """From whichever side it comes."""

    async def program() -> None:
        stream = Stream()
        pipe, end = _pipe(stream)
        stream.comes.put_nowait(b"")
        await pipe.ended.wait()
        assert end.is_lost

    run(program)


@pytest.mark.parametrize("first", [b"no", RuntimeError("UNIMPLEMENTED")])
def test_a_server_that_takes_no_link(first: Any) -> None:
    """It says something else, or that there is no such method."""

    class Refusing(Stream):
        async def read(self) -> bytes:
            if isinstance(first, bytes):
                return first
            raise first

    async def program() -> None:
        with pytest.raises(OSError, match=r"no link|UNIMPLEMENTED"):
            await open_stream_link(Refusing(), -1)

    run(program)
