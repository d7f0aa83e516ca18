"""BundleReader: the tensors of a checkpoint of version 2, by name.

The index is a table. Its empty key has the header, the name of a tensor its `BundleEntryProto`: dtype, shape, and data
file, offset, size and checksum of its bytes. The entry of a tensor that was saved in slices has no bytes. It lists the
slices, each of which has an entry under a key of its own.
"""
from __future__ import annotations

import math
import os
from functools import partial
from types import TracebackType

from aioflow import errors
from aioflow._proto.tensor_bundle_pb2 import BundleEntryProto, BundleHeaderProto
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.geometry.tensor_slices import Dims, SliceSpec, TensorSlice, index_in, whole_spec
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checkpoint.bundles import (
    HEADER_KEY,
    check_array_shape,
    check_header,
    data_path,
    dtype_and_shape,
    index_path,
    parsed,
    shown_key,
)
from aioflow.kernels.checkpoint.files import PlacedFile
from aioflow.kernels.checkpoint.keys import slice_key
from aioflow.kernels.checkpoint.pieces import Piece, put_together
from aioflow.kernels.checkpoint.stored_tensors import check_storable, strings_of, tensor_of
from aioflow.kernels.checkpoint.tables import SortedTable
from aioflow.kernels.io.checksums import crc32c, masked, unmasked
from aioflow.kernels.readable_paths import readable_path


