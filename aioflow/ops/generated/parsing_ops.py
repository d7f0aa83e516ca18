# Generated from aioflow/ops/definitions/parsing_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.parsing_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from aioflow.framework import dtypes
from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import DTypeLike, TensorLike, apply_op


def string_to_number(
    string_tensor: TensorLike,
    *,
    out_type: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StringToNumber(string_tensor: string) -> (output: out_type)."""
    return apply_op("StringToNumber", [string_tensor], {"out_type": out_type}, name).outputs[0]
