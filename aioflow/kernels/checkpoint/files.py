"""Files that are read at any place, renamed, and the folders in which they lie."""
from __future__ import annotations

import os
from contextlib import suppress
from types import TracebackType
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.file_errors import file_errors
from aioflow.framework.limits import DEFAULT_LIMITS

Octets = np.ndarray[Any, np.dtype[np.uint8]]


class PlacedFile:
    """A file of which any part can be read. Use it in a `with` statement.

    Args:
        path: Where it is.

    Attributes:
        path: The same.
        nbytes: How long it was when it was opened.

    Raises:
        NotFoundError: There is no such file.
        FailedPreconditionError: It is a folder, or part of its path is no folder.
        PermissionDeniedError: It may not be read.
    """

    def __init__(self, path: bytes) -> None:
        self.path = path
        with file_errors(path):
            # Unbuffered: parts are read straight into the arrays that they become.
            self._file = open(path, "rb", buffering=0)  # noqa: SIM115 - closed by __exit__
            self.nbytes = os.fstat(self._file.fileno()).st_size

    def __enter__(self) -> PlacedFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the reading."""
        self._file.close()

    def read(self, offset: int, nbytes: int) -> Octets:
        """Some bytes, [nbytes]; memory is taken only if the file is that long.

        Raises:
            OutOfRangeError: It is not.
            ResourceExhaustedError: They are more than a tensor may have, or there is no memory for them.
        """
        if nbytes > DEFAULT_LIMITS.tensor_nbytes:
            raise errors.resource_exhausted(
                f"{os.fsdecode(self.path)}; {nbytes} bytes at once exceed the limit of {DEFAULT_LIMITS.tensor_nbytes}"
            )
        # Offsets and sizes are numbers in files. A wrong one must fail here, not when memory runs out.
        if min(offset, nbytes) < 0 or offset + nbytes > self.nbytes:
            raise errors.out_of_range("Read less bytes than requested")
        try:
            octets = np.empty(nbytes, np.uint8)
        except MemoryError:
            raise errors.resource_exhausted(f"no memory for {nbytes} bytes of {os.fsdecode(self.path)}") from None
        rest = octets.data
        with file_errors(self.path):
            self._file.seek(offset)
            # One call need not read all: Linux gives about 2 GiB at most.
            while rest:
                count = self._file.readinto(rest)
                # The file has become shorter since it was opened.
                if not count:
                    raise errors.out_of_range("Read less bytes than requested")
                rest = rest[count:]
        return octets


def rename(path: bytes, new_path: bytes) -> None:
    """Gives a file another name; the errors are those of `PlacedFile`."""
    with file_errors(path):
        os.replace(path, new_path)


def make_folder_of(path: bytes) -> None:
    """Makes the folder in which a file is to lie, but none around it; raises NotFoundError if that one misses, too."""
    folder = os.path.dirname(path)
    with file_errors(folder), suppress(FileExistsError):
        if folder:
            os.mkdir(folder)

