"""Readers: making them, and what they read. One kernel serves both generations of handles."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext, as_object_array, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.data_flow.queues import Queue
from aioflow.kernels.handles import kept_resource, resource_of
from aioflow.kernels.io.reader_formats import (
    Records,
    fixed_length_records,
    identity,
    text_lines,
    tf_records,
    whole_file,
)
from aioflow.kernels.io.readers import Reader
from aioflow.kernels.string_arrays import string_array

# ---- making


def _reader(
    ctx: KernelContext, records: Callable[[bytes], Records], is_one_record: bool = False, uses_pool: bool = True
) -> Any:
    """The handle of the node's reader, which is made at the first call."""
    # Errors name the kind of reader without the generation of its op, as in TensorFlow.
    label = f"{ctx.kernel.op_def.name.removesuffix('V2')} '{ctx.node_name}'"

    def any_will_do(found: Reader) -> None:
        """A reader of another kind that has the shared name is used, as in TensorFlow."""

    return kept_resource(
        ctx, Reader, lambda _: Reader(label, records, is_one_record, uses_pool), any_will_do, uses_node_name=True
    )


def _check_not_negative(**values: int) -> None:
    """Raises `InvalidArgumentError`, which names the attribute, for a negative number."""
    for name, value in values.items():
        if value < 0:
            raise errors.invalid_argument(f"{name} must be >= 0 not {value}")


@kernel("IdentityReaderV2", "IdentityReader", cheap=True)
def identity_reader(ctx: KernelContext) -> Any:
    """A reader whose records are the names in the queue."""
    # No file is touched, so that the event loop can do it.
    return _reader(ctx, identity, is_one_record=True, uses_pool=False)


@kernel("WholeFileReaderV2", "WholeFileReader", cheap=True)
def whole_file_reader(ctx: KernelContext) -> Any:
    """A reader whose records are whole files."""
    return _reader(ctx, whole_file, is_one_record=True)


@kernel("TextLineReaderV2", "TextLineReader", cheap=True)
def text_line_reader(ctx: KernelContext, *, skip_header_lines: int) -> Any:
    """A reader whose records are lines, behind `skip_header_lines` of each file."""
    _check_not_negative(skip_header_lines=skip_header_lines)
    return _reader(ctx, partial(text_lines, skip_header_lines=skip_header_lines))


@kernel("TFRecordReaderV2", "TFRecordReader", cheap=True)
def tf_record_reader(ctx: KernelContext, *, compression_type: bytes) -> Any:
    """A reader of files of TensorFlow's kind."""
    return _reader(ctx, partial(tf_records, compression=compression_type.decode(errors="replace")))


@kernel("FixedLengthRecordReader", cheap=True)
def fixed_length_record_reader(
    ctx: KernelContext, *, header_bytes: int, record_bytes: int, footer_bytes: int, hop_bytes: int
) -> Any:
    """A reader as of FixedLengthRecordReaderV2, without compression."""
    return _fixed_length(ctx, header_bytes, record_bytes, footer_bytes, hop_bytes, b"")


@kernel("FixedLengthRecordReaderV2", cheap=True)
def fixed_length_record_reader_v2(
    ctx: KernelContext, *, header_bytes: int, record_bytes: int, footer_bytes: int, hop_bytes: int, encoding: bytes
) -> Any:
    """A reader of pieces of `record_bytes`, which begin every `hop_bytes` (0: one behind the other)."""
    return _fixed_length(ctx, header_bytes, record_bytes, footer_bytes, hop_bytes, encoding)


def _fixed_length(
    ctx: KernelContext, header_bytes: int, record_bytes: int, footer_bytes: int, hop_bytes: int, encoding: bytes
) -> Any:
    """The handle of a reader of records that are equally long."""
    _check_not_negative(
        header_bytes=header_bytes, record_bytes=record_bytes, footer_bytes=footer_bytes, hop_bytes=hop_bytes
    )
    return _reader(
        ctx,
        partial(
            fixed_length_records, header_nbytes=header_bytes, record_nbytes=record_bytes, footer_nbytes=footer_bytes,
            hop_nbytes=hop_bytes, compression=encoding.decode(errors="replace"),
        ),
    )  # fmt: skip


# ---- reading


@kernel("ReaderReadV2", "ReaderRead")
async def reader_read(ctx: KernelContext, reader_handle: Any, queue_handle: Any) -> tuple[Array, Array]:
    """The next record, key and value ([] each); waits for a file's name where none is open."""
    reader, queue = resource_of(ctx, reader_handle, Reader), resource_of(ctx, queue_handle, Queue)
    ((key, value),) = await reader.read(ctx, queue, 1)
    return as_object_array(key), as_object_array(value)


@kernel("ReaderReadUpToV2", "ReaderReadUpTo")
async def reader_read_up_to(
    ctx: KernelContext, reader_handle: Any, queue_handle: Any, num_records: Array
) -> tuple[Array, Array]:
    """The next records of one file, keys and values ([n] each); n is `num_records` ([]) or what the file has left."""
    require_scalar(num_records, "num_records")
    number = int(num_records)
    if number < 0:
        raise errors.invalid_argument(f"num_records must be >= 0 not {number}")
    reader, queue = resource_of(ctx, reader_handle, Reader), resource_of(ctx, queue_handle, Queue)
    # For no records no file need be opened, nor the queue waited for.
    records = await reader.read(ctx, queue, number) if number else []
    keys, values = [key for key, _ in records], [value for _, value in records]
    return string_array(keys, (len(keys),)), string_array(values, (len(values),))


# ---- the state


@kernel("ReaderNumRecordsProducedV2", "ReaderNumRecordsProduced", cheap=True)
def reader_num_records_produced(ctx: KernelContext, reader_handle: Any) -> Any:
    """The number of records that the reader has given ([] int64)."""
    return np.int64(resource_of(ctx, reader_handle, Reader).num_records_produced)


@kernel("ReaderNumWorkUnitsCompletedV2", "ReaderNumWorkUnitsCompleted", cheap=True)
def reader_num_work_units_completed(ctx: KernelContext, reader_handle: Any) -> Any:
    """The number of files that the reader has read to their end ([] int64)."""
    return np.int64(resource_of(ctx, reader_handle, Reader).num_work_units_completed)


@kernel("ReaderResetV2", "ReaderReset")
async def reader_reset(ctx: KernelContext, reader_handle: Any) -> None:
    """Lets the reader forget what it has read."""
    await resource_of(ctx, reader_handle, Reader).reset()


@kernel("ReaderSerializeStateV2", "ReaderSerializeState")
async def reader_serialize_state(ctx: KernelContext, reader_handle: Any) -> Array:
    """The reader's state ([]), with which ReaderRestoreState goes on."""
    return as_object_array(await resource_of(ctx, reader_handle, Reader).saved_state())


@kernel("ReaderRestoreStateV2", "ReaderRestoreState")
async def reader_restore_state(ctx: KernelContext, reader_handle: Any, state: Array) -> None:
    """Goes on where a reader was when `state` ([]) was saved."""
    if state.ndim:
        raise errors.invalid_argument(f"Reader state must be scalar, but had shape: {shown(state.shape)}")
    await resource_of(ctx, reader_handle, Reader).restore(bytes(state.item()))
