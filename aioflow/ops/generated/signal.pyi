# Generated from protos/ops/signal.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def audio_spectrogram(
    input: TensorLike, *, window_size: int, stride: int, magnitude_squared: bool = False, name: str | None = None,
) -> Tensor: ...


def audio_summary(
    tag: TensorLike, tensor: TensorLike, *, sample_rate: float, max_outputs: int = 3, name: str | None = None,
) -> Tensor: ...


def audio_summary_v2(
    tag: TensorLike, tensor: TensorLike, sample_rate: TensorLike, *, max_outputs: int = 3, name: str | None = None,
) -> Tensor: ...


def batch_fft(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_fft2d(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_fft3d(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_ifft(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_ifft2d(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_ifft3d(input: TensorLike, name: str | None = None) -> Tensor: ...


class DecodeWavOutputs(NamedTuple):
    """The outputs of DecodeWav."""

    audio: Tensor
    sample_rate: Tensor


def decode_wav(
    contents: TensorLike, *, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None,
) -> DecodeWavOutputs: ...


def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """Encodes samples [length, channels] from -1 to 1 as a 16-bit WAV file.

    EncodeWav(audio: float32, sample_rate: int32) -> (contents: string).
    """


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last dimension.

    FFT(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last two dimensions.

    FFT2D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the discrete Fourier transform of the last three dimensions.

    FFT3D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last dimension.

    IFFT(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last two dimensions.

    IFFT2D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse discrete Fourier transform of the last three dimensions.

    IFFT3D(input: Tcomplex) -> (output: Tcomplex).
    Tcomplex is one of complex128, complex64.
    """


def irfft(
    input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def irfft2d(
    input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def irfft3d(
    input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def mfcc(
    spectrogram: TensorLike, sample_rate: TensorLike, *, upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0, filterbank_channel_count: int = 40, dct_coefficient_count: int = 13,
    name: str | None = None,
) -> Tensor: ...


def rfft(
    input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = dtypes.complex64, name: str | None = None,
) -> Tensor: ...


def rfft2d(
    input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = dtypes.complex64, name: str | None = None,
) -> Tensor: ...


def rfft3d(
    input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = dtypes.complex64, name: str | None = None,
) -> Tensor: ...
