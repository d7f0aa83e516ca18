"""Files that commands write: whole, or what was there before."""
from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from aioflow.cli.exits import BadInput
from aioflow.cli.terminal import one_line, printable
from aioflow.framework.whole_files import file_written_whole


def check_writable(path: str) -> None:
    """Raises BadInput unless a file can lie there, as far as that is known without writing; a run may take minutes."""
    folder = os.path.dirname(path) or "."
    # The NUL first, which no path has: some of the functions raise ValueError for it.
    if "\0" in path or not os.path.isdir(folder) or os.path.isdir(path):
        raise BadInput(f"cannot write {printable(path)}: no such folder, or a folder of that name")
    target = os.path.realpath(path)
    # A draft is made beside the file.
    if not os.access(target if is_special(target) else os.path.dirname(target), os.W_OK):
        raise BadInput(f"cannot write {printable(path)}: Permission denied")


@contextmanager
def output_file(path: str) -> Iterator[BinaryIO]:
    """Gives a file to write in, which is there as a whole when the block has ended well; else an earlier one stays.

    Raises:
        BadInput: It cannot be written, as when the disk is full.
    """
    # A link stays a link, and the file to which it leads is replaced.
    target = os.path.realpath(os.fsencode(path))
    try:
        if is_special(target):
            with open(target, "wb") as file:
                yield file
        else:
            with file_written_whole(target) as draft:
                yield draft.file
    except OSError as error:
        raise BadInput(f"cannot write {printable(path)}: {error.strerror or one_line(error)}") from error


def is_special(path: str | bytes) -> bool:
    """Whether there is a device or a pipe, such as /dev/stdout, whose place no file can take."""
    return os.path.exists(path) and not os.path.isfile(path)
