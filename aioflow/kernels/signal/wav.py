"""WAV files with 16-bit samples: what audio ops read and write."""
from __future__ import annotations

import io
import struct
import wave
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, check_room

# -1 is the lowest of 16 bits; 1 would be one more than the highest, and is cut.
_SCALE = 1 << 15
# The head of the simplest RIFF file: the tag and what follows in bytes; the format (its size, 1 for plain samples,
# channels, frames and bytes per second, bytes per frame, bits per sample); the tag and size of the data.
_HEAD = struct.Struct("<4sI8sIHHIIHH4sI")
# The first size counts 36 bytes of the head as well, and has 32 bits.
_MOST_NBYTES = 2**32 - 37


def encode_wav(audio: Array, sample_rate: int) -> bytes:
    """A file of samples [frames, channels] in [-1, 1]; louder ones are cut off."""
    frames, channels = audio.shape
    if sample_rate <= 0:
        raise errors.invalid_argument(f"sample_rate must be in (0, 2^32), got: {sample_rate}")
    if not 0 < channels < 1 << 16:
        raise errors.invalid_argument(f"num_channels must be in (0, 2^16), got: {channels}")
    if not 0 <= sample_rate < 1 << 32:
        raise errors.invalid_argument(f"sample_rate must be in (0, 2^32), got: {sample_rate}")
    scaled = np.asarray(audio, np.float32) * np.float32(_SCALE)
    # C's round(); numpy rounds halves to the even number.
    away_from_zero = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    # NaN has no integer; it becomes silence.
    samples = np.nan_to_num(np.clip(away_from_zero, -_SCALE, _SCALE - 1)).astype("<i2")
    nbytes, frame_nbytes = samples.nbytes, 2 * channels
    if nbytes > _MOST_NBYTES:
        raise errors.invalid_argument(f"{frames} frames of {channels} channels are too many for a WAV file")
    rates = sample_rate, sample_rate * frame_nbytes & 0xFFFFFFFF  # the second one wraps around where it is too large
    layout = 16, 1, channels, *rates, frame_nbytes & 0xFFFF, 16
    file: bytes = _HEAD.pack(b"RIFF", 36 + nbytes, b"WAVEfmt ", *layout, b"data", nbytes) + samples.tobytes()
    return file


def decode_wav(contents: bytes, channels: int, frames: int) -> tuple[Array, int]:
    """The samples [frames, channels] float32 of a file, and its sample rate in Hz.

    Args:
        contents: The file.
        channels: How many are wanted; the last one stands for those that the file lacks. -1: as many as it has.
        frames: How many are wanted; zeros stand for those that the file lacks. -1: as many as it has.

    Raises:
        InvalidArgumentError: It is no WAV file of 16-bit samples.
    """
    try:
        with wave.open(io.BytesIO(contents)) as reader:
            parameters = reader.getparams()
            data = reader.readframes(parameters.nframes)
    except (wave.Error, EOFError, RuntimeError, ValueError) as error:
        raise errors.invalid_argument(f"Header mismatch: not a WAV file of PCM samples ({error})") from None
    if parameters.sampwidth != 2:
        raise errors.invalid_argument(f"Can only read 16-bit WAV files, but received {8 * parameters.sampwidth}")
    if len(data) < parameters.nframes * parameters.nchannels * 2:
        raise errors.invalid_argument("Data too short when trying to read the samples of a WAV file")
    samples = np.frombuffer(data, "<i2").reshape(-1, parameters.nchannels)
    return _fitted(samples, channels, frames), parameters.framerate


def _fitted(samples: Array, channels: int, frames: int) -> Any:
    """Samples [frames, channels] as float32, with as many of both as wanted; -1 for as many as there are."""
    has_frames, has_channels = samples.shape
    channels = has_channels if channels < 0 else channels
    frames = has_frames if frames < 0 else frames
    check_room((frames, channels), np.float32)
    check_room((channels,), np.int64)
    # TensorFlow repeats the last channel where more are wanted, and leaves out the last ones where fewer are.
    columns = np.minimum(np.arange(channels), has_channels - 1)
    result = np.zeros((frames, channels), np.float32)
    kept = samples[:frames, columns]
    np.divide(kept, np.float32(_SCALE), out=result[: len(kept)])
    return result
