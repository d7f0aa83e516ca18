"""RunGraph's and RecvTensor's requests and answers, framed by hand."""
from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun
from aioflow.distributed.transport.statuses import error_of
from aioflow.distributed.wire.fields import (
    Buffer,
    bytes_field,
    bytes_of,
    length_field,
    number_field,
    number_of,
    read_fields,
    signed,
    text_field,
    text_of,
)
from aioflow.distributed.wire.run_step import read_named, write_named
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType


def write_run(run: GraphRun) -> bytes:
    """The bytes of a `RunGraphRequest`, which asks for errors as statuses: there their payloads are not lost."""
    parts: list[Buffer] = [text_field(1, run.graph_handle), number_field(2, run.step_id)]
    for key, (dtype, value) in run.feeds.items():
        write_named(parts, 3, key, value, dtype or dtypes.as_dtype(value.dtype))
    parts += [bytes_field(4, key.encode()) for key in run.fetches]
    parts.append(bytes_field(5, b"" if run.options is None else run.options.SerializeToString()))
    parts += [number_field(6, run.is_partial), number_field(7, run.is_last), text_field(8, run.session_handle)]
    parts += [b"\x50\x01", number_field(11, run.request_id)]
    return b"".join(parts)


def read_run(body: bytes, max_nbytes: int | None) -> tuple[GraphRun, bool]:
    """A request, and whether it asks for errors in the answer's body.

    Raises:
        InternalError: The bytes are no request.
    """
    run, fetches = GraphRun("", "", 0), []
    feeds: dict[str, tuple[DType | None, Any]] = {}
    stores_errors = False
    try:
        for field, value in read_fields(memoryview(body)):
            if field == 1:
                run.graph_handle = text_of(value)
            elif field == 2:
                run.step_id = signed(number_of(value))
            elif field == 3:
                key, array = read_named(bytes_of(value), max_nbytes)
                feeds[key] = None, array
            elif field == 4:
                fetches.append(text_of(value))
            elif field == 5:
                run.options = pb.ExecutorOpts.FromString(bytes(bytes_of(value)))
            elif field == 6:
                run.is_partial = bool(number_of(value))
            elif field == 7:
                run.is_last = bool(number_of(value))
            elif field == 8:
                run.session_handle = text_of(value)
            elif field == 9:
                stores_errors = bool(number_of(value))
            elif field == 11:
                run.request_id = signed(number_of(value))
    except DecodeError:
        raise errors.internal("Unable to parse request") from None
    run.feeds, run.fetches = feeds, fetches
    return run, stores_errors


def write_result(result: GraphResult) -> bytes:
    """The bytes of a `RunGraphResponse`.

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
    return b"".join(parts)


def write_run_error(error: errors.OpError) -> bytes:
    """The bytes of a `RunGraphResponse` for a part that has failed."""
    return number_field(5, error.code) + bytes_field(6, error.message.encode())


def read_result(body: bytes) -> GraphResult:
    """An answer.

    Raises:
        InternalError: The bytes are no answer.
        OpError: The part failed.
    """
    if not body:  # most parts give nothing to the client, and note nothing
        return GraphResult()
    values: dict[str, tuple[Any, bool]] = {}
    metadata, code, text = RunMetadata(), 0, ""
    has_metadata = False
    try:
        for field, value in read_fields(memoryview(body)):
            if field == 1:
                key, array = read_named(bytes_of(value), None)
                values[key] = array, False
            elif field == 2:
                metadata.step_stats.ParseFromString(bytes(bytes_of(value)))
                has_metadata = has_metadata or bool(metadata.step_stats.dev_stats)
            elif field == 4:
                metadata.partition_graphs.add().ParseFromString(bytes(bytes_of(value)))
                has_metadata = True
            elif field == 5:
                code = number_of(value)
            elif field == 6:
                text = text_of(value)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    if code:
        raise error_of(code, text)
    return GraphResult(values, metadata.SerializeToString() if has_metadata else b"")


def write_received(value: Any, dtype: DType, is_dead: bool, now_micros: int) -> bytes:
    """The bytes of a `RecvTensorResponse`: the tensor last, as TensorFlow's reader wants it where it is to be fast."""
    tensor, nbytes = write_tensor(value, dtype)
    head = number_field(2, is_dead) + number_field(3, now_micros) + length_field(1, nbytes)
    return b"".join([head, *tensor])


def read_received(body: bytes) -> tuple[Any, DType, bool]:
    """Value, dtype, and whether it is dead.

    Raises:
        InternalError: The bytes are no answer.
    """
    view, is_dead = memoryview(b""), False
    try:
        for field, value in read_fields(memoryview(body)):
            if field == 1:
                view = bytes_of(value)
            elif field == 2:
                is_dead = bool(number_of(value))
        array = None if is_dead else read_tensor(view)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    return array, dtypes.float32, is_dead
