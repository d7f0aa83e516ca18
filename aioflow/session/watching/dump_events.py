"""`Event` messages that tell debuggers of tensors, graphs and runs, as TensorFlow writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from aioflow._proto.event_pb2 import Event
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework import dtypes, tensors
from aioflow.framework.kernels import ROOT_FRAME_ITERATION
from aioflow.framework.watches import DebugNode, Uninitialized

PLUGIN = "debugger"
# What a string takes in TensorFlow's memory, beside its bytes.
_STRING_NBYTES = 24


def value_nbytes(value: Any) -> int:
    """The bytes of a value, as the limit of dumps counts them."""
    if not isinstance(value, (np.ndarray, np.generic)):
        return 0
    if value.dtype.hasobject:
        texts = (len(each) for each in np.asarray(value).flat if isinstance(each, bytes))
        return _STRING_NBYTES * value.size + sum(texts)
    return int(value.nbytes)


def tensor_event(node: DebugNode, value: Any, frame_iteration: tuple[str, int], micros: int) -> Event:
    """The event of a tensor.

    Args:
        node: The node that shows it.
        value: An array, or `Uninitialized`.
        frame_iteration: The loop and the iteration in which it was computed.
        micros: The time, in microseconds since 1970.
    """
    # `wall_time` is in seconds elsewhere; debuggers write, and want, microseconds.
    event = Event(wall_time=float(micros))
    entry = event.summary.value.add(tag=node.node_name, node_name=node.key)
    fill_tensor(entry.tensor, value)
    content: dict[str, Any] = {
        "device": node.device_name, "outputSlot": node.output_slot, "numChunks": 1, "chunkIndex": 0,
    }  # fmt: skip
    if frame_iteration != ROOT_FRAME_ITERATION:
        # Not of TensorFlow, whose dumps do not say it; its readers look at the keys that they know.
        content |= {"frame": frame_iteration[0], "iteration": frame_iteration[1]}
    entry.metadata.plugin_data.plugin_name = PLUGIN
    entry.metadata.plugin_data.content = compact_json(content).encode()
    return event


def fill_tensor(proto: TensorProto, value: Any) -> None:
    """Writes a value into a message, as bytes: TensorFlow's reader takes what is elsewhere for uninitialized."""
    if isinstance(value, Uninitialized):
        proto.dtype = dtypes.as_dtype(value.dtype).as_datatype_enum  # type: ignore[assignment]
        for size in value.shape:
            proto.tensor_shape.dim.add(size=size)
        proto.tensor_shape.SetInParent()
        return
    array = np.asarray(value)
    if array.dtype.hasobject:
        dtype = _object_dtype(array)
        proto.CopyFrom(tensors.tensor_to_proto(array, dtype))
        if dtype is not dtypes.string:
            # Handles mean nothing outside of the process; that they are there is all that can be told.
            proto.tensor_content = b"\0" * max(1, array.size)
        return
    proto.dtype = dtypes.as_dtype(array.dtype).as_datatype_enum  # type: ignore[assignment]
    proto.tensor_shape.SetInParent()
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    proto.tensor_content = np.ascontiguousarray(array).tobytes()


def _object_dtype(array: Any) -> dtypes.DType:
    first = next(iter(array.flat), b"")
    if isinstance(first, (bytes, str)):
        return dtypes.string
    return dtypes.resource if hasattr(first, "to_proto") else dtypes.variant


def graph_event(graph_def: bytes, micros: int) -> Event:
    """The event of a partition's graph."""
    return Event(wall_time=float(micros), graph_def=graph_def)


def metadata_event(metadata: Mapping[str, Any], micros: int) -> Event:
    """The event that tells of a run."""
    event = Event(wall_time=float(micros))
    event.log_message.message = compact_json(metadata)
    return event


def text_event(text: str) -> Event:
    """The event of a line, such as the fetches of a run."""
    event = Event()
    event.log_message.message = text
    return event


def compact_json(document: Mapping[str, Any]) -> str:
    """JSON without blanks."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)
