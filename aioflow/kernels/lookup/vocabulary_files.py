"""Vocabulary files: lookup tables filled from text, one entry a line, with columns for key and value."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.file_errors import file_error
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.handles import resource_of
from aioflow.kernels.lookup.lookup_tables import LookupTable, StaticTable
from aioflow.kernels.readable_paths import readable_path

# TensorFlow's values of `key_index` and `value_index`.
_WHOLE_LINE, _LINE_NUMBER = -2, -1
_PARSERS: dict[DType, Callable[[str], Any]] = {
    dtypes.int64: int, dtypes.int32: int, dtypes.float32: float, dtypes.float64: float,
}  # fmt: skip


@dataclass(frozen=True)
class VocabularyFile:
    """A text file with one entry a line.

    Attributes:
        path: Where it is.
        key_index: The column of the key; -1 for the line's number, -2 for the whole line.
        value_index: The same for the value.
        key_dtype: Dtype of the keys.
        value_dtype: Dtype of the values.
        vocab_size: How many lines count; all if -1.
        delimiter: Between columns, one byte.
        offset: The first line's number.

    Raises:
        InvalidArgumentError: The dtypes do not fit the columns, or the delimiter is no single character.
    """

    path: str
    key_index: int
    value_index: int
    key_dtype: DType
    value_dtype: DType
    vocab_size: int = -1
    delimiter: bytes = b"\t"
    offset: int = 0

    def __post_init__(self) -> None:
        if len(self.delimiter) != 1:
            raise errors.invalid_argument(f"delimiter should be only 1 char, not {self.delimiter!r}")
        for what, index, dtype in (
            ("key", self.key_index, self.key_dtype), ("value", self.value_index, self.value_dtype)
        ):  # fmt: skip
            if index == _LINE_NUMBER and dtype is not dtypes.int64:
                raise errors.invalid_argument(
                    f"{what}_index for line number requires table {what} dtype of int64, got {dtype.wire_name}"
                )

    def load(self) -> tuple[list[Any], list[Any]]:
        """All keys and values.

        Raises:
            NotFoundError: There is no such file.
            FailedPreconditionError: It is a folder, or part of its path is no folder.
            OpError: It cannot be read.
            OutOfRangeError: It is empty.
            InvalidArgumentError: A line is not as declared, or there are fewer than `vocab_size`.
        """
        keys: list[Any] = []
        values: list[Any] = []
        # Line by line: the file may be larger than the part of it that counts.
        for number, line in enumerate(self._lines()):
            # Bytes, not text: a vocabulary may be in any encoding.
            columns = line.split(self.delimiter)
            keys.append(self._part(self.key_index, self.key_dtype, number, line, columns))
            values.append(self._part(self.value_index, self.value_dtype, number, line, columns))
        if len(keys) < self.vocab_size:
            raise errors.invalid_argument(
                f"Invalid vocab_size in {self.path}: expected {self.vocab_size} but got {len(keys)}"
            )
        if not keys:
            raise errors.out_of_range(f"Read less bytes than requested: {self.path} is empty")
        return keys, values

    def _lines(self) -> Iterator[bytes]:
        """The lines, at most `vocab_size`, without their ends; raises as `load` does."""
        try:
            with open(self.path, "rb") as file:
                # Lines behind `vocab_size` are not even read.
                for number, raw in enumerate(islice(file, self.vocab_size if self.vocab_size >= 0 else None)):
                    line = raw.rstrip(b"\r\n")
                    if not line:
                        raise errors.invalid_argument(f"Invalid content in {self.path}: empty line at line {number}.")
                    yield line
        except OSError as fault:
            raise file_error(self.path, fault) from None

    def _part(self, index: int, dtype: DType, number: int, line: bytes, columns: Sequence[bytes]) -> Any:
        """The key or the value in a line; raises as `load` does."""
        if index == _LINE_NUMBER:
            return number + self.offset
        if index >= len(columns):
            raise errors.invalid_argument(
                f"Invalid number of columns in {self.path} line {number} ({line.decode(errors='replace')}) : expected "
                f"at least {index + 1} got {len(columns)}"
            )
        text = line if index == _WHOLE_LINE else columns[index]
        if dtype is dtypes.string:
            return text
        parse = _PARSERS.get(dtype)
        if parse is None:
            raise errors.invalid_argument(f"Data type {dtype.wire_name} not supported.")
        try:
            # ASCII: Python would also read other scripts' digits, which TensorFlow does not.
            return parse(text.decode("ascii"))
        except ValueError:
            raise errors.invalid_argument(
                f"Field {text.decode(errors='replace')} in line {number} is not a valid {dtype.wire_name}."
            ) from None


@kernel("InitializeTableFromTextFileV2", "InitializeTableFromTextFile", blocking=True)
def initialize_table_from_text_file(
    ctx: KernelContext, table_handle: Any, filename: Array, *, key_index: int, value_index: int, vocab_size: int,
    delimiter: bytes, offset: int,
) -> None:  # fmt: skip
    """Fills a static table from a text file, see `VocabularyFile`.

    Raises:
        InvalidArgumentError: The name of the file is empty, or the table is none that can be filled.
        PermissionDeniedError: The model is not trusted, and the file not in its folder.
    """
    table = resource_of(ctx, table_handle, LookupTable)
    require_scalar(filename, "filename")
    if not filename.item():
        raise errors.invalid_argument("filename cannot be empty.")
    # A model that is not trusted reads in its own folder only.
    path = readable_path(filename.item(), ctx.folder).decode(errors="surrogateescape")
    if not isinstance(table, StaticTable):
        raise errors.invalid_argument(f"Table {ctx.node_name} is not initializable")
    file = VocabularyFile(
        path, key_index, value_index, table.key_dtype, table.value_dtype, vocab_size, delimiter, offset
    )
    # How many entries there are is known only when the file was read, also by a node that comes second.
    table.initialize_with(file.load, None)
