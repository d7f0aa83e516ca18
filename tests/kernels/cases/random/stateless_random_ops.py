"""Cases of random ops whose values follow from a seed, or from a key and a counter."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, float64, int32, int64, ints

SEED = int64([3, 4])
KEY: list[Any] = [np.array([5], np.uint64), np.array([7, 9], np.uint64), int32(1)]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTS = ["int32", "int64", "uint32", "uint64"]
SHAPES = [ints(5), ints(2, 3), ints(), ints(0, 4)]


def distributions() -> list[Case]:
    """Uniform, normal and truncated normal numbers, and integers of which every bit is random."""
    cases = []
    for op, dtypes in (
        ("StatelessRandomUniform", FLOATS), ("StatelessRandomNormal", FLOATS), ("StatelessTruncatedNormal", FLOATS),
        ("StatelessRandomUniformFullInt", INTS),
    ):  # fmt: skip
        cases += [Case(op, [ints(7), SEED], {"dtype": dtype}) for dtype in dtypes]
        cases += [Case(op + "V2", [ints(7), *KEY], {"dtype": dtype}) for dtype in dtypes]
        cases += [Case(op, [shape, SEED], {"dtype": dtypes[2]}) for shape in SHAPES]
        cases += [Case(op, [int64([3]), int32([-1, 2])], {"dtype": dtypes[2]})]
    return cases


def integers() -> list[Case]:
    """Integers in a range."""
    low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    return [
        Case("StatelessRandomUniformInt", [ints(9), SEED, int32(-5), int32(100)]),
        Case("StatelessRandomUniformInt", [ints(9), SEED, int64(-5), int64(10**12)]),
        Case("StatelessRandomUniformInt", [ints(9), SEED, int32(low), int32(high)]),
        Case("StatelessRandomUniformIntV2", [ints(9), *KEY, int32(-5), int32(100)]),
        Case("StatelessRandomUniformInt", [ints(0), SEED, int32(5), int32(5)]),
        Case("StatelessRandomUniformInt", [ints(2), SEED, int32(5), int32(5)]),
        Case("StatelessRandomUniformInt", [ints(2), SEED, int32([5]), int32(6)]),
    ]


def choices() -> list[Case]:
    """Classes by logits, shuffles, keys from seeds."""
    logits = float32([[0, 1], [2, 3], [1, 1]])
    odd = float32([[-np.inf, np.inf, 2, np.nan], [0, 0, 0, 0]])
    return [
        Case("StatelessMultinomial", [logits, int32(5), SEED]),
        Case("StatelessMultinomial", [logits, int32(0), SEED]),
        Case("StatelessMultinomial", [odd, int32(5), SEED], {"output_dtype": "int32"}),
        Case("StatelessMultinomial", [float64([[1, 2, 3]]), int32(5), int32([1, 2])]),
        Case("StatelessMultinomial", [float32([1, 2]), int32(5), SEED]),
        Case("StatelessMultinomial", [logits, int32(-1), SEED]),
        Case("StatelessMultinomial", [np.zeros([2, 0], np.float32), int32(1), SEED]),
        Case("StatelessShuffle", [np.arange(10), *KEY]),
        Case("StatelessShuffle", [np.arange(12).reshape(6, 2), *KEY]),
        Case("StatelessShuffle", [float32([5]), *KEY]),
        *(Case("StatelessRandomGetKeyCounter", [seed]) for seed in (SEED, int32([-1, 2]), int64([0, 0]))),
        Case("StatelessRandomGetKeyCounterAlg", [SEED]),
        Case("StatelessRandomGetKeyCounter", [int64([1, 2, 3])]),
    ]


def by_rejection() -> list[Case]:
    """Gamma, Poisson, binomial, and normals within bounds."""
    alpha, rates = float32([0.5, 1, 2.5]), float32([2, 15])
    bounds = [float32([0, 1, 2]), float32(1), float32(-1), float32([[1], [3]])]
    return [
        *(Case("StatelessRandomGammaV2", [ints(4, 3), SEED, alpha.astype(t)]) for t in ("f2", "f4", "f8")),
        Case("StatelessRandomGammaV3", [ints(4), *KEY, float32(3)]),
        Case("StatelessRandomGammaV2", [ints(3, 4), SEED, alpha]),
        *(Case("StatelessRandomPoisson", [ints(4, 2), SEED, rates], {"dtype": t}) for t in ("float32", "int64")),
        Case("StatelessRandomPoisson", [ints(3), SEED, int32(2)], {"dtype": "int32"}),
        Case("StatelessParameterizedTruncatedNormal", [ints(4, 2, 3), SEED, *bounds]),
        Case("StatelessParameterizedTruncatedNormal", [ints(40), SEED, *map(float64, (0, 1, 2, 5))]),
        Case("StatelessParameterizedTruncatedNormal", [ints(4), SEED, *map(float32, (0, 1, 2, 2))]),
        Case("StatelessParameterizedTruncatedNormal", [ints(4), SEED, *map(float32, (0, 0, 1, 2))]),
        Case("StatelessParameterizedTruncatedNormal", [ints(3), SEED, *bounds]),
        *(
            Case("StatelessParameterizedTruncatedNormal", [ints(9), SEED, *np.array(each, np.float16)])
            for each in ((0, 1, -1, 1), (0, 1, 2, 5), (3, 0.5, 2, 2.5), (0, 1, 4, 5))
        ),
        *(
            Case("StatelessRandomBinomial", [ints(6, 3), SEED, float32([trials]), float32([0.1, 0.5, 0.8])])
            for trials in (0, 7, 30, 400)
        ),
        Case("StatelessRandomBinomial", [ints(5), SEED, float64(20), float64(0.5)], {"dtype": "int32"}),
        Case("StatelessRandomBinomial", [ints(4, 2), SEED, float32([3, 300]), float32(1)], {"dtype": "int64"}),
    ]


def errors() -> list[Case]:
    """Shapes, seeds, keys and algorithms that are wrong."""
    key, counter, algorithm = KEY
    uniform = {"dtype": "float32"}
    return [
        Case("StatelessRandomUniform", [int32(3), SEED], uniform),
        Case("StatelessRandomUniform", [ints(-3), SEED], uniform),
        Case("StatelessRandomUniform", [ints(3), int64([1, 2, 3])], uniform),
        Case("StatelessRandomUniformV2", [ints(3), key, counter, int32(2)], uniform),
        Case("StatelessRandomUniformV2", [ints(3), key, counter, int32([1])], uniform),
        Case("StatelessRandomUniformV2", [ints(3), np.array([5, 6], np.uint64), counter, algorithm], uniform),
        Case("StatelessRandomUniformV2", [ints(3), key, counter, int32(3)], uniform),
    ]


CASES = [*distributions(), *integers(), *choices(), *by_rejection(), *errors()]
