"""Cases of images of quantised numbers, and of numbers with a range for each channel."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.quantization.quantized_ops import QINT32, QUINT8, ends, numbers, wide
from tests.kernels.cases.values import float32, int32

IMAGES = numbers(2, 3, 4, 2)


def resized() -> list[Case]:
    """QuantizedResizeBilinear."""
    op, one = "QuantizedResizeBilinear", {0: QUINT8}
    settings: list[dict[str, Any]] = [{}, {"align_corners": True}, {"half_pixel_centers": True}]
    sizes = [(5, 7), (2, 2), (1, 1), (3, 4), (3, 9)]
    odd = [(0, 3), (-1, 3), (3,), (1, 2, 3)]
    return [
        *(Case(op, [IMAGES, int32(size), *ends(-1, 3)], each, one) for size in sizes for each in settings),
        *(Case(op, [wide(2, 3, 4, 2), int32([5, 7]), *ends(-1, 3)], each, {0: QINT32}) for each in settings),
        *(Case(op, [IMAGES.astype(np.float32), int32([5, 7]), *ends(-1, 3)], each) for each in settings),
        *(Case(op, [IMAGES, int32(size), *ends(-1, 3)], {}, one) for size in odd),
        Case(op, [IMAGES[0], int32([2, 2]), *ends(-1, 3)], {}, one),
        Case(op, [IMAGES[:, :0], int32([2, 2]), *ends(-1, 3)], {}, one),
        Case(op, [IMAGES, int32([2, 2]), float32([-1]), float32(3)], {}, one),
    ]


def normed() -> list[Case]:
    """QuantizedInstanceNorm and QuantizedBatchNormWithGlobalNormalization."""
    op, batch, one = "QuantizedInstanceNorm", "QuantizedBatchNormWithGlobalNormalization", {0: QUINT8}
    given = [(-1.0, 1.0), (0.0, 0.0), (2.0, -2.0), (0.0, 3.0)]
    ranges: list[dict[str, Any]] = [{"output_range_given": True, "given_y_min": a, "given_y_max": b} for a, b in given]
    settings = ((9, -1, 3), (5, 0, 3), (7, -2, 2), (3, 0, 1))
    channels = [[numbers(2, seed=s), *ends(low, high)] for s, low, high in settings]
    inputs = [IMAGES, *ends(-1, 3), *(each for channel in channels for each in channel)]
    attrs, types = {"out_type": QINT32, "variance_epsilon": 1e-3}, dict.fromkeys(range(0, 15, 3), QUINT8)
    return [
        *(Case(op, [IMAGES, *ends(-1, 3)], each, one) for each in ({}, *ranges, {"variance_epsilon": 0.5})),
        Case(op, [IMAGES * 0 + 7, *ends(-1, 3)], {"min_separation": 0.5}, one),
        Case(op, [IMAGES, *ends(3, 3)], {}, one),
        *(Case(batch, inputs, {**attrs, "scale_after_normalization": each}, types) for each in (False, True)),
        *(
            Case(batch, [*inputs[:at], value, *inputs[at + 1 :]], {**attrs, "scale_after_normalization": True}, types)
            for at, value in ((0, IMAGES[0]), (3, numbers(3)), (6, numbers(1, 2)), (12, numbers(1)))
        ),
    ]


def channels() -> list[Case]:
    """RequantizePerChannel and RequantizationRangePerChannel."""
    op, of_range, one, x = "RequantizePerChannel", "RequantizationRangePerChannel", {0: QINT32}, wide(2, 3, 4, 2) * 2000
    low, high = float32([-1, -2]), float32([1, 3])
    wanted = [ends(-1.5, 1), ends(0, 2), ends(-0.25, 0.25)]
    inputs = [(x, low, high), (abs(x), low, high), (x[..., :1], low[:1], high[:1])]
    odd = [(x[0], low, high), (x, low[:1], high[:1]), (x, low[0], high[0])]
    return [
        *(Case(op, [x, low, high, *each], {"out_type": name}, one) for name in ("qint8", QUINT8) for each in wanted),
        *(Case(of_range, [*each], {"clip_value_max": most}, one) for each in inputs for most in (100.0, 0.05)),
        *(Case(of_range, [*each], {"clip_value_max": 1.0}, one) for each in odd),
        *(Case(op, [*each, *wanted[0]], {"out_type": QUINT8}, one) for each in odd[:1]),
    ]


CASES = [*resized(), *normed(), *channels()]
