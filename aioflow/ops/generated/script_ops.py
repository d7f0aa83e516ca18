# Generated from aioflow/ops/definitions/script_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.script_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op


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
