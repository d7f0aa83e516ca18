"""Cases of colours, non-maximum suppression, crops and glimpses."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32 as F
from tests.kernels.cases.typed_arrays import int32

PIXELS = F([[1, 0.5, 0.2], [0, 0, 0], [1, 1, 1], [0.2, 0.7, 0.7], [0.1, 0.3, 0.9], [0.4, 0.9, 0.1], [0.6, 0.6, 0.2]])
PICTURE = np.stack([PIXELS, PIXELS[::-1], PIXELS[:, ::-1]])
TYPES = (np.float64, np.float16, ml_dtypes.bfloat16)

COLORS = [Case(op, [x]) for op in ("RGBToHSV", "HSVToRGB") for x in (
    PIXELS, PICTURE, PIXELS[0], PIXELS[:0], PIXELS[:, :2], F(1), *(PIXELS.astype(t) for t in TYPES),
)]  # fmt: skip
COLORS += [Case("RGBToHSV", [F([[2, -1, 0.5], [-1, -2, -3]])])]
COLORS += [
    Case(op, [x, F(amount)])
    for op, amounts in (("AdjustContrastv2", (0.5, 2)), ("AdjustHue", (0.2, -0.7)), ("AdjustSaturation", (0.3, 4)))
    for amount in amounts
    for x in (PICTURE, np.stack([PICTURE, PICTURE[::-1]]), PICTURE[:0], PIXELS,
              PICTURE[..., :2] if op != "AdjustContrastv2" else images())
]  # fmt: skip
COLORS += [Case(op, [PICTURE, F([0.5])]) for op in ("AdjustContrastv2", "AdjustHue", "AdjustSaturation")]

BOXES = F([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [1, 101, 0, 100],
           [0.5, 0.5, 0.5, 0.9]])  # fmt: skip
SCORES = F([0.9, 0.75, 0.6, 0.95, 0.5, 0.3, 0.3])


def suppression(version: str, boxes: Any = BOXES, scores: Any = SCORES, n: Any = 5, *more: Any, **attrs: Any) -> Case:
    return Case(f"NonMaxSuppression{version}", [boxes, scores, int32(n), *more], attrs)


HALF = F(0.5)
SUPPRESSION = [suppression("V3", BOXES, SCORES, n, F(iou), F(score)) for n, iou, score in [
    (5, 0.5, -9), (2, 0.5, -9), (0, 0.5, -9), (-1, 0.5, 0), (30, 0.5, 0.3), (30, 0.0, 0), (30, 1.0, 0), (5, 1.5, 0),
    (5, -0.1, 0),
]]  # fmt: skip
SUPPRESSION += [suppression("", iou_threshold=0.4), suppression("V2", BOXES, SCORES, 4, HALF)]
SUPPRESSION += [
    suppression("V3", b, s, n, iou, score)
    for b, s, n, iou, score in [
        (BOXES[:, :3], SCORES, 3, HALF, HALF), (BOXES, SCORES[:2], 3, HALF, HALF), (BOXES[0], SCORES, 3, HALF, HALF),
        (BOXES, SCORES[None], 3, HALF, HALF), (BOXES, SCORES, [3], HALF, HALF), (BOXES[:0], SCORES[:0], 3, HALF, HALF),
        (BOXES, SCORES, 3, F([0.5]), HALF), (BOXES.astype(np.float16), SCORES.astype(np.float16), 3, HALF, HALF),
        (BOXES, np.zeros(7, np.float32), 7, HALF, F(-1)),
    ]
]  # fmt: skip
SUPPRESSION += [suppression("V4", BOXES, SCORES, 6, HALF, F(0), pad_to_max_output_size=pad) for pad in (True, False)]
SUPPRESSION += [
    suppression("V5", BOXES, SCORES, 7, F(iou), F(score), F(sigma), pad_to_max_output_size=pad)
    for iou, score, sigma in ((0.5, 0, 0.5), (1, 0, 0.5), (0.9, 0.35, 0.3), (0.5, 0, 0))
    for pad in (True, False)
]
SUPPRESSION += [
    Case("NonMaxSuppressionWithOverlaps", [m, SCORES[:4], int32(3), F(0.4), F(0.1)])
    for m in (F([[1, 0.5, 0, 0.1], [0.5, 1, 0.3, 0], [0, 0.3, 1, 0.9], [0.1, 0, 0.9, 1]]), np.ones((4, 3), np.float32))
]


def combined(boxes: Any, scores: Any, n: int, total: int, iou: float = 0.5, score: float = 0, **attrs: Any) -> Case:
    inputs = [boxes, scores, int32(n), int32(total), F(iou), F(score)]
    return Case("CombinedNonMaxSuppression", inputs, attrs)


BATCH = np.stack([BOXES, BOXES[::-1]])[:, :, None] / F(2)
CLASS_SCORES = np.stack([np.stack([SCORES, SCORES[::-1] / F(1.5)], 1), np.stack([SCORES / F(2), SCORES], 1)])
COMBINED = [
    combined(BATCH, CLASS_SCORES, n, total, pad_per_class=pad, clip_boxes=clip)
    for n, total, pad, clip in [(3, 4, False, True), (2, 9, True, False), (2, 9, False, True), (7, 3, True, True)]
]
COMBINED += [combined(np.concatenate([BATCH, BATCH[:, ::-1]], 2), CLASS_SCORES, 3, 5, 0.3, 0.4)]
COMBINED += [
    combined(b, s, n, total, iou)
    for b, s, n, total, iou in [
        (BATCH[0], CLASS_SCORES, 3, 4, 0.5), (BATCH, CLASS_SCORES[0], 3, 4, 0.5), (BATCH, CLASS_SCORES, 0, 4, 0.5),
        (BATCH, CLASS_SCORES, 3, 4, 2), (BATCH, CLASS_SCORES[:, :3], 3, 4, 0.5),
    ]
]  # fmt: skip

CROP_BOXES = F(
    [[0, 0, 1, 1], [0.2, 0.1, 0.7, 0.9], [0.8, 0.9, 0.1, 0.05], [-0.5, 0.2, 0.5, 1.4], [0.5, 0.5, 0.5, 0.5]]
)
WHICH = int32([0, 1, 0, 1, 1])
CROPS = [
    Case("CropAndResize", [images(), CROP_BOXES, WHICH, int32(size)],
         {"method": method, "extrapolation_value": value})
    for size in ((3, 4), (1, 1), (7, 1), (5, 6)) for method, value in ((b"bilinear", 0.0), (b"nearest", -2.5))
]  # fmt: skip
CROPS += [
    Case("CropAndResize", [images(dtype=t), CROP_BOXES, WHICH, int32([3, 4])])
    for t in (np.uint8, np.int32, np.float64, np.float16)
]
CROPS += [
    Case("CropAndResize", [x, b, i, int32(size)])
    for x, b, i, size in [
        (images(), CROP_BOXES, WHICH + int32(1), (3, 4)), (images(), CROP_BOXES[:, :3], WHICH, (3, 4)),
        (images(), CROP_BOXES, WHICH[:2], (3, 4)), (images(), CROP_BOXES, WHICH, (0, 4)),
        (images(), CROP_BOXES, WHICH, (3, 4, 4)), (images(), CROP_BOXES[:0], WHICH[:0], (3, 4)),
        (images()[0], CROP_BOXES, WHICH, (3, 4)), (images(), CROP_BOXES, WHICH - int32(1), (3, 4)),
    ]
]  # fmt: skip
DY = ramp(5, 3, 4, 4)
CROPS += [
    Case("CropAndResizeGradImage", [DY, CROP_BOXES, WHICH, int32(size)], {"T": t, "method": method})
    for size, t, method in [
        ((2, 5, 6, 4), "float32", b"bilinear"), ((2, 5, 6, 4), "float64", b"nearest"),
        ((2, 3, 3, 4), "float16", b"bilinear"),
        ((2, 5, 6, 3), "float32", b"bilinear"),
        ((1, 5, 6, 4), "float32", b"bilinear"), ((2, 5, 6), "float32", b"bilinear"),
    ]
]  # fmt: skip
CROPS += [
    Case("CropAndResizeGradBoxes", [DY, images(dtype=t), CROP_BOXES, WHICH]) for t in (np.float32, np.float64, np.uint8)
]
CROPS += [Case("CropAndResizeGradBoxes", [ramp(5, 1, 1, 4), images(), CROP_BOXES, WHICH])]

GRID = np.arange(96, dtype=np.float32).reshape(2, 6, 8, 1)
SILENT = {"uniform_noise": False, "noise": b"zero"}
GLIMPSES = [
    Case(op, [GRID, int32([3, 2]), F(offsets)], {"centered": centered, "normalized": normalized, **SILENT})
    for op in ("ExtractGlimpse", "ExtractGlimpseV2")
    for centered in (False, True)
    for normalized in (False, True)
    for offsets in ([[0.3, -0.3], [2, 1]], [[-0.6, 0.1], [0, 0]])
]
GLIMPSES += [
    Case("ExtractGlimpse", [x, int32(size), F(offsets)], {**SILENT, **attrs})
    for x, size, offsets, attrs in [
        (GRID, (3, 2, 2), [[0, 0]] * 2, {}), (GRID, (3, 2), [[0, 0]], {}), (GRID[0], (3, 2), [[0, 0]], {}),
        (GRID, (3, 2), [[0, 0]] * 2, {"noise": b"loud"}),
        (GRID, (-1, 2), [[0, 0]] * 2, {}), (GRID, (0, 2), [[0, 0]] * 2, {}), (GRID[:0], (2, 2), np.zeros((0, 2)), {}),
    ]
]  # fmt: skip

CASES = [*COLORS, *SUPPRESSION, *COMBINED, *CROPS, *GLIMPSES]
