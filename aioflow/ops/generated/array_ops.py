# Generated from aioflow/ops/definitions/array_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.array_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def batch_matrix_band_part(
    input: TensorLike,
    num_lower: TensorLike,
    num_upper: TensorLike,
    name: str | None = None,
) -> Tensor:
    """BatchMatrixBandPart(input: T, num_lower: int64, num_upper: int64) -> (band: T).

    Deprecated: Use MatrixBandPart.
    """
    return apply_op("BatchMatrixBandPart", [input, num_lower, num_upper], {}, name).outputs[0]


def batch_matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixDiag(diagonal: T) -> (output: T).

    Deprecated: Use MatrixDiag.
    """
    return apply_op("BatchMatrixDiag", [diagonal], {}, name).outputs[0]


def batch_matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixDiagPart(input: T) -> (diagonal: T).

    Deprecated: Use MatrixDiagPart.
    """
    return apply_op("BatchMatrixDiagPart", [input], {}, name).outputs[0]


def batch_matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixSetDiag(input: T, diagonal: T) -> (output: T).

    Deprecated: Use MatrixSetDiag.
    """
    return apply_op("BatchMatrixSetDiag", [input, diagonal], {}, name).outputs[0]


def batch_to_space(input: TensorLike, crops: TensorLike, *, block_size: int, name: str | None = None) -> Tensor:
    """BatchToSpace(input: T, crops: Tidx) -> (output: T).

    Tidx is one of int32, int64.
    """
    return apply_op("BatchToSpace", [input, crops], {"block_size": block_size}, name).outputs[0]


def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T).

    Tblock_shape is one of int32, int64.
    Tcrops is one of int32, int64.
    """
    return apply_op("BatchToSpaceND", [input, block_shape, crops], {}, name).outputs[0]


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
    """BroadcastTo(input: T, shape: Tidx) -> (output: T).

    Tidx is one of int32, int64.
    """
    return apply_op("BroadcastTo", [input, shape], {}, name).outputs[0]


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


def debug_gradient_ref_identity(input: TensorLike, name: str | None = None) -> Tensor:
    """DebugGradientRefIdentity(input: Ref(T)) -> (output: Ref(T))."""
    return apply_op("DebugGradientRefIdentity", [input], {}, name).outputs[0]


def deep_copy(x: TensorLike, name: str | None = None) -> Tensor:
    """DeepCopy(x: T) -> (y: T).

    Stateful.
    """
    return apply_op("DeepCopy", [x], {}, name).outputs[0]


