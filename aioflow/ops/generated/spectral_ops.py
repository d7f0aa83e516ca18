# Generated from aioflow/ops/definitions/spectral_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.spectral_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op


def batch_fft(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchFFT(input: complex64) -> (output: complex64).

    Deprecated: Use FFT.
    """
    return apply_op("BatchFFT", [input], {}, name).outputs[0]


def batch_fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchFFT2D(input: complex64) -> (output: complex64).

    Deprecated: Use FFT2D.
    """
    return apply_op("BatchFFT2D", [input], {}, name).outputs[0]


def batch_fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchFFT3D(input: complex64) -> (output: complex64).

    Deprecated: Use FFT3D.
    """
    return apply_op("BatchFFT3D", [input], {}, name).outputs[0]


def batch_ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchIFFT(input: complex64) -> (output: complex64).

    Deprecated: Use IFFT.
    """
    return apply_op("BatchIFFT", [input], {}, name).outputs[0]


def batch_ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchIFFT2D(input: complex64) -> (output: complex64).

    Deprecated: Use IFFT2D.
    """
    return apply_op("BatchIFFT2D", [input], {}, name).outputs[0]


def batch_ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchIFFT3D(input: complex64) -> (output: complex64).

    Deprecated: Use IFFT3D.
    """
    return apply_op("BatchIFFT3D", [input], {}, name).outputs[0]


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """FFT(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT", [input], {}, name).outputs[0]


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """FFT2D(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT2D", [input], {}, name).outputs[0]


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """FFT3D(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT3D", [input], {}, name).outputs[0]


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """IFFT(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IFFT", [input], {}, name).outputs[0]


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """IFFT2D(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IFFT2D", [input], {}, name).outputs[0]


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """IFFT3D(input: Tcomplex) -> (output: Tcomplex).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IFFT3D", [input], {}, name).outputs[0]


def irfft(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Treal: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """IRFFT(input: Tcomplex, fft_length: int32) -> (output: Treal).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IRFFT", [input, fft_length], {"Treal": Treal}, name).outputs[0]


def irfft2d(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Treal: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """IRFFT2D(input: Tcomplex, fft_length: int32) -> (output: Treal).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IRFFT2D", [input, fft_length], {"Treal": Treal}, name).outputs[0]


def irfft3d(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Treal: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """IRFFT3D(input: Tcomplex, fft_length: int32) -> (output: Treal).

    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IRFFT3D", [input, fft_length], {"Treal": Treal}, name).outputs[0]


def rfft(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Tcomplex: DTypeLike = dtypes.complex64,
    name: str | None = None,
) -> Tensor:
    """RFFT(input: Treal, fft_length: int32) -> (output: Tcomplex).

    Treal is one of float32, float64.
    """
    return apply_op("RFFT", [input, fft_length], {"Tcomplex": Tcomplex}, name).outputs[0]


def rfft2d(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Tcomplex: DTypeLike = dtypes.complex64,
    name: str | None = None,
) -> Tensor:
    """RFFT2D(input: Treal, fft_length: int32) -> (output: Tcomplex).

    Treal is one of float32, float64.
    """
    return apply_op("RFFT2D", [input, fft_length], {"Tcomplex": Tcomplex}, name).outputs[0]


def rfft3d(
    input: TensorLike,
    fft_length: TensorLike,
    *,
    Tcomplex: DTypeLike = dtypes.complex64,
    name: str | None = None,
) -> Tensor:
    """RFFT3D(input: Treal, fft_length: int32) -> (output: Tcomplex).

    Treal is one of float32, float64.
    """
    return apply_op("RFFT3D", [input, fft_length], {"Tcomplex": Tcomplex}, name).outputs[0]
