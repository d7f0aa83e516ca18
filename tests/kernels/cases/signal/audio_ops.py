"""Cases of sound: WAV files, spectrograms, MFCC and summaries."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.values import float32, int32

QUIET = 1 / 32768
SAMPLES = float32([
    [0, 0.5], [1, -1], [2, -2], [1e-5, np.nan], [1.5 * QUIET, 2.5 * QUIET], [-1.5 * QUIET, -0.5 * QUIET],
    [np.inf, -np.inf],
])  # fmt: skip
WAVES = uneven(20, 2) / 2
SPECTRA = np.abs(uneven(2, 3, 33)) / 2


def wav(samples: bytes, channels: int = 1, bits: int = 16, kind: int = 1, extra: bytes = b"") -> bytes:
    """A WAV file with these bytes of samples."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return name + len(content).to_bytes(4, "little") + content

    rate, frame = 8000, channels * bits // 8
    numbers = ((kind, 2), (channels, 2), (rate, 4), (rate * frame, 4), (frame, 2), (bits, 2))
    layout = b"".join(value.to_bytes(size, "little") for value, size in numbers)
    return chunk(b"RIFF", b"WAVE" + chunk(b"fmt ", layout) + extra + chunk(b"data", samples))


STEREO = wav(bytes(range(24)), 2)


def files() -> list[Case]:
    """Writing and reading WAV files."""
    rates = [int32(44100), int32(1), int32(0), int32(-5), int32([5])]
    sounds = [SAMPLES[:0], SAMPLES[:, :0], SAMPLES[:, 0], WAVES]
    good = [STEREO, wav(bytes(6)), wav(b""), wav(bytes(4), 2, extra=b"LIST\x02\0\0\0ab")]
    bad = [b"", b"abc", STEREO[:50], STEREO[:44], STEREO[:20], wav(bytes(4), bits=8), b"X" + STEREO[1:]]
    wanted: list[dict[str, Any]] = [
        {"desired_channels": 1, "desired_samples": 2}, {"desired_channels": 4, "desired_samples": 8},
        {"desired_channels": 0, "desired_samples": 0}, {"desired_samples": 3},
    ]  # fmt: skip
    return [
        *(Case("EncodeWav", [SAMPLES, rate]) for rate in rates),
        *(Case("EncodeWav", [sound, int32(8000)]) for sound in sounds),
        *(Case("DecodeWav", [np.array(file, object)]) for file in (*good, *bad)),
        *(Case("DecodeWav", [np.array(STEREO, object)], attrs) for attrs in wanted),
        Case("DecodeWav", [np.array([STEREO], object)]),
    ]


def spectra() -> list[Case]:
    """AudioSpectrogram and Mfcc."""
    windows = [(4, 3), (5, 2), (20, 1), (21, 1), (2, 1), (8, 30)]
    settings: list[dict[str, Any]] = [
        {}, {"filterbank_channel_count": 5, "dct_coefficient_count": 3}, {"dct_coefficient_count": 50},
        {"upper_frequency_limit": 10.0}, {"lower_frequency_limit": 300.0, "upper_frequency_limit": 2000.0},
        {"lower_frequency_limit": -1.0}, {"dct_coefficient_count": 0}, {"filterbank_channel_count": 0},
    ]  # fmt: skip
    return [
        *(
            Case("AudioSpectrogram", [WAVES], {"window_size": size, "stride": stride, "magnitude_squared": squared})
            for size, stride in windows
            for squared in (False, True)
        ),
        Case("AudioSpectrogram", [WAVES[:, 0]], {"window_size": 4, "stride": 2}),
        Case("AudioSpectrogram", [WAVES[:0]], {"window_size": 4, "stride": 2}),
        *(Case("Mfcc", [SPECTRA, int32(8000)], attrs) for attrs in settings),
        *(Case("Mfcc", [SPECTRA * 0, int32(22050)], attrs) for attrs in settings[:2]),
        *(Case("Mfcc", [SPECTRA, rate]) for rate in (int32(0), int32([8000]), int32(44100))),
        *(Case("Mfcc", [array, int32(8000)]) for array in (SPECTRA[0], SPECTRA[:, :0], SPECTRA[:, :, :1])),
    ]


def summaries() -> list[Case]:
    """AudioSummaryV2; TensorFlow makes no nodes of the first version any more."""
    tag, sounds = np.array(b"a", object), np.stack([WAVES, WAVES, WAVES])
    tensors = [WAVES, sounds, sounds[:, :0], WAVES[:0], WAVES[0]]
    return [
        *(Case("AudioSummaryV2", [tag, tensor, float32(8000)]) for tensor in tensors),
        *(Case("AudioSummaryV2", [tag, sounds, float32(8000)], {"max_outputs": n}) for n in (1, 2)),
        Case("AudioSummaryV2", [np.array([b"a"], object), sounds, float32(8000)]),
        *(Case("AudioSummaryV2", [tag, sounds[:0], float32(rate)]) for rate in (-0.0, 0, -1, 0.3, np.nan, np.inf)),
        Case("AudioSummaryV2", [tag, sounds, float32(0)]),
    ]


CASES = [*files(), *spectra(), *summaries()]
