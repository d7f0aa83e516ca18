"""Drafts: files that are there as a whole or not at all, one by itself or several that belong together."""
from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


class Draft:
    """A file that is written under a passing name, until it takes the place of the file that it is for.

    A rename is one operation: readers, and whoever starts after a crash, find the old file or the new one, no part.
    Faults of the operating system are not translated. Whoever makes a draft must call `discard` at last.

    Args:
        path: The name that it is to have.

    Attributes:
        name: The passing name.
        file: The open file.

    Raises:
        OSError: No file can be made there.
    """

    def __init__(self, path: bytes) -> None:
        self._path = path
        # TensorFlow's name for it. In the same folder, for a rename does not lead from one file system to another;
        # random, so that two saves under one name do not write into one draft.
        self.name = path + b".tempstate%d" % secrets.randbits(64)
        self.file: BinaryIO = open(self.name, "xb")  # noqa: SIM115 - closed by `finish` or `discard`

    def finish(self) -> None:
        """Writes what is still in the buffer; raises OSError where there is no room for it."""
        self.file.close()

    def take_place(self) -> None:
        """Gives the finished file its name."""
        os.replace(self.name, self._path)

    def discard(self) -> None:
        """Deletes the file, unless it has taken its place; it would only take room."""
        # Closing writes the rest of the buffer, for which there may be no room.
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            os.unlink(self.name)


@contextmanager
def file_written_whole(path: bytes) -> Iterator[Draft]:
    """A draft, which takes its place when the block has ended well."""
    draft = Draft(path)
    try:
        yield draft
        draft.finish()
        draft.take_place()
    finally:
        draft.discard()
