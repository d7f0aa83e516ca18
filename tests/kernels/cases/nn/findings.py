"""Calls of nn ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import ints

FAR = 50_000_000


def far_windows() -> list[Case]:
    """Windows and strides far beyond the image, of which none fits."""
    image, volume = np.ones((1, 2, 2, 1), np.float32), np.ones((1, 2, 2, 2, 1), np.float32)
    flat = {"padding": b"VALID", "ksize": [1, FAR, 1, 1], "strides": [1, FAR, 1, 1]}
    deep = {"padding": b"VALID", "ksize": [1, FAR, 1, 1, 1], "strides": [1, FAR, 1, 1, 1]}
    window = ints(1, FAR, 1, 1)
    return [
        *(Case(op, [image], flat) for op in ("AvgPool", "MaxPool", "MaxPoolWithArgmax")),
        Case("MaxPoolV2", [image, window, window], {"padding": b"VALID"}),
        *(Case(op, [volume], deep) for op in ("AvgPool3D", "MaxPool3D")),
    ]


def huge_images() -> list[Case]:
    """Gradients for images that fit into no memory, or into no number."""
    most = 2**31 - 1
    flat = {"padding": b"VALID", "ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1]}
    deep = {"padding": b"VALID", "ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1]}
    return [
        Case("AvgPoolGrad", [ints(1, most, most, 1), np.ones((1, 1, 1, 1), np.float32)], flat),
        Case("AvgPool3DGrad", [ints(1, most, most, most, 1), np.ones((1, 1, 1, 1, 1), np.float32)], deep),
    ]


CASES = [*far_windows(), *huge_images()]
