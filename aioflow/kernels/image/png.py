"""Writing PNG files, byte by byte as libpng does, so that encoded images equal TensorFlow's."""
from __future__ import annotations

import struct
import zlib

import numpy as np

from aioflow.kernels.arrays import Array

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# From here on names are those of the PNG specification (RFC 2083).
_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # channels -> gray, gray and alpha, RGB, RGBA
# libpng's buffer of compressed data, which it writes as a chunk whenever it is full.
_CHUNK_NBYTES = 8192
_SMALL_NBYTES = 16384  # of image data, up to which the window of the compression is chosen to fit


def encode_png(pixels: Array, level: int = -1) -> bytes:
    """The PNG file of an image.

    Args:
        pixels: [height, width, 1 to 4] uint8 or uint16, not empty.
        level: zlib's level, -1 for its default.
    """
    height, width, channels = pixels.shape
    # Width, height, bits per channel, color type; deflate, the five filters, no interlacing.
    header = struct.pack(">IIBBBBB", width, height, 8 * pixels.itemsize, _COLOR_TYPES[channels], 0, 0, 0)
    data = _compressed(filtered_rows(pixels), level, filters_of(height, width) != [0])
    parts = [data[start : start + _CHUNK_NBYTES] for start in range(0, len(data), _CHUNK_NBYTES)]
    chunks = [_chunk(b"IHDR", header), *(_chunk(b"IDAT", part) for part in parts), _chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    # The length counts the data alone; the checksum covers the name, too.
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def filters_of(height: int, width: int) -> list[int]:
    """The filters that libpng tries: none, left, up, average, Paeth."""
    allowed = {0, 1, 2, 3, 4}
    # Without a row above, these filters can only guess 0, and libpng spares itself the trial; likewise for columns.
    if height == 1:
        allowed -= {2, 3, 4}
    if width == 1:
        allowed -= {1, 3, 4}
    return sorted(allowed)


def filtered_rows(pixels: Array) -> Array:
    """The rows, each behind the number of the filter that leaves the smallest sum of absolute differences."""
    height, width, channels = pixels.shape
    # Filters work on bytes: the one to the left is that of the pixel before.
    # Numbers are stored with the high byte first.
    step = channels * pixels.itemsize
    rows = np.ascontiguousarray(pixels.astype(pixels.dtype.newbyteorder(">"))).view(np.uint8).reshape(height, -1)
    here = rows.astype(np.int16)
    left, up, corner = (np.zeros_like(here) for _ in range(3))
    left[:, step:], up[1:], corner[1:, step:] = here[:, :-step], here[:-1], here[:-1, :-step]
    guesses = {0: 0, 1: left, 2: up, 3: (left + up) // 2, 4: _paeth(left, up, corner)}
    numbers = filters_of(height, width)
    # Differences are taken modulo 256.
    candidates = np.stack([(here - guesses[number]).astype(np.uint8) for number in numbers])
    # A byte above 127 stands for a negative difference. Where sums are equal libpng keeps the filter with the lower
    # number, and so does argmin().
    sums = np.abs(candidates.view(np.int8).astype(np.int64)).sum(axis=2)
    best = sums.argmin(axis=0)
    filtered = np.empty((height, rows.shape[1] + 1), np.uint8)
    filtered[:, 0] = np.array(numbers, np.uint8)[best]
    filtered[:, 1:] = candidates[best, np.arange(height)]
    return filtered


def _paeth(left: Array, up: Array, corner: Array) -> Array:
    """The one of the three that is nearest to left + up - corner; the first of equals."""
    # |left + up - corner - left| is |up - corner|, and so on.
    by_left, by_up, by_corner = np.abs(up - corner), np.abs(left - corner), np.abs(left + up - 2 * corner)
    nearest_is_left = (by_left <= by_up) & (by_left <= by_corner)
    return np.where(nearest_is_left, left, np.where(by_up <= by_corner, up, corner))


def _compressed(rows: Array, level: int, is_filtered: bool) -> bytes:
    """The zlib stream of filtered rows, with the settings that libpng chooses."""
    window_bits = 15
    if rows.size <= _SMALL_NBYTES:
        # zlib needs 262 bytes more than the data to look ahead: the longest match (258), the shortest (3), and one.
        while window_bits > 8 and rows.size + 262 <= 1 << (window_bits - 1):
            window_bits -= 1
    # zlib's advice for data of small differences, which libpng follows.
    strategy = zlib.Z_FILTERED if is_filtered else zlib.Z_DEFAULT_STRATEGY
    # Windows of 8 bits are a known fault of zlib, which takes 9 instead.
    compressor = zlib.compressobj(level, zlib.DEFLATED, max(window_bits, 9), 8, strategy)
    stream = b"".join(compressor.compress(row.tobytes()) for row in rows) + compressor.flush()
    return _with_small_window(bytearray(stream), rows.size)


def _with_small_window(stream: bytearray, size: int) -> bytes:
    """The stream with a header that asks readers for no more window than the data needs."""
    # RFC 1950: the upper half of the first byte is the logarithm of the window less 8; of the second byte the lower
    # five bits make the two a multiple of 31.
    bits = (stream[0] >> 4) + 8
    if size <= _SMALL_NBYTES and size <= 1 << (bits - 1):
        while bits > 8 and size <= 1 << (bits - 1):
            bits -= 1
        stream[0] = stream[0] & 0x0F | (bits - 8) << 4
        flags = stream[1] & 0xE0
        stream[1] = flags + 31 - (stream[0] << 8 | flags) % 31
    return bytes(stream)
