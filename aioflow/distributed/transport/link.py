"""Links: calls between two tasks of aioflow, many at a time over one way for bytes.

A call over gRPC costs some 200 us of CPU at each end, most of it for headers and a change of threads. On a link a call
is a frame, and so is its answer; what is sent in one turn of the event loop goes out at once. Peers of TensorFlow know
nothing of it: a link is what an aioflow server offers to those callers who say that they are aioflow, too.

A frame is a header (bytes behind it, number of the call, kind; see `_HEADER`) and what its kind says. Large bodies are
in shared memory where the ends have some (see `arena`), else they go before their frame in pieces.
"""
from __future__ import annotations

import abc
import asyncio
import inspect
import itertools
import logging
import struct
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.distributed.transport.arena import Arena, PeerArena
from aioflow.distributed.transport.statuses import error_of, payloads_of
from aioflow.distributed.transport.transport import BODY, Body, Buffer, Call, Services, parts_of

_LOG = logging.getLogger(__name__)
_HEADER = struct.Struct("<IIB")
_CALL, _ANSWER, _ERROR, _CANCEL, _RELEASE, _PIECE = range(6)
#: Added to the kinds of calls and answers whose body is not in the frame.
_SHARED, _IN_PIECES = 0x10, 0x20
_CALL_HEAD = struct.Struct("<dH")  # seconds that are left, or a negative number; bytes of the method's name
_REGION = struct.Struct("<QQ")  # where a body is in shared memory, and its bytes
_TOTAL = struct.Struct("<Q")  # before each piece: bytes of the whole body
_ERROR_HEAD = struct.Struct("<BI")  # code, bytes of the text; payloads follow
#: Bodies from here on are not in the frame: a frame is to be short, others wait behind it.
_LARGE_NBYTES = 64 << 10
_MAX_FRAME_NBYTES = 4 << 20
#: Bodies from here on are copied on a thread, which takes a millisecond for 8 MB.
_COPIED_ON_THREAD_NBYTES = 1 << 20
#: After so many seconds without large bodies the memory for them goes back to the system.
_TRIM_AFTER_S = 10.0
_LOST = "Socket closed"  # gRPC's words for it


class Pipe(abc.ABC):
    """A way for bytes, in order. Gives what comes to `End.receive`, and its end to `End.lose`.

    Attributes:
        piece_nbytes: How large pieces should be.
        is_full: Whether the other end does not keep up; `End.drain` is called when it is no more.
    """

    piece_nbytes: int
    is_full: bool

    @abc.abstractmethod
    def write(self, data: bytes) -> None:
        """Sends bytes, or keeps them until that is possible."""

    @abc.abstractmethod
    def read_more(self, wanted: bool) -> None:
        """Stops reading, and goes on with it."""

    @abc.abstractmethod
    def close(self) -> None:
        """Ends it."""


