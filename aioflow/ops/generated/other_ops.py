# Generated from aioflow/ops/definitions/other_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.other_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import Any

from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import DTypeLike, apply_op


def host_const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """HostConst() -> (output: dtype)."""
    return apply_op("HostConst", [], {"value": value, "dtype": dtype}, name).outputs[0]
