"""Cases of the smaller nn ops: dilation, data formats, isotonic regression."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32

KERNEL = ramp(3, 2, 4)
UNIT = [1, 1, 1, 1]


def dilation(op: str, arrays: list[np.ndarray], s: int = 1, rate: int = 1, padding: bytes = b"SAME") -> Case:
    """A dilation, or one of its gradients."""
    return Case(op, arrays, {"strides": [1, s, s, 1], "rates": [1, rate, rate, 1], "padding": padding})


LAYOUTS = [(1, 1, b"SAME"), (2, 1, b"SAME"), (1, 2, b"VALID"), (1, 1, b"VALID"), (3, 2, b"SAME")]
DILATION = [dilation("Dilation2D", [images(), KERNEL], *layout) for layout in LAYOUTS]
DILATION += [
    dilation("Dilation2D", [images(dtype=t), KERNEL.astype(t)]) for t in (np.float64, np.float16, np.int32, np.uint8)
]
DILATION += [
    dilation("Dilation2D", [x, f], padding=b"VALID")
    for x, f in [
        (images(channels=3), KERNEL), (images()[0], KERNEL), (images(), KERNEL[0]), (images(height=1), KERNEL),
        (images()[:0], KERNEL), (np.full((1, 2, 2, 1), np.nan, np.float32), np.zeros((1, 1, 1), np.float32)),
    ]
]  # fmt: skip
DILATION += [
    Case("Dilation2D", [images(), KERNEL], {"strides": strides, "rates": rates, "padding": b"SAME"})
    for strides, rates in (([2, 1, 1, 1], UNIT), (UNIT, [1, 1, 1, 2]))
]
FLAT = np.zeros((1, 3, 3, 1), np.float32)
DILATION += [
    dilation(f"Dilation2DBackprop{what}", [x, f, dy], *layout)
    for what in ("Input", "Filter")
    for x, f, dy, *layout in [
        (images(), KERNEL, images()[:, ::-1]), (images(), KERNEL, images(3, 3), 2, 1, b"SAME"),
        (images(), KERNEL, images(3, 5), 1, 1, b"VALID"), (images(), KERNEL, images(1, 4), 1, 2, b"VALID"),
        (FLAT, np.zeros((2, 2, 1), np.float32), ramp(1, 3, 3, 1)), (images(), KERNEL, images(3, 3)),
    ]
]  # fmt: skip

DIM_MAP = [
    Case("DataFormatDimMap", [np.asarray(x)], attrs)
    for x, attrs in [
        ([0, 1, 2, 3, -1, -4], {}), (2, {}), (int32([[0, 1], [2, -3]]), {}), (np.zeros(0, np.int32), {}),
        ([0, 1, 2, 3, -5], {"src_format": b"NDHWC", "dst_format": b"NCDHW"}),
        ([0, 3], {"src_format": b"NHWC", "dst_format": b"HWNC"}),
        ([0], {"src_format": b"NHWC", "dst_format": b"NCDHW"}),
        ([0], {"src_format": b"NHW", "dst_format": b"NWH"}), ([0], {"src_format": b"1233", "dst_format": b"4321"}),
        ([0, 1], {"src_format": b"1234", "dst_format": b"4321"}),
    ]
]  # fmt: skip
PERMUTE = [
    Case("DataFormatVecPermute", [np.asarray(x, t)], attrs)
    for t in (np.int32, np.int64)
    for x, attrs in [
        ([10, 20, 30, 40], {}), ([10, 20], {}), ([[1, 2], [3, 4], [5, 6], [7, 8]], {}), ([[1, 2], [3, 4]], {}),
        ([1, 2, 3], {}), (1, {}), (np.zeros((4, 2, 2)), {}), (np.zeros((4, 3)), {}),
        ([1, 2, 3, 4, 5], {"src_format": b"NDHWC", "dst_format": b"NCDHW"}),
        ([1, 2, 3], {"src_format": b"NDHWC", "dst_format": b"NCDHW"}),
        ([1, 2, 3, 4], {"src_format": b"NHWC", "dst_format": b"HWNC"}),
        ([1, 2], {"src_format": b"NHWC", "dst_format": b"WHCN"}),
        ([1, 2], {"src_format": b"1234", "dst_format": b"4321"}),
        ([1, 2, 3, 4], {"src_format": b"1234", "dst_format": b"4321"}),
        ([1, 2, 3, 4], {"src_format": b"1234", "dst_format": b"3321"}),
        ([1, 2, 3, 4], {"src_format": b"12345678", "dst_format": b"87654321"}),
    ]
]  # fmt: skip

ISOTONIC = [
    Case("IsotonicRegression", [x], {"output_dtype": t})
    for x, t in [
        (float32([[3, 1, 2, 5, 4], [1, 2, 3, 4, 5], [5, 5, 1, 1, 7]]), "float32"), (ramp(3), "float32"),
        (ramp(2, 2, 9, dtype=np.float64), "float64"), (int32([3, 1, 2, 2]), "float64"),
        (np.zeros((2, 0), np.float32), "float32"), (float32([7, 6, 5, 4]), "float32"), (float32(2), "float32"),
    ]
]  # fmt: skip

CASES = [*DILATION, *DIM_MAP, *PERMUTE, *ISOTONIC]
