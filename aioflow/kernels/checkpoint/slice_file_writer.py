"""SliceFileWriter: writes a checkpoint of version 1, which is one file with the values in messages.

The file is a table. The empty key has a message that describes all tensors and their slices; each slice has a message
with its values under a key of its own. Everything is collected in memory, for the first entry tells of all others.
"""
from __future__ import annotations

import numpy as np

from aioflow import errors
from aioflow._proto.saved_tensor_slice_pb2 import SavedSliceMeta, SavedTensorSlices
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.file_errors import file_errors
from aioflow.framework.geometry.tensor_slices import Dims, SliceSpec
from aioflow.framework.shapes import TensorShape
from aioflow.framework.tensors import add_values, shape_to_proto
from aioflow.framework.whole_files import file_written_whole
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checkpoint.bundles import HEADER_KEY, VERSION, dtype_and_shape
from aioflow.kernels.checkpoint.keys import slice_key
from aioflow.kernels.checkpoint.table_writer import SortedTableWriter

_D = dtypes
# Those for which TensorFlow's kernels save and restore slices.
SAVED_DTYPES = frozenset({
    _D.float16, _D.float32, _D.float64, _D.int8, _D.uint8, _D.int16, _D.uint16, _D.int32, _D.int64, _D.bool_,
    _D.complex64, _D.complex128, _D.qint8, _D.quint8, _D.qint32, _D.string,
})  # fmt: skip
# TensorFlow's op takes them, and fails only when it makes the message, with an error of its own.
_ALMOST_SAVED = frozenset({_D.uint32, _D.uint64})
# Protocol buffers count the bytes of a message in an int32.
_MAX_MESSAGE_NBYTES = 2**31 - 1


class SliceFileWriter:
    """Collects tensors and slices of tensors, and writes them.

    Args:
        path: The file.
    """

    def __init__(self, path: bytes) -> None:
        self._path = path
        #: What the first entry will say of each tensor: type, shape, slices.
        self._meta: dict[bytes, SavedSliceMeta] = {}
        #: Serialized values by the key of the slice.
        self._values: dict[bytes, bytes] = {}

    def add(self, name: bytes, spec: SliceSpec, array: Array, dtype: DType) -> None:
        """Adds a part of a tensor, or all of it; what is added again is left out.

        Raises:
            UnimplementedError: Tensors of that type are not saved so.
            InvalidArgumentError: The same, or the name is no text, or there are more bytes than one message takes.
            InternalError: Parts of tensors of other type or shape have that name.
        """
        _check_dtype(dtype)
        self._described(name, spec.full_shape, dtype).slice.append(spec.part.to_proto())
        key = slice_key(name, spec.part)
        if key not in self._values:
            self._values[key] = _message(name, spec, array, dtype)

    def write(self) -> None:
        """Writes the file, as a whole or not at all.

        Raises:
            NotFoundError: There is no folder for it.
            FailedPreconditionError: A folder has its name, or part of its path is no folder.
            PermissionDeniedError: It may not be written.
            OpError: It cannot be written, as when the disk is full.
        """
        first = SavedTensorSlices()
        first.meta.tensor.extend(self._meta.values())
        first.meta.versions.producer = VERSION
        with file_errors(self._path), file_written_whole(self._path) as draft:
            table = SortedTableWriter(draft.file)
            table.add(HEADER_KEY, first.SerializeToString())
            for key in sorted(self._values):
                table.add(key, self._values[key])
            table.finish()

    def _described(self, name: bytes, full_shape: Dims, dtype: DType) -> SavedSliceMeta:
        """The description of a tensor as a whole; `InternalError` if it had another type or shape before."""
        if name not in self._meta:
            meta = SavedSliceMeta(name=_text(name), shape=shape_to_proto(TensorShape(list(full_shape))))
            meta.type = dtype.as_datatype_enum  # type: ignore[assignment] # enums are plain numbers at run time
            self._meta[name] = meta
        meta = self._meta[name]
        known_dtype, known_shape = dtype_and_shape(meta.type, meta.shape, name)
        if known_shape != full_shape:
            raise errors.internal(
                f"Mismatching shapes: existing tensor = {shown(known_shape)}, trying to add name {meta.name}, shape = "
                f"{shown(full_shape)}"
            )
        if known_dtype is not dtype:
            raise errors.internal(
                f"Mismatching types: existing type = {known_dtype.wire_name}, trying to add name {meta.name}, type = "
                f"{dtype.wire_name}"
            )
        return meta


def _check_dtype(dtype: DType) -> None:
    """Raises TensorFlow's errors for types that slice files do not have."""
    if dtype in _ALMOST_SAVED:
        raise errors.invalid_argument(f"Tensor slice serialization not implemented for dtype {dtype.as_datatype_enum}")
    if dtype not in SAVED_DTYPES:
        raise errors.unimplemented(f"Saving data type {dtype.wire_name} not yet supported")


def _message(name: bytes, spec: SliceSpec, array: Array, dtype: DType) -> bytes:
    """The values of a slice as a serialized message."""
    # Counted before the message is made, which takes as much memory again.
    nbytes = sum(map(len, array.reshape(-1).tolist())) if dtype.is_object else array.nbytes
    if nbytes > _MAX_MESSAGE_NBYTES:
        raise errors.invalid_argument(
            f"Tensor slice is too large to serialize (conservative estimate: {nbytes} bytes)"
        )
    entry = SavedTensorSlices()
    entry.data.name = _text(name)
    entry.data.slice.CopyFrom(spec.part.to_proto())
    # The field is there also where a slice has no elements.
    entry.data.data.SetInParent()
    add_values(entry.data.data, np.ravel(array), dtype)
    try:
        return entry.SerializeToString()
    # Protocol buffers' own error beyond 2 GiB.
    except Exception as fault:
        raise errors.invalid_argument(f"Tensor slice is too large to serialize ({fault})") from None


def _text(name: bytes) -> str:
    """A name as messages have it; `InvalidArgumentError` if it is not UTF-8."""
    try:
        return name.decode()
    except UnicodeDecodeError:
        raise errors.invalid_argument(f"the name of a tensor must be UTF-8: {name!r}") from None