def depth_to_space(
    input: TensorLike,
    *,
    block_size: int,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """DepthToSpace(input: T) -> (output: T)."""
    return apply_op("DepthToSpace", [input], {"block_size": block_size, "data_format": data_format}, name).outputs[0]


def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    *,
    mode: str | bytes = "MIN_COMBINED",
    narrow_range: bool = False,
    axis: int = -1,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Dequantize(input: T, min_range: float32, max_range: float32) -> (output: dtype).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return apply_op(
        "Dequantize",
        [input, min_range, max_range],
        {"mode": mode, "narrow_range": narrow_range, "axis": axis, "dtype": dtype},
        name,
    ).outputs[0]


def diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """Diag(diagonal: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op("Diag", [diagonal], {}, name).outputs[0]


def diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """DiagPart(input: T) -> (diagonal: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op("DiagPart", [input], {}, name).outputs[0]


def edit_distance(
    hypothesis_indices: TensorLike,
    hypothesis_values: TensorLike,
    hypothesis_shape: TensorLike,
    truth_indices: TensorLike,
    truth_values: TensorLike,
    truth_shape: TensorLike,
    *,
    normalize: bool = True,
    name: str | None = None,
) -> Tensor:
    """EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64,
    truth_values: T, truth_shape: int64) -> (output: float32).

    """
    return apply_op(
        "EditDistance",
        [hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape],
        {"normalize": normalize},
        name,
    ).outputs[0]


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


def extract_image_patches(
    images: TensorLike,
    *,
    ksizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """ExtractImagePatches(images: T) -> (patches: T).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op(
        "ExtractImagePatches",
        [images],
        {"ksizes": ksizes, "strides": strides, "rates": rates, "padding": padding},
        name,
    ).outputs[0]


def extract_volume_patches(
    input: TensorLike,
    *,
    ksizes: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """ExtractVolumePatches(input: T) -> (patches: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ExtractVolumePatches",
        [input],
        {"ksizes": ksizes, "strides": strides, "padding": padding},
        name,
    ).outputs[0]


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    *,
    min: float = -6.0,
    max: float = 6.0,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxArgs(inputs: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxArgs",
        [inputs],
        {"min": min, "max": max, "num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    *,
    min: float = -6.0,
    max: float = 6.0,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxArgsGradient(gradients: float32, inputs: float32) -> (backprops: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxArgsGradient",
        [gradients, inputs],
        {"min": min, "max": max, "num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxVars(inputs: float32, min: float32, max: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxVars",
        [inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


class FakeQuantWithMinMaxVarsGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsGradientOutputs:
    """FakeQuantWithMinMaxVarsGradient(gradients: float32, inputs: float32, min: float32, max: float32) ->
    (backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32).

    """
    return FakeQuantWithMinMaxVarsGradientOutputs(*grouped(apply_op(
        "FakeQuantWithMinMaxVarsGradient",
        [gradients, inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    )))


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxVarsPerChannel(inputs: float32, min: float32, max: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxVarsPerChannel",
        [inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


class FakeQuantWithMinMaxVarsPerChannelGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsPerChannelGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsPerChannelGradientOutputs:
    """FakeQuantWithMinMaxVarsPerChannelGradient(gradients: float32, inputs: float32, min: float32, max: float32) ->
    (backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32).

    """
    return FakeQuantWithMinMaxVarsPerChannelGradientOutputs(*grouped(apply_op(
        "FakeQuantWithMinMaxVarsPerChannelGradient",
        [gradients, inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    )))


def fill(dims: TensorLike, value: TensorLike, name: str | None = None) -> Tensor:
    """Fill(dims: index_type, value: T) -> (output: T).

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
    """GuaranteeConst(input: T) -> (output: T).

    Stateful.
    """
    return apply_op("GuaranteeConst", [input], {}, name).outputs[0]


def identity(input: TensorLike, name: str | None = None) -> Tensor:
    """Identity(input: T) -> (output: T)."""
    return apply_op("Identity", [input], {}, name).outputs[0]


def identity_n(input: Sequence[TensorLike], name: str | None = None) -> list[Tensor]:
    """IdentityN(input: T) -> (output: T)."""
    return list(apply_op("IdentityN", [input], {}, name).outputs)


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
    """InvertPermutation(x: T) -> (y: T).

    T is one of int32, int64.
    """
    return apply_op("InvertPermutation", [x], {}, name).outputs[0]


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


def matrix_band_part(
    input: TensorLike,
    num_lower: TensorLike,
    num_upper: TensorLike,
    name: str | None = None,
) -> Tensor:
    """MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T).

    Tindex is one of int32, int64.
    """
    return apply_op("MatrixBandPart", [input, num_lower, num_upper], {}, name).outputs[0]


def matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiag(diagonal: T) -> (output: T)."""
    return apply_op("MatrixDiag", [diagonal], {}, name).outputs[0]


def matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiagPart(input: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPart", [input], {}, name).outputs[0]


def matrix_diag_part_v2(input: TensorLike, k: TensorLike, padding_value: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPartV2", [input, k, padding_value], {}, name).outputs[0]


def matrix_diag_part_v3(
    input: TensorLike,
    k: TensorLike,
    padding_value: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPartV3", [input, k, padding_value], {"align": align}, name).outputs[0]


def matrix_diag_v2(
    diagonal: TensorLike,
    k: TensorLike,
    num_rows: TensorLike,
    num_cols: TensorLike,
    padding_value: TensorLike,
    name: str | None = None,
) -> Tensor:
    """MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T)."""
    return apply_op("MatrixDiagV2", [diagonal, k, num_rows, num_cols, padding_value], {}, name).outputs[0]


def matrix_diag_v3(
    diagonal: TensorLike,
    k: TensorLike,
    num_rows: TensorLike,
    num_cols: TensorLike,
    padding_value: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T)."""
    return apply_op("MatrixDiagV3", [diagonal, k, num_rows, num_cols, padding_value], {"align": align}, name).outputs[0]


def matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor:
    """MatrixSetDiag(input: T, diagonal: T) -> (output: T)."""
    return apply_op("MatrixSetDiag", [input, diagonal], {}, name).outputs[0]


def matrix_set_diag_v2(input: TensorLike, diagonal: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T)."""
    return apply_op("MatrixSetDiagV2", [input, diagonal, k], {}, name).outputs[0]


def matrix_set_diag_v3(
    input: TensorLike,
    diagonal: TensorLike,
    k: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T)."""
    return apply_op("MatrixSetDiagV3", [input, diagonal, k], {"align": align}, name).outputs[0]


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


def quantize_and_dequantize(
    input: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    input_min: float = 0.0,
    input_max: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantize(input: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Deprecated: Replaced by QuantizeAndDequantizeV2.
    """
    return apply_op(
        "QuantizeAndDequantize",
        [input],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "input_min": input_min,
            "input_max": input_max,
        },
        name,
    ).outputs[0]


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str | bytes = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV2(input: T, input_min: T, input_max: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV2",
        [input, input_min, input_max],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
        },
        name,
    ).outputs[0]


def quantize_and_dequantize_v3(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    num_bits: TensorLike,
    *,
    signed_input: bool = True,
    range_given: bool = True,
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV3(input: T, input_min: T, input_max: T, num_bits: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV3",
        [input, input_min, input_max, num_bits],
        {"signed_input": signed_input, "range_given": range_given, "narrow_range": narrow_range, "axis": axis},
        name,
    ).outputs[0]


def quantize_and_dequantize_v4(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str | bytes = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV4(input: T, input_min: T, input_max: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV4",
        [input, input_min, input_max],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
        },
        name,
    ).outputs[0]


class QuantizeAndDequantizeV4GradOutputs(NamedTuple):
    """The outputs of QuantizeAndDequantizeV4Grad."""

    input_backprop: Tensor
    input_min_backprop: Tensor
    input_max_backprop: Tensor


def quantize_and_dequantize_v4_grad(
    gradients: TensorLike,
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    axis: int = -1,
    name: str | None = None,
) -> QuantizeAndDequantizeV4GradOutputs:
    """QuantizeAndDequantizeV4Grad(gradients: T, input: T, input_min: T, input_max: T) -> (input_backprop: T,
    input_min_backprop: T, input_max_backprop: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return QuantizeAndDequantizeV4GradOutputs(*grouped(apply_op(
        "QuantizeAndDequantizeV4Grad",
        [gradients, input, input_min, input_max],
        {"axis": axis},
        name,
    )))


class QuantizeV2Outputs(NamedTuple):
    """The outputs of QuantizeV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    *,
    T: DTypeLike,
    mode: str | bytes = "MIN_COMBINED",
    round_mode: str | bytes = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int = -1,
    ensure_minimum_range: float = 0.009999999776482582,
    name: str | None = None,
) -> QuantizeV2Outputs:
    """QuantizeV2(input: float32, min_range: float32, max_range: float32) -> (output: T, output_min: float32,
    output_max: float32).

    """
    return QuantizeV2Outputs(*grouped(apply_op(
        "QuantizeV2",
        [input, min_range, max_range],
        {
            "T": T,
            "mode": mode,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
            "ensure_minimum_range": ensure_minimum_range,
        },
        name,
    )))


class QuantizedConcatOutputs(NamedTuple):
    """The outputs of QuantizedConcat."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat(
    concat_dim: TensorLike,
    values: Sequence[TensorLike],
    input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike],
    name: str | None = None,
) -> QuantizedConcatOutputs:
    """QuantizedConcat(concat_dim: int32, values: N * T, input_mins: N * float32, input_maxes: N * float32) -> (output:
    T, output_min: float32, output_max: float32).

    """
    return QuantizedConcatOutputs(*grouped(apply_op(
        "QuantizedConcat",
        [concat_dim, values, input_mins, input_maxes],
        {},
        name,
    )))


class QuantizedInstanceNormOutputs(NamedTuple):
    """The outputs of QuantizedInstanceNorm."""

    y: Tensor
    y_min: Tensor
    y_max: Tensor


def quantized_instance_norm(
    x: TensorLike,
    x_min: TensorLike,
    x_max: TensorLike,
    *,
    output_range_given: bool = False,
    given_y_min: float = 0.0,
    given_y_max: float = 0.0,
    variance_epsilon: float = 9.999999747378752e-06,
    min_separation: float = 0.0010000000474974513,
    name: str | None = None,
) -> QuantizedInstanceNormOutputs:
    """QuantizedInstanceNorm(x: T, x_min: float32, x_max: float32) -> (y: T, y_min: float32, y_max: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedInstanceNormOutputs(*grouped(apply_op(
        "QuantizedInstanceNorm",
        [x, x_min, x_max],
        {
            "output_range_given": output_range_given,
            "given_y_min": given_y_min,
            "given_y_max": given_y_max,
            "variance_epsilon": variance_epsilon,
            "min_separation": min_separation,
        },
        name,
    )))


class QuantizedReshapeOutputs(NamedTuple):
    """The outputs of QuantizedReshape."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_reshape(
    tensor: TensorLike,
    shape: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    name: str | None = None,
) -> QuantizedReshapeOutputs:
    """QuantizedReshape(tensor: T, shape: Tshape, input_min: float32, input_max: float32) -> (output: T, output_min:
    float32, output_max: float32).

    Tshape is one of int32, int64.
    """
    return QuantizedReshapeOutputs(*grouped(apply_op(
        "QuantizedReshape",
        [tensor, shape, input_min, input_max],
        {},
        name,
    )))


def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Rank(input: T) -> (output: int32)."""
    return apply_op("Rank", [input], {}, name).outputs[0]


def ref_identity(input: TensorLike, name: str | None = None) -> Tensor:
    """RefIdentity(input: Ref(T)) -> (output: Ref(T))."""
    return apply_op("RefIdentity", [input], {}, name).outputs[0]


def reshape(tensor: TensorLike, shape: TensorLike, name: str | None = None) -> Tensor:
    """Reshape(tensor: T, shape: Tshape) -> (output: T).

    Tshape is one of int32, int64.
    """
    return apply_op("Reshape", [tensor, shape], {}, name).outputs[0]


def resource_strided_slice_assign(
    ref: TensorLike,
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
) -> Operation:
    """ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T) -> ().

    Index is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceStridedSliceAssign",
        [ref, begin, end, strides, value],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    )


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
    """ReverseV2(tensor: T, axis: Tidx) -> (output: T).

    Tidx is one of int32, int64.
    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string,
    uint16, uint32, uint64, uint8.
    """
    return apply_op("ReverseV2", [tensor, axis], {}, name).outputs[0]


def roll(input: TensorLike, shift: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T).

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


def space_to_batch(input: TensorLike, paddings: TensorLike, *, block_size: int, name: str | None = None) -> Tensor:
    """SpaceToBatch(input: T, paddings: Tpaddings) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("SpaceToBatch", [input, paddings], {"block_size": block_size}, name).outputs[0]


def space_to_batch_nd(
    input: TensorLike,
    block_shape: TensorLike,
    paddings: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> (output: T).

    Tblock_shape is one of int32, int64.
    Tpaddings is one of int32, int64.
    """
    return apply_op("SpaceToBatchND", [input, block_shape, paddings], {}, name).outputs[0]


def space_to_depth(
    input: TensorLike,
    *,
    block_size: int,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """SpaceToDepth(input: T) -> (output: T)."""
    return apply_op("SpaceToDepth", [input], {"block_size": block_size, "data_format": data_format}, name).outputs[0]


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
    """StopGradient(input: T) -> (output: T)."""
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


def strided_slice_assign(
    ref: TensorLike,
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
    """StridedSliceAssign(ref: Ref(T), begin: Index, end: Index, strides: Index, value: T) -> (output_ref: Ref(T)).

    Index is one of int32, int64.
    """
    return apply_op(
        "StridedSliceAssign",
        [ref, begin, end, strides, value],
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
    """TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T).

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
    """TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T).

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
    """TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T).

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
    """TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T).

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
    """TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T).

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
    """Tile(input: T, multiples: Tmultiples) -> (output: T).

    Tmultiples is one of int32, int64.
    """
    return apply_op("Tile", [input, multiples], {}, name).outputs[0]


def tile_grad(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """TileGrad(input: T, multiples: int32) -> (output: T).

    Deprecated: TileGrad has been replaced with reduce_sum.
    """
    return apply_op("TileGrad", [input, multiples], {}, name).outputs[0]


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
    """UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx).

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
