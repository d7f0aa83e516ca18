"""Debuggers at the other end of a connection."""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors, tf_debug
from aioflow._proto.debug_pb2 import DebuggedSourceFiles
from aioflow._proto.debug_service_pb2 import CallTraceback, EventReply
from aioflow.session.watching import grpc_streams

from .debugging import watching

grpc = pytest.importorskip("grpc")
State = EventReply.DebugOpStateChange


def change(state: Any, node: str = "c", op: str = "DebugIdentity") -> EventReply:
    """A reply that changes a gate."""
    return EventReply(debug_op_state_changes=[State(state=state, node_name=node, output_slot=0, debug_op=op)])


class Listener:
    """A debugger.

    Attributes:
        streams: The events of each stream.
        last_words: What it says at the end of a stream, in turn.
        breakpoint: Where set, an answer to a tensor waits for it.
        tracebacks: What it was told of graphs.
        files: The source files that it was sent.
    """

    def __init__(self) -> None:
        self.streams: list[list[Any]] = []
        self.last_words: list[EventReply] = []
        self.breakpoint: asyncio.Event | None = None
        self.tracebacks: list[Any] = []
        self.files: list[Any] = []
        self.stops = asyncio.Event()
        self.url = ""

    async def listen(self, requests: AsyncIterator[Any], context: Any) -> AsyncIterator[EventReply]:
        """Answers what has to be answered, and nothing else."""
        events: list[Any] = []
        self.streams.append(events)
        async for event in requests:
            events.append(event)
            if event.HasField("log_message"):
                yield EventReply()
            elif event.graph_def:
                _, chunk, chunks = event.graph_def.split(b"|", 3)[:3]
                if int(chunk) == int(chunks) - 1:
                    yield EventReply()
            elif self.breakpoint is not None:
                self.stops.set()
                await self.breakpoint.wait()
                yield EventReply()
        if self.last_words:
            yield self.last_words.pop(0)

    async def take_traceback(self, told: Any, context: Any) -> EventReply:
        """Takes what a graph has."""
        self.tracebacks.append(told)
        return EventReply()

    async def take_files(self, told: Any, context: Any) -> EventReply:
        """Takes source files, one in each message."""
        self.files += told.source_files
        assert len(told.source_files) == 1
        return EventReply()

    def tensors(self, stream: int = -1) -> list[Any]:
        """The values of tensors in a stream."""
        return [event.summary.value[0] for event in self.streams[stream] if event.HasField("summary")]


@asynccontextmanager
async def listening(limit_nbytes: int = 4 << 20, takes_sources: bool = False) -> AsyncIterator[Listener]:
    """A debugger that listens at this machine."""
    listener = Listener()
    server = grpc.aio.server(options=[("grpc.max_receive_message_length", limit_nbytes)])
    handler = grpc.stream_stream_rpc_method_handler(
        listener.listen, request_deserializer=tf.Event.FromString, response_serializer=EventReply.SerializeToString
    )
    methods = {"SendEvents": handler}
    if takes_sources:
        requests: dict[str, tuple[Any, Any]] = {
            "SendTracebacks": (listener.take_traceback, CallTraceback),
            "SendSourceFiles": (listener.take_files, DebuggedSourceFiles),
        }
        for name, (take, kind) in requests.items():
            methods[name] = grpc.unary_unary_rpc_method_handler(
                take, request_deserializer=kind.FromString, response_serializer=EventReply.SerializeToString
            )
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("tensorflow.EventListener", methods)])
    listener.url = f"grpc://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield listener
    finally:
        await server.stop(None)


