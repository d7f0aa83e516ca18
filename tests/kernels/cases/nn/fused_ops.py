"""Products with a bias and an activation in one op, as TensorFlow's optimiser leaves them in stored graphs."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import counting

HALVES: list[Any] = [np.float16, ml_dtypes.bfloat16]
IMAGE = counting([1, 3, 3, 2], start=1)
KERNEL = counting([2, 2, 2, 1], start=-3)
PLACES = {"strides": [1, 1, 1, 1], "padding": b"SAME"}


def product(dtype: Any, *activations: bytes) -> Case:
    """`_FusedMatMul`, all in one dtype."""
    a, b = np.array([[1, 2, 3], [0.1, -5, 6]], dtype), np.array([[1, 2], [3, -4], [5, 6]], dtype)
    return Case("_FusedMatMul", [a, b, [np.array([0.5, -40], dtype)]], {"fused_ops": [b"BiasAdd", *activations]})


def convolution(dtype: Any, *activations: bytes) -> Case:
    """`_FusedConv2D`, which takes a second list of vectors."""
    bias = {"fused_ops": [b"BiasAdd", *activations], "num_args": 1}
    values = [IMAGE.astype(dtype), KERNEL.astype(dtype), [np.array([0.5], dtype)], []]
    return Case("_FusedConv2D", values, {**bias, **PLACES})


CASES = [
    *(product(dtype, *after) for dtype in (*HALVES, np.float32) for after in ([], [b"Relu"], [b"LeakyRelu"])),
    *(convolution(dtype, *after) for dtype in (np.float16, np.float32, np.float64) for after in ([], [b"Relu6"])),
]
