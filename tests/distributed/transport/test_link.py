"""Links: two ends in this process, over a pipe that the test holds."""
from __future__ import annotations

import asyncio
import gc
import os
import struct
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.distributed.transport.arena import Arena, PeerArena
from aioflow.distributed.transport.link import AnsweringEnd, CallingEnd, End, Pipe
from aioflow.distributed.transport.transport import Body, Buffer, Call, Services
from aioflow.testing.clock import JumpingLoop

LARGE = np.arange(10_000_000, dtype=np.float32)  # 40 MB


class HeldPipe(Pipe):
    """Brings bytes to another end in the next turn, unless the test holds them back.

    Attributes:
        other: Where they go.
        sent: How many bytes have been written.
        num_writes: How often.
        is_held: Whether nothing arrives.
        reads: What `read_more` was told.
        cut_after: The pipe breaks when so many bytes have been written; 0 for never.
    """

    piece_nbytes = 1 << 20

    def __init__(self) -> None:
        self.is_full = False
        self.is_held = False
        self.other: End | None = None
        self.own: End | None = None
        self.sent = self.num_writes = 0
        self.cut_after = 0
        self.reads: list[bool] = []

    def write(self, data: bytes) -> None:
        """See `Pipe`."""
        self.sent += len(data)
        self.num_writes += 1
        if self.cut_after and self.sent > self.cut_after:
            self.close()
        elif self.is_held:
            self.is_full = True
        else:
            asyncio.get_running_loop().call_soon(self._deliver, data)

    def _deliver(self, data: bytes) -> None:
        if self.other is not None and not self.other.is_lost:
            self.other.receive(data)

    def read_more(self, wanted: bool) -> None:
        """See `Pipe`."""
        self.reads.append(wanted)

    def close(self) -> None:
        """See `Pipe`."""
        for end in (self.own, self.other):
            if end is not None and not end.is_lost:
                asyncio.get_running_loop().call_soon(_lose, end)


def _lose(end: End) -> None:
    if not end.is_lost:
        end.lose()


class Ends:
    """Two ends.

    Attributes:
        began: Set when WAIT is called.
        stopped: Set when it is ended.
    """

    def __init__(self, arena_nbytes: int = 0) -> None:
        self.began, self.stopped = asyncio.Event(), asyncio.Event()
        self.num_calls = 0
        handlers: Any = {"echo": self._echo, "wait": self._wait, "large": self._large, "now": lambda call, body: b"!"}
        self.there, self.back = HeldPipe(), HeldPipe()
        self.arenas = [Arena(arena_nbytes) if arena_nbytes else None for _ in range(2)]
        peers = [None if arena is None else PeerArena(os.dup(arena.fd)) for arena in self.arenas]
        self.caller = CallingEnd(self.there, -1, self.arenas[0], peers[1])
        self.answerer = AnsweringEnd(self.back, 64 << 20, self.arenas[1], peers[0], Services(handlers), "test", {})
        self.there.other = self.back.own = self.answerer
        self.back.other = self.there.own = self.caller

    async def _echo(self, call: Call, body: Buffer) -> Body:
        self.num_calls += 1
        return [b"", body]

    async def _large(self, call: Call, body: Buffer) -> Body:
        return [b"head", memoryview(LARGE.view(np.uint8))]  # type: ignore[arg-type]

    async def _wait(self, call: Call, body: Buffer) -> Body:
        self.began.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped.set()
        raise AssertionError


def run(program: Callable[[Ends], Coroutine[Any, Any, None]], arena_nbytes: int = 0) -> None:
    """Runs a program with two ends on virtual time; at its end neither waits for anything."""

    async def whole() -> None:
        ends = Ends(arena_nbytes)
        await program(ends)
        ends.caller.close()
        await asyncio.sleep(1.0)
        assert ends.caller.is_lost
        assert ends.answerer.is_lost
        assert not ends.caller._waiting
        assert not ends.answerer._running
        assert not ends.answerer._pieces

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(whole())


