# Generated from aioflow/ops/definitions/batch_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.batch_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


class BatchOutputs(NamedTuple):
    """The outputs of Batch."""

    batched_tensors: list[Tensor]
    batch_index: Tensor
    id: Tensor


def batch(
    in_tensors: Sequence[TensorLike],
    *,
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    grad_timeout_micros: int,
    max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] = (),
    container: str | bytes = "",
    shared_name: str | bytes = "",
    batching_queue: str | bytes = "",
    name: str | None = None,
) -> BatchOutputs:
    """Batch(in_tensors: T) -> (batched_tensors: T, batch_index: int64, id: int64)."""
    return BatchOutputs(*grouped(apply_op(
        "Batch",
        [in_tensors],
        {
            "num_batch_threads": num_batch_threads,
            "max_batch_size": max_batch_size,
            "batch_timeout_micros": batch_timeout_micros,
            "grad_timeout_micros": grad_timeout_micros,
            "max_enqueued_batches": max_enqueued_batches,
            "allowed_batch_sizes": allowed_batch_sizes,
            "container": container,
            "shared_name": shared_name,
            "batching_queue": batching_queue,
        },
        name,
    )))


def batch_function(
    in_tensors: Sequence[TensorLike],
    captured_tensors: Sequence[TensorLike],
    *,
    f: Any,
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    Tout: Sequence[DTypeLike],
    max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] = (),
    container: str | bytes = "",
    shared_name: str | bytes = "",
    batching_queue: str | bytes = "",
    low_priority_max_batch_size: int = 0,
    low_priority_batch_timeout_micros: int = 0,
    low_priority_allowed_batch_sizes: Sequence[int] = (),
    low_priority_max_enqueued_batches: int = 0,
    mixed_priority_policy: str | bytes = "low_priority_padding_with_max_batch_size",
    batch_padding_policy: str | bytes = "PAD_UP",
    enable_large_batch_splitting: bool = False,
    name: str | None = None,
) -> list[Tensor]:
    """BatchFunction(in_tensors: Tin, captured_tensors: Tcaptured) -> (out_tensors: Tout)."""
    return list(apply_op(
        "BatchFunction",
        [in_tensors, captured_tensors],
        {
            "f": f,
            "num_batch_threads": num_batch_threads,
            "max_batch_size": max_batch_size,
            "batch_timeout_micros": batch_timeout_micros,
            "Tout": Tout,
            "max_enqueued_batches": max_enqueued_batches,
            "allowed_batch_sizes": allowed_batch_sizes,
            "container": container,
            "shared_name": shared_name,
            "batching_queue": batching_queue,
            "low_priority_max_batch_size": low_priority_max_batch_size,
            "low_priority_batch_timeout_micros": low_priority_batch_timeout_micros,
            "low_priority_allowed_batch_sizes": low_priority_allowed_batch_sizes,
            "low_priority_max_enqueued_batches": low_priority_max_enqueued_batches,
            "mixed_priority_policy": mixed_priority_policy,
            "batch_padding_policy": batch_padding_policy,
            "enable_large_batch_splitting": enable_large_batch_splitting,
        },
        name,
    ).outputs)


def unbatch(
    batched_tensor: TensorLike,
    batch_index: TensorLike,
    id: TensorLike,
    *,
    timeout_micros: int,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Unbatch(batched_tensor: T, batch_index: int64, id: int64) -> (unbatched_tensor: T)."""
    return apply_op(
        "Unbatch",
        [batched_tensor, batch_index, id],
        {"timeout_micros": timeout_micros, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def unbatch_grad(
    original_input: TensorLike,
    batch_index: TensorLike,
    grad: TensorLike,
    id: TensorLike,
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """UnbatchGrad(original_input: T, batch_index: int64, grad: T, id: int64) -> (batched_grad: T)."""
    return apply_op(
        "UnbatchGrad",
        [original_input, batch_index, grad, id],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]
