# Generated from aioflow/ops/definitions/control_flow_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.control_flow_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def abort(*, error_msg: str | bytes = "", exit_without_error: bool = False, name: str | None = None) -> Operation:
    """Abort() -> ()."""
    return apply_op("Abort", [], {"error_msg": error_msg, "exit_without_error": exit_without_error}, name)


def control_trigger(name: str | None = None) -> Operation:
    """ControlTrigger() -> ()."""
    return apply_op("ControlTrigger", [], {}, name)


def enter(
    data: TensorLike,
    *,
    frame_name: str | bytes,
    is_constant: bool = False,
    parallel_iterations: int = 10,
    name: str | None = None,
) -> Tensor:
    """Enter(data: T) -> (output: T)."""
    return apply_op(
        "Enter",
        [data],
        {"frame_name": frame_name, "is_constant": is_constant, "parallel_iterations": parallel_iterations},
        name,
    ).outputs[0]


def exit(data: TensorLike, name: str | None = None) -> Tensor:
    """Exit(data: T) -> (output: T)."""
    return apply_op("Exit", [data], {}, name).outputs[0]


def loop_cond(input: TensorLike, name: str | None = None) -> Tensor:
    """LoopCond(input: bool) -> (output: bool)."""
    return apply_op("LoopCond", [input], {}, name).outputs[0]


class MergeOutputs(NamedTuple):
    """The outputs of Merge."""

    output: Tensor
    value_index: Tensor


def merge(inputs: Sequence[TensorLike], name: str | None = None) -> MergeOutputs:
    """Merge(inputs: N * T) -> (output: T, value_index: int32)."""
    return MergeOutputs(*grouped(apply_op("Merge", [inputs], {}, name)))


def next_iteration(data: TensorLike, name: str | None = None) -> Tensor:
    """NextIteration(data: T) -> (output: T)."""
    return apply_op("NextIteration", [data], {}, name).outputs[0]


def no_op(name: str | None = None) -> Operation:
    """NoOp() -> ()."""
    return apply_op("NoOp", [], {}, name)


def recv(
    *,
    tensor_type: DTypeLike,
    tensor_name: str | bytes,
    send_device: str | bytes,
    send_device_incarnation: int,
    recv_device: str | bytes,
    client_terminated: bool = False,
    name: str | None = None,
) -> Tensor:
    """Recv() -> (tensor: tensor_type).

    Stateful.
    """
    return apply_op(
        "Recv",
        [],
        {
            "tensor_type": tensor_type,
            "tensor_name": tensor_name,
            "send_device": send_device,
            "send_device_incarnation": send_device_incarnation,
            "recv_device": recv_device,
            "client_terminated": client_terminated,
        },
        name,
    ).outputs[0]


def ref_enter(
    data: TensorLike,
    *,
    frame_name: str | bytes,
    is_constant: bool = False,
    parallel_iterations: int = 10,
    name: str | None = None,
) -> Tensor:
    """RefEnter(data: Ref(T)) -> (output: Ref(T))."""
    return apply_op(
        "RefEnter",
        [data],
        {"frame_name": frame_name, "is_constant": is_constant, "parallel_iterations": parallel_iterations},
        name,
    ).outputs[0]


def ref_exit(data: TensorLike, name: str | None = None) -> Tensor:
    """RefExit(data: Ref(T)) -> (output: Ref(T))."""
    return apply_op("RefExit", [data], {}, name).outputs[0]


class RefMergeOutputs(NamedTuple):
    """The outputs of RefMerge."""

    output: Tensor
    value_index: Tensor


def ref_merge(inputs: Sequence[TensorLike], name: str | None = None) -> RefMergeOutputs:
    """RefMerge(inputs: Ref(N * T)) -> (output: Ref(T), value_index: int32)."""
    return RefMergeOutputs(*grouped(apply_op("RefMerge", [inputs], {}, name)))


def ref_next_iteration(data: TensorLike, name: str | None = None) -> Tensor:
    """RefNextIteration(data: Ref(T)) -> (output: Ref(T))."""
    return apply_op("RefNextIteration", [data], {}, name).outputs[0]


def ref_select(index: TensorLike, inputs: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """RefSelect(index: int32, inputs: Ref(N * T)) -> (output: Ref(T))."""
    return apply_op("RefSelect", [index, inputs], {}, name).outputs[0]


class RefSwitchOutputs(NamedTuple):
    """The outputs of RefSwitch."""

    output_false: Tensor
    output_true: Tensor


def ref_switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> RefSwitchOutputs:
    """RefSwitch(data: Ref(T), pred: bool) -> (output_false: Ref(T), output_true: Ref(T))."""
    return RefSwitchOutputs(*grouped(apply_op("RefSwitch", [data, pred], {}, name)))


def send(
    tensor: TensorLike,
    *,
    tensor_name: str | bytes,
    send_device: str | bytes,
    send_device_incarnation: int,
    recv_device: str | bytes,
    client_terminated: bool = False,
    name: str | None = None,
) -> Operation:
    """Send(tensor: T) -> ().

    Stateful.
    """
    return apply_op(
        "Send",
        [tensor],
        {
            "tensor_name": tensor_name,
            "send_device": send_device,
            "send_device_incarnation": send_device_incarnation,
            "recv_device": recv_device,
            "client_terminated": client_terminated,
        },
        name,
    )


class SwitchOutputs(NamedTuple):
    """The outputs of Switch."""

    output_false: Tensor
    output_true: Tensor


def switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> SwitchOutputs:
    """Switch(data: T, pred: bool) -> (output_false: T, output_true: T)."""
    return SwitchOutputs(*grouped(apply_op("Switch", [data, pred], {}, name)))
