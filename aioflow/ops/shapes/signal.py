"""Static shapes of the ops of Fourier transforms and audio.

Lengths are inputs of transforms and attributes of sounds.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar

# ---- audio ops
shape_function("AudioSummary", "AudioSummaryV2")(scalar)


@shape_function("EncodeWav")
def encode_wav(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for sound [samples, channels]."""
    return [SCALAR]


@shape_function("DecodeWav")
def decode_wav(op: ShapeContext) -> Sequence[TensorShape]:
    """[samples, channels] and the rate []; -1 stands for what the file has."""
    wanted = op.attrs["desired_samples"], op.attrs["desired_channels"]
    if min(wanted) < -1:
        raise ValueError(f"samples and channels must be non-negative, got {list(wanted)}")
    return [TensorShape([None if size < 0 else size for size in wanted]), SCALAR]


@shape_function("AudioSpectrogram")
def audio_spectrogram(op: ShapeContext) -> Sequence[TensorShape]:
    """[channels, windows, frequencies] of sound [samples, channels]."""
    window, stride = op.attrs["window_size"], op.attrs["stride"]
    if window <= 1:
        raise ValueError(f"window size must be > 1, got {window}")
    if stride <= 0:
        raise ValueError(f"stride must be strictly positive, got {stride}")
    frames, channels = op.shapes[0].with_rank(2).as_list()
    count = None if frames is None else max(0, 1 + (frames - window) // stride)
    # Windows are filled up to a power of two for the transform, half of whose frequencies mirror the others.
    return [TensorShape([channels, count, (1 << (window - 1).bit_length()) // 2 + 1])]


@shape_function("Mfcc")
def mfcc(op: ShapeContext) -> Sequence[TensorShape]:
    """[channels, windows, coefficients] of a spectrogram [channels, windows, frequencies]."""
    return [op.shapes[0][:2].concatenate([op.attrs["dct_coefficient_count"]])]


# ---- spectral ops
# Complex transforms over the last dimensions keep all sizes: as many frequencies as samples.
shape_function(
    "BatchFFT", "BatchFFT2D", "BatchFFT3D", "BatchIFFT", "BatchIFFT2D", "BatchIFFT3D", "FFT", "FFT2D", "FFT3D",
    "IFFT", "IFFT2D", "IFFT3D",
)(same_as_first_input)  # fmt: skip


@shape_function("RFFT", "RFFT2D", "RFFT3D")
def to_half_of_a_spectrum(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch..., lengths..., last length // 2 + 1]."""
    return [_transformed(op, True)]


@shape_function("IRFFT", "IRFFT2D", "IRFFT3D")
def from_half_of_a_spectrum(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch..., lengths...]."""
    return [_transformed(op, False)]


def _transformed(op: ShapeContext, is_forward: bool) -> TensorShape:
    shape, lengths = op.shapes[0], op.constant(1)
    # The number of lengths tells over how many dimensions the transform goes.
    rank = op.shapes[1].with_rank(1).size(0)
    if shape.rank is None or rank is None:
        return UNKNOWN
    if shape.rank < rank:
        raise ValueError(f"Input must have rank of at least {rank} but has shape {shape}")
    sizes = [None] * rank if lengths is None else lengths.tolist()
    # Of a real signal one half of the spectrum is enough. A length of 0 stays 0.
    if is_forward and sizes[-1]:
        sizes[-1] = sizes[-1] // 2 + 1
    batch: TensorShape = shape[: shape.rank - rank]
    return batch.concatenate(sizes)


# ---- input shapes
input_shapes("""
AudioSpectrogram: [_,_]
DecodeWav: []
EncodeWav: [_,_] []
FFT IFFT: [_,...]
FFT2D IFFT2D: [_,_,...]
FFT3D IFFT3D: [_,_,_,...]
IRFFT RFFT: [_,...] [1]
IRFFT2D RFFT2D: [_,_,...] [2]
IRFFT3D RFFT3D: [_,_,_,...] [3]
Mfcc: [_,_,_] []
""")
