"""Arrays to and from the bytes of a `TensorProto`, without protobuf where that would copy."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError, Message

from aioflow import errors
from aioflow._proto.resource_handle_pb2 import ResourceHandleProto
from aioflow._proto.tensor_pb2 import TensorProto, VariantTensorDataProto
from aioflow.distributed.wire.fields import (
    Buffer,
    bytes_of,
    length_field,
    number_of,
    read_fields,
    read_varint,
    signed,
    varint,
)
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.tensors import declared_nbytes, tensor_from_proto, tensor_to_proto

Array = np.ndarray[Any, Any]
_DTYPE, _SHAPE, _CONTENT = 1, 2, 4
#: Below this an array is copied on its own, above it once, into the message: a view costs more than 1 kB of copying.
_SMALL_NBYTES = 1024
_MESSAGES: dict[DType, type[Message]] = {dtypes.resource: ResourceHandleProto, dtypes.variant: VariantTensorDataProto}


def write_tensor(value: Any, dtype: DType) -> tuple[list[Buffer], int]:
    """The bytes of a tensor's message, in parts to be joined, and their number.

    Args:
        value: An array or numpy scalar of this dtype.
        dtype: Decides what its values mean.
    """
    if dtype.is_object and dtype is not dtypes.string:
        written = tensor_to_proto(_with_messages(value), dtype).SerializeToString()
        return [written], len(written)
    array = np.asarray(value)
    content = _string_content(array) if dtype is dtypes.string else _raw(array)
    nbytes = len(content)
    header = _header(dtype.as_datatype_enum, array.shape)
    if nbytes:
        header += length_field(_CONTENT, nbytes)
    return [header, content], len(header) + nbytes


@lru_cache(1024)
def _header(enum: int, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_dim(size) for size in shape)
    return varint(_DTYPE << 3) + varint(enum) + length_field(_SHAPE, len(dims)) + dims


def _dim(size: int) -> bytes:
    written = b"\x08" + varint(size) if size else b""
    return length_field(2, len(written)) + written


def _raw(array: Array) -> Buffer:
    # Types that Python does not know, such as bfloat16, have no buffers but as bytes.
    if array.nbytes <= _SMALL_NBYTES:
        return array.tobytes()
    content: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(content)


def _string_content(array: Array) -> bytes:
    values = [value if isinstance(value, bytes) else str(value).encode() for value in array.flat]
    return b"".join([*(varint(len(value)) for value in values), *values])


def _with_messages(value: Any) -> Array:
    """The same with messages in place of handles."""
    given = np.asarray(value, object)
    made = np.empty(given.shape, object)
    for index in np.ndindex(given.shape):
        element: Any = given[index]
        made[index] = element.to_proto() if hasattr(element, "to_proto") else element
    return made


def read_tensor(view: memoryview, max_nbytes: int | None = None) -> Array:
    """The array of a tensor's message: read-only, and where it can be a view of these bytes.

    Elements of resources and variants are messages.

    Args:
        view: The message's bytes.
        max_nbytes: How large an array may be for which the message has fewer values than that; None for no limit.

    Raises:
        DecodeError: The bytes are no message.
        InvalidArgumentError: They are, and no tensor.
        ResourceExhaustedError: The array would be larger than `max_nbytes`.
    """
    enum = 0
    shape: tuple[int, ...] = ()
    content: memoryview | None = None
    for field, value in read_fields(view):
        if field == _DTYPE:
            enum = number_of(value)
        elif field == _SHAPE:
            found = _read_shape(bytes_of(value))
            if found is None:
                return _read_message(view, max_nbytes)
            shape = found
        elif field == _CONTENT:
            content = bytes_of(value)
        elif field != 3:  # a version that means nothing
            return _read_message(view, max_nbytes)
    if content is None:
        return _read_message(view, max_nbytes)
    try:
        dtype = dtypes.as_dtype(enum)
    except TypeError:
        raise errors.invalid_argument(f"TensorProto has unknown dtype {enum}") from None
    if dtype.is_ref or dtype is dtypes.string or dtype is dtypes.bool_:
        return _read_message(view, max_nbytes)
    if dtype.is_object:
        return _read_elements(content, math.prod(shape), _MESSAGES[dtype]).reshape(shape)
    if len(content) != math.prod(shape) * dtype.numpy_dtype.itemsize:
        raise errors.invalid_argument(f"TensorProto of {dtype.name} {shape} has {len(content)} bytes of tensor_content")
    array: Array = np.frombuffer(content, dtype.numpy_dtype).reshape(shape)
    return array


def _read_shape(view: memoryview) -> tuple[int, ...] | None:
    """The sizes of a shape; None where they are not all plain numbers."""
    sizes = []
    for field, value in read_fields(view):
        if field != 2:
            return None
        size = 0
        for inner, number in read_fields(bytes_of(value)):
            if inner == 1:
                size = signed(number_of(number))
        if size < 0:
            return None
        sizes.append(size)
    return tuple(sizes) if len(sizes) <= 32 else None


def _read_message(view: memoryview, max_nbytes: int | None) -> Array:
    proto = TensorProto.FromString(bytes(view))
    if max_nbytes is not None and declared_nbytes(proto) > max(max_nbytes, 8 * len(view)):
        raise errors.resource_exhausted(
            f"a tensor of {declared_nbytes(proto)} bytes is larger than a message may be, {max_nbytes} bytes"
        )
    return tensor_from_proto(proto)


def _read_elements(content: memoryview, count: int, kind: type[Message]) -> Array:
    """Messages, before which their lengths stand all together."""
    if count > len(content):
        raise errors.invalid_argument(f"TensorProto of {count} handles has {len(content)} bytes of tensor_content")
    lengths, position = [], 0
    for _ in range(count):
        length, position = read_varint(content, position)
        lengths.append(length)
    made = np.empty(count, object)
    for index, length in enumerate(lengths):
        if position + length > len(content):
            raise DecodeError("Error parsing message: a handle is cut short")
        made[index] = kind.FromString(bytes(content[position : position + length]))
        position += length
    return made