class End(abc.ABC):
    """What both ends of a link have in common.

    Args:
        pipe: The way.
        max_nbytes: The largest body that is taken; -1 for 2 GiB, as gRPC.
        arena: What this end writes.
        peer_arena: What the other end writes.

    Attributes:
        is_lost: Whether the link has ended.
        lost: Called with this end when it has.
    """

    def __init__(self, pipe: Pipe, max_nbytes: int, arena: Arena | None, peer_arena: PeerArena | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._pipe = pipe
        self._max_nbytes = max_nbytes if max_nbytes >= 0 else 2 << 30
        self._arena = arena
        self._peer_arena = peer_arena
        self._trimming: asyncio.TimerHandle | None = None
        self._rest = b""  # of a frame that has not come as a whole
        self._pieces: dict[int, tuple[memoryview, int]] = {}  # body, bytes of it that have come
        self._out: list[Buffer] = []
        self._is_flushing = False
        self._drained = asyncio.Event()
        self.is_lost = False
        self.lost: Callable[[Any], object] = lambda _: None

    # ---- receiving
    def receive(self, data: bytes) -> None:
        """Takes bytes from the pipe."""
        if self._rest:
            data = self._rest + data
        position, end = 0, len(data)
        self._is_flushing = True  # what is sent meanwhile, such as answers that are there at once, goes out behind it
        try:
            while end - position >= _HEADER.size:
                nbytes, number, kind = _HEADER.unpack_from(data, position)
                if nbytes > _MAX_FRAME_NBYTES:
                    raise ValueError(f"a frame of {nbytes} bytes")
                if end - position - _HEADER.size < nbytes:
                    break
                position += _HEADER.size
                self._take(kind, number, data[position : position + nbytes])
                position += nbytes
        except (ValueError, KeyError, struct.error) as error:
            _LOG.warning("a link ends: its other end does not keep to the protocol: %s", error)
            self.close()
            return
        self._rest = data[position:]
        self._flush()

    def _take(self, kind: int, number: int, frame: bytes) -> None:
        if kind == _PIECE:
            self._take_piece(number, frame)
        elif kind == _RELEASE:
            self._released(_REGION.unpack(frame)[0])
        else:
            self._act(kind, number, frame)

    @abc.abstractmethod
    def _act(self, kind: int, number: int, frame: bytes) -> None:
        """Takes a call, or its answer."""

    def _take_piece(self, number: int, frame: bytes) -> None:
        (total,) = _TOTAL.unpack_from(frame)
        if number not in self._pieces:
            if not self._expects(number):
                return
            if total > self._max_nbytes:
                raise ValueError(f"a body of {total} bytes, larger than {self._max_nbytes}")
            # Not zeroed, as a bytearray would be: nobody gets it before all of it has come.
            room: Any = np.empty(total, np.uint8)
            self._pieces[number] = memoryview(room), 0
        body, position = self._pieces[number]
        end = position + len(frame) - _TOTAL.size
        if end > len(body):
            raise ValueError("a body that is longer than was said")
        body[position:end] = memoryview(frame)[_TOTAL.size :]
        self._pieces[number] = body, end

    def _expects(self, number: int) -> bool:
        """Whether a body may come for a call; that of a call which was given up is not kept."""
        return True

    def _body(self, kind: int, number: int, frame: bytes, position: int) -> Buffer:
        """The body that belongs to a frame, in which something else stands up to a position."""
        if kind & _SHARED:
            offset, nbytes = _REGION.unpack_from(frame, position)
            if self._peer_arena is None:
                raise ValueError("a body in shared memory, of which there is none")
            return self._peer_arena.view(offset, nbytes, self._release)
        if kind & _IN_PIECES:
            body, come = self._pieces.pop(number)
            if come < len(body):
                raise ValueError("a body that is shorter than was said")
            return body.toreadonly()
        return frame[position:]

    # ---- sending
    def _send(self, kind: int, number: int, *parts: Buffer, now: bool = False) -> None:
        """Sends a frame; with `now` at once, else with all others of this turn."""
        if self.is_lost:
            return
        self._out.append(_HEADER.pack(sum(map(len, parts)), number, kind))
        self._out += parts
        if now:
            self._flush()
        elif not self._is_flushing:
            self._is_flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._is_flushing = False
        if self._out and not self.is_lost:
            data, self._out = b"".join(self._out), []
            self._pipe.write(data)

    async def _send_large(self, kind: int, number: int, head: bytes, parts: Sequence[Buffer], nbytes: int) -> None:
        """Sends a frame whose body is beside it."""
        arena = self._arena
        offset = None if arena is None else arena.take(parts)
        if arena is None or offset is None:
            await self._send_pieces(number, parts, nbytes)
            self._send(kind | _IN_PIECES, number, head)
            return
        if nbytes < _COPIED_ON_THREAD_NBYTES:
            arena.write(offset, parts)
        else:
            copying = self._loop.run_in_executor(None, arena.write, offset, parts)
            try:
                await asyncio.shield(copying)
            except BaseException:
                # The thread writes on; until then nobody else may have the room.
                copying.add_done_callback(lambda _: arena.give_back(offset))
                raise
        self._send(kind | _SHARED, number, head, _REGION.pack(offset, nbytes), now=True)

    async def _send_pieces(self, number: int, parts: Sequence[Buffer], nbytes: int) -> None:
        total, size = _TOTAL.pack(nbytes), self._pipe.piece_nbytes
        for part in parts:
            view = memoryview(part)
            for position in range(0, len(view), size):
                while self._pipe.is_full:
                    self._drained.clear()
                    await self._drained.wait()
                self._send(_PIECE, number, total, view[position : position + size], now=True)

    def drain(self) -> None:
        """Goes on sending: the pipe is not full any more."""
        self._drained.set()

    # ---- shared memory
    def _release(self, offset: int) -> None:
        """Tells the other end that nobody here looks at a body any more; any thread, also after the loop's end."""
        try:
            self._loop.call_soon_threadsafe(self._send, _RELEASE, 0, _REGION.pack(offset, 0))
        except RuntimeError:
            pass  # the loop is closed, and the link with it

    def _released(self, offset: int) -> None:
        if self._arena is None:
            raise ValueError("a release of memory that is not shared")
        self._arena.give_back(offset)
        if self._arena.is_unused and not self.is_lost:
            if self._trimming is not None:
                self._trimming.cancel()
            self._trimming = self._loop.call_later(_TRIM_AFTER_S, self._arena.trim)

    # ---- the end
    def lose(self) -> None:
        """Ends all calls: the pipe is gone."""
        self.is_lost = True
        self._drained.set()
        self._pipe.is_full = False
        self._out.clear()
        self._pieces.clear()
        if self._trimming is not None:
            self._trimming.cancel()
        self._arena = self._peer_arena = None
        self.lost(self)

    def close(self) -> None:
        """Ends the link."""
        self._flush()
        self._pipe.close()
        if not self.is_lost:
            self.lose()


class CallingEnd(End):
    """The end from which calls come; see `End`."""

    def __init__(self, pipe: Pipe, max_nbytes: int, arena: Arena | None, peer_arena: PeerArena | None) -> None:
        super().__init__(pipe, max_nbytes, arena, peer_arena)
        self._numbers = itertools.cycle(range(1, 2**32))
        self._waiting: dict[int, asyncio.Future[Buffer]] = {}
        self._methods: dict[str, bytes] = {}

    async def call(self, method: str, body: Body, timeout_s: float | None) -> Buffer:
        """Calls a method; see `Channel.call`."""
        if self.is_lost:
            raise errors.unavailable(_LOST)
        number = next(self._numbers)
        while number in self._waiting:
            number = next(self._numbers)
        answer = self._waiting[number] = self._loop.create_future()
        timer = None if timeout_s is None else self._loop.call_later(timeout_s, self._expire, answer)
        try:
            parts, nbytes = parts_of(body)
            head = self._head(method, timeout_s)
            if nbytes < _LARGE_NBYTES:
                self._send(_CALL, number, head, *parts, now=len(self._waiting) == 1)
            else:
                await self._send_unless_ended(answer, self._send_large(_CALL, number, head, parts, nbytes))
            received: Buffer = await answer
            return received
        finally:
            if timer is not None:
                timer.cancel()
            del self._waiting[number]
            self._pieces.pop(number, None)
            if not answer.done() or answer.cancelled() or isinstance(answer.exception(), errors.DeadlineExceededError):
                self._send(_CANCEL, number)

    async def _send_unless_ended(self, answer: asyncio.Future[Buffer], sending: Coroutine[Any, Any, None]) -> None:
        """Sends a large body, for no longer than its call lasts: the other end may have stopped to read."""
        task = self._loop.create_task(sending)
        try:
            ends: set[asyncio.Future[Any]] = {task, answer}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
        finally:
            task.cancel()

    def _head(self, method: str, timeout_s: float | None) -> bytes:
        name = self._methods.get(method)
        if name is None:
            name = self._methods[method] = method.encode()
        return _CALL_HEAD.pack(-1.0 if timeout_s is None else timeout_s, len(name)) + name

    @staticmethod
    def _expire(answer: asyncio.Future[Buffer]) -> None:
        if not answer.done():
            answer.set_exception(errors.deadline_exceeded("Deadline Exceeded"))

    def _expects(self, number: int) -> bool:
        return number in self._waiting

    def _act(self, kind: int, number: int, frame: bytes) -> None:
        answer = self._waiting.get(number)
        if kind & 0xF == _ANSWER:
            if answer is None and not kind & _SHARED:
                return  # given up; what is in shared memory is taken, and with that released
            body = self._body(kind, number, frame, 0)
            if answer is not None and not answer.done():
                answer.set_result(body)
        elif kind == _ERROR:
            if answer is not None and not answer.done():
                answer.set_exception(_read_error(frame))
        else:
            raise ValueError(f"a frame of kind {kind}")

    def lose(self) -> None:
        """See `End`."""
        super().lose()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(errors.unavailable(_LOST))


class AnsweringEnd(End):
    """The end at which calls are answered; see `End`.

    Args:
        services: What answers.
        peer: Where calls come from, for logs.
        metadata: What came beside the call by which the link was opened; it holds for all of its calls.
    """

    def __init__(
        self, pipe: Pipe, max_nbytes: int, arena: Arena | None, peer_arena: PeerArena | None, services: Services,
        peer: str, metadata: dict[str, str],
    ) -> None:  # fmt: skip
        super().__init__(pipe, max_nbytes, arena, peer_arena)
        self._services = services
        self._peer = peer
        self._metadata = metadata
        self._running: dict[int, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._way: asyncio.Future[None] = self._loop.create_future()

    def _act(self, kind: int, number: int, frame: bytes) -> None:
        if kind & 0xF == _CALL:
            self._begin(kind, number, frame)
        elif kind == _CANCEL:
            self._pieces.pop(number, None)
            if number in self._running:
                self._cancel(self._running[number])
        else:
            raise ValueError(f"a frame of kind {kind}")

    def _begin(self, kind: int, number: int, frame: bytes) -> None:
        left_s, nbytes = _CALL_HEAD.unpack_from(frame)
        end = _CALL_HEAD.size + nbytes
        method = frame[_CALL_HEAD.size : end].decode()
        body = self._body(kind, number, frame, end)
        deadline_s = None if left_s < 0 else self._loop.time() + left_s
        call = Call(method, self._peer, self._metadata, deadline_s, self._way)
        try:
            found = self._start(call, body)
            if isinstance(found, BODY):
                parts, nbytes = parts_of(found)
                if nbytes < _LARGE_NBYTES:
                    self._send(_ANSWER, number, *parts)
                    return
        except Exception as error:
            self._fail(number, method, error)
            return
        self._running[number] = task = self._loop.create_task(self._finish(number, method, found))
        if left_s >= 0:
            timer = self._loop.call_later(left_s, task.cancel)
            task.add_done_callback(lambda _: timer.cancel())

    def _cancel(self, task: asyncio.Task[None]) -> None:
        # Not before its first turn: one that never began would not await what a handler has begun, nor be forgotten.
        coroutine: Any = task.get_coro()
        if inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
            self._loop.call_soon(task.cancel)
        else:
            task.cancel()

    def _start(self, call: Call, body: Buffer) -> Body | Awaitable[Body]:
        if self._is_stopping:
            raise errors.unavailable("the server is stopping")
        handler = self._services.handlers.get(call.method)
        if handler is None:
            raise errors.unimplemented("Method not found!")
        if self._services.admit is not None:
            self._services.admit(call)
        return handler(call, body)

    def _flush(self) -> None:
        super()._flush()
        if self._pipe.is_full:  # whoever does not read answers has no more of them made
            self._pipe.read_more(False)

    def drain(self) -> None:
        """See `End`."""
        super().drain()
        self._pipe.read_more(True)

    async def _finish(self, number: int, method: str, found: Any) -> None:
        try:
            parts, nbytes = parts_of(found if isinstance(found, BODY) else await found)
            del found
            if nbytes < _LARGE_NBYTES:
                self._send(_ANSWER, number, *parts, now=len(self._running) == 1)
            else:
                await self._send_large(_ANSWER, number, b"", parts, nbytes)
        except asyncio.CancelledError:
            self._fail(number, method, errors.cancelled("CANCELLED"))
        except Exception as error:
            self._fail(number, method, error)
        finally:
            del self._running[number]

    def _fail(self, number: int, method: str, error: Exception) -> None:
        if not isinstance(error, errors.OpError):
            _LOG.error("%s", method, exc_info=error)
            error = errors.internal("internal error")
        text = error.message.encode(errors="replace")
        frame = _ERROR_HEAD.pack(error.code, len(text)) + text + (payloads_of(error) or b"")
        self._send(_ERROR, number, frame)

    def lose(self) -> None:
        """See `End`."""
        super().lose()
        for task in self._running.values():
            self._cancel(task)
        if not self._way.done():
            self._way.set_result(None)

    async def stop(self, grace_s: float | None) -> None:
        """Takes no new calls, cancels those that are not done after so many seconds, and ends the link."""
        self._is_stopping = True
        if self._running and grace_s:
            await asyncio.wait(list(self._running.values()), timeout=grace_s)
        self.close()
        if self._running:
            await asyncio.wait(list(self._running.values()))


def _read_error(frame: bytes) -> errors.OpError:
    code, nbytes = _ERROR_HEAD.unpack_from(frame)
    text = frame[_ERROR_HEAD.size : _ERROR_HEAD.size + nbytes].decode(errors="replace")
    return error_of(code, text, frame[_ERROR_HEAD.size + nbytes :])
