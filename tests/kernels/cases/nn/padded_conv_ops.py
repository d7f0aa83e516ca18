"""Cases of convolutions that resize or mirror first."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.values import int32

NONE, SOME = int32([[0, 0], [0, 0], [0, 0], [0, 0]]), int32([[0, 0], [1, 2], [2, 1], [0, 0]])
SETTINGS: list[dict[str, Any]] = [
    {"mode": b"REFLECT", "strides": [1, 1, 1, 1], "padding": b"VALID"},
    {"mode": b"SYMMETRIC", "strides": [1, 2, 2, 1], "padding": b"SAME"},
]


# TensorFlow gives all images of a batch the borders of the first one.
IMAGE, FILTER = uneven(1, 4, 5, 3) / 2, uneven(2, 3, 3, 2) / 2


def pad(pads: Any, attrs: Any = SETTINGS[0], dtype: Any = np.float32) -> Case:
    """One FusedPadConv2D."""
    return Case("FusedPadConv2D", [IMAGE.astype(dtype), pads, FILTER.astype(dtype)], attrs, static_shapes=True)


def resize(size: Any, **attrs: Any) -> Case:
    """One FusedResizeAndPadConv2D."""
    return Case("FusedResizeAndPadConv2D", [IMAGE, int32(size), SOME, FILTER], attrs, static_shapes=True)


CASES = [
    *(pad(pads, attrs) for pads in (NONE, SOME) for attrs in SETTINGS),
    *(pad(SOME, SETTINGS[1], dtype) for dtype in (np.float16, np.float64)),
    *(pad(int32([[0, 0], wrong, [0, 0], [0, 0]])) for wrong in ([4, 0], [-1, 0])),
    *(
        resize(size, **attrs, resize_align_corners=corners)
        for size in ([8, 7], [3, 3])
        for attrs in SETTINGS
        for corners in (False, True)
    ),
    resize([0, 3], **SETTINGS[0]),
]
