# Generated from aioflow/ops/definitions/other_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.other_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def audio_spectrogram(
    input: TensorLike,
    *,
    window_size: int,
    stride: int,
    magnitude_squared: bool = False,
    name: str | None = None,
) -> Tensor:
    """AudioSpectrogram(input: float32) -> (spectrogram: float32)."""
    return apply_op(
        "AudioSpectrogram",
        [input],
        {"window_size": window_size, "stride": stride, "magnitude_squared": magnitude_squared},
        name,
    ).outputs[0]


class CSRSparseMatrixComponentsOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixComponents."""

    row_ptrs: Tensor
    col_inds: Tensor
    values: Tensor


def csr_sparse_matrix_components(
    csr_sparse_matrix: TensorLike,
    index: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> CSRSparseMatrixComponentsOutputs:
    """CSRSparseMatrixComponents(csr_sparse_matrix: variant, index: int32) -> (row_ptrs: int32, col_inds: int32, values:
    type).

    """
    return CSRSparseMatrixComponentsOutputs(*grouped(apply_op(
        "CSRSparseMatrixComponents",
        [csr_sparse_matrix, index],
        {"type": type},
        name,
    )))


def csr_sparse_matrix_to_dense(sparse_input: TensorLike, *, type: DTypeLike, name: str | None = None) -> Tensor:
    """CSRSparseMatrixToDense(sparse_input: variant) -> (dense_output: type)."""
    return apply_op("CSRSparseMatrixToDense", [sparse_input], {"type": type}, name).outputs[0]


class CSRSparseMatrixToSparseTensorOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixToSparseTensor."""

    indices: Tensor
    values: Tensor
    dense_shape: Tensor


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> CSRSparseMatrixToSparseTensorOutputs:
    """CSRSparseMatrixToSparseTensor(sparse_matrix: variant) -> (indices: int64, values: type, dense_shape: int64)."""
    return CSRSparseMatrixToSparseTensorOutputs(*grouped(apply_op(
        "CSRSparseMatrixToSparseTensor",
        [sparse_matrix],
        {"type": type},
        name,
    )))


class DecodeWavOutputs(NamedTuple):
    """The outputs of DecodeWav."""

    audio: Tensor
    sample_rate: Tensor


def decode_wav(
    contents: TensorLike,
    *,
    desired_channels: int = -1,
    desired_samples: int = -1,
    name: str | None = None,
) -> DecodeWavOutputs:
    """DecodeWav(contents: string) -> (audio: float32, sample_rate: int32)."""
    return DecodeWavOutputs(*grouped(apply_op(
        "DecodeWav",
        [contents],
        {"desired_channels": desired_channels, "desired_samples": desired_samples},
        name,
    )))


