"""Arrays to and from `TensorProto` messages.

A message holds its values either as raw bytes (`tensor_content`) or in a repeated field that depends on the dtype. The
repeated field may be shorter than the tensor: the last value then stands for the rest, and an empty field for zeros.
Such a splat becomes an array that repeats one element without using memory for each, so that a small message cannot
make a large allocation.
"""
from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto import tensor_pb2, tensor_shape_pb2
from aioflow._proto.varints import read_varint
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.limits import DEFAULT_LIMITS, Room
from aioflow.framework.shapes import TensorShape, as_shape

Array = np.ndarray[Any, Any]

# Which repeated field holds a dtype's values; the 16-bit and smaller floats are held as their bits.
_FIELDS: dict[DType, str] = {
    dtypes.float32: "float_val", dtypes.float64: "double_val", dtypes.int64: "int64_val", dtypes.bool_: "bool_val",
    dtypes.uint32: "uint32_val", dtypes.uint64: "uint64_val", dtypes.float16: "half_val", dtypes.bfloat16: "half_val",
    dtypes.complex64: "scomplex_val", dtypes.complex128: "dcomplex_val", dtypes.string: "string_val",
    dtypes.resource: "resource_handle_val", dtypes.variant: "variant_val",
    **dict.fromkeys(dtypes.FLOAT8, "float8_val"),
    **dict.fromkeys((dtypes.int32, dtypes.int16, dtypes.int8, dtypes.uint16, dtypes.uint8), "int_val"),
    **dict.fromkeys(dtypes.SMALL_INTEGER | dtypes.QUANTIZED, "int_val"),
}  # fmt: skip
_ITEM_NBYTES = {dtype.as_datatype_enum: dtype.numpy_dtype.itemsize for dtype in dtypes.ALL}
# As in TensorFlow, whose strings have that much in the tensor itself, and more elsewhere where they are long. Here an
# element is a reference of 8 bytes to an object, which has 33 bytes and the characters.
_ITEM_NBYTES[dtypes.string.as_datatype_enum] = 24
#: Dtypes of which an array has the bytes that a message has, whatever they are.
_PLAIN = {
    dtype.as_datatype_enum: dtype.numpy_dtype
    for dtype in (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.uint8)
}
_MAX_ELEMENTS = 1 << 48  # no machine has the memory, and what is computed with such numbers still fits 64 bits
_MAX_RANK = 254  # as in TensorFlow
_MAX_NUMPY_RANK = 64


def shape_from_proto(proto: Any) -> TensorShape:
    """A `TensorShapeProto` as a shape; `InvalidArgumentError` for sizes below -1 and more than 254 dimensions."""
    if proto.unknown_rank:
        return TensorShape(None)
    if len(proto.dim) > _MAX_RANK:
        raise errors.invalid_argument(f"a shape has {len(proto.dim)} dimensions; {_MAX_RANK} are allowed")
    try:
        return TensorShape([dim.size for dim in proto.dim])
    except ValueError as error:
        raise errors.invalid_argument(f"bad shape in message: {error}") from None


def shape_to_proto(shape: TensorShape) -> Any:
    """A shape as a `TensorShapeProto`."""
    # A field of its own tells an unknown rank, since a message without dimensions is the shape of a scalar.
    if shape.sizes is None:
        return tensor_shape_pb2.TensorShapeProto(unknown_rank=True)
    dims = [tensor_shape_pb2.TensorShapeProto.Dim(size=-1 if size is None else size) for size in shape.sizes]
    return tensor_shape_pb2.TensorShapeProto(dim=dims)


def declared_nbytes(proto: Any) -> int:
    """The size of the tensor that a `TensorProto` declares, whatever it holds; 0 when that cannot be told."""
    # Python's integers: a product of sizes that a message may hold can be far beyond 64 bits.
    dims, item_nbytes = proto.tensor_shape.dim, _ITEM_NBYTES.get(proto.dtype)
    if item_nbytes is None or len(dims) > _MAX_RANK:
        return 0  # reading it tells what is wrong
    sizes = [dim.size for dim in dims]
    return 0 if sizes and min(sizes) < 0 else int(math.prod(sizes) * item_nbytes)


