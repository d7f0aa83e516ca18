# Generated from aioflow/ops/definitions/dataset_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.dataset_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op


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