@pytest.mark.parametrize("arena_nbytes", [0, 1 << 20, 64 << 20])
def test_large_bodies(arena_nbytes: int) -> None:
    """By shared memory, and in pieces where there is none or too little of it; whatever is dropped is free again."""

    async def program(ends: Ends) -> None:
        for _ in range(3):
            answer = await ends.caller.call("large", b"", None)
            assert bytes(answer[:4]) == b"head"
            array = np.frombuffer(answer, np.float32, offset=4)
            np.testing.assert_array_equal(array, LARGE)
            assert not array.flags.writeable
            part = array[5:7]
            del answer, array
        assert (ends.back.sent > 3 * LARGE.nbytes) == (arena_nbytes < LARGE.nbytes)
        for size in (1, 70_000, 3_000_000):
            body = os.urandom(size)
            assert bytes(await ends.caller.call("echo", [body[:10], body[10:]], None)) == body
        # A part of an answer keeps all of it; without one, nothing is taken.
        assert part.tolist() == [5.0, 6.0]
        if arena_nbytes > LARGE.nbytes:
            assert ends.arenas[1] is not None
            assert not ends.arenas[1].is_unused
        del part
        gc.collect()
        for _ in range(1000):  # a thread that has copied may hold what it has copied for a moment longer
            await asyncio.get_running_loop().run_in_executor(None, int)
            if all(arena is None or arena.is_unused for arena in ends.arenas):
                return
        raise AssertionError("something is in use")

    run(program, arena_nbytes)


def test_shared_memory_that_is_all_in_use() -> None:
    """What does not fit goes in pieces; what was freed in any order is one room again."""

    async def program(ends: Ends) -> None:
        kept = [await ends.caller.call("large", b"", None) for _ in range(3)]
        assert ends.back.sent > LARGE.nbytes
        assert ends.back.sent < 2 * LARGE.nbytes
        del kept[1]
        kept.clear()
        await asyncio.sleep(0.1)
        assert ends.arenas[1] is not None
        assert ends.arenas[1]._free == [(0, 100 << 20)]
        await asyncio.sleep(60.0)
        assert ends.arenas[1]._used_nbytes == 0  # the pages went back

    run(program, 100 << 20)


def test_a_cut_within_a_large_body() -> None:
    """The call ends with the connection's error, and the handler that still sends does, too."""

    async def program(ends: Ends) -> None:
        ends.back.cut_after = 10 << 20
        with pytest.raises(errors.UnavailableError, match="Socket closed"):
            await ends.caller.call("large", b"", None)
        with pytest.raises(errors.UnavailableError):
            await ends.caller.call("now", b"", None)
        await asyncio.sleep(1.0)
        assert not ends.answerer._running

    run(program)


