"""Links between tasks on several machines: both directions of one call over gRPC, which lasts as long as the link.

Large tensors go in pieces there, so that sending, receiving and copying overlap, and others are not held up; a call of
its own for each would have all of a tensor in one message. The connection, its encryption and tokens are gRPC's.
"""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aioflow.distributed.transport.link import AnsweringEnd, CallingEnd, End, Pipe
from aioflow.distributed.transport.transport import Call, Services

LINK_METHOD = "/aioflow.Links/Open"
"""The method whose call is a link."""
STREAM_OFFER = "stream"
"""What a server says that takes such calls."""

_PIECE_NBYTES = 1 << 20  # the fastest in Python: smaller ones cost more calls, larger ones overlap less
_FRAME_NBYTES = 4096  # what stands around a piece
_FULL_NBYTES = 4 << 20


class StreamPipe(Pipe):
    """See `Pipe`; over a call whose messages are bytes.

    Args:
        stream: The call, or the server's side of it: `read` and `write` are to be awaited.
        make: Makes the end of the link.
        max_nbytes: The largest message that either side takes; -1 for no limit.

    Attributes:
        end: The end.
        ended: Set when the link has ended.
    """

    def __init__(self, stream: Any, make: Callable[[Pipe], End], max_nbytes: int) -> None:
        self.piece_nbytes = _PIECE_NBYTES if max_nbytes < 0 else min(_PIECE_NBYTES, max(1, max_nbytes // 2))
        self.is_full = False
        self.ended = asyncio.Event()
        self._stream = stream
        self._out: deque[bytes] = deque()
        self._out_nbytes = 0
        self._may_write, self._may_read = asyncio.Event(), asyncio.Event()
        self._may_read.set()
        self.end = make(self)
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._ending(work)) for work in (self._read_all, self._write_all)]

    def write(self, data: bytes) -> None:
        """See `Pipe`."""
        size = self.piece_nbytes + _FRAME_NBYTES
        self._out += [data] if len(data) <= size else [data[at : at + size] for at in range(0, len(data), size)]
        self._out_nbytes += len(data)
        self.is_full |= self._out_nbytes >= _FULL_NBYTES  # until half of that is gone, which `drain` tells
        self._may_write.set()

    def read_more(self, wanted: bool) -> None:
        """See `Pipe`. What the other end sends meanwhile waits in gRPC's windows."""
        (self._may_read.set if wanted else self._may_read.clear)()

    def close(self) -> None:
        """See `Pipe`."""
        for task in self._tasks:
            task.cancel()

    async def _read_all(self) -> None:
        while data := await self._stream.read():
            await self._may_read.wait()
            self.end.receive(data)

    async def _write_all(self) -> None:
        while True:
            await self._may_write.wait()
            self._may_write.clear()
            while self._out:
                data = self._out.popleft()
                await self._stream.write(data)
                self._out_nbytes -= len(data)
                if self.is_full and self._out_nbytes < _FULL_NBYTES // 2:
                    self.is_full = False
                    self.end.drain()

    async def _ending(self, work: Callable[[], Awaitable[None]]) -> None:
        """Does one direction's work; the link ends with the first that does."""
        try:
            await work()
        except Exception:
            pass  # gRPC's errors for a connection that is gone: the end tells all who wait
        finally:
            self.close()
            self.ended.set()
            if not self.end.is_lost:
                self.end.lose()


class StreamLinks:
    """Where a server takes such links.

    Args:
        services: What answers.
        max_nbytes: The largest body that is taken; -1 for no limit but 2 GiB.

    Attributes:
        ends: The links there are.
    """

    def __init__(self, services: Services, max_nbytes: int) -> None:
        self._services = services
        self._max_nbytes = max_nbytes
        self.ends: set[AnsweringEnd] = set()

    async def serve(self, call: Call, context: Any) -> None:
        """Answers a call of `LINK_METHOD` for as long as the link lasts.

        Raises:
            OpError: The caller is not admitted.
        """
        if self._services.admit is not None:
            self._services.admit(call)

        def make(pipe: Pipe) -> AnsweringEnd:
            return AnsweringEnd(pipe, self._max_nbytes, None, None, self._services, call.peer, dict(call.metadata))

        pipe = StreamPipe(context, make, self._max_nbytes)
        end: Any = pipe.end
        self.ends.add(end)
        end.lost = self.ends.discard
        try:
            await context.write(b"")  # so that the caller hears that he is let in
            await pipe.ended.wait()
        finally:
            pipe.close()

    async def stop(self, grace_s: float | None) -> None:
        """Ends the links; see `AnsweringEnd.stop`."""
        await asyncio.gather(*(end.stop(grace_s) for end in list(self.ends)))


async def open_stream_link(stream: Any, max_nbytes: int) -> CallingEnd:
    """Opens a link by a call of `LINK_METHOD`.

    Args:
        stream: The call.
        max_nbytes: The largest answer that is taken; -1 for no limit but 2 GiB.

    Raises:
        OSError: The server takes no link.
    """
    try:
        is_open = await stream.read() == b""
    except Exception as error:  # gRPC's classes have no common base but this
        raise OSError(str(error)) from None
    if not is_open:
        raise OSError("the server takes no link")
    made: Any = StreamPipe(stream, lambda pipe: CallingEnd(pipe, max_nbytes, None, None), max_nbytes).end
    return made  # type: ignore[no-any-return]
