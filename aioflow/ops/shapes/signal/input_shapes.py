"""Shapes that the signal ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

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
