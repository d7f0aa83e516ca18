"""Arrays to and from `TensorProto` messages.

A message holds its values either as raw bytes (`tensor_content`) or in a repeated field that depends on the dtype. The
repeated field may be shorter than the tensor: the last value then stands for the rest, and an empty field for zeros.
Such a splat becomes an array that repeats one element without using memory for each, so that a small message cannot
make a large allocation.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto import resource_handle_pb2, tensor_pb2, tensor_shape_pb2
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.limits import DEFAULT_LIMITS, Room
from aioflow.framework.shapes import TensorShape

Array = np.ndarray[Any, Any]

# Which repeated field holds a dtype's values; the 16-bit and smaller floats are held as their bits.
_FIELDS: dict[DType, str] = {
    dtypes.float32: "float_val", dtypes.float64: "double_val", dtypes.string: "string_val", dtypes.int64: "int64_val",
    dtypes.bool_: "bool_val", dtypes.uint32: "uint32_val", dtypes.uint64: "uint64_val", dtypes.complex64: "scomplex_val",
    dtypes.complex128: "dcomplex_val", dtypes.resource: "resource_handle_val", dtypes.variant: "variant_val",
    dtypes.float16: "half_val", dtypes.bfloat16: "half_val",
    **dict.fromkeys(dtypes.FLOAT8, "float8_val"),
    **dict.fromkeys((dtypes.int32, dtypes.int16, dtypes.int8, dtypes.uint16, dtypes.uint8), "int_val"),
    **dict.fromkeys(dtypes.SMALL_INTEGER | dtypes.QUANTIZED, "int_val"),
}  # fmt: skip
_MAX_ELEMENTS = 1 << 48
_MAX_RANK = 254  # as in TensorFlow


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
    if shape.dims is None:
        return tensor_shape_pb2.TensorShapeProto(unknown_rank=True)
    dims = [tensor_shape_pb2.TensorShapeProto.Dim(size=-1 if size is None else size) for size in shape.dims]
    return tensor_shape_pb2.TensorShapeProto(dim=dims)


def tensor_from_proto(proto: Any, room: Room | None = None) -> Array:
    """The array in a `TensorProto`; it is read-only and may share memory with the message.

    Args:
        proto: The message.
        room: Bytes that arrays may still take where the message holds fewer values than the array; None for the
            default limit of one tensor.

    Raises:
        InvalidArgumentError: The dtype is unknown, the shape is not fully known, or there are too many or too few bytes.
        ResourceExhaustedError: There is not enough room.
    """
    try:
        dtype = dtypes.as_dtype(proto.dtype).base_dtype
    except TypeError:
        raise errors.invalid_argument(f"TensorProto has unknown dtype {proto.dtype}") from None
    shape = _full_shape(proto)
    if proto.tensor_content:
        return _from_content(proto.tensor_content, dtype, shape)
    count = math.prod(shape)
    values = _values(proto, dtype)[:count]  # TensorFlow, too, takes no notice of superfluous values
    if len(values) == count:
        array = values.reshape(shape)
    elif len(values) <= 1:
        array = np.broadcast_to(values[0] if len(values) else _zero(dtype), shape)
    else:
        (room or Room("bytes of constants", DEFAULT_LIMITS.tensor_nbytes)).take(count * values.dtype.itemsize)
        array = _extended(values, count).reshape(shape)
    array.flags.writeable = False
    return array


def _full_shape(proto: Any) -> tuple[int, ...]:
    shape = shape_from_proto(proto.tensor_shape)
    if not shape.is_fully_defined():
        raise errors.invalid_argument(f"TensorProto has shape {shape}, which is not fully known")
    sizes = tuple(size for size in shape.as_list() if size is not None)
    if math.prod(sizes) > _MAX_ELEMENTS or len(sizes) > 64:
        raise errors.invalid_argument(f"TensorProto has shape {shape}, which is too large")
    return sizes


def _from_content(content: bytes, dtype: DType, shape: tuple[int, ...]) -> Array:
    if dtype is dtypes.string or dtype.is_object:
        raise errors.invalid_argument(f"TensorProto of dtype {dtype.name} must not have tensor_content")
    wanted = math.prod(shape) * dtype.as_numpy_dtype.itemsize
    if len(content) != wanted:
        raise errors.invalid_argument(f"TensorProto of {dtype.name} {shape} needs {wanted} bytes of tensor_content, not {len(content)}")
    return np.frombuffer(content, dtype.as_numpy_dtype).reshape(shape)


def _values(proto: Any, dtype: DType) -> Array:
    field = _FIELDS[dtype]
    numpy_dtype = dtype.as_numpy_dtype
    if field == "float8_val":
        return np.frombuffer(proto.float8_val, np.uint8).view(numpy_dtype)
    raw = getattr(proto, field)
    if dtype.is_object:
        values = np.empty(len(raw), object)
        values[:] = list(raw)
        return values
    if field == "half_val":
        return np.array(raw, np.int64).astype(np.uint16).view(numpy_dtype)
    if dtype.is_complex:
        return _complex(raw, numpy_dtype)
    if field == "int_val":
        return np.array(raw, np.int64).astype(numpy_dtype)
    return np.array(raw, numpy_dtype)


def _complex(raw: Any, numpy_dtype: np.dtype[Any]) -> Array:
    if len(raw) % 2:
        raise errors.invalid_argument(f"TensorProto has {len(raw)} parts of complex numbers, which is odd")
    parts = np.array(raw, np.float32 if numpy_dtype.itemsize == 8 else np.float64)
    return parts.view(numpy_dtype)


def _zero(dtype: DType) -> Any:
    if dtype is dtypes.string:
        return np.array(b"", object)
    if dtype.is_object:
        raise errors.invalid_argument(f"TensorProto of dtype {dtype.name} has no values")
    return np.zeros((), dtype.as_numpy_dtype)


def _extended(values: Array, count: int) -> Array:
    full = np.empty(count, values.dtype)
    full[: len(values)] = values
    full[len(values) :] = values[-1]
    return full


def tensor_to_proto(value: Any, dtype: DType | None = None, shape: TensorShape | None = None) -> Any:
    """An array (or scalar) as a `TensorProto`.

    Args:
        value: Array or scalar.
        dtype: Needed where the array's dtype does not tell it (quantised types, handles); else its own.
        shape: The message's shape when `value` is one element that stands for all.

    Returns:
        The message; constant arrays as a single value, other numbers as raw bytes.
    """
    array = np.asarray(value)
    dtype = dtype or dtypes.as_dtype(array.dtype)
    sizes = array.shape if shape is None else tuple(shape.as_list())
    proto = tensor_pb2.TensorProto(dtype=dtype.as_datatype_enum)
    proto.tensor_shape.SetInParent()
    for size in sizes:
        proto.tensor_shape.dim.add().size = size or 0
    if dtype.is_object:
        _add_objects(proto, array, dtype)
    elif array.size and _is_splat(array):
        _add_value(proto, array.flat[0], dtype)
    elif array.ndim == 0:
        _add_value(proto, array[()], dtype)
    else:
        proto.tensor_content = np.ascontiguousarray(array).tobytes()
    return proto


def _is_splat(array: Array) -> bool:
    return array.size > 1 and not any(stride for stride, size in zip(array.strides, array.shape, strict=True) if size > 1)


def _add_objects(proto: Any, array: Array, dtype: DType) -> None:
    flat = [array.flat[0]] if _is_splat(array) else array.ravel().tolist()
    if dtype is dtypes.string:
        proto.string_val.extend(v.encode() if isinstance(v, str) else v for v in flat)
    elif dtype is dtypes.resource:
        proto.resource_handle_val.extend(handle if isinstance(handle, resource_handle_pb2.ResourceHandleProto) else handle.to_proto() for handle in flat)
    else:
        proto.variant_val.extend(v if isinstance(v, tensor_pb2.VariantTensorDataProto) else v.to_proto() for v in flat)


def _add_value(proto: Any, value: Any, dtype: DType) -> None:
    field = _FIELDS[dtype]
    one = np.array([value], dtype.as_numpy_dtype)
    if field == "float8_val":
        proto.float8_val = one.tobytes()
    elif field == "half_val":
        proto.half_val.append(int(one.view(np.uint16)[0]))
    elif dtype.is_complex:
        getattr(proto, field).extend([float(one[0].real), float(one[0].imag)])
    elif field == "int_val":
        proto.int_val.append(int(one[0]))
    else:
        getattr(proto, field).append(one[0].item())
