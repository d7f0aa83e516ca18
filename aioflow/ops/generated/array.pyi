# Generated from protos/ops/array.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


class ApproxTopKOutputs(NamedTuple):
    """The outputs of ApproxTopK."""

    values: Tensor
    indices: Tensor


def approx_top_k(
    input: TensorLike, *, k: int, reduction_dimension: int = -1, recall_target: float = 0.949999988079071,
    is_max_k: bool = True, reduction_input_size_override: int = -1, aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopKOutputs: ...


def bitcast(input: TensorLike, *, type: DTypeLike, name: str | None = None) -> Tensor: ...


def broadcast_args(s0: TensorLike, s1: TensorLike, name: str | None = None) -> Tensor: ...


class BroadcastGradientArgsOutputs(NamedTuple):
    """The outputs of BroadcastGradientArgs."""

    r0: Tensor
    r1: Tensor


def broadcast_gradient_args(
    s0: TensorLike, s1: TensorLike, name: str | None = None,
) -> BroadcastGradientArgsOutputs: ...


def broadcast_to(input: TensorLike, shape: TensorLike, name: str | None = None) -> Tensor:
    """Repeats `input` along dimensions of size 1 and new ones in front until it has the shape `shape`.

    BroadcastTo(input: T, shape: Tidx) -> (output: T).
    Tidx is one of int32, int64.
    """


def cast(x: TensorLike, *, DstT: DTypeLike, Truncate: bool = False, name: str | None = None) -> Tensor: ...


def check_numerics(tensor: TensorLike, *, message: str | bytes, name: str | None = None) -> Tensor: ...


def check_numerics_v2(tensor: TensorLike, *, message: str | bytes, name: str | None = None) -> Tensor: ...


def concat(concat_dim: TensorLike, values: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def concat_offset(concat_dim: TensorLike, shape: Sequence[TensorLike], name: str | None = None) -> list[Tensor]: ...


def concat_v2(values: Sequence[TensorLike], axis: TensorLike, name: str | None = None) -> Tensor: ...


def conjugate_transpose(x: TensorLike, perm: TensorLike, name: str | None = None) -> Tensor: ...


def const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


def debug_gradient_identity(input: TensorLike, name: str | None = None) -> Tensor: ...


def deep_copy(x: TensorLike, name: str | None = None) -> Tensor: ...


def dynamic_partition(
    data: TensorLike, partitions: TensorLike, *, num_partitions: int, name: str | None = None,
) -> list[Tensor]: ...


def dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def empty(shape: TensorLike, *, dtype: DTypeLike, init: bool = False, name: str | None = None) -> Tensor: ...


def ensure_shape(input: TensorLike, *, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def expand_dims(input: TensorLike, dim: TensorLike, name: str | None = None) -> Tensor: ...


def fill(dims: TensorLike, value: TensorLike, name: str | None = None) -> Tensor:
    """Makes a tensor of the shape `dims` whose elements are all `value`, a scalar.

    Fill(dims: index_type, value: T) -> (output: T).
    index_type is one of int32, int64.
    """


def fingerprint(data: TensorLike, method: TensorLike, name: str | None = None) -> Tensor: ...


def gather(
    params: TensorLike, indices: TensorLike, *, validate_indices: bool = True, name: str | None = None,
) -> Tensor: ...


def gather_nd(
    params: TensorLike, indices: TensorLike, *, bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def gather_v2(
    params: TensorLike, indices: TensorLike, axis: TensorLike, *, batch_dims: int = 0, name: str | None = None,
) -> Tensor: ...


def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """Promises that `input` is the same in every run, and returns it.

    GuaranteeConst(input: T) -> (output: T).
    Stateful.
    """


def host_const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


def identity(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor with the same value.

    Identity(input: T) -> (output: T).
    """


def identity_n(input: Sequence[TensorLike], name: str | None = None) -> list[Tensor]:
    """Returns tensors with the same values, all of which wait for all inputs.

    IdentityN(input: T) -> (output: T).
    """


def in_top_k(predictions: TensorLike, targets: TensorLike, *, k: int, name: str | None = None) -> Tensor: ...


def in_top_kv2(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = None) -> Tensor: ...


def inplace_add(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor: ...


def inplace_sub(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor: ...


def inplace_update(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor: ...


def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """Inverts a permutation of 0 to n - 1: y[x[i]] = i.

    InvertPermutation(x: T) -> (y: T).
    T is one of int32, int64.
    """


def lin_space(start: TensorLike, stop: TensorLike, num: TensorLike, name: str | None = None) -> Tensor: ...


class ListDiffOutputs(NamedTuple):
    """The outputs of ListDiff."""

    out: Tensor
    idx: Tensor


def list_diff(
    x: TensorLike, y: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None,
) -> ListDiffOutputs: ...


def lower_bound(
    sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None,
) -> Tensor: ...


def mirror_pad(input: TensorLike, paddings: TensorLike, *, mode: str | bytes, name: str | None = None) -> Tensor: ...


def mirror_pad_grad(
    input: TensorLike, paddings: TensorLike, *, mode: str | bytes, name: str | None = None,
) -> Tensor: ...


def nth_element(input: TensorLike, n: TensorLike, *, reverse: bool = False, name: str | None = None) -> Tensor: ...


def one_hot(
    indices: TensorLike, depth: TensorLike, on_value: TensorLike, off_value: TensorLike, *, axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def ones_like(x: TensorLike, name: str | None = None) -> Tensor: ...


def pack(values: Sequence[TensorLike], *, axis: int = 0, name: str | None = None) -> Tensor: ...


def pad(input: TensorLike, paddings: TensorLike, name: str | None = None) -> Tensor: ...


def pad_v2(input: TensorLike, paddings: TensorLike, constant_values: TensorLike, name: str | None = None) -> Tensor: ...


def parallel_concat(values: Sequence[TensorLike], *, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def parallel_dynamic_stitch(
    indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None,
) -> Tensor: ...


def placeholder(*, dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor: ...


def placeholder_v2(*, dtype: DTypeLike, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def placeholder_with_default(input: TensorLike, *, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def prevent_gradient(input: TensorLike, *, message: str | bytes = "", name: str | None = None) -> Tensor: ...


def range(start: TensorLike, limit: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor: ...


def rank(input: TensorLike, name: str | None = None) -> Tensor: ...


def reshape(tensor: TensorLike, shape: TensorLike, name: str | None = None) -> Tensor:
    """Gives a tensor another shape with the same elements in the same order; one size may be -1.

    Reshape(tensor: T, shape: Tshape) -> (output: T).
    Tshape is one of int32, int64.
    """


def reverse(tensor: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor: ...


def reverse_sequence(
    input: TensorLike, seq_lengths: TensorLike, *, seq_dim: int, batch_dim: int = 0, name: str | None = None,
) -> Tensor: ...


def reverse_v2(tensor: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Reverses the order of the elements along the dimensions `axis`.

    ReverseV2(tensor: T, axis: Tidx) -> (output: T).
    Tidx is one of int32, int64.
    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string,
    uint16, uint32, uint64, uint8.
    """


def roll(input: TensorLike, shift: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Moves elements by `shift` places along `axis`; those that leave at one end enter at the other.

    Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T).
    Tshift is one of int32, int64.
    Taxis is one of int32, int64.
    """


def scatter_nd(
    indices: TensorLike, updates: TensorLike, shape: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def scatter_nd_non_aliasing_add(
    input: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def shape(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor: ...


def shape_n(
    input: Sequence[TensorLike], *, out_type: DTypeLike = dtypes.int32, name: str | None = None,
) -> list[Tensor]: ...


def size(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor: ...


def slice(input: TensorLike, begin: TensorLike, size: TensorLike, name: str | None = None) -> Tensor: ...


def snapshot(input: TensorLike, name: str | None = None) -> Tensor: ...


def split(split_dim: TensorLike, value: TensorLike, *, num_split: int, name: str | None = None) -> list[Tensor]: ...


def split_v(
    value: TensorLike, size_splits: TensorLike, split_dim: TensorLike, *, num_split: int, name: str | None = None,
) -> list[Tensor]: ...


def squeeze(input: TensorLike, *, squeeze_dims: Sequence[int] = (), name: str | None = None) -> Tensor: ...


def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns `input`, and lets no gradient flow back through it.

    StopGradient(input: T) -> (output: T).
    """


def strided_slice(
    input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, *, begin_mask: int = 0,
    end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Tensor: ...


def strided_slice_grad(
    shape: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, dy: TensorLike, *,
    begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0,
    shrink_axis_mask: int = 0, name: str | None = None,
) -> Tensor: ...


def tensor_scatter_add(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Adds `updates` to the slices of a copy of `tensor` that `indices` name; repeated ones add up.

    TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """


def tensor_scatter_max(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Takes the maximum of `updates` and the slices of a copy of `tensor` that `indices` name.

    TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """


def tensor_scatter_min(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Takes the minimum of `updates` and the slices of a copy of `tensor` that `indices` name.

    TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """


def tensor_scatter_sub(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Subtracts `updates` from the slices of a copy of `tensor` that `indices` name.

    TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """


def tensor_scatter_update(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Replaces the slices of a copy of `tensor` that `indices` name by `updates`.

    TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int16, int32, int64, uint16.
    """


def tensor_strided_slice_update(
    input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, value: TensorLike, *,
    begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0,
    shrink_axis_mask: int = 0, name: str | None = None,
) -> Tensor: ...


def tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """Repeats `input` as often along each dimension as `multiples` says.

    Tile(input: T, multiples: Tmultiples) -> (output: T).
    Tmultiples is one of int32, int64.
    """


def tile_grad(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor: ...


class TopKOutputs(NamedTuple):
    """The outputs of TopK."""

    values: Tensor
    indices: Tensor


def top_k(input: TensorLike, *, k: int, sorted: bool = True, name: str | None = None) -> TopKOutputs: ...


class TopKV2Outputs(NamedTuple):
    """The outputs of TopKV2."""

    values: Tensor
    indices: Tensor


def top_kv2(
    input: TensorLike, k: TensorLike, *, sorted: bool = True, index_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> TopKV2Outputs: ...


def transpose(x: TensorLike, perm: TensorLike, name: str | None = None) -> Tensor: ...


class UniqueOutputs(NamedTuple):
    """The outputs of Unique."""

    y: Tensor
    idx: Tensor


def unique(x: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None) -> UniqueOutputs: ...


class UniqueV2Outputs(NamedTuple):
    """The outputs of UniqueV2."""

    y: Tensor
    idx: Tensor


def unique_v2(
    x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None,
) -> UniqueV2Outputs: ...


class UniqueWithCountsOutputs(NamedTuple):
    """The outputs of UniqueWithCounts."""

    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]


def unique_with_counts(
    x: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None,
) -> UniqueWithCountsOutputs: ...


class UniqueWithCountsV2Outputs(NamedTuple):
    """The outputs of UniqueWithCountsV2."""

    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]


def unique_with_counts_v2(
    x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None,
) -> UniqueWithCountsV2Outputs: ...


def unpack(value: TensorLike, *, num: int, axis: int = 0, name: str | None = None) -> list[Tensor]: ...


def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """Converts flat indices [n] into coordinates [rank, n] in an array of the shape `dims`.

    UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx).
    Tidx is one of int32, int64.
    """


def upper_bound(
    sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None,
) -> Tensor: ...


def where(input: TensorLike, name: str | None = None) -> Tensor: ...


def zeros_like(x: TensorLike, name: str | None = None) -> Tensor: ...
