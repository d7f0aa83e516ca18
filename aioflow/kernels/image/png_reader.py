"""Reading PNG files of 16 bits per channel, of which Pillow keeps 8 where there are colors or transparency."""
from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np

from aioflow.kernels.arrays import Array
from aioflow.kernels.image.png import SIGNATURE

_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # color type -> channels; palettes (3) are never that deep
_WHOLE = [(0, 0, 1, 1)]  # first row, first column, steps
# The seven passes of Adam7.
_INTERLACED = [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]


def deep_pixels(data: bytes, with_opacity: bool) -> Array | None:
    """The pixels [height, width, 1 to 4] uint16 of a PNG file; None where it has fewer bits per channel.

    Args:
        data: The file.
        with_opacity: Whether a color that the file calls transparent makes one channel more.

    Raises:
        ValueError: The file is broken.
    """
    # Behind the signature come the length and the name of the first chunk, 4 bytes each, then its data.
    width, height, depth, color, _, _, interlacing = struct.unpack_from(">IIBBBBB", data, len(SIGNATURE) + 8)
    if depth != 16 or color not in _CHANNELS:
        return None
    channels = _CHANNELS[color]
    # Passes without pixels are left out of the file.
    passes = [part for part in (_INTERLACED if interlacing else _WHOLE) if part[0] < height and part[1] < width]
    sizes = [(-(-(height - y) // dy), -(-(width - x) // dx)) for y, x, dy, dx in passes]
    chunks = list(_chunks(data))
    # Each row has a byte for its filter and two for each channel.
    stream = _decompressed(chunks, sum(rows * (1 + 2 * channels * columns) for rows, columns in sizes))
    pixels = np.empty((height, width, channels), np.uint16)
    for (y, x, dy, dx), (rows, columns) in zip(passes, sizes, strict=True):
        nbytes = rows * (1 + 2 * channels * columns)
        part, stream = _unfiltered(stream[:nbytes].reshape(rows, -1), 2 * channels), stream[nbytes:]
        pixels[y::dy, x::dx] = part.view(">u2").reshape(rows, columns, channels)
    return _with_transparency(pixels, dict(chunks).get(b"tRNS")) if with_opacity else pixels


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Names and contents of the chunks; ValueError for a wrong checksum."""
    start = len(SIGNATURE)
    # Length, name and checksum, around the data.
    while start + 12 <= len(data):
        (nbytes,) = struct.unpack_from(">I", data, start)
        name, body = data[start + 4 : start + 8], data[start + 8 : start + 8 + nbytes]
        if zlib.crc32(name + body).to_bytes(4, "big") != data[start + 8 + nbytes : start + 12 + nbytes]:
            raise ValueError(f"the chunk {name!r} is damaged")
        yield name, body
        start += 12 + nbytes


def _decompressed(chunks: list[tuple[bytes, bytes]], nbytes: int) -> Array:
    """The image's filtered rows, `nbytes` in all; ValueError where there are fewer or zlib refuses."""
    packed = b"".join(body for name, body in chunks if name == b"IDAT")
    try:
        # No more than the header announces, so that a small file cannot fill the memory.
        stream = zlib.decompressobj().decompress(packed, nbytes)
    except zlib.error as error:
        raise ValueError("the image data is damaged") from error
    if len(stream) != nbytes:
        raise ValueError(f"the image data has {len(stream)} bytes, not {nbytes}")
    return np.frombuffer(stream, np.uint8)


def _unfiltered(rows: Array, step: int) -> Array:
    """The bytes [rows, bytes] of filtered rows, each behind the number of its filter; `step` bytes make a pixel."""
    result = np.empty((rows.shape[0], rows.shape[1] - 1), np.uint8)
    above = np.zeros(result.shape[1], np.uint8)
    for i, (number, row) in enumerate(zip(rows[:, 0].tolist(), rows[:, 1:], strict=True)):
        if number == 0:
            result[i] = row
        elif number == 1:
            # Adding up the differences modulo 256 undoes "left" for a whole row.
            result[i] = row.reshape(-1, step).cumsum(axis=0, dtype=np.uint8).reshape(-1)
        elif number == 2:
            result[i] = row + above
        elif number in (3, 4):
            # Each byte depends on the one decoded before it, and not linearly: this takes a loop.
            result[i] = list(_predicted(row.tolist(), above.tolist(), step, is_average=number == 3))
        else:
            raise ValueError(f"there is no filter {number}")
        above = result[i]
    return result


def _predicted(row: list[int], above: list[int], step: int, *, is_average: bool) -> Iterator[int]:
    """The bytes of a row, each from its difference to a guess from the pixels around it."""
    left, corner = [0] * step, [0] * step  # the pixel before, and the one above that
    for k, (byte, up) in enumerate(zip(row, above, strict=True)):
        channel = k % step
        guess = (left[channel] + up) // 2 if is_average else _nearest(left[channel], up, corner[channel])
        left[channel], corner[channel] = (byte + guess) & 255, up
        yield left[channel]


def _nearest(left: int, up: int, corner: int) -> int:
    """The one of the three that is nearest to left + up - corner; the first of equals."""
    target = left + up - corner
    return min((left, up, corner), key=lambda guess: abs(target - guess))


def _with_transparency(pixels: Array, color: bytes | None) -> Array:
    """With a channel of opacity, if the file names a color that is transparent."""
    if color is None or pixels.shape[2] not in (1, 3):
        return pixels
    # The chunk holds one number of 16 bits for each channel.
    transparent = (pixels == np.frombuffer(color, ">u2")).all(axis=2)
    return np.concatenate([pixels, np.where(transparent, 0, 65535).astype(np.uint16)[..., None]], axis=2)
