# Generated from aioflow/ops/definitions/ragged.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.ragged` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


class RaggedGatherOutputs(NamedTuple):
    """The outputs of RaggedGather."""

    output_nested_splits: list[Tensor]
    output_dense_values: Tensor


def ragged_gather(
    params_nested_splits: Sequence[TensorLike],
    params_dense_values: TensorLike,
    indices: TensorLike,
    *,
    OUTPUT_RAGGED_RANK: int,
    name: str | None = None,
) -> RaggedGatherOutputs:
    """RaggedGather(params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, indices: Tindices)
    -> (output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues).

    Tindices is one of int32, int64.
    Tsplits is one of int32, int64.
    """
    return RaggedGatherOutputs(*grouped(apply_op(
        "RaggedGather",
        [params_nested_splits, params_dense_values, indices],
        {"OUTPUT_RAGGED_RANK": OUTPUT_RAGGED_RANK},
        name,
    )))


class RaggedRangeOutputs(NamedTuple):
    """The outputs of RaggedRange."""

    rt_nested_splits: Tensor
    rt_dense_values: Tensor


def ragged_range(
    starts: TensorLike,
    limits: TensorLike,
    deltas: TensorLike,
    *,
    Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> RaggedRangeOutputs:
    """RaggedRange(starts: T, limits: T, deltas: T) -> (rt_nested_splits: Tsplits, rt_dense_values: T).

    T is one of bfloat16, float32, float64, int32, int64.
    """
    return RaggedRangeOutputs(*grouped(apply_op("RaggedRange", [starts, limits, deltas], {"Tsplits": Tsplits}, name)))


class RaggedTensorFromVariantOutputs(NamedTuple):
    """The outputs of RaggedTensorFromVariant."""

    output_nested_splits: list[Tensor]
    output_dense_values: Tensor


def ragged_tensor_from_variant(
    encoded_ragged: TensorLike,
    *,
    input_ragged_rank: int,
    output_ragged_rank: int,
    Tvalues: DTypeLike,
    Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> RaggedTensorFromVariantOutputs:
    """RaggedTensorFromVariant(encoded_ragged: variant) -> (output_nested_splits: output_ragged_rank * Tsplits,
    output_dense_values: Tvalues).

    """
    return RaggedTensorFromVariantOutputs(*grouped(apply_op(
        "RaggedTensorFromVariant",
        [encoded_ragged],
        {
            "input_ragged_rank": input_ragged_rank,
            "output_ragged_rank": output_ragged_rank,
            "Tvalues": Tvalues,
            "Tsplits": Tsplits,
        },
        name,
    )))


class RaggedTensorToSparseOutputs(NamedTuple):
    """The outputs of RaggedTensorToSparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_dense_shape: Tensor


def ragged_tensor_to_sparse(
    rt_nested_splits: Sequence[TensorLike],
    rt_dense_values: TensorLike,
    name: str | None = None,
) -> RaggedTensorToSparseOutputs:
    """RaggedTensorToSparse(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T) -> (sparse_indices: int64,
    sparse_values: T, sparse_dense_shape: int64).

    Tsplits is one of int32, int64.
    """
    return RaggedTensorToSparseOutputs(*grouped(apply_op(
        "RaggedTensorToSparse",
        [rt_nested_splits, rt_dense_values],
        {},
        name,
    )))


def ragged_tensor_to_tensor(
    shape: TensorLike,
    values: TensorLike,
    default_value: TensorLike,
    row_partition_tensors: Sequence[TensorLike],
    *,
    row_partition_types: Sequence[str | bytes],
    name: str | None = None,
) -> Tensor:
    """RaggedTensorToTensor(shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors
    * Tindex) -> (result: T).

    Tindex is one of int32, int64.
    Tshape is one of int32, int64.
    """
    return apply_op(
        "RaggedTensorToTensor",
        [shape, values, default_value, row_partition_tensors],
        {"row_partition_types": row_partition_types},
        name,
    ).outputs[0]


def ragged_tensor_to_variant(
    rt_nested_splits: Sequence[TensorLike],
    rt_dense_values: TensorLike,
    *,
    batched_input: bool,
    name: str | None = None,
) -> Tensor:
    """RaggedTensorToVariant(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues) -> (encoded_ragged:
    variant).

    Tsplits is one of int32, int64.
    """
    return apply_op(
        "RaggedTensorToVariant",
        [rt_nested_splits, rt_dense_values],
        {"batched_input": batched_input},
        name,
    ).outputs[0]


def ragged_tensor_to_variant_gradient(
    encoded_ragged_grad: TensorLike,
    row_splits: TensorLike,
    dense_values_shape: TensorLike,
    *,
    Tvalues: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """RaggedTensorToVariantGradient(encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32) ->
    (dense_values_grad: Tvalues).

    Tsplits is one of int32, int64.
    """
    return apply_op(
        "RaggedTensorToVariantGradient",
        [encoded_ragged_grad, row_splits, dense_values_shape],
        {"Tvalues": Tvalues},
        name,
    ).outputs[0]
