"""Ops that TensorFlow's rewriting leaves in graphs."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float16, float32, float64, strings

NAMES = (
    b"Abs Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Elu Exp Expm1 Floor Inv Log Log1p Neg Reciprocal Relu Relu6 "
    b"Rint Round Rsqrt Selu Sigmoid Sin Sinh Sqrt Square Tan Tanh"
).split()


def composed(x: Any, *names: bytes) -> Case:
    """Ops one after the other."""
    return Case("_UnaryOpsComposition", [x], {"op_names": list(names)})


def updated(value: Any, update: Any, row: int) -> Case:
    """One row put among others."""
    return Case("_ParallelConcatUpdate", [value, update], {"loc": row})


CASES = [
    *(composed(float32([-1.5, 0.3, 2, 9]), name) for name in NAMES),
    *(composed(number([-1.5, 0.3, 2]), b"Relu", b"Exp", b"Log") for number in (float16, float32, float64)),
    *(composed(float32([1]), *names) for names in ([], [b"Nope"], [b"Abs", b"Sign"])),
    *(
        Case("_TensorToHashBucketFast", [np.array([1, -5, 7]).astype(t)], {"num_buckets": 1000})
        for t in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint32, np.uint64)
    ),
    *(updated(float32([[1, 2], [3, 4], [5, 6]]), float32([[9, 8]]), row) for row in (0, 1, -1, 3)),
    *(updated(float32([[1, 2], [3, 4]]), update, 1) for update in (float32([9, 9]), float32([[9, 9], [8, 8]]))),
    updated(strings([[b"a"], [b"b"]]), strings([[b"c"]]), 1),
]
