# Generated from aioflow/ops/definitions/signal.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.signal` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework import dtypes
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


def audio_summary(
    tag: TensorLike,
    tensor: TensorLike,
    *,
    sample_rate: float,
    max_outputs: int = 3,
    name: str | None = None,
) -> Tensor:
    """AudioSummary(tag: string, tensor: float32) -> (summary: string).

    Deprecated: Use AudioSummaryV2..
    """
    return apply_op(
        "AudioSummary",
        [tag, tensor],
        {"sample_rate": sample_rate, "max_outputs": max_outputs},
        name,
    ).outputs[0]


def audio_summary_v2(
    tag: TensorLike,
    tensor: TensorLike,
    sample_rate: TensorLike,
    *,
    max_outputs: int = 3,
    name: str | None = None,
) -> Tensor:
    """AudioSummaryV2(tag: string, tensor: float32, sample_rate: float32) -> (summary: string)."""
    return apply_op("AudioSummaryV2", [tag, tensor, sample_rate], {"max_outputs": max_outputs}, name).outputs[0]


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


def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """Encodes samples [length, channels] from -1 to 1 as a 16-bit WAV file.

    EncodeWav(audio: float32, sample_rate: int32) -> (contents: string).
    """
    return apply_op("EncodeWav", [audio, sample_rate], {}, name).outputs[0]


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last dimension.

    FFT(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT", [input], {}, name).outputs[0]


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last two dimensions.

    FFT2D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT2D", [input], {}, name).outputs[0]


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last three dimensions.

    FFT3D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """
    return apply_op("FFT3D", [input], {}, name).outputs[0]


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last dimension.

    IFFT(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IFFT", [input], {}, name).outputs[0]


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last two dimensions.

    IFFT2D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """
    return apply_op("IFFT2D", [input], {}, name).outputs[0]


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last three dimensions.

    IFFT3D(input: Tcomplex) -> (output: Tcomplex).
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
