"""Functions of `tensorflow.python.ops.collective_ops`: what several devices compute together.

Each device of a group calls the same function with the same keys, under its own `tf.device`. All of them must be in one
run, or, for devices of several tasks, in runs of one `RunOptions.experimental.collective_graph_key`.
"""
from __future__ import annotations

from typing import Any

from aioflow.framework.dtypes import as_dtype
from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.generated import collective as gen


def all_reduce(
    t: Any, group_size: int, group_key: int, instance_key: int, merge_op: str = "Add", final_op: str = "Id",
    subdiv_offsets: tuple[int, ...] = (0,), communication_hint: str = "auto", timeout: float = 0,
) -> Tensor:  # fmt: skip
    """Reduces the tensors of all devices of a group.

    Args:
        t: This device's tensor, of the same shape and dtype as the others'.
        group_size: The number of devices, at least 1.
        group_key: Names the group.
        instance_key: Names this reduction within the group.
        merge_op: "Add", "Mul", "Min" or "Max".
        final_op: "Id", or "Div" by the number of devices.
        subdiv_offsets: Into how many parts the tensor is divided, and where the ring of each begins.
        communication_hint: Has no effect.
        timeout: Seconds to wait for the others, and again for the result; 0 for any time.

    Returns:
        The result, the same on all devices.

    Raises:
        ValueError: `group_size` is less than 1.
    """
    _check_size("all_reduce", group_size, 1)
    return gen.collective_reduce(
        t, group_size=group_size, group_key=group_key, instance_key=instance_key, merge_op=merge_op,
        final_op=final_op, subdiv_offsets=subdiv_offsets, communication_hint=communication_hint,
        timeout_seconds=timeout,
    )  # fmt: skip


def all_gather(
    t: Any, group_size: int, group_key: int, instance_key: int, communication_hint: str = "auto", timeout: float = 0
) -> Tensor:
    """Puts the tensors of all devices of a group one behind the other along their first dimension.

    Args:
        t: This device's tensor, of rank 1 or more.
        group_size: See `all_reduce`; so are the others.
        group_key: See there.
        instance_key: See there.
        communication_hint: See there.
        timeout: See there.

    Raises:
        ValueError: `group_size` is less than 1.
    """
    _check_size("all_gather", group_size, 1)
    return gen.collective_gather(
        t, group_size=group_size, group_key=group_key, instance_key=instance_key, shape=[0],
        communication_hint=communication_hint, timeout_seconds=timeout,
    )  # fmt: skip


def broadcast_send(
    t: Any, shape: Any, dtype: Any, group_size: int, group_key: int, instance_key: int,
    communication_hint: str = "auto", timeout: float = 0,
) -> Tensor:  # fmt: skip
    """Sends a tensor to all other devices of a group, each of which calls `broadcast_recv`.

    Args:
        t: The tensor.
        shape: Its shape.
        dtype: Its dtype.
        group_size: The number of devices, at least 2.
        group_key: See `all_reduce`; so are the others.
        instance_key: See there.
        communication_hint: See there.
        timeout: See there.

    Returns:
        The tensor.

    Raises:
        ValueError: `group_size` is less than 2, or the tensor has another shape or dtype.
    """
    # TensorFlow says the same of both functions.
    _check_size("broadcast_send", group_size, 2)
    tensor = convert_to_tensor(t)
    if as_dtype(dtype) != tensor.dtype:
        raise ValueError(
            f"Type of broadcast_send tensor `t` not equal to declared type. Received {tensor.dtype}, expected "
            f"{as_dtype(dtype)}."
        )
    if tensor.shape.is_fully_defined() and tensor.shape != TensorShape(shape):
        raise ValueError(
            f"Shape of broadcast_send tensor `t` not equal to declared shape. Received {tensor.shape}, expected "
            f"{shape}."
        )
    return gen.collective_bcast_send(
        tensor, shape=shape, group_size=group_size, group_key=group_key, instance_key=instance_key,
        communication_hint=communication_hint, timeout_seconds=timeout,
    )  # fmt: skip


def broadcast_recv(
    shape: Any, dtype: Any, group_size: int, group_key: int, instance_key: int, communication_hint: str = "auto",
    timeout: float = 0,
) -> Tensor:  # fmt: skip
    """Receives the tensor that one device of a group sends with `broadcast_send`.

    Args:
        shape: Its shape.
        dtype: Its dtype.
        group_size: The number of devices, at least 2.
        group_key: See `all_reduce`; so are the others.
        instance_key: See there.
        communication_hint: See there.
        timeout: See there.

    Raises:
        ValueError: `group_size` is less than 2.
    """
    _check_size("broadcast_send", group_size, 2)
    return gen.collective_bcast_recv(
        T=dtype, shape=shape, group_size=group_size, group_key=group_key, instance_key=instance_key,
        communication_hint=communication_hint, timeout_seconds=timeout,
    )  # fmt: skip


def _check_size(function: str, size: int, least: int) -> None:
    if size < least:
        raise ValueError(f"Parameter `group_size` to {function} must be at least {least}. Received: {size}.")
