"""Datasets in folders: a file that says what is there, and a folder of parts with a record for each component.

A saved dataset is PATH/snapshot.metadata and PATH/RUN/SHARD.shard/00000000.snapshot, as in TensorFlow. RUN is a number
by chance, so each save has a folder of its own. The metadata names one of them, and is replaced as the last step.
"""
from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.saved_dataset_pb2 import AioflowSavedDataset
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework import SCALAR, UNKNOWN, DType, TensorShape, string, tensor_from_proto, tensor_to_proto, variant
from aioflow.framework.file_errors import file_error, file_errors, make_folders
from aioflow.framework.kernels import as_object_array
from aioflow.framework.whole_files import file_written_whole
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import Dataset, Element, ElementsDataset, Pull, Stage, check_element
from aioflow.kernels.io.reader_formats import tf_records
from aioflow.kernels.io.readers import OpenFile
from aioflow.kernels.io.record_files import RecordWriter
from aioflow.kernels.pool_work import on_pool

_METADATA = "snapshot.metadata"
# TensorFlow's version of parts that are files of records.
_VERSION = 2
_COMPRESSED = ("GZIP", "ZLIB")


def _compression_of_files(name: str) -> str:
    """The compression of files; none at all for names that nobody knows, as in TensorFlow."""
    if name == "SNAPPY":
        raise errors.unimplemented("saved datasets are not compressed by SNAPPY: use GZIP, ZLIB or no compression")
    return name if name in _COMPRESSED else ""


# ---- writing


class FolderWriter:
    """Writes the elements of a dataset to a folder. Its methods may block.

    Args:
        path: The folder, made if there is none. What was saved there before stays until `finish`.
        compression: Of the files.

    Raises:
        OpError: Files or folders cannot be made; so do the methods.
    """

    def __init__(self, path: bytes, compression: str) -> None:
        self._path = Path(os.fsdecode(path))
        #: The folder of this save. By chance, so that two saves at the same time do not write into each other's.
        self._run_id = str(secrets.randbits(64))
        self._compression = _compression_of_files(compression)
        #: The open files of parts, by number.
        self._parts: dict[int, RecordWriter] = {}
        self._num_elements = 0
        #: Whether nothing more is to be written. Never goes back to false.
        self._is_closed = False
        _make_folder(self._path / self._run_id)

    def write(self, element: Element, dtypes: Sequence[DType], shard: int) -> None:
        """Appends an element to one of the parts."""
        part = self._parts.get(shard) or self._new_part(shard)
        for value, dtype in zip(element, dtypes, strict=True):
            # Handles and variants mean nothing to another process.
            if dtype.is_object and dtype is not string:
                raise errors.unimplemented(f"elements of dtype {dtype.wire_name} cannot be saved")
            part.write(tensor_to_proto(value, dtype).SerializeToString())
        self._num_elements += 1

    def _new_part(self, shard: int) -> RecordWriter:
        """Begins a part and its one file."""
        # Numbers of parts are unsigned in names, but signed where the function gives them.
        folder = self._path / self._run_id / f"{shard % (1 << 64):08d}.shard"
        _make_folder(folder)
        part = self._parts[shard] = RecordWriter(str(folder / "00000000.snapshot"), self._compression)
        # A step that is cancelled closes the writer while an element is being written on a thread. Whichever comes
        # second, this look or the other thread's at the parts, ends the file.
        if self._is_closed:
            self._end_files()
        return part

    def close(self) -> None:
        """Ends the files; from any thread, also while `write` is at work on another."""
        self._is_closed = True
        self._end_files()

    def _end_files(self) -> None:
        # Once each, and all of them: ending one may fail, when the disk is full.
        with ExitStack() as parts:
            while self._parts:
                parts.callback(self._parts.popitem()[1].close)

    def finish(self, dtypes: Sequence[DType]) -> None:
        """Ends the files and says that they hold the dataset."""
        self._end_files()
        record = AioflowSavedDataset(
            run_id=self._run_id, creation_timestamp=time.time_ns() // 1000, version=_VERSION,
            num_elements=self._num_elements, finalized=True,
        )  # fmt: skip
        for dtype in dtypes:
            record.dtype.append(dtype.as_datatype_enum)  # type: ignore[arg-type] # enums are plain numbers at run time
        path = self._path / _METADATA
        # Readers find the old dataset or the new one. After a crash before it the folder of the run is there, but
        # nothing names it.
        with file_errors(path), file_written_whole(bytes(path)) as draft:
            draft.file.write(record.SerializeToString())


