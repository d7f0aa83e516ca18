# Generated from aioflow/ops/definitions/functional_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.functional_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op


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


def device_index(*, device_names: Sequence[str | bytes], name: str | None = None) -> Tensor:
    """DeviceIndex() -> (index: int32).

    Stateful.
    """
    return apply_op("DeviceIndex", [], {"device_names": device_names}, name).outputs[0]


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
