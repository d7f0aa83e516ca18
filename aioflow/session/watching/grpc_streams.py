"""DebugStream: the events of one run, sent to a debugger at the other end of a connection.

TensorFlow's service `EventListener`: events in one direction, answers in the other. A server answers the last part of
each graph and what the run is, once each, and tensors only where it has asked to have the run wait.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from aioflow import errors
from aioflow._proto.debug_service_pb2 import EventReply
from aioflow._proto.event_pb2 import Event
from aioflow.framework.process_locks import process_lock
from aioflow.framework.watches import DebugNode
from aioflow.session.watching import dump_events, dump_names

METHOD = "/tensorflow.EventListener/SendEvents"
#: Of the bytes of a graph or a tensor, in one event: below the 4 MiB that servers of gRPC take.
CHUNK_NBYTES = 4_096_000
#: TensorFlow waits for 15 minutes, and holds the run up meanwhile.
CONNECT_TIMEOUT_S = 10.0
#: Seconds that a server gets to end its side of a stream.
END_TIMEOUT_S = 10.0
_GATED_OFF = EventReply.DebugOpStateChange.DISABLED
_UNSAID = EventReply.DebugOpStateChange.STATE_UNSPECIFIED
_BREAKPOINT = EventReply.DebugOpStateChange.READ_WRITE


class Gate(Enum):
    """What a server wants of a debug op that is gated."""

    READ_ONLY = "to be told"
    READ_WRITE = "to be told, and to be waited for"


_lock = process_lock()  # guards the gates, which replies of several runs change
#: By URL and "node:slot:op". What a server has opened stays open for later runs of the process.
_gates: dict[tuple[str, str], Gate] = {}


def gate_of(url: str, key: str) -> Gate | None:
    """What the server at a URL wants of a gated debug op; None for nothing."""
    return _gates.get((url, key))


def take_reply(url: str, reply: EventReply) -> None:
    """Opens and closes gates as a server says."""
    for change in reply.debug_op_state_changes:
        key = url, f"{change.node_name}:{change.output_slot}:{change.debug_op}"
        with _lock:
            if change.state == _GATED_OFF:
                _gates.pop(key, None)
            elif change.state != _UNSAID:
                _gates[key] = Gate.READ_WRITE if change.state == _BREAKPOINT else Gate.READ_ONLY


class DebugStream:
    """The stream of one run to one URL, on the run's event loop.

    Args:
        url: "grpc://host:port" or "grpc://host:port/path".
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._target, slash, path = url[len("grpc://") :].partition("/")
        self._path = slash + path
        self._channel: Any = None
        self._call: Any = None
        #: Parts of an event follow each other, and an answer belongs to whoever waits for it.
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        """Connects.

        Raises:
            FailedPreconditionError: Nobody listens there, or the package that it takes is missing.
        """
        try:
            import grpc.aio  # not above: an optional package, and a large one
        except ImportError:
            raise errors.failed_precondition(f"{self.url} needs the extra grpc (grpcio)") from None
        self._channel = grpc.aio.insecure_channel(self._target)
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S) as limit:
                await self._channel.channel_ready()
        except TimeoutError:
            if not limit.expired():
                raise
            raise errors.failed_precondition(
                f"Failed to connect to gRPC channel at {self._target} within a timeout of {CONNECT_TIMEOUT_S:.0f} s."
            ) from None
        self._call = self._channel.stream_stream(
            METHOD, request_serializer=Event.SerializeToString, response_deserializer=EventReply.FromString
        )()

    async def send_graph(self, device_name: str, graph_def: bytes) -> None:
        """Sends the graph of a partition."""
        micros = dump_names.next_micros()
        number = dump_names.graph_number(graph_def)
        chunks = [graph_def[i : i + CHUNK_NBYTES] for i in range(0, len(graph_def), CHUNK_NBYTES)] or [b""]
        async with self._turn:
            for index, chunk in enumerate(chunks):
                head = f"{number},{device_name},{micros}|{index}|{len(chunks)}|".encode()
                await self._write(dump_events.graph_event(head + chunk, micros))
            await self._answer()

    async def send_metadata(self, metadata: Mapping[str, Any]) -> None:
        """Sends what the run is."""
        event = dump_events.metadata_event({**metadata, "grpc_path": self._path}, dump_names.next_micros())
        async with self._turn:
            await self._write(event)
            await self._answer()

    async def send_tensor(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """Sends a tensor, unless its gate is closed; waits for an answer where the server has a breakpoint there.

        Raises:
            FailedPreconditionError: A string in it is too long for a message.
        """
        gate = gate_of(self.url, node.key)
        if node.is_gated and gate is None:
            return
        event = dump_events.tensor_event(node, value, frame_iteration, dump_names.next_micros())
        async with self._turn:
            for part in _parts(event):
                await self._write(part)
            if node.is_gated and gate is Gate.READ_WRITE:
                await self._answer()

    async def close(self) -> None:
        """Ends the stream, and reads what the server has still to say."""
        call, self._call = self._call, None
        try:
            if call is not None:
                async with asyncio.timeout(END_TIMEOUT_S):
                    await call.done_writing()
                    while isinstance(reply := await call.read(), EventReply):
                        take_reply(self.url, reply)
        except Exception:  # the run has ended, and whoever was to be told is gone
            call.cancel()
        finally:
            if self._channel is not None:
                await self._channel.close()

    async def _write(self, event: Event) -> None:
        try:
            await self._call.write(event)
        except Exception as fault:
            raise self._failure(fault) from None

    async def _answer(self) -> None:
        try:
            reply = await self._call.read()
        except Exception as fault:
            raise self._failure(fault) from None
        if not isinstance(reply, EventReply):
            raise errors.unavailable(f"the debugger at {self.url} has ended the stream of the run")
        take_reply(self.url, reply)

    def _failure(self, fault: Exception) -> errors.OpError:
        details = getattr(fault, "details", lambda: str(fault))()
        return errors.unavailable(f"the debugger at {self.url} cannot be told: {details}")


def _parts(event: Event) -> Iterator[Event]:
    """A tensor's event, in parts that fit into messages; each tells which of how many it is."""
    value = event.summary.value[0]
    content, strings = value.tensor.tensor_content, list(value.tensor.string_val)
    pieces: list[Any] = [content[i : i + CHUNK_NBYTES] for i in range(0, len(content), CHUNK_NBYTES)]
    if strings:
        pieces = list(_groups(strings))
    if len(pieces) <= 1:
        yield event
        return
    plugin = json.loads(value.metadata.plugin_data.content)
    for index, piece in enumerate(pieces):
        value.tensor.ClearField("string_val")
        if strings:
            value.tensor.string_val.extend(piece)
        else:
            value.tensor.tensor_content = piece
        numbers = {"numChunks": len(pieces), "chunkIndex": index}
        value.metadata.plugin_data.content = dump_events.compact_json(plugin | numbers).encode()
        yield event


def _groups(strings: list[bytes]) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    nbytes = 0
    for index, text in enumerate(strings):
        if len(text) > CHUNK_NBYTES:
            raise errors.failed_precondition(
                f"string value at index {index} ({len(text)} bytes) does not fit gRPC message size limit"
            )
        if group and nbytes + len(text) > CHUNK_NBYTES:
            yield group
            group, nbytes = [], 0
        group.append(text)
        nbytes += len(text)
    yield group
