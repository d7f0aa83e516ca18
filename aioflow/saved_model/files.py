"""The files of a SavedModel: read as a whole or not at all, and never more of them than is allowed."""
from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.saved_model_pb2 import SavedModel
from aioflow.framework.importing.parsing_in_parts import parse_in_parts
from aioflow.framework.limits import Limits
from aioflow.saved_model.constants import (
    ASSETS_DIRECTORY,
    SAVED_MODEL_FILENAME_PB,
    SAVED_MODEL_FILENAME_PBTXT,
    VARIABLES_DIRECTORY,
)

SAVED_MODEL_FILES = (SAVED_MODEL_FILENAME_PB, SAVED_MODEL_FILENAME_PBTXT)


def maybe_saved_model_directory(export_dir: str | os.PathLike[str]) -> bool:
    """Tells whether a folder could be a SavedModel; nothing of it is read."""
    return saved_model_file(export_dir) is not None


contains_saved_model = maybe_saved_model_directory


def saved_model_file(export_dir: str | os.PathLike[str]) -> Path | None:
    """Finds the file with the graphs of a SavedModel, or None."""
    return next((file for name in SAVED_MODEL_FILES if (file := Path(export_dir, name)).exists()), None)


def read_saved_model(export_dir: str | os.PathLike[str], limits: Limits) -> Any:
    """Reads the `SavedModel` message of a folder.

    Raises:
        OSError: There is none, it cannot be read, or it is damaged.
        ResourceExhaustedError: It is larger than `limits.graph_nbytes`.
    """
    file = saved_model_file(export_dir)
    if file is None:
        names = "|".join(reversed(SAVED_MODEL_FILES))
        raise OSError(f"SavedModel file does not exist at: {export_dir}{os.path.sep}{{{names}}}")
    with open(open_regular(file), "rb") as stream:
        # The size of the open file, and no more is read than that: it may grow meanwhile, or be replaced.
        nbytes = os.fstat(stream.fileno()).st_size
        if nbytes > limits.graph_nbytes:
            raise errors.resource_exhausted(f"{file} has {nbytes} bytes; the limit is {limits.graph_nbytes}")
        data = stream.read(nbytes)
    try:
        if file.suffix == ".pbtxt":
            return text_format.Parse(data.decode(), SavedModel())
        message = SavedModel()
        parse_in_parts(message, data)
        return message
    except (DecodeError, text_format.ParseError, UnicodeDecodeError, RecursionError) as error:
        raise OSError(f"Cannot parse file {file}: {error}.") from error


def open_regular(file: Path) -> int:
    """Opens a regular file for reading; pipes and devices, which might never end, are refused unopened.

    Returns:
        The descriptor, which the caller has to close.

    Raises:
        OSError: It is not a regular file, or cannot be opened.
        ValueError: No file can have that name.
    """
    # Asked twice: opening a pipe would wait for its writer, and between the question and the opening somebody may put a
    # pipe in the place of the file. O_NONBLOCK keeps even that from waiting.
    if stat.S_ISREG(os.stat(file).st_mode):
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        os.close(descriptor)  # it was replaced in between
    raise OSError(f"{file} is not a regular file")


def meta_graph_with(saved_model: Any, tags: Iterable[str]) -> Any:
    """Finds the `MetaGraphDef` of a SavedModel that has exactly these tags.

    Raises:
        RuntimeError: There is none; the message names the tags that there are.
    """
    wanted = set(tags)
    available = [set(meta_graph.meta_info_def.tags) for meta_graph in saved_model.meta_graphs]
    if wanted not in available:
        raise RuntimeError(
            f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel, with "
            f"available tags '{available}'. `aioflow inspect` shows what is in it."
        )
    return saved_model.meta_graphs[available.index(wanted)]


def check_files_nbytes(export_dir: str | os.PathLike[str], limits: Limits) -> None:
    """Raises `ResourceExhaustedError` where variables and assets are larger than `limits.files_nbytes` together."""
    folders = [os.path.join(export_dir, name) for name in (VARIABLES_DIRECTORY, ASSETS_DIRECTORY)]
    nbytes = sum(_nbytes(folder) for folder in folders)
    if nbytes > limits.files_nbytes:
        raise errors.resource_exhausted(
            f"the variables and assets of {os.fspath(export_dir)} have {nbytes} bytes; the limit is "
            f"{limits.files_nbytes}"
        )


def _nbytes(folder: str) -> int:
    """Adds up all files below a folder; those that cannot be read fail later, when they are."""
    paths = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names]
    return sum(os.stat(path).st_size for path in paths if os.path.isfile(path))
