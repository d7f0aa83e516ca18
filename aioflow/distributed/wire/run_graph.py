"""RunGraph's and RecvTensor's requests and answers, framed by hand."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun
from aioflow.distributed.wire.fields import (
    Buffer,
    bytes_field,
    bytes_of,
    length_field,
    number_field,
    text_field,
    text_of,
)
from aioflow.distributed.wire.tables import (
    Table,
    Value,
    copy_of,
    flag_of,
    read_answer,
    read_message,
    read_named,
    signed_of,
    write_failure,
    write_named,
)
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType


def write_run(run: GraphRun) -> list[Buffer]:
    """The parts of a `RunGraphRequest`, which asks for errors as statuses: there their payloads are not lost."""
    parts: list[Buffer] = [text_field(1, run.graph_handle), number_field(2, run.step_id)]
    for key, (dtype, value) in run.feeds.items():
        write_named(parts, 3, key, value, dtype or dtypes.as_dtype(value.dtype))
    parts += [bytes_field(4, key.encode()) for key in run.fetches]
    parts.append(bytes_field(5, b"" if run.options is None else run.options.SerializeToString()))
    parts += [number_field(6, run.is_partial), number_field(7, run.is_last), text_field(8, run.session_handle)]
    parts += [b"\x50\x01", number_field(11, run.request_id)]
    return parts


@dataclass(slots=True)
class _Run(GraphRun):
    """A request that is being read."""

    fed: list[tuple[str, Any]] = field(default_factory=list)
    fetches: list[str] = field(default_factory=list)
    stores_errors: bool = False


def _options_of(value: Value) -> pb.ExecutorOpts | None:
    view = bytes_of(value)
    return pb.ExecutorOpts.FromString(bytes(view)) if len(view) else None


_RUN: Table = {
    1: ("graph_handle", text_of),
    2: ("step_id", signed_of),
    4: ("fetches", text_of),
    5: ("options", _options_of),
    6: ("is_partial", flag_of),
    7: ("is_last", flag_of),
    8: ("session_handle", text_of),
    9: ("stores_errors", flag_of),
    11: ("request_id", signed_of),
}


def read_run(body: Buffer, max_nbytes: int | None) -> tuple[GraphRun, bool]:
    """A request, and whether it asks for errors in the answer's body.

    Raises:
        InternalError: The bytes are no request.
    """
    try:
        made = read_message(
            body, {**_RUN, 3: ("fed", lambda value: read_named(value, max_nbytes))}, _Run("", "", 0)
        )
    except DecodeError:
        raise errors.internal("Unable to parse request") from None
    made.feeds = {key: (None, array) for key, array in made.fed}
    return made, made.stores_errors


def write_result(result: GraphResult) -> list[Buffer]:
    """The parts of a `RunGraphResponse`.

    Raises:
        InternalError: A fetched value is dead.
    """
    parts: list[Buffer] = []
    for key, (value, is_dead) in result.values.items():
        if is_dead:
            raise errors.internal(f"The tensor returned for {key} was not valid.")
        write_named(parts, 1, key, value, dtypes.as_dtype(value.dtype))
    if result.metadata:
        metadata = RunMetadata.FromString(result.metadata)
        parts.append(bytes_field(2, metadata.step_stats.SerializeToString()))
        parts += [bytes_field(4, each.SerializeToString()) for each in metadata.partition_graphs]
    return parts


def write_run_error(error: errors.OpError) -> bytes:
    """The bytes of a `RunGraphResponse` for a part that has failed."""
    return write_failure(error, 5, 6)


@dataclass(slots=True)
class _Result:
    """An answer that is being read."""

    values: list[tuple[str, Any]] = field(default_factory=list)
    step_stats: list[bytes] = field(default_factory=list)
    partition_graphs: list[bytes] = field(default_factory=list)
    code: int = 0
    text: str = ""

    def metadata(self) -> bytes:
        """What was noted of the step; b"" for nothing."""
        made = RunMetadata()
        for each in self.step_stats:
            made.step_stats.MergeFromString(each)
        for each in self.partition_graphs:
            made.partition_graphs.add().ParseFromString(each)
        return made.SerializeToString() if made.step_stats.dev_stats or made.partition_graphs else b""


_RESULT: Table = {
    1: ("values", read_named),
    2: ("step_stats", copy_of),
    4: ("partition_graphs", copy_of),
    5: ("code", signed_of),
    6: ("text", text_of),
}


def read_result(body: Buffer) -> GraphResult:
    """An answer.

    Raises:
        InternalError: The bytes are no answer.
        OpError: The part failed.
    """
    if not body:  # most parts give nothing to the client, and note nothing
        return GraphResult()
    made = read_answer(body, _RESULT, _Result())
    try:
        metadata = made.metadata() if made.step_stats or made.partition_graphs else b""
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    return GraphResult({key: (array, False) for key, array in made.values}, metadata)


def write_received(value: Any, dtype: DType, is_dead: bool, now_micros: int) -> list[Buffer]:
    """The parts of a `RecvTensorResponse`: the tensor last, as TensorFlow's reader wants it where it is to be fast."""
    tensor, nbytes = write_tensor(value, dtype)
    head = number_field(2, is_dead) + number_field(3, now_micros) + length_field(1, nbytes)
    return [head, *tensor]


@dataclass(slots=True)
class _Received:
    """An answer that is being read."""

    tensor: memoryview = field(default_factory=lambda: memoryview(b""))
    is_dead: bool = False


_RECEIVED: Table = {1: ("tensor", bytes_of), 2: ("is_dead", flag_of)}


def read_received(body: Buffer) -> tuple[Any, DType, bool]:
    """Value, dtype, and whether it is dead.

    Raises:
        InternalError: The bytes are no answer.
    """
    try:
        made = read_message(body, _RECEIVED, _Received())
        array = None if made.is_dead else read_tensor(made.tensor)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    return array, dtypes.float32, made.is_dead
