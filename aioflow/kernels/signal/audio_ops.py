"""Sound: WAV files, spectrograms, mel-frequency cepstral coefficients (MFCC), and summaries of sounds."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.summary_pb2 import Summary
from aioflow.framework.kernels import as_object_array, kernel
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.signal.wav import decode_wav, encode_wav
from aioflow.kernels.string_arrays import scalar_string
from aioflow.kernels.summary.summary_ops import serialized

_SMALLEST_BAND = 1e-12  # what a silent band counts as, before the logarithm


@kernel("EncodeWav")
def encode_wav_file(xp: Any, audio: Array, sample_rate: Array) -> Array:
    """A file ([] string) of `audio` [frames, channels]."""
    if audio.ndim != 2:
        raise errors.invalid_argument(f"audio must be 2-dimensional, not {shown(audio.shape)}")
    return as_object_array(encode_wav(audio, _rate(sample_rate)))


@kernel("DecodeWav")
def decode_wav_file(
    xp: Any, contents: Array, *, desired_channels: int, desired_samples: int
) -> tuple[Array, Array]:
    """The samples [frames, channels] of a file ([] string), and its rate in Hz ([] int32)."""
    samples, rate = decode_wav(scalar_string(contents, "contents"), desired_channels, desired_samples)
    return samples, np.int32(rate)


@kernel("AudioSpectrogram")
def audio_spectrogram(xp: Any, input: Array, *, window_size: int, stride: int, magnitude_squared: bool) -> Array:
    """Strength of each frequency in each window: [channels, windows, frequencies] of samples [frames, channels].

    Raises:
        InvalidArgumentError: The input is no matrix, or a window has fewer than two frames or moves by none.
    """
    if input.ndim != 2:
        raise errors.invalid_argument(f"input must be 2-dimensional, not {shown(input.shape)}")
    if window_size < 2 or stride < 1:
        raise errors.invalid_argument(
            f"Spectrogram initialization failed for window size {window_size} and stride {stride}"
        )
    frames, channels = input.shape
    # Windows are filled up with zeros to a power of two, which is how many frequencies there are as well.
    length = 1 << (window_size - 1).bit_length()
    count = 1 + (frames - window_size) // stride if frames >= window_size else 0
    check_room((channels, count, length), np.complex128)
    if not count or not channels:
        return xp.zeros((channels, count, length // 2 + 1), np.float32)
    # A periodic Hann window: it divides by its size, not by one less, so that windows that overlap by half add up to 1.
    window = 0.5 - 0.5 * xp.cos(2 * math.pi / window_size * xp.arange(window_size))
    # A view, although each sample is in several windows.
    windows = xp.lib.stride_tricks.sliding_window_view(input.T, window_size, axis=1)[:, ::stride]
    spectrum = xp.fft.rfft(windows * window, length)
    # In double up to here, like TensorFlow; only the result is float32.
    power = spectrum.real**2 + spectrum.imag**2
    return (power if magnitude_squared else xp.sqrt(power)).astype(np.float32)


@kernel("Mfcc")
def mfcc(
    xp: Any, spectrogram: Array, sample_rate: Array, *, upper_frequency_limit: float, lower_frequency_limit: float,
    filterbank_channel_count: int, dct_coefficient_count: int,
) -> Array:  # fmt: skip
    """Coefficients [channels, windows, coefficients] of squared magnitudes [channels, windows, frequencies]."""
    if spectrogram.ndim != 3:
        raise errors.invalid_argument(f"spectrogram must be 3-dimensional, not {shown(spectrogram.shape)}")
    size, rate = spectrogram.shape[2], _rate(sample_rate)
    bands, coefficients = filterbank_channel_count, dct_coefficient_count
    has_limits = 0 <= lower_frequency_limit < upper_frequency_limit
    if size < 2 or rate < 1 or not 0 < coefficients <= bands or not has_limits:
        raise errors.invalid_argument(
            f"Mfcc initialization failed for channel count {size}, sample rate {rate}, limits {lower_frequency_limit} "
            f"and {upper_frequency_limit} Hz, filterbank_channel_count {bands} and {coefficients} coefficients"
        )
    if upper_frequency_limit >= 0.5 * rate / (size - 1) * size:
        # TensorFlow fills no bands where they end beyond the frequencies that there are, and transforms nothing.
        return zeros(xp, (*spectrogram.shape[:2], coefficients), np.float32)
    check_room((size, bands), np.float64)
    weights = _mel_weights(size, rate, lower_frequency_limit, upper_frequency_limit, bands)
    # Bands add up magnitudes, and the input holds their squares.
    # What no band has does not count, even if it is no number.
    magnitudes = xp.where(weights.any(axis=1), xp.sqrt(spectrogram.astype(np.float64)), 0)
    energies = xp.log(xp.maximum(magnitudes @ weights, _SMALLEST_BAND))
    # A discrete cosine transform of the second kind, of which only the first coefficients are made.
    angles = math.pi / bands * xp.outer(xp.arange(bands) + 0.5, xp.arange(coefficients))
    return (energies @ (math.sqrt(2 / bands) * xp.cos(angles))).astype(np.float32)


def _mel_weights(size: int, rate: int, lower: float, upper: float, bands: int) -> Array:
    """Weights [size, bands] of each of `size` frequencies in each band.

    The bands are triangles that overlap by half, of equal width on the mel scale between the two limits in Hz.
    """
    # From one frequency of the spectrum to the next; the last one is half the rate.
    hz = 0.5 * rate / (size - 1)
    places = np.arange(size)
    mels = _mel(places * hz)
    edges = np.linspace(_mel(lower), _mel(upper), bands + 2)
    # Each band goes from the middle of the one before to the middle of the one behind it.
    rising = (mels[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - mels[:, None]) / (edges[2:] - edges[1:-1])
    # TensorFlow's limits in whole frequencies; 1.5 rounds and leaves out frequency 0, a mere offset of the sound.
    inside = (places >= int(1.5 + lower / hz)) & (places <= int(upper / hz))
    return np.clip(np.minimum(rising, falling), 0, None) * inside[:, None]


def _mel(hz: Any) -> Any:
    """Hertz on the mel scale, on which equal distances sound equally far apart."""
    return 1127.0 * np.log1p(np.asarray(hz) / 700.0)


@kernel("AudioSummary")
def audio_summary(xp: Any, tag: Array, tensor: Array, *, sample_rate: float, max_outputs: int) -> Array:
    name = scalar_string(tag, "tag")
    summary = sounds_of(name, tensor, sample_rate, max_outputs)
    return serialized(summary, [name] * len(summary.value))


@kernel("AudioSummaryV2")
def audio_summary_v2(xp: Any, tag: Array, tensor: Array, sample_rate: Array, *, max_outputs: int) -> Array:
    if sample_rate.size != 1:
        raise errors.invalid_argument(f"sample_rate must have one element, got shape {shown(sample_rate.shape)}")
    name, rate = scalar_string(tag, "tag"), float(sample_rate.item())
    if math.isnan(rate):  # which summary writers take where there is no sound
        raise errors.invalid_argument("sample_rate must be > 0")
    summary = sounds_of(name, tensor, rate, max_outputs)
    return serialized(summary, [name] * len(summary.value))


def sounds_of(tag: bytes, tensor: Array, rate: float, max_outputs: int) -> Summary:
    """WAV files of the first sounds of `tensor` [n, frames] or [n, frames, channels].

    Raises:
        InvalidArgumentError: These are no sounds, or the rate is none.
    """
    if tensor.ndim not in (2, 3):
        raise errors.invalid_argument(f"Tensor must be 3-D or 2-D, got: {shown(tensor.shape)}")
    if rate <= 0:
        raise errors.invalid_argument("sample_rate must be > 0")
    base, summary = tag.decode(errors="replace"), Summary()
    for i, sound in enumerate(tensor[:max_outputs]):
        if not math.isfinite(rate):  # asked for where there is a sound, as in TensorFlow
            raise errors.invalid_argument(f"sample_rate must be in (0, 2^32), got: {rate}")
        # A sound of one channel may come without an axis for it; reshape() cannot tell the size -1 of nothing.
        samples = sound.reshape(len(sound), -1) if sound.size else sound.reshape(len(sound), *sound.shape[1:] or (1,))
        audio = Summary.Audio(
            sample_rate=rate, num_channels=samples.shape[1], length_frames=len(samples), content_type="audio/wav",
            encoded_audio_string=encode_wav(samples, math.ceil(rate)),
        )  # fmt: skip
        summary.value.add(tag=f"{base}/audio/{i}" if max_outputs > 1 else f"{base}/audio", audio=audio)
    return summary


def _rate(sample_rate: Array) -> int:
    if sample_rate.ndim:
        raise errors.invalid_argument(f"Input sample_rate should be a scalar tensor, got {shown(sample_rate.shape)}")
    return int(sample_rate)
