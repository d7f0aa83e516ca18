"""tf.load_graph: graphs in files."""
from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import graph_pb2
from aioflow.framework.file_errors import file_error
from aioflow.framework.graph.graph import Graph
from aioflow.framework.importing import import_graph_def, parse_graph_def
from aioflow.framework.limits import DEFAULT_LIMITS, Limits


def load_graph(
    path: str | os.PathLike[str],
    input_map: Mapping[str, Any] | None = None,
    name: str = "",
    trust: str = "untrusted",
    limits: Limits | None = None,
) -> Graph:
    """A new graph from a file that holds a `GraphDef`.

    Args:
        path: The file: text if its name ends in ".pbtxt", else the binary form.
        input_map: As for `import_graph_def`.
        name: Prefix of the nodes' names; none when "".
        trust: "untrusted", or "full" for models that may touch files, processes and the network.
        limits: Bounds that are checked before memory is used.

    Returns:
        The graph.

    Raises:
        NotFoundError: There is no such file.
        DataLossError: It holds no GraphDef.
        OpError: It cannot be read.
        ValueError, NotFoundError, PermissionDeniedError, ResourceExhaustedError: As for `import_graph_def`.
    """
    graph = Graph()
    with graph.as_default():
        message = read_graph_def(path, limits or DEFAULT_LIMITS)
        import_graph_def(message, input_map, name=name, trust=trust, limits=limits)
    return graph


def read_graph_def(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> graph_pb2.GraphDef:
    """The `GraphDef` in a file, in text form if its name ends in ".pbtxt"; errors as for `load_graph`."""
    file = Path(path)
    try:
        # Asked before the file is read: a limit that needs the whole file in memory would protect nobody.
        nbytes = file.stat().st_size
        if nbytes > limits.graph_nbytes:
            raise errors.resource_exhausted(f"{file} has {nbytes} bytes; the limit is {limits.graph_nbytes}")
        data = file.read_bytes()
    except FileNotFoundError:
        raise errors.not_found(f"there is no file {file}") from None
    except IsADirectoryError:
        raise errors.failed_precondition(f"{file} is a folder, not a file with a GraphDef") from None
    except OSError as fault:
        raise file_error(file, fault) from None
    # The ending decides and not the content: no magic number tells the two forms apart.
    message: graph_pb2.GraphDef = _parse_text(data, file) if file.suffix == ".pbtxt" else parse_graph_def(data, limits)
    return message


def _parse_text(data: bytes, file: Path) -> graph_pb2.GraphDef:
    try:
        return text_format.Parse(data, graph_pb2.GraphDef())
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise errors.data_loss(f"{file} is not a GraphDef in text form: {error}") from error
