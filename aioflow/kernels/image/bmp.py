"""Bitmap files (BMP) as TensorFlow reads them: 8, 24 or 32 bits a pixel, without compression and without palettes."""
from __future__ import annotations

import struct

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array

# Of the two headers, 14 and 40 bytes: where the pixels begin, width, height, and behind the planes the bits a pixel.
_FIELDS = struct.Struct("<10xI4xiixxH")
_HEADER_NBYTES = 54


def decode_bmp(data: bytes, max_pixels: int) -> Array:
    """The pixels of a file [height, width, 1, 3 or 4] uint8: gray, colours, or colours and opacity.

    Raises:
        InvalidArgumentError: The file is of another kind, ends too early, or has more than `max_pixels`.
    """
    if len(data) < _HEADER_NBYTES:
        raise errors.invalid_argument(f"Incomplete bmp content, requires at least {_HEADER_NBYTES} bytes")
    start, width, height, bits = _FIELDS.unpack_from(data)
    if width <= 0 or height == 0:
        raise errors.invalid_argument(f"a bitmap must have a width and a height, not {width} x {height}")
    if bits not in (8, 24, 32):
        raise errors.invalid_argument(f"Number of bits per pixel must be 8, 24 or 32, but is {bits}")
    if width * abs(height) > max_pixels:
        raise errors.invalid_argument(f"BMP image of {width} x {abs(height)} pixels is too large")
    channels = bits // 8
    # Rows are filled up to a multiple of four bytes.
    row_nbytes = -(-width * channels // 4) * 4
    # TensorFlow takes neither less nor more.
    if start > len(data) or len(data) - start != row_nbytes * abs(height):
        raise errors.invalid_argument(f"Input size {len(data)} does not match a bitmap {width} x {abs(height)}")
    rows = np.frombuffer(data, np.uint8, row_nbytes * abs(height), start).reshape(abs(height), row_nbytes)
    pixels = rows[:, : width * channels].reshape(abs(height), width, channels)
    # A negative height says that the first row is the top one.
    pixels = pixels if height < 0 else pixels[::-1]
    # Blue comes first. The numbers of 8 bits are taken for gray, whatever a palette says, as TensorFlow has it.
    return pixels.copy() if channels == 1 else pixels[..., [2, 1, 0, 3][:channels]]
