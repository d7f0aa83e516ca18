# Generated from aioflow/ops/definitions/python_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.python_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op


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
