# Generated from aioflow/ops/definitions/control_flow.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.control_flow` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def abort(*, error_msg: str | bytes = "", exit_without_error: bool = False, name: str | None = None) -> Operation:
    """Abort() -> ()."""
    return apply_op("Abort", [], {"error_msg": error_msg, "exit_without_error": exit_without_error}, name)


def async_py_func(
    input: Sequence[TensorLike],
    *,
    token: str | bytes,
    Tout: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """AsyncPyFunc(input: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op("AsyncPyFunc", [input], {"token": token, "Tout": Tout}, name).outputs)


def case(
    branch_index: TensorLike,
    input: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    branches: Sequence[Any],
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> list[Tensor]:
    """Case(branch_index: int32, input: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op(
        "Case",
        [branch_index, input],
        {"Tout": Tout, "branches": branches, "output_shapes": output_shapes},
        name,
    ).outputs)


def control_trigger(name: str | None = None) -> Operation:
    """ControlTrigger() -> ()."""
    return apply_op("ControlTrigger", [], {}, name)


def device_index(*, device_names: Sequence[str | bytes], name: str | None = None) -> Tensor:
    """DeviceIndex() -> (index: int32).

    Stateful.
    """
    return apply_op("DeviceIndex", [], {"device_names": device_names}, name).outputs[0]


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


def fake_param(*, dtype: DTypeLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """FakeParam() -> (output: dtype)."""
    return apply_op("FakeParam", [], {"dtype": dtype, "shape": shape}, name).outputs[0]


def for_(
    start: TensorLike,
    limit: TensorLike,
    delta: TensorLike,
    input: Sequence[TensorLike],
    *,
    body: Any,
    name: str | None = None,
) -> list[Tensor]:
    """For(start: int32, limit: int32, delta: int32, input: T) -> (output: T)."""
    return list(apply_op("For", [start, limit, delta, input], {"body": body}, name).outputs)


def if_(
    cond: TensorLike,
    input: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    then_branch: Any,
    else_branch: Any,
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> list[Tensor]:
    """If(cond: Tcond, input: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op(
        "If",
        [cond, input],
        {"Tout": Tout, "then_branch": then_branch, "else_branch": else_branch, "output_shapes": output_shapes},
        name,
    ).outputs)


def loop_cond(input: TensorLike, name: str | None = None) -> Tensor:
    """LoopCond(input: bool) -> (output: bool)."""
    return apply_op("LoopCond", [input], {}, name).outputs[0]


def map_defun(
    arguments: Sequence[TensorLike],
    captured_inputs: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    f: Any,
    max_intra_op_parallelism: int = 1,
    name: str | None = None,
) -> list[Tensor]:
    """MapDefun(arguments: Targuments, captured_inputs: Tcaptured) -> (output: output_types)."""
    return list(apply_op(
        "MapDefun",
        [arguments, captured_inputs],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "f": f,
            "max_intra_op_parallelism": max_intra_op_parallelism,
        },
        name,
    ).outputs)


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
    """Adds an operation that does nothing: something to wait for, or to wait with.

    NoOp() -> ().
    """
    return apply_op("NoOp", [], {}, name)


def partitioned_call(
    args: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    f: Any,
    config: str | bytes = "",
    config_proto: str | bytes = "",
    executor_type: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """PartitionedCall(args: Tin) -> (output: Tout)."""
    return list(apply_op(
        "PartitionedCall",
        [args],
        {"Tout": Tout, "f": f, "config": config, "config_proto": config_proto, "executor_type": executor_type},
        name,
    ).outputs)


def py_func(
    input: Sequence[TensorLike],
    *,
    token: str | bytes,
    Tout: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """PyFunc(input: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op("PyFunc", [input], {"token": token, "Tout": Tout}, name).outputs)


def py_func_stateless(
    input: Sequence[TensorLike],
    *,
    token: str | bytes,
    Tout: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """PyFuncStateless(input: Tin) -> (output: Tout)."""
    return list(apply_op("PyFuncStateless", [input], {"token": token, "Tout": Tout}, name).outputs)


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


class RefSwitchOutputs(NamedTuple):
    """The outputs of RefSwitch."""

    output_false: Tensor
    output_true: Tensor


def ref_switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> RefSwitchOutputs:
    """RefSwitch(data: Ref(T), pred: bool) -> (output_false: Ref(T), output_true: Ref(T))."""
    return RefSwitchOutputs(*grouped(apply_op("RefSwitch", [data, pred], {}, name)))


def remote_call(
    target: TensorLike,
    args: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    f: Any,
    name: str | None = None,
) -> list[Tensor]:
    """RemoteCall(target: string, args: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op("RemoteCall", [target, args], {"Tout": Tout, "f": f}, name).outputs)


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


def stateful_partitioned_call(
    args: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    f: Any,
    config: str | bytes = "",
    config_proto: str | bytes = "",
    executor_type: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """StatefulPartitionedCall(args: Tin) -> (output: Tout).

    Stateful.
    """
    return list(apply_op(
        "StatefulPartitionedCall",
        [args],
        {"Tout": Tout, "f": f, "config": config, "config_proto": config_proto, "executor_type": executor_type},
        name,
    ).outputs)


def stateless_case(
    branch_index: TensorLike,
    input: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    branches: Sequence[Any],
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> list[Tensor]:
    """StatelessCase(branch_index: int32, input: Tin) -> (output: Tout)."""
    return list(apply_op(
        "StatelessCase",
        [branch_index, input],
        {"Tout": Tout, "branches": branches, "output_shapes": output_shapes},
        name,
    ).outputs)


def stateless_if(
    cond: TensorLike,
    input: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    then_branch: Any,
    else_branch: Any,
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> list[Tensor]:
    """StatelessIf(cond: Tcond, input: Tin) -> (output: Tout)."""
    return list(apply_op(
        "StatelessIf",
        [cond, input],
        {"Tout": Tout, "then_branch": then_branch, "else_branch": else_branch, "output_shapes": output_shapes},
        name,
    ).outputs)


def stateless_while(
    input: Sequence[TensorLike],
    *,
    cond: Any,
    body: Any,
    output_shapes: Sequence[ShapeLike] = (),
    parallel_iterations: int = 10,
    name: str | None = None,
) -> list[Tensor]:
    """StatelessWhile(input: T) -> (output: T)."""
    return list(apply_op(
        "StatelessWhile",
        [input],
        {"cond": cond, "body": body, "output_shapes": output_shapes, "parallel_iterations": parallel_iterations},
        name,
    ).outputs)


class SwitchOutputs(NamedTuple):
    """The outputs of Switch."""

    output_false: Tensor
    output_true: Tensor


def switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> SwitchOutputs:
    """Switch(data: T, pred: bool) -> (output_false: T, output_true: T)."""
    return SwitchOutputs(*grouped(apply_op("Switch", [data, pred], {}, name)))


def symbolic_gradient(
    input: Sequence[TensorLike],
    *,
    Tout: Sequence[DTypeLike],
    f: Any,
    name: str | None = None,
) -> list[Tensor]:
    """SymbolicGradient(input: Tin) -> (output: Tout)."""
    return list(apply_op("SymbolicGradient", [input], {"Tout": Tout, "f": f}, name).outputs)


def to_bool(input: TensorLike, name: str | None = None) -> Tensor:
    """ToBool(input: T) -> (output: bool)."""
    return apply_op("ToBool", [input], {}, name).outputs[0]


def while_(
    input: Sequence[TensorLike],
    *,
    cond: Any,
    body: Any,
    output_shapes: Sequence[ShapeLike] = (),
    parallel_iterations: int = 10,
    name: str | None = None,
) -> list[Tensor]:
    """While(input: T) -> (output: T).

    Stateful.
    """
    return list(apply_op(
        "While",
        [input],
        {"cond": cond, "body": body, "output_shapes": output_shapes, "parallel_iterations": parallel_iterations},
        name,
    ).outputs)
