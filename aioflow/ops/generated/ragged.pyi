# Generated from protos/ops/ragged.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


class RaggedGatherOutputs(NamedTuple):
    """The outputs of RaggedGather."""

    output_nested_splits: list[Tensor]
    output_dense_values: Tensor


def ragged_gather(
    params_nested_splits: Sequence[TensorLike], params_dense_values: TensorLike, indices: TensorLike, *,
    OUTPUT_RAGGED_RANK: int, name: str | None = None,
) -> RaggedGatherOutputs: ...


class RaggedRangeOutputs(NamedTuple):
    """The outputs of RaggedRange."""

    rt_nested_splits: Tensor
    rt_dense_values: Tensor


def ragged_range(
    starts: TensorLike, limits: TensorLike, deltas: TensorLike, *, Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> RaggedRangeOutputs: ...


class RaggedTensorFromVariantOutputs(NamedTuple):
    """The outputs of RaggedTensorFromVariant."""

    output_nested_splits: list[Tensor]
    output_dense_values: Tensor


def ragged_tensor_from_variant(
    encoded_ragged: TensorLike, *, input_ragged_rank: int, output_ragged_rank: int, Tvalues: DTypeLike,
    Tsplits: DTypeLike = dtypes.int64, name: str | None = None,
) -> RaggedTensorFromVariantOutputs: ...


class RaggedTensorToSparseOutputs(NamedTuple):
    """The outputs of RaggedTensorToSparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_dense_shape: Tensor


def ragged_tensor_to_sparse(
    rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike, name: str | None = None,
) -> RaggedTensorToSparseOutputs: ...


def ragged_tensor_to_tensor(
    shape: TensorLike, values: TensorLike, default_value: TensorLike, row_partition_tensors: Sequence[TensorLike], *,
    row_partition_types: Sequence[str | bytes], name: str | None = None,
) -> Tensor: ...


def ragged_tensor_to_variant(
    rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike, *, batched_input: bool,
    name: str | None = None,
) -> Tensor: ...


def ragged_tensor_to_variant_gradient(
    encoded_ragged_grad: TensorLike, row_splits: TensorLike, dense_values_shape: TensorLike, *, Tvalues: DTypeLike,
    name: str | None = None,
) -> Tensor: ...
