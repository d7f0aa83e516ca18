"""Reading model files that nobody vouches for: kind and cost of a file are known before it is parsed."""
from __future__ import annotations

import mmap
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import graph_pb2, saved_model_pb2
from aioflow.cli.exits import BadInput
from aioflow.cli.terminal import nbytes_text, one_line, printable
from aioflow.framework.importing.wire_cost import parse_cost
from aioflow.framework.limits import DEFAULT_LIMITS, MIB, Limits
from aioflow.saved_model.files import SAVED_MODEL_FILES, saved_model_file
from aioflow.saved_model.files import open_regular as open_regular_file

# The first field of a message in text form, or a comment: no message in binary form begins so.
_TEXT_START = re.compile(rb"\s*(#|(node|library|versions|saved_model_schema_version|meta_graphs)\s*[{:<])")
_SAVED_MODEL_START = b"\x08"  # its field 1 is a number, that of a GraphDef is a message
_ALWAYS_PARSED_NBYTES = 1 << 15  # too small to cost much


@dataclass(frozen=True, slots=True)
class FileLimits:
    """Bounds for reading a model file; an honest file beyond them needs `--large`.

    Attributes:
        graph: Bounds for importing it.
        parse_cost: Cost of all that the file holds beside its weights, in units of about 1 µs and 100 bytes.
        text_nbytes: Size of a file in text format, of which about 1 MB is read in a second.
    """

    graph: Limits
    parse_cost: int
    text_nbytes: int


# With these nothing takes more than about 1.5 s and 150 MB besides what the weights need.
CAREFUL = FileLimits(
    Limits(
        num_nodes=40_000, num_tensors=100_000, tensor_nbytes=1024 * MIB, constants_nbytes=64 * MIB,
        files_nbytes=1024 * MIB,
    ),
    parse_cost=1_500_000,
    text_nbytes=MIB,
)
# Bounds only what no real model needs, so that a mistake ends in an error and not in a machine without memory.
LARGE = FileLimits(DEFAULT_LIMITS, 1 << 40, 256 * MIB)


@dataclass(frozen=True, slots=True)
class Model:
    """A model, read from a file.

    Attributes:
        path: The file.
        nbytes: Size of the file.
        graph_def: Its `GraphDef`.
        meta_graph: The chosen `MetaGraphDef` of a SavedModel, else None.
        tag_sets: The tags of each graph of a SavedModel.
    """

    path: Path
    nbytes: int
    graph_def: Any
    meta_graph: Any = None
    tag_sets: tuple[tuple[str, ...], ...] = ()

    @property
    def folder(self) -> Path:
        """The folder with the files of a SavedModel."""
        return self.path.parent

    @property
    def format(self) -> str:
        """The kind of file."""
        return "GraphDef" if self.meta_graph is None else "SavedModel"


def read_model(path: str, tags: str | None, limits: FileLimits) -> Model:
    """Reads a GraphDef (binary or text), or one graph of a SavedModel (its folder or file).

    Args:
        path: The file or folder.
        tags: The tags, joined by commas, of the graph wanted from a SavedModel; None for the only one, or "serve".
        limits: Bounds for reading it.

    Raises:
        BadInput: It cannot be read, is not a model, or costs too much.
    """
    file = _model_path(path)
    try:
        data, is_text = _read(file, limits)
    except OSError as error:
        raise BadInput(f"cannot read {printable(str(file))}: {error.strerror or error}") from error
    # By name or by content, since files are renamed.
    is_saved_model = file.name in SAVED_MODEL_FILES or data[:1] == _SAVED_MODEL_START
    message: Any = saved_model_pb2.SavedModel() if is_saved_model else graph_pb2.GraphDef()
    _parse(file, data, is_text, message)
    if not is_saved_model:
        if tags is not None:
            raise BadInput(f"{printable(str(file))} is a GraphDef; only the graphs of a SavedModel have tags")
        return Model(file, len(data), message)
    tag_sets = tuple(tuple(graph.meta_info_def.tags) for graph in message.meta_graphs)
    meta_graph = message.meta_graphs[_chosen(file, tag_sets, tags)]
    return Model(file, len(data), meta_graph.graph_def, meta_graph, tag_sets)