def _make_folder(path: Path) -> None:
    """Makes a folder, with all above it; raises errors that name it."""
    try:
        make_folders(path)
    except ValueError:
        raise errors.invalid_argument(f"no folder can have the name {str(path)!r}") from None


# ---- reading


def read_metadata(path: bytes) -> AioflowSavedDataset:
    """The message that says which dataset is in the folder.

    Raises:
        NotFoundError: No dataset was saved there.
        DataLossError: The file is damaged.
    """
    file = Path(os.fsdecode(path)) / _METADATA
    try:
        return AioflowSavedDataset.FromString(file.read_bytes())
    except FileNotFoundError:
        raise errors.not_found(f"Could not find metadata file [{os.fsdecode(path)}]") from None
    except OSError as fault:
        raise file_error(file, fault) from None
    except ValueError:
        raise errors.not_found(f"Could not find metadata file [{os.fsdecode(path)!r}]") from None
    except DecodeError:
        raise errors.data_loss(f"Can't parse {file} as binary proto") from None


def saved_parts(path: bytes, run_id: str, compression: str, dtypes: Sequence[DType]) -> Dataset:
    """A dataset of datasets, one for each part in the folder."""
    # The last part of it only: the name is from a file, and must not lead anywhere else.
    folder = Path(os.fsdecode(path)) / Path(run_id).name
    kind = _compression_of_files(compression)
    # No folder has a NUL in its name, for which some versions of Python find nothing and others raise.
    found = [] if "\0" in folder.name else sorted(folder.glob("*.shard"))
    parts = [PartDataset(_files_in(part), kind, dtypes) for part in found]
    return ElementsDataset([(as_object_array(part),) for part in parts], [variant], [SCALAR])


def _files_in(part: Path) -> list[bytes]:
    """The files of a part, in order. TensorFlow may have several, one for each time that it went on after a stop."""
    return sorted(os.fsencode(file) for file in part.glob("*.snapshot"))


class PartDataset(Dataset):
    """The elements in files of a part, one file after the other.

    Args:
        files: Their names.
        compression: As `FileBytes` takes it.
        dtypes: The dtypes of an element's components.
    """

    def __init__(self, files: Sequence[bytes], compression: str, dtypes: Sequence[DType]) -> None:
        super().__init__(dtypes, [UNKNOWN] * len(dtypes))
        self.files = files
        self.compression = compression

    def _stage(self, level: int) -> Stage:
        return _Part(self)


class _Part(Stage):
    """A pass over the files of a part."""

    def __init__(self, dataset: PartDataset) -> None:
        self._dataset = dataset
        #: The files that are not read to their end; the first one is the current one. None is opened before its turn.
        self._files = [OpenFile(tf_records(name, dataset.compression)) for name in dataset.files]

    async def next(self, pull: Pull) -> Element | None:
        """The next element; a rest of a file that is too little for one is left out."""
        dataset = self._dataset
        while self._files:
            await pull.breathe()
            file = self._files[0]
            if not file.has(len(dataset.dtypes)):
                await on_pool(pull.ctx, partial(file.fill, len(dataset.dtypes)))
            records = file.take(len(dataset.dtypes))
            if len(records) == len(dataset.dtypes):
                element = tuple(_tensor_in(record) for _, record in records)
                check_element(element, dataset.dtypes, dataset.shapes)
                return element
            # The file stays: each later request fails with the same error.
            if file.error is not None:
                raise type(file.error)(message=file.error.message)
            self._files.pop(0)
        return None


def _tensor_in(record: bytes) -> Array:
    """The tensor in a record; raises DataLossError if there is none."""
    try:
        return tensor_from_proto(TensorProto.FromString(record))
    except (DecodeError, errors.InvalidArgumentError):
        raise errors.data_loss("Unable to parse tensor from stored proto.") from None


class LoadedDataset(Dataset):
    """Elements that a function makes of the parts of a saved dataset.

    Args:
        source: Its elements.
        dtypes: What their components must be.
        shapes: Likewise.
        cardinality: How many were saved.
    """

    def __init__(
        self, source: Dataset, dtypes: Sequence[DType], shapes: Sequence[TensorShape], cardinality: int
    ) -> None:
        super().__init__(dtypes, shapes, cardinality, [source])
        self._source = source

    def _stage(self, level: int) -> Stage:
        return _Loaded(self._source.stage(level), self)


class _Loaded(Stage):
    """A pass that checks each element."""

    def __init__(self, source: Stage, dataset: LoadedDataset) -> None:
        self._source = source
        self._dataset = dataset

    async def next(self, pull: Pull) -> Element | None:
        element = await self._source.next(pull)
        if element is not None:
            check_element(element, self._dataset.dtypes, self._dataset.shapes)
        return element