def dense_to_csr_sparse_matrix(dense_input: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor:
    """DenseToCSRSparseMatrix(dense_input: T, indices: int64) -> (sparse_output: variant).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op("DenseToCSRSparseMatrix", [dense_input, indices], {}, name).outputs[0]


def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """EncodeWav(audio: float32, sample_rate: int32) -> (contents: string)."""
    return apply_op("EncodeWav", [audio, sample_rate], {}, name).outputs[0]


def host_const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """HostConst() -> (output: dtype)."""
    return apply_op("HostConst", [], {"value": value, "dtype": dtype}, name).outputs[0]


def is_resource_handle_ref_counting(handle: TensorLike, name: str | None = None) -> Tensor:
    """IsResourceHandleRefCounting(handle: resource) -> (result: bool).

    Stateful.
    """
    return apply_op("IsResourceHandleRefCounting", [handle], {}, name).outputs[0]


def is_tensor_float32_enabled(name: str | None = None) -> Tensor:
    """IsTensorFloat32Enabled() -> (enabled: bool).

    Stateful.
    """
    return apply_op("IsTensorFloat32Enabled", [], {}, name).outputs[0]


def kmc2_chain_initialization(distances: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """KMC2ChainInitialization(distances: float32, seed: int64) -> (index: int64)."""
    return apply_op("KMC2ChainInitialization", [distances, seed], {}, name).outputs[0]


def kmeans_plus_plus_initialization(
    points: TensorLike,
    num_to_sample: TensorLike,
    seed: TensorLike,
    num_retries_per_sample: TensorLike,
    name: str | None = None,
) -> Tensor:
    """KmeansPlusPlusInitialization(points: float32, num_to_sample: int64, seed: int64, num_retries_per_sample: int64)
    -> (samples: float32).

    """
    return apply_op(
        "KmeansPlusPlusInitialization",
        [points, num_to_sample, seed, num_retries_per_sample],
        {},
        name,
    ).outputs[0]


def make_weak_resource_handle(handle: TensorLike, name: str | None = None) -> Tensor:
    """MakeWeakResourceHandle(handle: resource) -> (dup: resource).

    Stateful.
    """
    return apply_op("MakeWeakResourceHandle", [handle], {}, name).outputs[0]


def mfcc(
    spectrogram: TensorLike,
    sample_rate: TensorLike,
    *,
    upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0,
    filterbank_channel_count: int = 40,
    dct_coefficient_count: int = 13,
    name: str | None = None,
) -> Tensor:
    """Mfcc(spectrogram: float32, sample_rate: int32) -> (output: float32)."""
    return apply_op(
        "Mfcc",
        [spectrogram, sample_rate],
        {
            "upper_frequency_limit": upper_frequency_limit,
            "lower_frequency_limit": lower_frequency_limit,
            "filterbank_channel_count": filterbank_channel_count,
            "dct_coefficient_count": dct_coefficient_count,
        },
        name,
    ).outputs[0]


class NearestNeighborsOutputs(NamedTuple):
    """The outputs of NearestNeighbors."""

    nearest_center_indices: Tensor
    nearest_center_distances: Tensor


def nearest_neighbors(
    points: TensorLike,
    centers: TensorLike,
    k: TensorLike,
    name: str | None = None,
) -> NearestNeighborsOutputs:
    """NearestNeighbors(points: float32, centers: float32, k: int64) -> (nearest_center_indices: int64,
    nearest_center_distances: float32).

    """
    return NearestNeighborsOutputs(*grouped(apply_op("NearestNeighbors", [points, centers, k], {}, name)))


def sparse_matrix_mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    transpose_output: bool = False,
    conjugate_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixMatMul(a: variant, b: T) -> (output: T)."""
    return apply_op(
        "SparseMatrixMatMul",
        [a, b],
        {
            "transpose_a": transpose_a,
            "transpose_b": transpose_b,
            "adjoint_a": adjoint_a,
            "adjoint_b": adjoint_b,
            "transpose_output": transpose_output,
            "conjugate_output": conjugate_output,
        },
        name,
    ).outputs[0]


def sparse_matrix_nnz(sparse_matrix: TensorLike, name: str | None = None) -> Tensor:
    """SparseMatrixNNZ(sparse_matrix: variant) -> (nnz: int32)."""
    return apply_op("SparseMatrixNNZ", [sparse_matrix], {}, name).outputs[0]


def sparse_matrix_ordering_amd(input: TensorLike, name: str | None = None) -> Tensor:
    """SparseMatrixOrderingAMD(input: variant) -> (output: int32)."""
    return apply_op("SparseMatrixOrderingAMD", [input], {}, name).outputs[0]


def sparse_matrix_sparse_cholesky(
    input: TensorLike,
    permutation: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixSparseCholesky(input: variant, permutation: int32) -> (output: variant)."""
    return apply_op("SparseMatrixSparseCholesky", [input, permutation], {"type": type}, name).outputs[0]


def sparse_matrix_sparse_mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    type: DTypeLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixSparseMatMul(a: variant, b: variant) -> (c: variant)."""
    return apply_op(
        "SparseMatrixSparseMatMul",
        [a, b],
        {
            "type": type,
            "transpose_a": transpose_a,
            "transpose_b": transpose_b,
            "adjoint_a": adjoint_a,
            "adjoint_b": adjoint_b,
        },
        name,
    ).outputs[0]


def sparse_matrix_transpose(
    input: TensorLike,
    *,
    type: DTypeLike,
    conjugate: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixTranspose(input: variant) -> (output: variant)."""
    return apply_op("SparseMatrixTranspose", [input], {"type": type, "conjugate": conjugate}, name).outputs[0]


def sparse_tensor_to_csr_sparse_matrix(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseTensorToCSRSparseMatrix(indices: int64, values: T, dense_shape: int64) -> (sparse_matrix: variant).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op("SparseTensorToCSRSparseMatrix", [indices, values, dense_shape], {}, name).outputs[0]


def stochastic_cast_to_int(
    input: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    Tout: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """StochasticCastToInt(input: Tin, key: uint64, counter: uint64, alg: int32) -> (output: Tout).

    Tin is one of bfloat16, float16, float32, float64.
    """
    return apply_op("StochasticCastToInt", [input, key, counter, alg], {"Tout": Tout}, name).outputs[0]