def _model_path(path: str) -> Path:
    file = Path(path)
    try:
        if not file.is_dir():
            return file
        found = saved_model_file(file)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {printable(path)}: {one_line(error)}") from error
    if found is None:
        raise BadInput(f"{printable(path)} is a folder without saved_model.pb")
    return found


def open_regular(file: Path) -> int:
    """Opens a regular file for reading; pipes and devices, which might never end, are refused unopened.

    Returns:
        The descriptor, which the caller has to close.

    Raises:
        BadInput: It is not a regular file.
        OSError: It cannot be opened.
    """
    try:
        return open_regular_file(file)
    except ValueError as error:  # a NUL in the name
        raise BadInput(f"cannot read {printable(str(file))}: {error}") from error
    except OSError as error:
        if error.errno is not None:  # the system's own error, which says why
            raise
        raise BadInput(f"{printable(str(file))} is not a regular file") from error


def _read(file: Path, limits: FileLimits) -> tuple[bytes, bool]:
    """Reads a file's bytes, and whether they are text; refuses before it reads what would cost too much."""
    descriptor = open_regular(file)
    with open(descriptor, "rb") as stream:
        nbytes = os.fstat(descriptor).st_size
        if nbytes == 0:
            raise BadInput(f"{printable(str(file))} is empty")
        if nbytes > limits.graph.graph_nbytes:
            raise BadInput(
                f"{printable(str(file))} has {nbytes_text(nbytes)}; "
                f"a model may have {nbytes_text(limits.graph.graph_nbytes)}"
            )
        start = stream.read(256)
        is_text = file.suffix == ".pbtxt" or _TEXT_START.match(start) is not None
        if is_text and nbytes > limits.text_nbytes:
            raise BadInput(
                f"{printable(str(file))} is text of {nbytes_text(nbytes)}, which takes long to read (limit "
                f"{nbytes_text(limits.text_nbytes)}); pass --large to read it nevertheless"
            )
        if not is_text and nbytes > _ALWAYS_PARSED_NBYTES:
            _check_cost(file, descriptor, start, limits)
        stream.seek(0)
        return stream.read(nbytes), is_text  # no more than was looked at, should the file grow meanwhile


def _check_cost(file: Path, descriptor: int, start: bytes, limits: FileLimits) -> None:
    is_saved_model = file.name in SAVED_MODEL_FILES or start[:1] == _SAVED_MODEL_START
    kind: Any = saved_model_pb2.SavedModel if is_saved_model else graph_pb2.GraphDef
    # Mapped, not read: the walk over the wire format touches the fields' heads and skips the weights.
    try:
        with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as data:
            parse_cost(data, kind, limits.parse_cost)
    except errors.ResourceExhaustedError as error:
        where = printable(str(file))
        raise BadInput(f"{where} is too complex: {error}; pass --large to read it nevertheless") from error
    except errors.DataLossError as error:
        raise BadInput(f"{printable(str(file))} is not a {kind.DESCRIPTOR.name}, or is damaged: {error}") from error


def _parse(file: Path, data: bytes, is_text: bool, message: Any) -> None:
    try:
        if is_text:
            text_format.Parse(data.decode(), message)
        else:
            message.ParseFromString(data)
    except Exception as error:  # protobuf's own errors, UnicodeDecodeError, RecursionError from its text parser
        reason = one_line(error) or type(error).__name__
        raise BadInput(f"{printable(str(file))} is not a {message.DESCRIPTOR.name}, or is damaged: {reason}") from error


def _chosen(file: Path, tag_sets: tuple[tuple[str, ...], ...], tags: str | None) -> int:
    if not tag_sets:
        raise BadInput(f"{printable(str(file))} is a SavedModel without any graph")
    if tags is None and len(tag_sets) == 1:  # whatever its tags are: there is nothing to choose
        return 0
    wanted = {"serve"} if tags is None else {tag for tag in tags.split(",") if tag}
    for index, tag_set in enumerate(tag_sets):
        if set(tag_set) == wanted:
            return index
    available = printable(", ".join(repr(",".join(tag_set)) for tag_set in tag_sets))
    raise BadInput(
        f"{printable(str(file))} has no graph with tags {sorted(wanted)}; choose with --tag among: {available}"
    )
