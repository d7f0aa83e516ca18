"""Tensors in strings: serialized `TensorProto` messages, byte for byte as TensorFlow's ops write them."""
from __future__ import annotations

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework import DType, as_dtype, tensor_from_proto, tensor_to_proto
from aioflow.framework.limits import Room
from aioflow.framework.tensors import declared_nbytes
from aioflow.kernels.arrays import Array, no_room, room_left


def parsed_tensor(serialized: bytes) -> tuple[Array, DType]:
    """The tensor in a serialized `TensorProto`, and its type.

    Raises:
        InvalidArgumentError: There is none in it.
    """
    try:
        proto = TensorProto.FromString(serialized)
    except DecodeError:
        raise errors.invalid_argument("Could not parse the string as a TensorProto") from None
    tensor = tensor_from_proto(proto, Room("bytes of a parsed tensor", room_left()))
    # One element may stand for any number of them without taking memory for each, which most of its consumers will.
    if declared_nbytes(proto) > room_left():
        raise no_room(tensor.shape, tensor.dtype)
    return tensor, as_dtype(proto.dtype)


def tensor_message(tensor: Array, dtype: DType) -> TensorProto:
    """A tensor with all its elements: as raw bytes, where their size is fixed."""
    if dtype.is_object:
        return tensor_to_proto(tensor, dtype)
    # `tensor_to_proto` shortens scalars and repeated elements to one value, as graphs have them;
    # SerializeTensor of TensorFlow never does.
    proto = TensorProto(tensor_content=np.ascontiguousarray(tensor).tobytes())
    proto.dtype = dtype.as_datatype_enum  # type: ignore[assignment] # enums are plain numbers at run time
    # A scalar's shape has no sizes; the field must be there nevertheless, as TensorFlow writes it.
    proto.tensor_shape.SetInParent()
    for size in tensor.shape:
        proto.tensor_shape.dim.add().size = size
    return proto