def tensor_from_proto(proto: Any, room: Room | None = None) -> Array:
    """The array in a `TensorProto`; it is read-only and may share memory with the message.

    Args:
        proto: The message.
        room: Bytes that arrays may still take where the message holds fewer values than the array; None for the
            default limit of one tensor.

    Raises:
        InvalidArgumentError: The dtype is unknown, the shape is not fully known or too large, or the content is not of
            the right length.
        ResourceExhaustedError: There is not enough room.
    """
    content = proto.tensor_content  # each look at it makes a copy
    if content:
        plain = _plain_array(proto, content)
        if plain is not None:
            return plain
    dtype = _dtype_of(proto)
    shape = _full_shape(proto)
    if content:
        return _from_content(content, dtype, shape)
    count = math.prod(shape)
    values = field_values(proto, dtype)[:count]  # TensorFlow, too, takes no notice of superfluous values
    if len(values) == count:
        array = values.reshape(shape)
    elif len(values) <= 1 or (dtype is dtypes.string and all(value == values[0] for value in values)):
        # Strides of 0: one element in memory, whatever the shape says.
        array = np.broadcast_to(values[:1].reshape(()) if len(values) else _zero(dtype), shape)
    else:
        # Several values, of which the last one stands for the rest: no strides can express that, so memory is needed
        # that the message does not have, and it is bounded over all constants of a graph.
        (room or Room("bytes of constants", DEFAULT_LIMITS.tensor_nbytes)).take(count * _ITEM_NBYTES[proto.dtype])
        array = _extended(values, count).reshape(shape)
    array.flags.writeable = False
    return array


def _plain_array(proto: Any, content: bytes) -> Array | None:
    """The array of a message that is as it should be, of the commonest dtypes, in a fifth of the time; else None."""
    dtype, shape = _PLAIN.get(proto.dtype), proto.tensor_shape
    sizes = [dim.size for dim in shape.dim]
    if dtype is None or not 0 < len(sizes) <= _MAX_NUMPY_RANK or shape.unknown_rank or min(sizes) <= 0:
        return None
    return np.frombuffer(content, dtype).reshape(sizes) if math.prod(sizes) * dtype.itemsize == len(content) else None


def _dtype_of(proto: Any) -> DType:
    try:
        dtype = dtypes.as_dtype(proto.dtype)
    except TypeError:
        raise errors.invalid_argument(f"TensorProto has unknown dtype {proto.dtype}") from None
    if dtype.is_ref:
        raise errors.invalid_argument(f"TensorProto has dtype {dtype.name}, which no value has")
    return dtype


def _full_shape(proto: Any) -> tuple[int, ...]:
    shape = shape_from_proto(proto.tensor_shape)
    if not shape.is_fully_defined():
        raise errors.invalid_argument(f"TensorProto has shape {shape}, which is not fully known")
    sizes = tuple(size for size in shape.as_list() if size is not None)
    # The other dimensions count also where one is 0, because numpy wants to compute strides.
    if math.prod(size or 1 for size in sizes) > _MAX_ELEMENTS or len(sizes) > _MAX_NUMPY_RANK:
        raise errors.invalid_argument(f"TensorProto has shape {shape}, which is too large")
    return sizes


def _from_content(content: bytes, dtype: DType, shape: tuple[int, ...]) -> Array:
    if dtype is dtypes.string:
        return _strings_from_content(content, shape)
    if dtype.is_object:
        raise errors.invalid_argument(f"TensorProto of dtype {dtype.name} must not have tensor_content")
    wanted = math.prod(shape) * dtype.numpy_dtype.itemsize
    if len(content) != wanted:
        raise errors.invalid_argument(
            f"TensorProto of {dtype.name} {shape} needs {wanted} bytes of tensor_content, not {len(content)}"
        )
    if dtype is dtypes.bool_:  # whatever the bytes are, the array must have truth values
        array: Array = np.frombuffer(content, np.uint8) != 0
        array.flags.writeable = False
        return array.reshape(shape)
    return np.frombuffer(content, dtype.numpy_dtype).reshape(shape)


def _strings_from_content(content: bytes, shape: tuple[int, ...]) -> Array:
    """Strings as TensorFlow's runtime writes them: all lengths as varints, then all bytes."""
    lengths: list[int] = []
    position, num_values = 0, math.prod(shape)
    with suppress(DecodeError):
        while len(lengths) < num_values:
            length, position = read_varint(content, position)
            lengths.append(length)
    if len(lengths) < num_values or position + sum(lengths) != len(content):
        raise errors.invalid_argument(f"TensorProto of strings {shape} has tensor_content that does not fit its shape")
    # The lengths add up to what is there, so no slice below is cut short.
    values = np.empty(len(lengths), object)
    for i, length in enumerate(lengths):
        values[i] = content[position : position + length]
        position += length
    values.flags.writeable = False
    return values.reshape(shape)


