"""Arguments of a session's constructor and of `run`, checked for their types."""
from __future__ import annotations

from typing import Any, TypeVar

from google.protobuf.message import Message

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.framework.graph.graph import Graph

_ProtoT = TypeVar("_ProtoT", bound=Message)


def check_arguments(target: Any, graph: Any, config: Any) -> None:
    """Raises `TypeError` for constructor arguments of a wrong type."""
    # Checked by hand, because a config in the place of the target is the commonest slip in scripts for TensorFlow 1.
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"Argument `graph` must be a tf.Graph, but got {type(graph).__name__}")
    if isinstance(target, ConfigProto):
        raise TypeError("Argument `target` must be a string, but got ConfigProto. Did you mean Session(config=config)?")
    if target is not None and not isinstance(target, (str, bytes)):
        raise TypeError(f"Argument `target` must be a string, but got {type(target).__name__}")
    if config is not None and not isinstance(config, ConfigProto):
        raise TypeError(f"Argument `config` must be a tf.ConfigProto, but got {type(config).__name__}")


def message_or_none(name: str, value: Any, kind: type[_ProtoT]) -> _ProtoT | None:
    """Gives a message argument, or None for no argument; raises `TypeError` for anything else."""
    if not value:  # as in TensorFlow, where 0, "" and {} are no arguments, either
        return None
    if not isinstance(value, kind):
        raise TypeError(f"Argument `{name}` must be a tf.{kind.__name__}, but got {type(value).__name__}")
    return value
