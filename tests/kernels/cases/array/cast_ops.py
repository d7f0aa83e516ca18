"""Cases of casts from each dtype to each."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import (
    BFLOAT16,
    COMPLEX,
    FLOATS,
    INTEGERS,
    SIGNED,
    UNSIGNED,
    array,
    float32,
    int32,
    values,
)

FLOAT_AND_COMPLEX = [*FLOATS, *COMPLEX]


def casts() -> Iterator[Case]:
    types = [*FLOATS, *COMPLEX, *INTEGERS, np.dtype(bool)]
    for source in types:
        x = array(source, 7, low=-100, high=100)
        for target in types:
            is_undefined = source in FLOAT_AND_COMPLEX and target in UNSIGNED
            yield Case("Cast", [np.abs(x).astype(source) if is_undefined else x], {"DstT": target.name})
        if source in SIGNED + UNSIGNED:
            yield from (Case("Cast", [values(source)], {"DstT": t.name}) for t in types)
    wild = [3.7, -9.9, 300, -300, 1e10, np.nan, np.inf, -np.inf, 40000]
    with np.errstate(over="ignore"):
        too_large = [np.array(wild, source) for source in FLOATS[:3]]
    for target in SIGNED + UNSIGNED[:2] + [np.dtype(bool), np.dtype("float16"), BFLOAT16]:
        yield from (Case("Cast", [x], {"DstT": target.name}) for x in too_large)
    truncating = [("float64", "float32"), ("float32", "bfloat16"), ("float32", "float16"), ("float16", "int8")]
    for source, target in truncating:
        x = np.array([1.2345678901, -3.9999999, 1e-7, 300], source)
        yield Case("Cast", [x], {"DstT": target, "Truncate": True})
    yield Case("Cast", [float32(2.5)], {"DstT": "int32"})
    yield Case("Cast", [np.zeros((0, 2), "float32")], {"DstT": "bool"})
    yield Case("Cast", [int32([3, -9, 20])], {"DstT": "int4"})
    yield Case("Cast", [float32([449, 500, -1000, 0.3])], {"DstT": "float8_e4m3fn"})
    yield Case("Cast", [float32([1, 300])], {"DstT": "qint8"})
    yield Case("Cast", [b"1"], {"DstT": "int32"})
    yield Case("Cast", [int32([1])], {"DstT": "string"})


CASES = [*casts()]
