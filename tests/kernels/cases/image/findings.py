"""Calls of image ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

import struct
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float16, float32, int32


def bitmap(bits: int, width: int, height: int, pixels: bytes, palette: bytes = b"") -> Any:
    """A BMP file."""
    start = 54 + len(palette)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, 0, len(pixels), 0, 0, len(palette) // 4, 0)
    file = b"BM" + struct.pack("<IHHI", start + len(pixels), 0, 0, start) + info + palette + pixels
    return np.array(file, object)


PALETTE = b"".join(bytes([255 - i, i, i // 2, 0]) for i in range(256))
GRAY, DEEP = bytes(range(10, 18)), bytes(range(1, 17))
COLORS = bytes([1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0])
BITMAPS = {
    "gray": bitmap(8, 4, 2, GRAY), "palette": bitmap(8, 3, 2, GRAY, PALETTE), "top first": bitmap(8, 4, -2, GRAY),
    "colors": bitmap(24, 2, 2, COLORS), "opacity": bitmap(32, 2, 2, DEEP), "deep, top first": bitmap(32, 2, -2, DEEP),
    "1 bit": bitmap(1, 4, 2, GRAY), "16 bits": bitmap(16, 2, 2, GRAY), "short": bitmap(24, 2, 2, COLORS[:9]),
    "no width": bitmap(24, 0, 2, COLORS), "no height": bitmap(24, 2, 0, COLORS), "headers": bitmap(24, 1, 1, b""),
    "longer": bitmap(24, 2, 2, COLORS + b"!"),
}  # fmt: skip


def bitmaps() -> list[Case]:
    """Gray files, those with opacity, and wrong ones."""
    wide = [
        Case("DecodeImage", [BITMAPS[name]], {"channels": n, "dtype": dtype, "expand_animations": True})
        for name in ("gray", "palette", "colors", "opacity") for n in (0, 3, 4)
        for dtype in ("uint8", "uint16", "float32")
    ]  # fmt: skip
    return [*(Case("DecodeBmp", [file], {"channels": n}) for file in BITMAPS.values() for n in (0, 1, 3, 4)), *wide]


def colors() -> list[Case]:
    """Colours outside of [0, 1]."""
    outside = float32([[[-3.5, -3, -0.125], [0.5, 0.25, 2], [1.5, -2, 0.5], [-1, -1, -1]]])
    return [Case("AdjustHue", [outside, np.float32(d)]) for d in (0.125, -0.25, 1.5, -3)]


def drawn() -> list[Case]:
    """Gray images with given colours."""
    boxes = float32([[[0, 0, 0.5, 0.5], [0.25, 0.25, 1, 1]]])
    given = [float32([[0.75]]), float32([[0.75], [0.25]]), np.zeros((0, 1), np.float32)]
    return [
        Case("DrawBoundingBoxesV2", [np.zeros((1, 4, 4, 1), t), boxes, c])
        for c in given for t in (np.float32, np.float16)
    ]  # fmt: skip


def suppressed() -> list[Case]:
    """Scores and overlaps of halves, next to thresholds of float32 that are the same as halves."""
    boxes, step = [[0, 0, 1, 1], [0, 0, 1, 2]], 2.0**-14
    thresholds = [(0.5, 0.5 - step), (0.5, 0.5 + step), (0.5, 0.5), (0.5 - step, 0.125), (0.5 + step, 0.125)]
    return [
        Case("NonMaxSuppressionV3", [t(boxes), t([0.5, 0.25]), int32(3), np.float32(iou), np.float32(score)])
        for iou, score in thresholds for t in (float16, float32)
    ]  # fmt: skip


CASES = [*bitmaps(), *colors(), *drawn(), *suppressed()]