class BundleReader:
    """Reads a bundle. Use it in a `with` statement.

    Args:
        prefix: What the names of its files begin with.
        folder: Where they have to be, as for `readable_path`.

    Attributes:
        header: Its header.

    Raises:
        NotFoundError: There is no index.
        DataLossError: The index is damaged.
        UnimplementedError: Its numbers have the big end first.
        InvalidArgumentError: It is for later versions only.
        PermissionDeniedError: It is not in the folder.
    """

    def __init__(self, prefix: bytes, folder: bytes | None = None) -> None:
        self._prefix = prefix
        self._folder = folder
        self._file = PlacedFile(readable_path(index_path(prefix), folder))
        try:
            self._table = SortedTable(self._file)
            self.header = self._read_header()
        # Whoever makes this gets nothing to close.
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> BundleReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def entries(self) -> dict[bytes, BundleEntryProto]:
        """All entries by key, those of slices included; raises DataLossError where the index is damaged."""
        return {key: parsed(BundleEntryProto, value, key) for key, value in self._table if key != HEADER_KEY}

    def dtype_and_shape(self, name: bytes) -> tuple[DType, Dims]:
        """The type and the shape of a tensor.

        Raises:
            NotFoundError: It has no such tensor.
            DataLossError: The index is damaged.
        """
        entry = self._entry(name)
        return dtype_and_shape(entry.dtype, entry.shape, name)

    def place(self, name: bytes) -> tuple[int, int]:
        """The number of a tensor's data file, and its offset there; (0, 0) if it is in slices.

        Raises as `dtype_and_shape` does.
        """
        entry = self._entry(name)
        return entry.shard_id, entry.offset

    def read(self, name: bytes, spec: SliceSpec | None = None) -> Array:
        """A tensor, or a part of it.

        Args:
            name: The tensor's name.
            spec: Which part; None for all.

        Raises:
            NotFoundError: It has no such tensor, or a data file misses.
            InvalidArgumentError: The tensor has another shape, or it has not all slices.
            DataLossError: A file is damaged.
            OutOfRangeError: A data file is too short.
        """
        entry = self._entry(name)
        dtype, shape = dtype_and_shape(entry.dtype, entry.shape, name)
        if spec is not None and spec.full_shape != shape:
            raise errors.invalid_argument(
                f"tensor_name = {shown_key(name)}; shape in shape_and_slice spec {shown(spec.full_shape)} does not "
                f"match the shape stored in checkpoint: {shown(shape)}"
            )
        if not entry.slices:
            whole = self._load(entry, name)
            # A copy, since a view would keep the whole tensor in memory.
            return whole if spec is None or spec.is_whole else whole[index_in(spec.box, whole_spec(shape).box)].copy()
        spec = spec or whole_spec(shape)
        array = put_together(self._pieces(name, entry, dtype, shape), spec, dtype)
        if array is None:
            raise errors.invalid_argument(
                f"Does not have sufficient slices for partitioned tensor {shown_key(name)} to restore in slice_spec: "
                f"{spec.part}"
            )
        return array

    def _read_header(self) -> BundleHeaderProto:
        """The header; raises as the constructor does."""
        try:
            value = self._table.get(HEADER_KEY)
        except errors.DataLossError as fault:
            raise self._unreadable(f"failed to seek to header entry): {fault.message}") from None
        if value is None:
            raise self._unreadable("there is no header entry)")
        header = parsed(BundleHeaderProto, value, b"(header)")
        check_header(header)
        return header

    def _unreadable(self, why: str) -> errors.OpError:
        """The error for an index that is none, in TensorFlow's words, its parentheses included."""
        return errors.data_loss(
            f"Unable to read file ({os.fsdecode(index_path(self._prefix))}). Perhaps the file is corrupt or was "
            f"produced by a newer version of TensorFlow with format changes ({why}"
        )

    def _entry(self, key: bytes) -> BundleEntryProto:
        """The entry of a key; `NotFoundError` if there is none."""
        # A tensor without a name would find the header.
        value = self._table.get(key) if key != HEADER_KEY else None
        if value is None:
            raise errors.not_found(f"Key {shown_key(key)} not found in checkpoint")
        return parsed(BundleEntryProto, value, key)

    def _pieces(self, name: bytes, entry: BundleEntryProto, dtype: DType, shape: Dims) -> list[Piece]:
        """The slices of a tensor, none of which is read yet; `DataLossError` for one that is not within the shape."""
        pieces = []
        for proto in entry.slices:
            try:
                part = TensorSlice.from_proto(proto)
                box = part.box(shape)
            except (errors.InvalidArgumentError, errors.InternalError) as fault:
                raise errors.data_loss(f"bad entry for key {shown_key(name)}: {fault.message}") from None
            wanted = (dtype, tuple(end - start for start, end in box))
            pieces.append(Piece(part, box, partial(self._load_piece, slice_key(name, part), name, wanted)))
        return pieces

    def _load_piece(self, key: bytes, name: bytes, wanted: tuple[DType, Dims]) -> Array:
        """A slice's array, of which `wanted` tells dtype and shape."""
        entry = self._entry(key)
        # Only the list of slices says how large it is; numpy would spread one of another shape over its place.
        if dtype_and_shape(entry.dtype, entry.shape, name) != wanted:
            raise errors.data_loss(f"a slice of {shown_key(name)} is stored with another type or shape than its own")
        return self._load(entry, name)

    def _load(self, entry: BundleEntryProto, name: bytes) -> Array:
        """The data of an entry that has some."""
        dtype, shape = dtype_and_shape(entry.dtype, entry.shape, name)
        check_storable(dtype)
        check_array_shape(shape, name)
        # All that an entry says is checked before memory is taken for it: files may claim anything.
        nbytes = math.prod(shape) * dtype.size
        if dtype is not dtypes.string and entry.size != nbytes:
            raise errors.data_loss(
                f"Invalid size in bundle entry: key {shown_key(name)}; stored size {entry.size}; expected size {nbytes}"
            )
        if not 0 <= entry.shard_id < self.header.num_shards:
            raise errors.data_loss(
                f"key {shown_key(name)} is in shard {entry.shard_id} of {self.header.num_shards}, which there is not"
            )
        # Opened for each tensor: nothing is held while others are restored.
        path = data_path(self._prefix, entry.shard_id, self.header.num_shards)
        with PlacedFile(readable_path(path, self._folder)) as file:
            octets = file.read(entry.offset, entry.size)
        if dtype is dtypes.string:
            # Strings need their own way, as their checksum is not simply that of the bytes.
            array, checksum = strings_of(octets.tobytes(), shape)
        else:
            array, checksum = tensor_of(octets, shape, dtype), masked(crc32c(octets.data))
        if checksum != entry.crc32c:
            raise errors.data_loss(
                f"TensorBundle at {os.fsdecode(self._prefix)} shard {entry.shard_id} ({entry.size} bytes): Checksum "
                f"does not match: stored {unmasked(entry.crc32c)} vs. calculated on the restored bytes "
                f"{unmasked(checksum)}"
            )
        return array
