"""SourceSender: tells debuggers at the other end of connections where the nodes of a graph were made."""
from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aioflow import errors
from aioflow._proto.debug_pb2 import DebuggedSourceFile, DebuggedSourceFiles
from aioflow._proto.debug_service_pb2 import CallTraceback, EventReply
from aioflow._proto.tfprof_log_pb2 import CodeDef
from aioflow.framework.graph.operation import user_frames
from aioflow.session.watching.grpc_streams import CHUNK_NBYTES, CONNECT_TIMEOUT_S
from aioflow.tf_debug.watch_options import WatchOptions

_SERVICE = "/tensorflow.EventListener"
_Line = tuple[str, int, str]  # file, line, function


def gated_watch(fetches: Any, feeds: Any) -> WatchOptions:
    """Watches everything, of which a debugger gets what it asks for."""
    return WatchOptions(debug_ops=["DebugIdentity(gated_grpc=true)"])


class SourceSender:
    """Sends tracebacks and the files that they name, when a graph has grown since the last time.

    Args:
        urls: "grpc://host:port" or "grpc://host:port/path".
    """

    def __init__(self, urls: Sequence[str]) -> None:
        # A server has one answer for all paths.
        self._targets = list(dict.fromkeys(url[len("grpc://") :].partition("/")[0] for url in urls))
        self._sent_version = -1
        #: Runs that are asked for meanwhile wait, and send nothing again.
        self._turn = asyncio.Lock()

    async def send(self, graph: Any, fetches: Any, feed_dict: Mapping[Any, Any] | None) -> None:
        """Sends what is new before a run.

        Raises:
            FailedPreconditionError: The package that it takes is missing.
            UnavailableError: A debugger cannot be told. One that takes no tracebacks is passed over.
        """
        origin = _lines(user_frames())
        async with self._turn:
            version = graph.version
            if version <= self._sent_version:
                return
            told, files = await asyncio.to_thread(_told, graph, version, _run_key(fetches, feed_dict), origin)
            await asyncio.gather(*(self._send_to(target, told, files) for target in self._targets))
            self._sent_version = version

    async def _send_to(self, target: str, told: CallTraceback, files: Iterable[DebuggedSourceFile]) -> None:
        try:
            import grpc.aio  # not above: an optional package, and a large one
        except ImportError:
            raise errors.failed_precondition(f"grpc://{target} needs the extra grpc (grpcio)") from None
        async with grpc.aio.insecure_channel(target) as channel:

            async def call(method: str, request: Any) -> None:
                send = channel.unary_unary(
                    f"{_SERVICE}/{method}", request_serializer=type(request).SerializeToString,
                    response_deserializer=EventReply.FromString,
                )  # fmt: skip
                await send(request, timeout=CONNECT_TIMEOUT_S, wait_for_ready=True)

            try:
                await call("SendTracebacks", told)
                for file in files:
                    await call("SendSourceFiles", DebuggedSourceFiles(source_files=[file]))
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNIMPLEMENTED:
                    text = f"the debugger at grpc://{target} cannot be told: {error.details()}"
                    raise errors.unavailable(text) from None


def _run_key(fetches: Any, feed_dict: Mapping[Any, Any] | None) -> str:
    """What tells a run from others: names of what is fed and fetched. TensorFlow puts fed values there."""
    feeds = sorted(_name(key) for key in feed_dict or ())
    return json.dumps([feeds, sorted(_names(fetches))])


def _names(fetches: Any) -> Iterable[str]:
    if isinstance(fetches, Mapping):
        fetches = list(fetches.values())
    if isinstance(fetches, (list, tuple)):
        for each in fetches:
            yield from _names(each)
    else:
        yield _name(fetches)


def _name(element: Any) -> str:
    return str(getattr(element, "name", element))


# ---- on a thread
def _told(graph: Any, version: int, key: str, origin: list[_Line]) -> tuple[CallTraceback, list[DebuggedSourceFile]]:
    """The message about a graph, and the files that it names."""
    told = CallTraceback(call_type=CallTraceback.GRAPH_EXECUTION, call_key=key, graph_version=version)
    _Texts(told.origin_id_to_string).write(origin, told.origin_stack)
    texts, names = _Texts(told.graph_traceback.id_to_string), {file for file, _, _ in origin}
    for op in graph.get_operations():
        lines = _lines(op.created_at)
        entry = told.graph_traceback.log_entries.add(name=op.name)
        texts.write(lines, entry.code_def)
        names.update(file for file, _, _ in lines)
    found = (_source_file(name) for name in sorted(names))
    return told, [file for file in found if file is not None]


class _Texts:
    """The table of texts of a message, in which each is there once."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._numbers: dict[str, int] = {}

    def write(self, lines: Iterable[_Line], code: CodeDef) -> None:
        """Writes lines of a program, whose texts get their numbers."""
        for file, line, function in lines:
            code.traces.add(file_id=self._number(file), lineno=line, function_id=self._number(function))

    def _number(self, text: str) -> int:
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._numbers) + 1
            self._table[number] = text
        return number


def _lines(created_at: str) -> list[_Line]:
    """The lines of `Operation.created_at`, outermost first; none for imported nodes."""
    found = []
    for line in created_at.splitlines():
        place, _, function = line.strip().rpartition(" in ")
        file, _, number = place.rpartition(":")
        if file and number.isdigit():
            found.append((file, int(number), function))
    return found


def _source_file(name: str) -> DebuggedSourceFile | None:
    """A file with its lines; None for one that is none, or too large for a message."""
    try:
        status = os.stat(name)
        if status.st_size > CHUNK_NBYTES:
            return None
        with open(name, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:  # typed at a prompt, or gone since
        return None
    return DebuggedSourceFile(
        host=socket.gethostname(), file_path=name, last_modified=int(status.st_mtime), bytes=status.st_size, lines=lines
    )
