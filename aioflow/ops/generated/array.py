# Generated from aioflow/ops/definitions/array.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.array` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


class ApproxTopKOutputs(NamedTuple):
    """The outputs of ApproxTopK."""

    values: Tensor
    indices: Tensor


def approx_top_k(
    input: TensorLike,
    *,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.949999988079071,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopKOutputs:
    """ApproxTopK(input: T) -> (values: T, indices: int32).

    T is one of bfloat16, float16, float32.
    """
    return ApproxTopKOutputs(*grouped(apply_op(
        "ApproxTopK",
        [input],
        {
            "k": k,
            "reduction_dimension": reduction_dimension,
            "recall_target": recall_target,
            "is_max_k": is_max_k,
            "reduction_input_size_override": reduction_input_size_override,
            "aggregate_to_topk": aggregate_to_topk,
        },
        name,
    )))


def bitcast(input: TensorLike, *, type: DTypeLike, name: str | None = None) -> Tensor:
    """Bitcast(input: T) -> (output: type).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Bitcast", [input], {"type": type}, name).outputs[0]


def broadcast_args(s0: TensorLike, s1: TensorLike, name: str | None = None) -> Tensor:
    """BroadcastArgs(s0: T, s1: T) -> (r0: T).

    T is one of int32, int64.
    """
    return apply_op("BroadcastArgs", [s0, s1], {}, name).outputs[0]


class BroadcastGradientArgsOutputs(NamedTuple):
    """The outputs of BroadcastGradientArgs."""

    r0: Tensor
    r1: Tensor


def broadcast_gradient_args(s0: TensorLike, s1: TensorLike, name: str | None = None) -> BroadcastGradientArgsOutputs:
    """BroadcastGradientArgs(s0: T, s1: T) -> (r0: T, r1: T).

    T is one of int32, int64.
    """
    return BroadcastGradientArgsOutputs(*grouped(apply_op("BroadcastGradientArgs", [s0, s1], {}, name)))


def broadcast_to(input: TensorLike, shape: TensorLike, name: str | None = None) -> Tensor:
    """Repeats `input` along dimensions of size 1 and new ones in front until it has the shape `shape`.

    BroadcastTo(input: T, shape: Tidx) -> (output: T).
    Tidx is one of int32, int64.
    """
    return apply_op("BroadcastTo", [input, shape], {}, name).outputs[0]


def cast(x: TensorLike, *, DstT: DTypeLike, Truncate: bool = False, name: str | None = None) -> Tensor:
    """Cast(x: SrcT) -> (y: DstT)."""
    return apply_op("Cast", [x], {"DstT": DstT, "Truncate": Truncate}, name).outputs[0]


def check_numerics(tensor: TensorLike, *, message: str | bytes, name: str | None = None) -> Tensor:
    """CheckNumerics(tensor: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Stateful.
    """
    return apply_op("CheckNumerics", [tensor], {"message": message}, name).outputs[0]


def check_numerics_v2(tensor: TensorLike, *, message: str | bytes, name: str | None = None) -> Tensor:
    """CheckNumericsV2(tensor: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Stateful.
    """
    return apply_op("CheckNumericsV2", [tensor], {"message": message}, name).outputs[0]


def concat(concat_dim: TensorLike, values: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """Concat(concat_dim: int32, values: N * T) -> (output: T)."""
    return apply_op("Concat", [concat_dim, values], {}, name).outputs[0]


def concat_offset(concat_dim: TensorLike, shape: Sequence[TensorLike], name: str | None = None) -> list[Tensor]:
    """ConcatOffset(concat_dim: int32, shape: N * shape_type) -> (offset: N * shape_type).

    shape_type is one of int32, int64.
    """
    return list(apply_op("ConcatOffset", [concat_dim, shape], {}, name).outputs)


def concat_v2(values: Sequence[TensorLike], axis: TensorLike, name: str | None = None) -> Tensor:
    """ConcatV2(values: N * T, axis: Tidx) -> (output: T).

    Tidx is one of int32, int64.
    """
    return apply_op("ConcatV2", [values, axis], {}, name).outputs[0]


def conjugate_transpose(x: TensorLike, perm: TensorLike, name: str | None = None) -> Tensor:
    """ConjugateTranspose(x: T, perm: Tperm) -> (y: T).

    Tperm is one of int32, int64.
    """
    return apply_op("ConjugateTranspose", [x, perm], {}, name).outputs[0]


def const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """Const() -> (output: dtype)."""
    return apply_op("Const", [], {"value": value, "dtype": dtype}, name).outputs[0]


def debug_gradient_identity(input: TensorLike, name: str | None = None) -> Tensor:
    """DebugGradientIdentity(input: T) -> (output: T)."""
    return apply_op("DebugGradientIdentity", [input], {}, name).outputs[0]


def deep_copy(x: TensorLike, name: str | None = None) -> Tensor:
    """DeepCopy(x: T) -> (y: T).

    Stateful.
    """
    return apply_op("DeepCopy", [x], {}, name).outputs[0]


def dynamic_partition(
    data: TensorLike,
    partitions: TensorLike,
    *,
    num_partitions: int,
    name: str | None = None,
) -> list[Tensor]:
    """DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions * T)."""
    return list(apply_op("DynamicPartition", [data, partitions], {"num_partitions": num_partitions}, name).outputs)


def dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """DynamicStitch(indices: N * int32, data: N * T) -> (merged: T)."""
    return apply_op("DynamicStitch", [indices, data], {}, name).outputs[0]


def empty(shape: TensorLike, *, dtype: DTypeLike, init: bool = False, name: str | None = None) -> Tensor:
    """Empty(shape: int32) -> (output: dtype).

    Stateful.
    """
    return apply_op("Empty", [shape], {"dtype": dtype, "init": init}, name).outputs[0]


def ensure_shape(input: TensorLike, *, shape: ShapeLike, name: str | None = None) -> Tensor:
    """EnsureShape(input: T) -> (output: T)."""
    return apply_op("EnsureShape", [input], {"shape": shape}, name).outputs[0]


def expand_dims(input: TensorLike, dim: TensorLike, name: str | None = None) -> Tensor:
    """ExpandDims(input: T, dim: Tdim) -> (output: T).

    Tdim is one of int32, int64.
    """
    return apply_op("ExpandDims", [input, dim], {}, name).outputs[0]


def fill(dims: TensorLike, value: TensorLike, name: str | None = None) -> Tensor:
    """Makes a tensor of the shape `dims` whose elements are all `value`, a scalar.

    Fill(dims: index_type, value: T) -> (output: T).
    index_type is one of int32, int64.
    """
    return apply_op("Fill", [dims, value], {}, name).outputs[0]


def fingerprint(data: TensorLike, method: TensorLike, name: str | None = None) -> Tensor:
    """Fingerprint(data: T, method: string) -> (fingerprint: uint8)."""
    return apply_op("Fingerprint", [data, method], {}, name).outputs[0]


def gather(
    params: TensorLike,
    indices: TensorLike,
    *,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Gather(params: Tparams, indices: Tindices) -> (output: Tparams).

    Tindices is one of int32, int64.
    """
    return apply_op("Gather", [params, indices], {"validate_indices": validate_indices}, name).outputs[0]


def gather_nd(
    params: TensorLike,
    indices: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """GatherNd(params: Tparams, indices: Tindices) -> (output: Tparams).

    Tindices is one of int16, int32, int64.
    """
    return apply_op("GatherNd", [params, indices], {"bad_indices_policy": bad_indices_policy}, name).outputs[0]


def gather_v2(
    params: TensorLike,
    indices: TensorLike,
    axis: TensorLike,
    *,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams).

    Tindices is one of int16, int32, int64.
    Taxis is one of int32, int64.
    """
    return apply_op("GatherV2", [params, indices, axis], {"batch_dims": batch_dims}, name).outputs[0]


def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """Promises that `input` is the same in every run, and returns it.

    GuaranteeConst(input: T) -> (output: T).
    Stateful.
    """
    return apply_op("GuaranteeConst", [input], {}, name).outputs[0]


def host_const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """HostConst() -> (output: dtype)."""
    return apply_op("HostConst", [], {"value": value, "dtype": dtype}, name).outputs[0]


def identity(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor with the same value.

    Identity(input: T) -> (output: T).
    """
    return apply_op("Identity", [input], {}, name).outputs[0]


def identity_n(input: Sequence[TensorLike], name: str | None = None) -> list[Tensor]:
    """Returns tensors with the same values, all of which wait for all inputs.

    IdentityN(input: T) -> (output: T).
    """
    return list(apply_op("IdentityN", [input], {}, name).outputs)


def in_top_k(predictions: TensorLike, targets: TensorLike, *, k: int, name: str | None = None) -> Tensor:
    """InTopK(predictions: float32, targets: T) -> (precision: bool).

    T is one of int32, int64.
    """
    return apply_op("InTopK", [predictions, targets], {"k": k}, name).outputs[0]


def in_top_kv2(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """InTopKV2(predictions: float32, targets: T, k: T) -> (precision: bool).

    T is one of int32, int64.
    """
    return apply_op("InTopKV2", [predictions, targets, k], {}, name).outputs[0]


def inplace_add(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor:
    """InplaceAdd(x: T, i: int32, v: T) -> (y: T)."""
    return apply_op("InplaceAdd", [x, i, v], {}, name).outputs[0]


def inplace_sub(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor:
    """InplaceSub(x: T, i: int32, v: T) -> (y: T)."""
    return apply_op("InplaceSub", [x, i, v], {}, name).outputs[0]


def inplace_update(x: TensorLike, i: TensorLike, v: TensorLike, name: str | None = None) -> Tensor:
    """InplaceUpdate(x: T, i: int32, v: T) -> (y: T)."""
    return apply_op("InplaceUpdate", [x, i, v], {}, name).outputs[0]


def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """Inverts a permutation of 0 to n - 1: y[x[i]] = i.

    InvertPermutation(x: T) -> (y: T).
    T is one of int32, int64.
    """
    return apply_op("InvertPermutation", [x], {}, name).outputs[0]


def lin_space(start: TensorLike, stop: TensorLike, num: TensorLike, name: str | None = None) -> Tensor:
    """LinSpace(start: T, stop: T, num: Tidx) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    """
    return apply_op("LinSpace", [start, stop, num], {}, name).outputs[0]


class ListDiffOutputs(NamedTuple):
    """The outputs of ListDiff."""

    out: Tensor
    idx: Tensor


def list_diff(
    x: TensorLike,
    y: TensorLike,
    *,
    out_idx: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> ListDiffOutputs:
    """ListDiff(x: T, y: T) -> (out: T, idx: out_idx)."""
    return ListDiffOutputs(*grouped(apply_op("ListDiff", [x, y], {"out_idx": out_idx}, name)))


def lower_bound(
    sorted_inputs: TensorLike,
    values: TensorLike,
    *,
    out_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """LowerBound(sorted_inputs: T, values: T) -> (output: out_type)."""
    return apply_op("LowerBound", [sorted_inputs, values], {"out_type": out_type}, name).outputs[0]


def mirror_pad(input: TensorLike, paddings: TensorLike, *, mode: str | bytes, name: str | None = None) -> Tensor:
    """MirrorPad(input: T, paddings: Tpaddings) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("MirrorPad", [input, paddings], {"mode": mode}, name).outputs[0]


def mirror_pad_grad(input: TensorLike, paddings: TensorLike, *, mode: str | bytes, name: str | None = None) -> Tensor:
    """MirrorPadGrad(input: T, paddings: Tpaddings) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("MirrorPadGrad", [input, paddings], {"mode": mode}, name).outputs[0]


def nth_element(input: TensorLike, n: TensorLike, *, reverse: bool = False, name: str | None = None) -> Tensor:
    """NthElement(input: T, n: int32) -> (values: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("NthElement", [input, n], {"reverse": reverse}, name).outputs[0]


def one_hot(
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike,
    off_value: TensorLike,
    *,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> (output: T).

    TI is one of int32, int64, int8, uint8.
    """
    return apply_op("OneHot", [indices, depth, on_value, off_value], {"axis": axis}, name).outputs[0]


def ones_like(x: TensorLike, name: str | None = None) -> Tensor:
    """OnesLike(x: T) -> (y: T).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("OnesLike", [x], {}, name).outputs[0]


def pack(values: Sequence[TensorLike], *, axis: int = 0, name: str | None = None) -> Tensor:
    """Pack(values: N * T) -> (output: T)."""
    return apply_op("Pack", [values], {"axis": axis}, name).outputs[0]


def pad(input: TensorLike, paddings: TensorLike, name: str | None = None) -> Tensor:
    """Pad(input: T, paddings: Tpaddings) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("Pad", [input, paddings], {}, name).outputs[0]


def pad_v2(input: TensorLike, paddings: TensorLike, constant_values: TensorLike, name: str | None = None) -> Tensor:
    """PadV2(input: T, paddings: Tpaddings, constant_values: T) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("PadV2", [input, paddings, constant_values], {}, name).outputs[0]


def parallel_concat(values: Sequence[TensorLike], *, shape: ShapeLike, name: str | None = None) -> Tensor:
    """ParallelConcat(values: N * T) -> (output: T)."""
    return apply_op("ParallelConcat", [values], {"shape": shape}, name).outputs[0]


def parallel_dynamic_stitch(
    indices: Sequence[TensorLike],
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Tensor:
    """ParallelDynamicStitch(indices: N * int32, data: N * T) -> (merged: T)."""
    return apply_op("ParallelDynamicStitch", [indices, data], {}, name).outputs[0]


def placeholder(*, dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor:
    """Placeholder() -> (output: dtype)."""
    return apply_op("Placeholder", [], {"dtype": dtype, "shape": shape}, name).outputs[0]


def placeholder_v2(*, dtype: DTypeLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """PlaceholderV2() -> (output: dtype).

    Deprecated: Placeholder now behaves the same as PlaceholderV2..
    """
    return apply_op("PlaceholderV2", [], {"dtype": dtype, "shape": shape}, name).outputs[0]


def placeholder_with_default(input: TensorLike, *, shape: ShapeLike, name: str | None = None) -> Tensor:
    """PlaceholderWithDefault(input: dtype) -> (output: dtype)."""
    return apply_op("PlaceholderWithDefault", [input], {"shape": shape}, name).outputs[0]


def prevent_gradient(input: TensorLike, *, message: str | bytes = "", name: str | None = None) -> Tensor:
    """PreventGradient(input: T) -> (output: T)."""
    return apply_op("PreventGradient", [input], {"message": message}, name).outputs[0]


def range(start: TensorLike, limit: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """Range(start: Tidx, limit: Tidx, delta: Tidx) -> (output: Tidx).

    Tidx is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64.
    """
    return apply_op("Range", [start, limit, delta], {}, name).outputs[0]


def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Rank(input: T) -> (output: int32)."""
    return apply_op("Rank", [input], {}, name).outputs[0]


def reshape(tensor: TensorLike, shape: TensorLike, name: str | None = None) -> Tensor:
    """Gives a tensor another shape with the same elements in the same order; one size may be -1.

    Reshape(tensor: T, shape: Tshape) -> (output: T).
    Tshape is one of int32, int64.
    """
    return apply_op("Reshape", [tensor, shape], {}, name).outputs[0]


def reverse(tensor: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """Reverse(tensor: T, dims: bool) -> (output: T).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string,
    uint16, uint32, uint64, uint8.
    """
    return apply_op("Reverse", [tensor, dims], {}, name).outputs[0]


def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    *,
    seq_dim: int,
    batch_dim: int = 0,
    name: str | None = None,
) -> Tensor:
    """ReverseSequence(input: T, seq_lengths: Tlen) -> (output: T).

    Tlen is one of int32, int64.
    """
    return apply_op(
        "ReverseSequence",
        [input, seq_lengths],
        {"seq_dim": seq_dim, "batch_dim": batch_dim},
        name,
    ).outputs[0]


def reverse_v2(tensor: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Reverses the order of the elements along the dimensions `axis`.

    ReverseV2(tensor: T, axis: Tidx) -> (output: T).
    Tidx is one of int32, int64.
    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string,
    uint16, uint32, uint64, uint8.
    """
    return apply_op("ReverseV2", [tensor, axis], {}, name).outputs[0]


def roll(input: TensorLike, shift: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Moves elements by `shift` places along `axis`; those that leave at one end enter at the other.

    Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T).
    Tshift is one of int32, int64.
    Taxis is one of int32, int64.
    """
    return apply_op("Roll", [input, shift, axis], {}, name).outputs[0]


def scatter_nd(
    indices: TensorLike,
    updates: TensorLike,
    shape: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> (output: T).

    Tindices is one of int16, int32, int64.
    """
    return apply_op("ScatterNd", [indices, updates, shape], {"bad_indices_policy": bad_indices_policy}, name).outputs[0]


def scatter_nd_non_aliasing_add(
    input: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T) -> (output: T).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdNonAliasingAdd",
        [input, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def shape(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor:
    """Shape(input: T) -> (output: out_type)."""
    return apply_op("Shape", [input], {"out_type": out_type}, name).outputs[0]


def shape_n(
    input: Sequence[TensorLike],
    *,
    out_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> list[Tensor]:
    """ShapeN(input: N * T) -> (output: N * out_type)."""
    return list(apply_op("ShapeN", [input], {"out_type": out_type}, name).outputs)


def size(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor:
    """Size(input: T) -> (output: out_type)."""
    return apply_op("Size", [input], {"out_type": out_type}, name).outputs[0]


def slice(input: TensorLike, begin: TensorLike, size: TensorLike, name: str | None = None) -> Tensor:
    """Slice(input: T, begin: Index, size: Index) -> (output: T).

    Index is one of int32, int64.
    """
    return apply_op("Slice", [input, begin, size], {}, name).outputs[0]


def snapshot(input: TensorLike, name: str | None = None) -> Tensor:
    """Snapshot(input: T) -> (output: T)."""
    return apply_op("Snapshot", [input], {}, name).outputs[0]


def split(split_dim: TensorLike, value: TensorLike, *, num_split: int, name: str | None = None) -> list[Tensor]:
    """Split(split_dim: int32, value: T) -> (output: num_split * T)."""
    return list(apply_op("Split", [split_dim, value], {"num_split": num_split}, name).outputs)


def split_v(
    value: TensorLike,
    size_splits: TensorLike,
    split_dim: TensorLike,
    *,
    num_split: int,
    name: str | None = None,
) -> list[Tensor]:
    """SplitV(value: T, size_splits: Tlen, split_dim: int32) -> (output: num_split * T).

    Tlen is one of int32, int64, int8.
    """
    return list(apply_op("SplitV", [value, size_splits, split_dim], {"num_split": num_split}, name).outputs)


def squeeze(input: TensorLike, *, squeeze_dims: Sequence[int] = (), name: str | None = None) -> Tensor:
    """Squeeze(input: T) -> (output: T)."""
    return apply_op("Squeeze", [input], {"squeeze_dims": squeeze_dims}, name).outputs[0]


def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns `input`, and lets no gradient flow back through it.

    StopGradient(input: T) -> (output: T).
    """
    return apply_op("StopGradient", [input], {}, name).outputs[0]


def strided_slice(
    input: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Tensor:
    """StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> (output: T).

    Index is one of int16, int32, int64.
    """
    return apply_op(
        "StridedSlice",
        [input, begin, end, strides],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    ).outputs[0]


def strided_slice_grad(
    shape: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike,
    dy: TensorLike,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Tensor:
    """StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) -> (output: T).

    Index is one of int32, int64.
    """
    return apply_op(
        "StridedSliceGrad",
        [shape, begin, end, strides, dy],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    ).outputs[0]


def tensor_scatter_add(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Adds `updates` to the slices of a copy of `tensor` that `indices` name; repeated ones add up.

    TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """
    return apply_op(
        "TensorScatterAdd",
        [tensor, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def tensor_scatter_max(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Takes the maximum of `updates` and the slices of a copy of `tensor` that `indices` name.

    TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """
    return apply_op(
        "TensorScatterMax",
        [tensor, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def tensor_scatter_min(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Takes the minimum of `updates` and the slices of a copy of `tensor` that `indices` name.

    TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """
    return apply_op(
        "TensorScatterMin",
        [tensor, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def tensor_scatter_sub(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Subtracts `updates` from the slices of a copy of `tensor` that `indices` name.

    TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int32, int64.
    """
    return apply_op(
        "TensorScatterSub",
        [tensor, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def tensor_scatter_update(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Replaces the slices of a copy of `tensor` that `indices` name by `updates`.

    TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T).
    Tindices is one of int16, int32, int64, uint16.
    """
    return apply_op(
        "TensorScatterUpdate",
        [tensor, indices, updates],
        {"bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def tensor_strided_slice_update(
    input: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike,
    value: TensorLike,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Tensor:
    """TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index, value: T) -> (output: T).

    Index is one of int32, int64.
    """
    return apply_op(
        "TensorStridedSliceUpdate",
        [input, begin, end, strides, value],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    ).outputs[0]


def tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """Repeats `input` as often along each dimension as `multiples` says.

    Tile(input: T, multiples: Tmultiples) -> (output: T).
    Tmultiples is one of int32, int64.
    """
    return apply_op("Tile", [input, multiples], {}, name).outputs[0]


def tile_grad(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """TileGrad(input: T, multiples: int32) -> (output: T).

    Deprecated: TileGrad has been replaced with reduce_sum.
    """
    return apply_op("TileGrad", [input, multiples], {}, name).outputs[0]


class TopKOutputs(NamedTuple):
    """The outputs of TopK."""

    values: Tensor
    indices: Tensor


def top_k(input: TensorLike, *, k: int, sorted: bool = True, name: str | None = None) -> TopKOutputs:
    """TopK(input: T) -> (values: T, indices: int32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Deprecated: Use TopKV2 instead.
    """
    return TopKOutputs(*grouped(apply_op("TopK", [input], {"k": k, "sorted": sorted}, name)))


class TopKV2Outputs(NamedTuple):
    """The outputs of TopKV2."""

    values: Tensor
    indices: Tensor


def top_kv2(
    input: TensorLike,
    k: TensorLike,
    *,
    sorted: bool = True,
    index_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> TopKV2Outputs:
    """TopKV2(input: T, k: Tk) -> (values: T, indices: index_type).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tk is one of int16, int32, int64.
    """
    return TopKV2Outputs(*grouped(apply_op("TopKV2", [input, k], {"sorted": sorted, "index_type": index_type}, name)))


def transpose(x: TensorLike, perm: TensorLike, name: str | None = None) -> Tensor:
    """Transpose(x: T, perm: Tperm) -> (y: T).

    Tperm is one of int32, int64.
    """
    return apply_op("Transpose", [x, perm], {}, name).outputs[0]


class UniqueOutputs(NamedTuple):
    """The outputs of Unique."""

    y: Tensor
    idx: Tensor


def unique(x: TensorLike, *, out_idx: DTypeLike = dtypes.int32, name: str | None = None) -> UniqueOutputs:
    """Unique(x: T) -> (y: T, idx: out_idx)."""
    return UniqueOutputs(*grouped(apply_op("Unique", [x], {"out_idx": out_idx}, name)))


class UniqueV2Outputs(NamedTuple):
    """The outputs of UniqueV2."""

    y: Tensor
    idx: Tensor


def unique_v2(
    x: TensorLike,
    axis: TensorLike,
    *,
    out_idx: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> UniqueV2Outputs:
    """UniqueV2(x: T, axis: Taxis) -> (y: T, idx: out_idx).

    Taxis is one of int32, int64.
    """
    return UniqueV2Outputs(*grouped(apply_op("UniqueV2", [x, axis], {"out_idx": out_idx}, name)))


class UniqueWithCountsOutputs(NamedTuple):
    """The outputs of UniqueWithCounts."""

    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]


def unique_with_counts(
    x: TensorLike,
    *,
    out_idx: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> UniqueWithCountsOutputs:
    """UniqueWithCounts(x: T) -> (y: T, idx: out_idx, count: out_idx)."""
    return UniqueWithCountsOutputs(*grouped(apply_op("UniqueWithCounts", [x], {"out_idx": out_idx}, name)))


class UniqueWithCountsV2Outputs(NamedTuple):
    """The outputs of UniqueWithCountsV2."""

    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]


def unique_with_counts_v2(
    x: TensorLike,
    axis: TensorLike,
    *,
    out_idx: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> UniqueWithCountsV2Outputs:
    """UniqueWithCountsV2(x: T, axis: Taxis) -> (y: T, idx: out_idx, count: out_idx).

    Taxis is one of int32, int64.
    """
    return UniqueWithCountsV2Outputs(*grouped(apply_op("UniqueWithCountsV2", [x, axis], {"out_idx": out_idx}, name)))


def unpack(value: TensorLike, *, num: int, axis: int = 0, name: str | None = None) -> list[Tensor]:
    """Unpack(value: T) -> (output: num * T)."""
    return list(apply_op("Unpack", [value], {"num": num, "axis": axis}, name).outputs)


def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """Converts flat indices [n] into coordinates [rank, n] in an array of the shape `dims`.

    UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx).
    Tidx is one of int32, int64.
    """
    return apply_op("UnravelIndex", [indices, dims], {}, name).outputs[0]


def upper_bound(
    sorted_inputs: TensorLike,
    values: TensorLike,
    *,
    out_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """UpperBound(sorted_inputs: T, values: T) -> (output: out_type)."""
    return apply_op("UpperBound", [sorted_inputs, values], {"out_type": out_type}, name).outputs[0]


def where(input: TensorLike, name: str | None = None) -> Tensor:
    """Where(input: T) -> (index: int64).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Where", [input], {}, name).outputs[0]


def zeros_like(x: TensorLike, name: str | None = None) -> Tensor:
    """ZerosLike(x: T) -> (y: T)."""
    return apply_op("ZerosLike", [x], {}, name).outputs[0]
