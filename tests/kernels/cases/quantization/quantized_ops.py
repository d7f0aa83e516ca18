"""Cases of arithmetic on quantised numbers."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, int32

QUINT8, QINT32 = "quint8", "qint32"


def numbers(*shape: int, seed: int = 1) -> Any:
    """Bytes that look random."""
    count = int(np.prod(shape))
    return (np.arange(count) * 73 * seed % 251 + seed).astype(np.uint8).reshape(shape)


def wide(*shape: int) -> Any:
    """32-bit numbers of both signs that look random."""
    count = int(np.prod(shape))
    return ((np.arange(count, dtype=np.int64) * 7919 * 104729) % 2000003 - 1000000).astype(np.int32).reshape(shape)


def ends(*values: float) -> list[Any]:
    """Ends of ranges."""
    return [float32(value) for value in values]


def products() -> list[Case]:
    """QuantizedMatMul, QuantizedConv2D and QuantizedMul."""
    pair = {0: QUINT8, 1: QUINT8}
    a, b, image, filter = numbers(3, 4), numbers(4, 2, seed=3), numbers(2, 5, 4, 3), numbers(3, 2, 3, 2, seed=5)
    ranges = [ends(-1, 2, -3, 1), ends(0, 255, 0, 255), ends(-1, 0, 0, 1), ends(0.1, 2.0, -5, 0.3)]
    windows = [([1, 1, 1, 1], b"SAME"), ([1, 2, 2, 1], b"VALID"), ([1, 2, 1, 1], b"SAME")]
    return [
        *(Case("QuantizedMatMul", [a, b, *each], {}, pair) for each in ranges),
        Case("QuantizedMatMul", [a.T, b.T, *ranges[0]], {"transpose_a": True, "transpose_b": True}, pair),
        Case("QuantizedMatMul", [a, b[:3], *ranges[0]], {}, pair),
        *(
            Case("QuantizedConv2D", [image, filter, *each], {"strides": strides, "padding": padding}, pair)
            for each in ranges[:3]
            for strides, padding in windows
        ),
        *(Case("QuantizedMul", [a, a[:1], *each], {}, pair) for each in ranges),
        Case("QuantizedMul", [a, numbers(4, seed=7), *ranges[0]], {}, pair),
    ]


def sums() -> list[Case]:
    """QuantizedBiasAdd and QuantizedAdd."""
    pair = {0: QUINT8, 1: QUINT8}
    x, bias = numbers(2, 3, 4), numbers(4, seed=5)
    ranges = [ends(-1, 2, -3, 1), ends(0, 255, 0, 255), ends(-10, 0, 0, 1)]
    return [
        *(Case("QuantizedBiasAdd", [x, bias, *each], {"out_type": QINT32}, pair) for each in ranges),
        Case("QuantizedBiasAdd", [x, bias[:3], *ranges[0]], {"out_type": QINT32}, pair),
        *(Case("QuantizedAdd", [x, x[:1, :1], *each], {}, pair) for each in ranges),
        Case("QuantizedAdd", [x, x, *ends(0, 1, -1, 1)], {}, pair),
    ]


def activations() -> list[Case]:
    """QuantizedRelu, QuantizedRelu6 and the two poolings."""
    x, image, one = numbers(4, 7), numbers(1, 5, 4, 2), {0: QUINT8}
    ranges = [ends(-1, 2), ends(-10, 10), ends(0, 3), ends(-3, -1), ends(1, 9)]
    window = {"ksize": [1, 2, 3, 1], "strides": [1, 2, 1, 1]}
    return [
        *(Case(op, [x, *each], {}, one) for op in ("QuantizedRelu", "QuantizedRelu6") for each in ranges),
        *(Case("QuantizedRelu", [wide(9), *each], {"out_type": QINT32}, {0: QINT32}) for each in ranges[:2]),
        *(
            Case(op, [image, *ranges[0]], {**window, "padding": padding}, one)
            for op in ("QuantizedMaxPool", "QuantizedAvgPool")
            for padding in (b"SAME", b"VALID")
        ),
    ]


def layouts() -> list[Case]:
    """QuantizedReshape and QuantizedConcat."""
    x, y, one = numbers(2, 3), numbers(2, 2, seed=9), {0: QUINT8}
    lists: list[Any] = [[ends(-1, 0), ends(1, 3)], [ends(-1, -1), ends(2, 2)], [ends(0, 0), ends(255, 255)]]
    return [
        Case("QuantizedReshape", [x, int32([3, -1]), *ends(-1, 2)], {}, one),
        Case("QuantizedReshape", [x, int32([4, 2]), *ends(-1, 2)], {}, one),
        *(Case("QuantizedConcat", [int32(1), [x, y], *each], {}, {1: QUINT8}) for each in lists),
        Case("QuantizedConcat", [int32(0), [x, y], *lists[0]], {}, {1: QUINT8}),
        Case("QuantizedConcat", [int32(1), [wide(2, 3), wide(2, 1)], *lists[0]], {}, {1: QINT32}),
    ]


def requantised() -> list[Case]:
    """Fewer bits, and the ranges that numbers use."""
    x, one, shrinks = wide(3, 5), {0: QINT32}, {"out_type": QUINT8}
    ranges = [ends(-100, 100), ends(-1, 1), ends(0, 5000), ends(-3e6, 1e6)]
    wanted = [ends(-0.01, 0.01), ends(0, 1), ends(-5, 0), ends(0, 0), ends(1, 2), ends(-1, -2)]
    return [
        *(Case("QuantizeDownAndShrinkRange", [x, *each], shrinks, one) for each in ranges),
        *(Case("RequantizationRange", [x, *each], {}, one) for each in ranges),
        Case("RequantizationRange", [int32([117, 300]), *ends(-66051.0234375, 66051.0234375)], {}, one),
        *(Case("Requantize", [x, *ranges[0], *each], shrinks, one) for each in wanted),
        *(Case("Requantize", [x, *each, *wanted[0]], shrinks, one) for each in ranges[1:]),
        Case("QuantizeDownAndShrinkRange", [x * 0, *ranges[0]], shrinks, one),
        Case("RequantizationRange", [x[:0], *ranges[0]], {}, one),
    ]


CASES = [*products(), *sums(), *activations(), *layouts(), *requantised()]