@pytest.fixture
async def session() -> AsyncIterator[Any]:
    """A session on `c = x + 1` and `d = c * 2`."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.multiply(tf.add(x, 1.0, name="c"), 2.0, name="d")
        tf.reverse(tf.placeholder(tf.string, [None], name="text"), [0], name="same")
        async with tf.Session(graph=graph) as opened:
            yield opened


async def test_streams(session: Any) -> None:
    """O-50, O-51: a stream per URL and run: graphs when they are new, the run, tensors, of which none is answered."""
    async with listening() as listener:
        options = watching(f"{listener.url}/some/path", ("c", 0), ("d", 0), global_step=3)
        for _ in range(2):
            assert (await session.run("d:0", {"x:0": [1.0]}, options)).tolist() == [4.0]
        first, second = listener.streams
    assert [event.WhichOneof("what") for event in first] == ["graph_def", "log_message", "summary", "summary"]
    assert [event.WhichOneof("what") for event in second] == ["log_message", "summary", "summary"]
    head, chunk, chunks, graph_def = first[0].graph_def.split(b"|", 3)
    assert (head.split(b",")[1], chunk, chunks) == (b"/job:localhost/replica:0/task:0/device:CPU:0", b"0", b"1")
    assert "__dbg_c:0_0_DebugIdentity" in {node.name for node in tf.GraphDef.FromString(graph_def).node}
    document = json.loads(second[0].log_message.message)
    assert list(document)[-1] == "grpc_path"
    assert (document["grpc_path"], document["executor_step_index"], document["global_step"]) == ("/some/path", 1, 3)
    assert [value.node_name for value in listener.tensors()] == ["c:0:DebugIdentity", "d:0:DebugIdentity"]


async def test_chunks(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """O-52: what is longer than a message may be comes in parts; a string stays whole."""
    assert grpc_streams.CHUNK_NBYTES == 4_096_000
    async with listening() as listener:
        await session.run("d:0", {"x:0": np.ones(1_100_000)}, watching(listener.url, ("c", 0)))
        values = listener.tensors()
        numbers = [json.loads(value.metadata.plugin_data.content) for value in values]
        assert [(each["chunkIndex"], each["numChunks"]) for each in numbers] == [(0, 2), (1, 2)]
        assert [len(value.tensor.tensor_content) for value in values] == [4_096_000, 304_000]
        monkeypatch.setattr(grpc_streams, "CHUNK_NBYTES", 100)
        texts = [b"a" * 60, b"b" * 60, b"c" * 30]
        await session.run("same:0", {"text:0": texts}, watching(listener.url, ("same", 0)))
        assert [list(value.tensor.string_val) for value in listener.tensors()] == [texts[:0:-1], texts[:1]]
        assert sum(event.graph_def != b"" for event in listener.streams[-1]) > 1
        with pytest.raises(errors.FailedPreconditionError, match="string value at index 0 "):
            await session.run("same:0", {"text:0": [b"a" * 101]}, watching(listener.url, ("same", 0)))


async def test_gates(session: Any) -> None:
    """O-53: a closed gate lets nothing out; what a server opens is open in later runs, until it closes it."""
    async with listening() as listener:
        options = watching(listener.url, ("c", 0, ["DebugIdentity(gated_grpc=true)"]))
        listener.last_words = [change(State.READ_ONLY), EventReply(), change(State.DISABLED)]
        counts = []
        for _ in range(4):
            assert (await session.run("d:0", {"x:0": [1.0]}, options)).tolist() == [4.0]
            counts.append(len(listener.tensors()))
    assert counts == [0, 1, 1, 0]


async def test_breakpoints(session: Any) -> None:
    """O-54: where a server has a breakpoint, what reads the tensor waits for its answer."""
    async with listening() as listener:
        options = watching(listener.url, ("c", 0, ["DebugIdentity(gated_grpc=true)"]))
        listener.last_words = [change(State.READ_WRITE), change(State.DISABLED)]
        await session.run("d:0", {"x:0": [1.0]}, options)
        listener.breakpoint = asyncio.Event()
        run = asyncio.create_task(session.run("d:0", {"x:0": [1.0]}, options))
        await asyncio.wait_for(listener.stops.wait(), 10)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not run.done()
        listener.breakpoint.set()
        assert (await asyncio.wait_for(run, 10)).tolist() == [4.0]
        await session.run("d:0", {"x:0": [1.0]}, options)
        assert len(listener.tensors()) == 0


async def test_dead_addresses(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """O-55: nobody listens: the run ends with its timeout, or after a while; the session goes on."""
    options = watching("grpc://127.0.0.1:1", ("c", 0))
    options.timeout_in_ms = 50
    with pytest.raises(errors.DeadlineExceededError):
        await session.run("d:0", {"x:0": [1.0]}, options)
    assert session.statistics().timed_out == 1
    monkeypatch.setattr(grpc_streams, "CONNECT_TIMEOUT_S", 0.05)
    options.timeout_in_ms = 0
    with pytest.raises(errors.FailedPreconditionError, match="Failed to connect to gRPC channel at 127"):
        await session.run("d:0", {"x:0": [1.0]}, options)
    run = asyncio.create_task(session.run("d:0", {"x:0": [1.0]}, options))
    await asyncio.sleep(0)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert (await session.run("d:0", {"x:0": [1.0]})).tolist() == [4.0]


async def test_servers_that_leave(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that ends the stream fails the run, and no other one."""

    async def listen(self: Any, requests: Any, context: Any) -> AsyncIterator[EventReply]:
        async for _ in requests:
            return
        yield EventReply()

    monkeypatch.setattr(Listener, "listen", listen)
    async with listening() as listener:
        with pytest.raises(errors.UnavailableError, match="the debugger at grpc://"):
            await session.run("d:0", {"x:0": [1.0]}, watching(listener.url, ("c", 0)))
    assert (await session.run("d:0", {"x:0": [1.0]})).tolist() == [4.0]


