# Generated from aioflow/ops/definitions/other_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.other_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import Any, NamedTuple

from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import DTypeLike, TensorLike, apply_op, grouped


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
    """EncodeWav(audio: float32, sample_rate: int32) -> (contents: string)."""
    return apply_op("EncodeWav", [audio, sample_rate], {}, name).outputs[0]


def host_const(*, value: Any, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """HostConst() -> (output: dtype)."""
    return apply_op("HostConst", [], {"value": value, "dtype": dtype}, name).outputs[0]


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
