"""Cases of image files."""
from __future__ import annotations

import struct
import zlib

import numpy as np

from aioflow.kernels.image.png import SIGNATURE, encode_png
from tests.kernels.cases import Case
from tests.kernels.cases.image.image_files import FILES
from tests.kernels.cases.typed_arrays import int32

SMOOTH = ((np.add.outer(np.arange(20) * 5, np.arange(30) * 3)[..., None] + np.arange(4) * 40) % 256).astype(np.uint8)
NOISE = ((np.arange(4800) * 7919) % 65521).reshape(20, 60, 4).astype(np.uint16)
BYTES = (NOISE % 256).astype(np.uint8)
PNGS = ("rgb", "L", "la", "rgba", "pal")
EXACT = {"dct_method": b"INTEGER_ACCURATE"}  # as Pillow decodes

PASSES = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))


def interlaced(pixels: np.ndarray, color_type: int, transparent: bytes = b"") -> bytes:
    """The PNG file of an image [height, width, channels] uint16 in seven passes, its rows by every filter."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = b""
    for y, x, dy, dx in PASSES:
        part = pixels[y::dy, x::dx].astype(">u2")
        if part.size:
            filtered = (bytes([i % 5]) + row.tobytes() for i, row in enumerate(part))  # the bytes decode to other ones
            rows += b"".join(filtered)
    height, width, _ = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 16, color_type, 0, 0, 1)
    extra = chunk(b"tRNS", transparent) if transparent else b""
    return SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


ENCODED = [
    Case("EncodePng", [image[..., :channels]])
    for image in (SMOOTH, NOISE, BYTES, SMOOTH[:1], SMOOTH[:, :1], SMOOTH[:1, :1], SMOOTH[:5, :7])
    for channels in (1, 2, 3, 4)
]
ENCODED += [Case("EncodePng", [SMOOTH], {"compression": level}) for level in (0, 1, 9)]
ENCODED += [
    Case("EncodePng", [x])
    for x in (np.stack([SMOOTH, SMOOTH[::-1]]), SMOOTH[0], SMOOTH[:0], np.concatenate([SMOOTH] * 2, axis=2)[..., :5])
]
ENCODED += [Case("EncodeJpeg", [x]) for x in (SMOOTH[..., :2], SMOOTH[0])]
ENCODED += [
    Case("EncodeJpeg", [SMOOTH[..., :3]], {"format": b"grayscale"}),
    Case("EncodeJpeg", [SMOOTH[..., :3]], {"quality": 101}),
]

DECODED = [
    Case("DecodePng", [FILES[name]], {"channels": channels, "dtype": dtype})
    for name in PNGS for channels, dtype in ((0, "uint8"), (3, "uint8"), (4, "uint16"))
    if name != "pal" or dtype == "uint8"  # there TensorFlow's alpha is 0x0f0f
]  # fmt: skip
DECODED += [Case("DecodePng", [FILES[name]], {"channels": 1}) for name in PNGS]
DECODED += [
    Case("DecodePng", [encode_png(NOISE[:5, :7, :n])], {"channels": channels, "dtype": dtype})
    for n in (1, 2, 3, 4) for channels in (0, 1, 3, 4) for dtype in ("uint16", "uint8")
]  # fmt: skip
DEEP = [interlaced(NOISE[:9, :11, :n], color) for n, color in ((1, 0), (2, 4), (3, 2), (4, 6))]
DEEP += [interlaced(NOISE[:2, :2, :3], 2)]
FIRST_COLOR = NOISE[0, 0].astype(">u2").tobytes()
DEEP += [interlaced(NOISE[:9, :11, :n], color, FIRST_COLOR[: 2 * n]) for n, color in ((1, 0), (3, 2))]
DECODED += [Case("DecodePng", [data], {"channels": n, "dtype": "uint16"}) for data in DEEP for n in (0, 1, 4)]
DECODED += [Case("DecodePng", [encode_png(NOISE[:5, :7, :3])[:-80]])]
DECODED += [Case("DecodeImage", [FILES[name]], {"dtype": "float32"}) for name in ("rgb", "bmp", "gif")]
DECODED += [Case("DecodeImage", [FILES["gif"]], {"expand_animations": False})]
DECODED += [Case("DecodeImage", [FILES[name]], {"channels": n}) for name in ("bmp", "bmpL") for n in (0, 1, 3, 4)]
DECODED += [Case("DecodeJpeg", [FILES[name]], {**EXACT, "channels": n}) for name in ("jpg", "jL") for n in (0, 1, 4)]
DECODED += [
    Case("DecodeAndCropJpeg", [FILES["jL"], int32(window)], EXACT)
    for window in ((1, 1, 2, 3), (1, 1, 9, 3), (0, 0, 0, 1))
]
DECODED += [Case("ExtractJpegShape", [FILES[name]]) for name in ("jpg", "jL", "rgb")]
DECODED += [Case("DecodeGif", [FILES[name]]) for name in ("gif", "rgb", "L", "bmp")]
DECODED += [Case("DecodeBmp", [FILES[name]]) for name in ("bmp", "bmpL", "rgb")]
BROKEN = [b"xx", b"", FILES["rgb"][:30], FILES["jpg"][:40], FILES["bmp"][:20], FILES["gif"][:9]]
DECODED += [Case("DecodeImage", [data]) for data in (*BROKEN, np.array([FILES["rgb"]], object))]
DECODED += [Case("DecodeImage", [FILES["rgb"]], {"channels": 2}), Case("DecodePng", [FILES["gif"]])]
WEBPS = ("webp", "webpA", "webps")  # the last one moves
DECODED += [Case("DecodeWebP", [FILES[name]], {"channels": n}) for name in WEBPS for n in (0, 3, 4)]
DECODED += [Case("DecodeWebP", [FILES[name]]) for name in ("rgb", "L", "bmp")]
DECODED += [Case("DecodeWebP", [data]) for data in (FILES["webp"][:40], FILES["webp"][:12])]
DECODED += [Case("DecodeWebP", [FILES["webp"]], {"channels": 1})]

CASES = [*ENCODED, *DECODED]
