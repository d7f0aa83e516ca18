"""Lists of tensors as constants hold them: TensorFlow's messages of variants."""
from __future__ import annotations

from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.tensor_shape_pb2 import TensorShapeProto
from aioflow.framework import as_dtype, tensor_from_proto
from aioflow.framework.dtypes import variant
from aioflow.framework.tensors import shape_from_proto
from aioflow.kernels.arrays import Array
from aioflow.kernels.io.varints import read_varint
from aioflow.kernels.sequence.tensor_list import TensorList

_TYPE_NAME = "tensorflow::TensorList"
_SIGN_BIT = 1 << 31


def with_lists(array: Array) -> Array:
    """The elements [...] of a constant of dtype variant, lists in place of the messages.

    Raises:
        InvalidArgumentError: A message is damaged.
        UnimplementedError: It holds something else than a list.
    """
    result = np.empty(array.shape, object)
    for at in np.ndindex(array.shape):
        result[at] = _list_from(array[at])
    return result


def _list_from(message: Any) -> TensorList:
    if message.type_name != _TYPE_NAME:
        raise errors.unimplemented(f"Constants that hold a variant of type {message.type_name!r} cannot be read")
    try:
        return _read(message)
    except (DecodeError, TypeError, errors.DataLossError) as error:
        raise errors.invalid_argument(f"A constant's list of tensors cannot be read: {error}") from None


def _read(message: Any) -> TensorList:
    # How many elements are not set, which, the elements' dtype, how many there may be, and the shape of all.
    metadata = message.metadata
    num_unset, at = read_varint(metadata, 0)
    unset: set[int] = set()
    while num_unset > len(unset):  # each takes a byte at least, so that no number runs on for long
        index, at = read_varint(metadata, at)
        if index in unset:
            raise errors.data_loss(f"element {index} is named twice")
        unset.add(index)
    number, at = read_varint(metadata, at)
    most, at = read_varint(metadata, at)
    dtype, shape = as_dtype(number), shape_from_proto(TensorShapeProto.FromString(metadata[at:]))
    given = [_element(each) for each in message.tensors]
    for element, each in zip(given, message.tensors, strict=True):
        if each.dtype != dtype.as_datatype_enum or not shape.is_compatible_with(element.shape):
            raise errors.data_loss(f"an element is no {dtype.name} of shape {shape}")
    waiting, values = iter(given), []
    for index in range(len(given) + len(unset)):
        values.append(None if index in unset else next(waiting, None))
    # 32 bits, and negative for any number.
    return TensorList(values, dtype, shape, (most + _SIGN_BIT & 2 * _SIGN_BIT - 1) - _SIGN_BIT)


def _element(message: Any) -> Array:
    array = tensor_from_proto(message)
    return with_lists(array) if message.dtype == variant.as_datatype_enum else array
