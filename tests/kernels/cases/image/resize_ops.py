"""Cases of resizing images."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32

MODES: tuple[dict[str, bool], ...] = ({}, {"align_corners": True}, {"half_pixel_centers": True})
SIZES = ((3, 4), (10, 13), (5, 6), (1, 1), (2, 12))
RESIZES = ("ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor")
TYPES = (np.uint8, np.int8, np.int32, np.float64, np.float16, ml_dtypes.bfloat16)


def resize(op: str, x: Any, size: Any, **attrs: Any) -> Case:
    return Case(op, [x, int32(size)], attrs)


CASES = [resize(op, images(), size, **mode) for op in RESIZES for size in SIZES for mode in MODES]
CASES += [resize("ResizeArea", images(), size, align_corners=a) for size in SIZES for a in (False, True)]
CASES += [
    resize(op, (images() * float32(20) + float32(50)).astype(t), (4, 9))
    for op in (*RESIZES, "ResizeArea")
    for t in TYPES
]
CASES += [
    resize(op, x, size)
    for op in (*RESIZES, "ResizeArea")
    for x, size in [
        (images()[0], (4, 4)), (images(), (0, 4)), (images(), (4, -1)), (images(), (4, 4, 4)), (images(0, 6), (4, 4)),
        (images()[:0], (4, 4)), (images(channels=0), (4, 4)), (images(1, 1), (3, 2)), (images(40, 30, 1, 1), (7, 11)),
    ]
]  # fmt: skip
CASES += [resize(op, images(), (4, 4), align_corners=True, half_pixel_centers=True) for op in RESIZES]

CASES += [
    Case(op, [images(*size), images()], dict(mode))
    for op in ("ResizeBilinearGrad", "ResizeBicubicGrad") for size in SIZES for mode in MODES
]  # fmt: skip
CASES += [Case("ResizeBilinearGrad", [images(3, 9), images(dtype=t)]) for t in (np.float64, np.float16)]
CASES += [Case("ResizeBicubicGrad", [images(3, 9), images(dtype=np.float64)])]
CASES += [Case("ResizeBilinearGrad", [dy, x]) for dy, x in ((images()[0], images()), (images(), images()[0]))]
CASES += [
    Case("ResizeNearestNeighborGrad", [images(*size), int32([5, 6])], dict(mode)) for size in SIZES for mode in MODES
]
CASES += [
    Case("ResizeNearestNeighborGrad", [images(4, 7, dtype=t), int32([5, 3])])
    for t in (np.int32, np.float64, np.float16)
]

KERNEL_TYPES = (b"lanczos1", b"lanczos3", b"lanczos5", b"gaussian", b"box", b"triangle", b"keyscubic", b"mitchellcubic")
CASES += [
    Case("ScaleAndTranslate", [images(), int32([7, 4]), float32(scale), float32(move)],
         {"kernel_type": kernel_type, "antialias": antialias})
    for kernel_type in KERNEL_TYPES for antialias in (True, False)
    for scale, move in (((1.4, 0.66), (0, 0)), ((0.5, 2.3), (1.3, -2.2)))
]  # fmt: skip
CASES += [
    Case("ScaleAndTranslateGrad", [images(7, 4), images(), float32([1.4, 0.66]), float32([0.5, -1])],
         {"kernel_type": kernel_type, "antialias": antialias})
    for kernel_type in KERNEL_TYPES[1::2] for antialias in (True, False)
]  # fmt: skip
CASES += [
    Case("ScaleAndTranslate", [x, int32(size), float32(scale), float32([0, 0])], {"kernel_type": name})
    for x, size, scale, name in [
        (images(), [7, 4], [1, 1], b"other"), (images(), [7, 4], [0, 1], b"box"), (images(), [7, 4], [1], b"box"),
        (images(), [7], [1, 1], b"box"), (images()[0], [7, 4], [1, 1], b"box"),
        (ramp(1, 2, 2, 1), [9, 9], [1, 1], b"box"),
    ]
]  # fmt: skip
