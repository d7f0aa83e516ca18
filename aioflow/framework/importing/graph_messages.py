"""Graphs as callers hand them over, made into `GraphDef` messages: the first stage of an import."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow._proto import graph_pb2
from aioflow.framework.importing.parsing_in_parts import parse_in_parts
from aioflow.framework.limits import DEFAULT_LIMITS, Limits


def as_message(graph_def: Any, limits: Limits) -> Any:
    """`graph_def` as a message of this package.

    Args:
        graph_def: A `GraphDef` message, also TensorFlow's own, or its serialized bytes.
        limits: Bounds its size where it has to be parsed.

    Raises:
        TypeError: It is something else.
        ResourceExhaustedError: It is larger than `limits.graph_nbytes`.
        DataLossError: The bytes are not a GraphDef.
    """
    if isinstance(graph_def, (bytes, bytearray, memoryview)):
        return parse_graph_def(bytes(graph_def), limits)
    if isinstance(graph_def, graph_pb2.GraphDef):
        return graph_def
    if getattr(getattr(graph_def, "DESCRIPTOR", None), "name", "") != "GraphDef":
        raise TypeError(f"graph_def must be a GraphDef message or bytes, not {type(graph_def).__name__}")
    # TensorFlow's own message, a class of another module: the wire format is what both have in common.
    return parse_graph_def(graph_def.SerializeToString(), limits)


def parse_graph_def(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Any:
    """Reads a serialized `GraphDef`.

    Raises:
        ResourceExhaustedError: It is larger than `limits.graph_nbytes`.
        DataLossError: The bytes are not a GraphDef.
    """
    if len(data) > limits.graph_nbytes:
        raise errors.resource_exhausted(f"the graph has {len(data)} bytes; the limit is {limits.graph_nbytes}")
    message = graph_pb2.GraphDef()
    try:
        parse_in_parts(message, data)
    except Exception as error:  # protobuf's DecodeError, and what its parser raises for nesting too deep
        raise errors.data_loss(f"the bytes are not a GraphDef: {error}") from error
    return message