def test_a_reader_that_is_slow() -> None:
    """No piece is made before there is room for it; requests are not read while answers are not."""

    async def program(ends: Ends) -> None:
        ends.back.is_held = True
        asked = asyncio.ensure_future(ends.caller.call("large", b"", None))
        await asyncio.sleep(1.0)
        assert ends.back.sent < 2 << 20
        assert ends.back.reads[-1] is False
        with pytest.raises(errors.DeadlineExceededError):
            await ends.caller.call("now", b"", 5.0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        # It goes on where it stopped; what was given up is not sent.
        ends.back.is_held = ends.back.is_full = False
        ends.answerer.drain()
        assert ends.back.reads[-1] is True
        await asyncio.sleep(1.0)
        assert ends.back.sent < 2 << 20

    run(program)


def test_a_peer_that_stops_to_read_holds_no_caller() -> None:
    """Beyond its deadline, even in the midst of a large request."""

    async def program(ends: Ends) -> None:
        ends.there.is_held = True
        body = memoryview(LARGE.view(np.uint8))  # type: ignore[arg-type]
        with pytest.raises(errors.DeadlineExceededError):
            await ends.caller.call("echo", body, 5.0)
        assert ends.there.sent < 2 << 20

    run(program)


def test_answers_that_are_there_at_once() -> None:
    """Those of calls that came together are sent together."""

    async def program(ends: Ends) -> None:
        assert await asyncio.gather(*(ends.caller.call("now", b"", None) for _ in range(20))) == [b"!"] * 20
        assert ends.back.num_writes == 2  # the first call does not wait for others

    run(program)


def test_a_call_that_is_given_up_at_once() -> None:
    """What its handler has begun is awaited, so that it can end; nothing of the call is left."""

    async def program(ends: Ends) -> None:
        head = struct.pack("<dH", -1.0, 4) + b"wait"
        ends.answerer.receive(frame(0, 1, head) + frame(3, 1, b""))
        await ends.stopped.wait()

    run(program)


def test_a_caller_that_vanishes() -> None:
    """Ends what runs for it."""

    async def program(ends: Ends) -> None:
        waiting = asyncio.ensure_future(ends.caller.call("wait", b"", None))
        await ends.began.wait()
        ends.answerer.lose()
        await ends.stopped.wait()
        ends.caller.lose()
        with pytest.raises(errors.UnavailableError):
            await waiting

    run(program)


def frame(kind: int, number: int, content: bytes) -> bytes:
    """The bytes of a frame."""
    return struct.pack("<IIB", len(content), number, kind) + content


CALL_NOW = struct.pack("<dH", -1.0, 3) + b"now"


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<IIB", 2**32 - 1, 1, 0),
        frame(9, 1, b""),
        frame(0, 1, b"ab"),
        frame(0x10, 1, CALL_NOW + struct.pack("<QQ", 0, (1 << 20) + 1)),
        frame(0x10, 1, CALL_NOW + struct.pack("<QQ", 2**63, 5)),
        frame(0x10, 1, CALL_NOW + struct.pack("<QQ", 0, 0)),
        frame(0x20, 1, CALL_NOW),
        frame(5, 1, struct.pack("<Q", 2**40) + b"abc"),
        frame(5, 1, struct.pack("<Q", 2) + b"abc"),
        frame(5, 1, struct.pack("<Q", 4) + b"abc") + frame(0x20, 1, CALL_NOW),
        frame(4, 0, struct.pack("<QQ", 4096, 0)),
        frame(0, 1, struct.pack("<dH", -1.0, 3) + b"\xff\xff\xff"),
    ],
    ids=[
        "frame", "kind", "cut short", "behind the memory", "far behind it", "nothing", "no pieces", "too large",
        "longer", "shorter", "release", "name",
    ],
)  # fmt: skip
def test_sizes_that_lie(data: bytes) -> None:
    """End the link, and nothing else; a body is looked for nowhere but where it may be."""

    async def program(ends: Ends) -> None:
        assert await ends.caller.call("now", b"", None) == b"!"
        for position in range(0, len(data), 5):  # however it comes
            if not ends.answerer.is_lost:
                ends.answerer.receive(data[position : position + 5])
        assert ends.answerer.is_lost

    run(program, 1 << 20)


def test_memory_that_could_shrink_is_not_read() -> None:
    """A peer that cut its file short would end this process."""
    file = os.memfd_create("test", os.MFD_ALLOW_SEALING)
    os.ftruncate(file, 4096)
    with pytest.raises(ValueError, match="not sealed"):
        PeerArena(file)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(file)


def test_random_bytes() -> None:
    """End the link, or are nothing; both ends outlive them."""

    async def program(ends: Ends) -> None:
        rng = np.random.default_rng(0)
        for end in (ends.caller, ends.answerer):
            for _ in range(200):
                data = bytearray(rng.bytes(40))
                data[1:4] = b"\0\0\0"
                if end.is_lost:
                    end.is_lost = False
                    end._rest = b""
                end.receive(bytes(data))
            end.lose()

    run(program)
