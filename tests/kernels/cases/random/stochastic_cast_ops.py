"""Cases of numbers that are rounded up or down by chance: every pair of dtypes, lengths around TensorFlow's packets."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import FLOATS, values
from tests.kernels.cases.values import float32, float64, int32

TARGETS = ["int8", "int16", "int32"]
LENGTHS = [1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 100]
LIMITS = [
    np.nan, np.inf, -np.inf, 127, 127.5, 126.5, 128, -128, -128.5, -127.5, 32767, 32766.5, 32768, 40000, -32768, -33000,
    2147483520, 2147483646.5, 2147483647, 2147483648, -2147483648, -3e9, -0.0, 0.25, -0.25, 1e-3, -1e-3,
]  # fmt: skip


def unsigned(*numbers: int) -> np.ndarray[Any, Any]:
    return np.array(numbers, np.uint64)


KEY: list[Any] = [unsigned(5), unsigned(7, 9), int32(1)]
LARGE_KEY: list[Any] = [unsigned(2**64 - 1), unsigned(2**63 + 12345), int32(3)]


def fractions(count: int) -> np.ndarray[Any, Any]:
    """Numbers of both signs, some of them whole."""
    return (np.arange(count) * 7919 % 1000 - 500) / 12


def roundings() -> Iterator[Case]:
    for target in TARGETS:
        attrs = {"Tout": target}
        for dtype in FLOATS:
            with np.errstate(over="ignore"):
                limits = np.array(LIMITS).astype(dtype)
            yield from (Case("StochasticCastToInt", [fractions(n).astype(dtype), *KEY], attrs) for n in LENGTHS)
            yield Case("StochasticCastToInt", [limits, *KEY], attrs)
            yield Case("StochasticCastToInt", [limits[::-1], *LARGE_KEY], attrs)
            yield Case("StochasticCastToInt", [values(dtype), *LARGE_KEY], attrs)
            yield Case("StochasticCastToInt", [fractions(24).astype(dtype).reshape(2, 3, 4), *LARGE_KEY], attrs)
            yield Case("StochasticCastToInt", [np.zeros((0, 2), dtype), *KEY], attrs)
            yield Case("StochasticCastToInt", [np.array(-2.5, dtype), *KEY], attrs)


def arguments() -> Iterator[Case]:
    key, counter, _ = KEY
    numbers = [float32([0.5]), float64(0.25)]
    for x in numbers:
        for alg in (0, 2, 3, 5, -1, [1]):
            yield Case("StochasticCastToInt", [x, key, counter, int32(alg)], {"Tout": "int8"})
        for wrong in (unsigned(1, 2), np.uint64(1), unsigned()):
            yield Case("StochasticCastToInt", [x, wrong, counter, int32(1)], {"Tout": "int8"})
        for length in (unsigned(7), unsigned(), unsigned(7, 2, 3), np.uint64(1), unsigned(7, 9).reshape(1, 2)):
            yield Case("StochasticCastToInt", [x, key, length, int32(1)], {"Tout": "int8"})


CASES = [*roundings(), *arguments(), Case("IsTensorFloat32Enabled")]
