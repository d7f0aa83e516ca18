"""`tf.audio`: sound in WAV files."""
from __future__ import annotations

from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.generated import signal as gen
from aioflow.ops.generated.signal import encode_wav

__all__ = ["decode_wav", "encode_wav"]


def decode_wav(
    contents: TensorLike, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None
) -> gen.DecodeWavOutputs:
    """The sound of a WAV file with 16 bits a sample.

    Args:
        contents: The file's bytes, [].
        desired_channels: How many channels the result has; those of the file for -1.
        desired_samples: How many samples it has, cut or filled up with zeros; those of the file for -1.
        name: The node's name.

    Returns:
        float32 [samples, channels] within [-1, 1], and the sample rate [] int32.
    """
    # The builder takes attributes by name only; scripts pass them by place.
    return gen.decode_wav(
        contents, desired_channels=desired_channels, desired_samples=desired_samples, name=name
    )
