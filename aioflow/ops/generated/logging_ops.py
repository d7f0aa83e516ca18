# Generated from aioflow/ops/definitions/logging_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.logging_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.operation import Operation, Tensor
from aioflow.ops.apply_op import TensorLike, apply_op


def assert_(
    condition: TensorLike,
    data: Sequence[TensorLike],
    *,
    summarize: int = 3,
    name: str | None = None,
) -> Operation:
    """Assert(condition: bool, data: T) -> ().

    Stateful.
    """
    return apply_op("Assert", [condition, data], {"summarize": summarize}, name)


def print(
    input: TensorLike,
    data: Sequence[TensorLike],
    *,
    message: str | bytes = "",
    first_n: int = -1,
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """Print(input: T, data: U) -> (output: T).

    Stateful.
    """
    return apply_op(
        "Print",
        [input, data],
        {"message": message, "first_n": first_n, "summarize": summarize},
        name,
    ).outputs[0]


def print_v2(
    input: TensorLike,
    *,
    output_stream: str | bytes = "stderr",
    end: str | bytes = "\n",
    name: str | None = None,
) -> Operation:
    """PrintV2(input: string) -> ().

    Stateful.
    """
    return apply_op("PrintV2", [input], {"output_stream": output_stream, "end": end}, name)
