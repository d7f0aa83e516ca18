"""Graphs in files together with their collections: `tf.train.export_meta_graph`, `tf.train.import_meta_graph`."""
from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.meta_graph_pb2 import MetaGraphDef
from aioflow.framework.file_errors import file_errors, make_folders
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.framework.limits import DEFAULT_LIMITS, Limits
from aioflow.framework.whole_files import file_written_whole
from aioflow.ops.graphs.meta_graphs import graph_to_meta_graph, meta_graph_to_graph


def export_meta_graph(
    filename: str | os.PathLike[str] | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Sequence[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
) -> MetaGraphDef:
    """Exports a graph and its collections as a `MetaGraphDef`, which is also written to a file if one is named.

    Args:
        filename: The file.
        meta_info_def: A `MetaGraphDef.MetaInfoDef` to put in.
        graph_def: The graph's nodes, where they are at hand already.
        saver_def: A `SaverDef` to put in.
        collection_list: The names of the collections to put in; all when None.
        as_text: Whether the file is to be text.
        graph: The graph; the default graph when None.
        export_scope: Not taken: the whole graph is exported.
        clear_devices: Whether to forget which nodes ask for a device.
        clear_extraneous_savers: Has no effect; savers are no part of a graph.
        strip_default_attrs: Not taken: nodes have all their attributes.
        save_debug_info: Has no effect.

    Raises:
        ValueError: `export_scope` or `strip_default_attrs` is given.
        OpError: The file cannot be written; an earlier one of that name is as it was.
    """
    # Refused rather than ignored: a file that holds something else than was asked for is found out too late.
    if export_scope or strip_default_attrs:
        raise ValueError("a graph is exported as a whole, with all attributes of its nodes")
    graph = get_default_graph() if graph is None else graph
    message = graph_to_meta_graph(graph, collection_list, clear_devices)
    if graph_def is not None:
        # Through bytes here and below, because the caller's messages may be TensorFlow's own, of another class.
        message.graph_def.ParseFromString(graph_def.SerializeToString())
    if meta_info_def is not None:
        message.meta_info_def.ParseFromString(meta_info_def.SerializeToString())
    if saver_def is not None:
        message.saver_def.ParseFromString(saver_def.SerializeToString())
    if filename is not None:
        data = text_format.MessageToString(message).encode() if as_text else message.SerializeToString()
        path = Path(filename)
        make_folders(path.parent)
        with file_errors(path), file_written_whole(os.fsencode(path)) as draft:
            draft.file.write(data)
    return message


def import_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    trust: str = "untrusted",
    limits: Limits | None = None,
) -> None:
    """Adds a graph and its collections, from a `MetaGraphDef` or the name of a file with one, to the default graph.

    Args:
        meta_graph_or_file: The message or the file, which may be text.
        clear_devices: Whether to forget which nodes ask for a device.
        import_scope: Prefix of the new names, made unique; none when None.
        trust: "untrusted", or "full" for models that may touch files, processes and the network.
        limits: Bounds that are checked before memory is used.

    Raises:
        NotFoundError: There is no such file, or the graph has unknown ops.
        OpError: The file cannot be read.
        DataLossError: The file holds no MetaGraphDef.
        ValueError, PermissionDeniedError, ResourceExhaustedError: As for `import_graph_def`.
    """
    message = meta_graph_or_file
    if not hasattr(message, "collection_def"):  # a path; messages may be TensorFlow's own
        message = _read(Path(meta_graph_or_file), limits or DEFAULT_LIMITS)
    meta_graph_to_graph(message, clear_devices, import_scope, trust, limits)


def _read(path: Path, limits: Limits) -> MetaGraphDef:
    if not path.is_file():
        raise errors.not_found(f"File {path} does not exist.")
    with file_errors(path):
        nbytes = path.stat().st_size
        if nbytes > limits.graph_nbytes:
            raise errors.resource_exhausted(f"{path} has {nbytes} bytes; the limit is {limits.graph_nbytes}")
        data = path.read_bytes()
    # As in TensorFlow, its name does not tell whether a file is text. Text is hardly ever a message in binary form.
    try:
        return MetaGraphDef.FromString(data)
    except DecodeError:
        pass
    try:
        return text_format.Parse(data, MetaGraphDef())
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise errors.data_loss(f"Cannot parse file {path}: {error}") from error
