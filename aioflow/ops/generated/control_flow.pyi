# Generated from protos/ops/control_flow.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def abort(*, error_msg: str | bytes = "", exit_without_error: bool = False, name: str | None = None) -> Operation: ...


def async_py_func(
    input: Sequence[TensorLike], *, token: str | bytes, Tout: Sequence[DTypeLike], name: str | None = None,
) -> list[Tensor]: ...


def case(
    branch_index: TensorLike, input: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], branches: Sequence[Any],
    output_shapes: Sequence[ShapeLike] = (), name: str | None = None,
) -> list[Tensor]: ...


def control_trigger(name: str | None = None) -> Operation: ...


def device_index(*, device_names: Sequence[str | bytes], name: str | None = None) -> Tensor: ...


def enter(
    data: TensorLike, *, frame_name: str | bytes, is_constant: bool = False, parallel_iterations: int = 10,
    name: str | None = None,
) -> Tensor: ...


def exit(data: TensorLike, name: str | None = None) -> Tensor: ...


def fake_param(*, dtype: DTypeLike, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def for_(
    start: TensorLike, limit: TensorLike, delta: TensorLike, input: Sequence[TensorLike], *, body: Any,
    name: str | None = None,
) -> list[Tensor]: ...


def if_(
    cond: TensorLike, input: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], then_branch: Any, else_branch: Any,
    output_shapes: Sequence[ShapeLike] = (), name: str | None = None,
) -> list[Tensor]: ...


def loop_cond(input: TensorLike, name: str | None = None) -> Tensor: ...


def map_defun(
    arguments: Sequence[TensorLike], captured_inputs: Sequence[TensorLike], *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], f: Any, max_intra_op_parallelism: int = 1, name: str | None = None,
) -> list[Tensor]: ...


class MergeOutputs(NamedTuple):
    """The outputs of Merge."""

    output: Tensor
    value_index: Tensor


def merge(inputs: Sequence[TensorLike], name: str | None = None) -> MergeOutputs: ...


def next_iteration(data: TensorLike, name: str | None = None) -> Tensor: ...


def no_op(name: str | None = None) -> Operation:
    """Adds an operation that does nothing: something to wait for, or to wait with.

    NoOp() -> ().
    """


def partitioned_call(
    args: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], f: Any, config: str | bytes = "",
    config_proto: str | bytes = "", executor_type: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def py_func(
    input: Sequence[TensorLike], *, token: str | bytes, Tout: Sequence[DTypeLike], name: str | None = None,
) -> list[Tensor]: ...


def py_func_stateless(
    input: Sequence[TensorLike], *, token: str | bytes, Tout: Sequence[DTypeLike], name: str | None = None,
) -> list[Tensor]: ...


def recv(
    *, tensor_type: DTypeLike, tensor_name: str | bytes, send_device: str | bytes, send_device_incarnation: int,
    recv_device: str | bytes, client_terminated: bool = False, name: str | None = None,
) -> Tensor: ...


def ref_enter(
    data: TensorLike, *, frame_name: str | bytes, is_constant: bool = False, parallel_iterations: int = 10,
    name: str | None = None,
) -> Tensor: ...


def ref_exit(data: TensorLike, name: str | None = None) -> Tensor: ...


class RefMergeOutputs(NamedTuple):
    """The outputs of RefMerge."""

    output: Tensor
    value_index: Tensor


def ref_merge(inputs: Sequence[TensorLike], name: str | None = None) -> RefMergeOutputs: ...


def ref_next_iteration(data: TensorLike, name: str | None = None) -> Tensor: ...


class RefSwitchOutputs(NamedTuple):
    """The outputs of RefSwitch."""

    output_false: Tensor
    output_true: Tensor


def ref_switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> RefSwitchOutputs: ...


def remote_call(
    target: TensorLike, args: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], f: Any, name: str | None = None,
) -> list[Tensor]: ...


def send(
    tensor: TensorLike, *, tensor_name: str | bytes, send_device: str | bytes, send_device_incarnation: int,
    recv_device: str | bytes, client_terminated: bool = False, name: str | None = None,
) -> Operation: ...


def stateful_partitioned_call(
    args: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], f: Any, config: str | bytes = "",
    config_proto: str | bytes = "", executor_type: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def stateless_case(
    branch_index: TensorLike, input: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], branches: Sequence[Any],
    output_shapes: Sequence[ShapeLike] = (), name: str | None = None,
) -> list[Tensor]: ...


def stateless_if(
    cond: TensorLike, input: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], then_branch: Any, else_branch: Any,
    output_shapes: Sequence[ShapeLike] = (), name: str | None = None,
) -> list[Tensor]: ...


def stateless_while(
    input: Sequence[TensorLike], *, cond: Any, body: Any, output_shapes: Sequence[ShapeLike] = (),
    parallel_iterations: int = 10, name: str | None = None,
) -> list[Tensor]: ...


class SwitchOutputs(NamedTuple):
    """The outputs of Switch."""

    output_false: Tensor
    output_true: Tensor


def switch(data: TensorLike, pred: TensorLike, name: str | None = None) -> SwitchOutputs: ...


def symbolic_gradient(
    input: Sequence[TensorLike], *, Tout: Sequence[DTypeLike], f: Any, name: str | None = None,
) -> list[Tensor]: ...


def to_bool(input: TensorLike, name: str | None = None) -> Tensor: ...


def while_(
    input: Sequence[TensorLike], *, cond: Any, body: Any, output_shapes: Sequence[ShapeLike] = (),
    parallel_iterations: int = 10, name: str | None = None,
) -> list[Tensor]: ...