def field_values(proto: Any, dtype: DType) -> Array:
    """The values [n] in the repeated field for `dtype` of a `TensorProto`, whatever the message says of its shape."""
    field = _FIELDS[dtype]
    numpy_dtype = dtype.numpy_dtype
    if field == "float8_val":
        return np.frombuffer(proto.float8_val, np.uint8).view(numpy_dtype)
    raw = getattr(proto, field)
    if dtype.is_object:
        values = np.empty(len(raw), object)
        values[:] = list(raw)  # `np.array(raw, object)` would look into messages that are sequences themselves
        return values
    # Bits in an int32 per value, of which a damaged message may use more than 16: those are cut off.
    if field == "half_val":
        return np.array(raw, np.int64).astype(np.uint16).view(numpy_dtype)
    if dtype.is_complex:
        parts = np.array(raw, np.float32 if dtype is dtypes.complex64 else np.float64)
        # Pairs of real and imaginary part; a single one at the end, of a damaged message, is left out.
        return parts[: len(parts) // 2 * 2].view(numpy_dtype)
    if field == "int_val":
        return np.array(raw, np.int64).astype(numpy_dtype)
    return np.array(raw, numpy_dtype)


def _zero(dtype: DType) -> Array:
    if dtype is dtypes.string:
        return np.array(b"", object)
    if dtype.is_object:
        raise errors.invalid_argument(f"TensorProto of dtype {dtype.name} has no values")
    return np.zeros((), dtype.numpy_dtype)


def _extended(values: Array, count: int) -> Array:
    full = np.empty(count, values.dtype)
    full[: len(values)] = values
    full[len(values) :] = values[-1]
    return full


def tensor_to_proto(value: Any, dtype: DType | None = None, shape: Any = None) -> tensor_pb2.TensorProto:
    """An array (or scalar, or nested list) as a `TensorProto`.

    Args:
        value: What `numpy.asarray` takes.
        dtype: What it is converted to; the array's own when None. Quantised types and handles must be named.
        shape: The message's shape; an array of one element then stands for all.

    Returns:
        The message; scalars and arrays that repeat one element without using memory for each as a single value, other
        numbers as raw bytes.

    Raises:
        TypeError: The array's dtype is not one of TensorFlow's.
        ValueError: `shape` has another number of elements, or is not fully known.
    """
    array = _as_array(value, dtype)
    dtype = dtypes.as_dtype(array.dtype) if dtype is None else dtype.base_dtype
    array = _with_shape(array, shape)
    proto = tensor_pb2.TensorProto()
    proto.dtype = dtype.as_datatype_enum  # type: ignore[assignment] # enums are plain numbers at run time
    proto.tensor_shape.SetInParent()
    for size in array.shape:
        proto.tensor_shape.dim.add().size = size
    if array.size and (array.ndim == 0 or _is_splat(array)):
        add_values(proto, array.flat[:1], dtype)
    elif dtype.is_object:  # strings too: `tensor_content` of strings is read, but TensorFlow's Python writes none
        add_values(proto, array.ravel(), dtype)
    else:
        proto.tensor_content = np.ascontiguousarray(array).tobytes()
    return proto


def _as_array(value: Any, dtype: DType | None) -> Array:
    if dtype is not None:
        return np.asarray(value, dtype.numpy_dtype)
    # Bytes of a foreign order are turned round: a message says nothing of an order, and means little-endian.
    array = np.asarray(value)
    if array.dtype.kind in "SU" and not isinstance(value, np.ndarray):
        return np.asarray(value, object)  # numpy's own strings lose zero bytes at the end
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _with_shape(array: Array, shape: Any) -> Array:
    if shape is None:
        return array
    wanted = as_shape(shape)
    if not wanted.is_fully_defined():
        raise ValueError(f"the shape of a TensorProto must be fully known, not {wanted}")
    sizes = [size for size in wanted.as_list() if size is not None]
    return np.broadcast_to(array.reshape(()), sizes) if array.size == 1 else array.reshape(sizes)


def _is_splat(array: Array) -> bool:
    # By strides alone: comparing elements would take as long as writing them.
    strides = [stride for stride, size in zip(array.strides, array.shape, strict=True) if size > 1]
    return bool(strides) and not any(strides)


def add_values(proto: Any, values: Array, dtype: DType) -> None:
    """Appends `values` [n] to the repeated field for `dtype` of a `TensorProto`."""
    field = _FIELDS[dtype]
    if field == "float8_val":
        proto.float8_val = values.tobytes()
    elif field == "half_val":
        proto.half_val.extend(values.view(np.uint16).tolist())
    elif dtype.is_complex:
        getattr(proto, field).extend(values.view(values.real.dtype).tolist())
    elif dtype is dtypes.string:
        proto.string_val.extend(v.encode() if isinstance(v, str) else v for v in values.tolist())
    elif dtype.is_object:
        getattr(proto, field).extend(v.to_proto() if hasattr(v, "to_proto") else v for v in values.tolist())
    elif field == "int_val":
        proto.int_val.extend(int(v) for v in values)
    else:
        getattr(proto, field).extend(values.tolist())