async def test_files_beside(session: Any, tmp_path: Any) -> None:
    """A watch may have URLs of both kinds."""
    async with listening() as listener:
        options = watching(listener.url, ("c", 0))
        options.debug_options.debug_tensor_watch_opts[0].debug_urls.append(f"file://{tmp_path}")
        await session.run("d:0", {"x:0": [1.0]}, options)
        assert len(listener.tensors()) == 1
    assert list(tmp_path.rglob("c_0_DebugIdentity_*"))




async def test_wrappers_and_hooks(session: Any) -> None:
    """Sessions and hooks tell a debugger of all tensors, or of those that a function names."""
    async with listening() as listener:
        only = tf_debug.WatchOptions(node_name_regex_allowlist="c$")
        wrapped = tf_debug.GrpcDebugWrapperSession(session, listener.url.removeprefix("grpc://"), lambda *_: only)
        await wrapped.run("d:0", {"x:0": [1.0]})
        assert [value.node_name for value in listener.tensors()] == ["c:0:DebugIdentity"]
        with tf.Graph().as_default():
            tf.train.get_or_create_global_step()
            added = tf.add(tf.random_uniform([]), 1.0, name="added")
            async with tf.train.MonitoredSession(hooks=[tf_debug.GrpcDebugHook([listener.url])]) as monitored:
                await monitored.run(added)
        assert "added:0:DebugIdentity" in {value.node_name for value in listener.tensors()}
    with pytest.raises(ValueError, match="address"):
        tf_debug.GrpcDebugHook("")


async def test_tracebacks_and_sources() -> None:
    """O-56: when the graph has grown a debugger is told where its nodes were made, and gets the files; not else."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        y = tf.add(x, 1.0, name="made_here")
        async with listening(takes_sources=True) as listener, tf.Session(graph=graph) as session:
            wrapped = tf_debug.TensorBoardDebugWrapperSession(session, [listener.url, f"{listener.url}/a/path"])
            for _ in range(2):
                assert await wrapped.run({"y": y}, {x: 1.0}) == {"y": 2.0}
            (told,) = listener.tracebacks  # one server, though it has two paths
            assert told.call_type == CallTraceback.GRAPH_EXECUTION and told.graph_version == graph.version
            assert json.loads(told.call_key) == [["x:0"], ["made_here:0"]]
            assert not listener.tensors()  # what is gated is asked for
            last = told.origin_stack.traces[-1]
            assert told.origin_id_to_string[last.file_id] == __file__
            texts = told.graph_traceback.id_to_string
            (entry,) = (each for each in told.graph_traceback.log_entries if each.name == "made_here")
            line = entry.code_def.traces[-1]
            assert (texts[line.file_id], texts[line.function_id]) == (__file__, "test_tracebacks_and_sources")
            (file,) = (each for each in listener.files if each.file_path == __file__)
            assert file.lines[line.lineno - 1].strip() == 'y = tf.add(x, 1.0, name="made_here")' and file.bytes > 1000
            num_files = len(listener.files)
            z = tf.negative(y, name="later")
            await wrapped.run(z, {x: 1.0})
            assert len(listener.tracebacks) == 2 and len(listener.files) == 2 * num_files
            assert "later" in {each.name for each in listener.tracebacks[-1].graph_traceback.log_entries}


async def test_a_hook_sends_sources() -> None:
    """A hook does so, too; a debugger that takes no tracebacks is told the rest; one that is not there is an error."""
    async with listening(takes_sources=True) as listener, listening() as other:
        hooks = [tf_debug.TensorBoardDebugHook([listener.url, other.url])]
        with tf.Graph().as_default():
            tf.train.get_or_create_global_step()
            added = tf.add(tf.random_uniform([]), 1.0, name="added")
            async with tf.train.MonitoredSession(hooks=hooks) as monitored:
                await monitored.run(added)
        assert len(listener.tracebacks) == 1 and listener.files and other.streams


async def test_nobody_takes_sources(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A debugger that is not there is not waited for longer than for its streams."""
    monkeypatch.setattr("aioflow.tf_debug.sent_sources.CONNECT_TIMEOUT_S", 0.2)
    wrapped = tf_debug.TensorBoardDebugWrapperSession(session, "127.0.0.1:1")
    with pytest.raises(errors.UnavailableError, match=r"127\.0\.0\.1:1 cannot be told"):
        await wrapped.run("d:0", {"x:0": [1.0]})
