"""Tensors that a session keeps between runs: `tf.get_session_handle`, `tf.get_session_tensor`, ...

A run that fetches a handle keeps the tensor and gives a `TensorHandle`; later runs are fed with that, or with its text,
in place of the tensor. Every session knows this file, so it does without the generated builders, which take longer to
import than all else in it.
"""
from __future__ import annotations

from aioflow.framework import dtypes
from aioflow.framework.graph import Operation, Tensor, get_default_graph
from aioflow.ops.building.apply_op import DTypeLike, apply_op

__all__ = ["delete_session_tensor", "get_session_handle", "get_session_tensor"]


def get_session_handle(data: Tensor, name: str | None = None) -> Tensor:
    """A handle of a tensor; a run that fetches it keeps the tensor's value in the session and gives a `TensorHandle`.

    Args:
        data: The tensor.
        name: The node's name.

    Returns:
        The handle, [] string.

    Raises:
        TypeError: `data` is no tensor.
    """
    if not isinstance(data, Tensor):
        raise TypeError(f"`data` must be of type Tensor, not {type(data).__name__}")
    # The value stays on the device that made it; only the handle's text comes back.
    with data.graph.colocate_with(data):
        return apply_op("GetSessionHandle", [data], name=name).outputs[0]


def get_session_tensor(handle: str, dtype: DTypeLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The value that a session keeps, as a tensor on the device that holds it.

    Args:
        handle: The text of a `TensorHandle`; only the device matters, which is its last part.
        dtype: The dtype of the value.
        name: The node's name.

    Returns:
        A placeholder, which takes the text of a handle; and the value that the session keeps under it.
    """
    # The device is fixed while the graph is built: one graph serves all handles of values that live there.
    with get_default_graph().device(_device_of(handle)):
        holder = _placeholder()
        return holder, apply_op("GetSessionTensor", [holder], {"dtype": dtype}, name).outputs[0]


def delete_session_tensor(handle: str, name: str | None = None) -> tuple[Tensor, Operation]:
    """An operation that makes a session forget a value.

    Args:
        handle: As for `get_session_tensor`.
        name: The node's name.

    Returns:
        A placeholder, which takes the text of a handle; and the operation.
    """
    with get_default_graph().device(_device_of(handle)):
        holder = _placeholder()
        return holder, apply_op("DeleteSessionTensor", [holder], name=name)


def _placeholder() -> Tensor:
    return apply_op("Placeholder", (), {"dtype": dtypes.string, "shape": None}).outputs[0]


def _device_of(handle: str | bytes) -> str:
    text = handle.decode() if isinstance(handle, bytes) else str(handle)
    # A handle reads "name;number;device", as TensorFlow writes it.
    return text.rpartition(";")[2]
