# Generated from aioflow/ops/definitions/quantization_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.quantization_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import TensorLike, apply_op, grouped


class QuantizedConcatV2Outputs(NamedTuple):
    """The outputs of QuantizedConcatV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat_v2(
    values: Sequence[TensorLike],
    axis: TensorLike,
    input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike],
    name: str | None = None,
) -> QuantizedConcatV2Outputs:
    """QuantizedConcatV2(values: N * T, axis: Tidx, input_mins: N * float32, input_maxes: N * float32) -> (output: T,
    output_min: float32, output_max: float32).

    Tidx is one of int32, int64.
    """
    return QuantizedConcatV2Outputs(*grouped(apply_op(
        "QuantizedConcatV2",
        [values, axis, input_mins, input_maxes],
        {},
        name,
    )))
