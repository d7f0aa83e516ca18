"""Cases of activations, biases, softmax and losses."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32

NAN, INF = np.nan, np.inf
EDGES = float32([NAN, INF, -INF, 100, -100, 3e38, 1e-30, 0, -0.0, 6, 6.5, -17.2, 15.5, 1e-3, -1e-3])
HALVES = (np.float16, ml_dtypes.bfloat16)
FLOATS = (np.float32, np.float64, *HALVES)
REALS = ("Elu", "Selu", "LeakyRelu", "Softplus", "Softsign")

ACTIVATIONS = [Case(op, [x]) for op in ("Relu", "Relu6", *REALS) for x in (EDGES, float32(-2), np.zeros((0, 3)))]
ACTIVATIONS += [Case(op, [ramp(2, 5).astype(t)]) for op in ("Relu", "Relu6", *REALS) for t in (np.float64, *HALVES)]
ACTIVATIONS += [
    Case(op, [(np.array([0, 3, 7, 100]) - 2).astype(t)])
    for op in ("Relu", "Relu6")
    for t in (np.int8, np.int16, np.int32, np.int64, np.uint16)
]
ACTIVATIONS += [Case("LeakyRelu", [EDGES], {"alpha": alpha}) for alpha in (0.0, 2.0, -1.0, 1.0)]

GRADIENT_OPS = (
    "ReluGrad", "Relu6Grad", "EluGrad", "SeluGrad", "LeakyReluGrad", "SoftplusGrad", "SoftsignGrad",
)  # fmt: skip
GRADIENTS = [Case(op, [dy, x]) for op in GRADIENT_OPS for dy, x in [
    (float32([1, NAN, INF, NAN, 2, INF, 3]), float32([NAN, 1, -1, 0, INF, 7, 6])),
    (ramp(2, 5), -ramp(2, 5)[:, ::-1]), (ramp(7), ramp(2)), (ramp(7), ramp(1)), (ramp(2, 3), ramp(3, 2)),
    (float32(3), float32(-0.5)), (np.zeros((0, 2)), np.zeros((0, 2))),
]]  # fmt: skip
GRADIENTS += [Case(op, [ramp(7).astype(t), ramp(7)[::-1].astype(t)]) for op in GRADIENT_OPS for t in HALVES]
GRADIENTS += [Case(op, [int32([5, 6, 7]), int32([-1, 0, 8])]) for op in ("ReluGrad", "Relu6Grad")]
GRADIENTS += [Case("LeakyReluGrad", [ramp(7), ramp(7)[::-1]], {"alpha": 2.0})]

UNUSUAL = float32([[INF, 1], [-INF, 1], [-INF, -INF], [NAN, 1], [1e30, -1e30]])
SOFTMAX = [
    Case(op, [x])
    for op in ("Softmax", "LogSoftmax")
    for x in [*(ramp(3, 5).astype(t) * t(4) for t in FLOATS), UNUSUAL, ramp(4), ramp(2, 2, 3), float32(3),
              np.zeros((2, 0), np.float32), np.zeros((0, 2), np.float32)]
]  # fmt: skip

LOSSES = [
    Case("SoftmaxCrossEntropyWithLogits", [np.asarray(x, np.float32), np.asarray(labels, np.float32)])
    for x, labels in [
        ([[-INF, 1], [INF, 1], [1, 2], [NAN, 1]], [[0, 1], [1, 0], [0.3, 0.9], [0, 1]]),
        ([[1, 2]], [[0, 1], [1, 0], [0.3, 0.9]]), ([[1], [2]], [[0, 1, 4]]), ([[1, 2]], [1, 2]),
        ([[1, 2]], [[1, 2, 3]]), ([1, 2], [1, 2]), (np.zeros((2, 0)), np.zeros((2, 0))),
        (np.zeros((0, 3)), np.zeros((0, 3))), (np.zeros((2, 3, 3)), np.zeros((2, 3, 3))),
        ([[1000, 0, -1000]], [[0, 0, 1]]),
    ]
]  # fmt: skip
LOSSES += [
    Case("SoftmaxCrossEntropyWithLogits", [ramp(3, 4).astype(t), np.abs(ramp(3, 4)).astype(t)])
    for t in (np.float64, *HALVES)
]
LOSSES += [
    Case("SparseSoftmaxCrossEntropyWithLogits", [np.asarray(x, np.float32), np.asarray(labels, t)])
    for t in (np.int32, np.int64)
    for x, labels in [
        ([[1, 2], [-INF, 2], [INF, 1], [1000, -1000]], [0, 1, 0, 1]), ([[1, 2], [1, 2]], [0, 2]),
        ([[1, 2], [1, 2]], [0, -1]), ([1, 2], [0]), ([[1, 2], [1, 2]], [0]), ([[1, 2], [1, 2]], [[0, 1]]),
        ([[1, 2], [1, 2]], 1), (np.zeros((2, 0)), [0, 1]), (np.zeros((0, 2)), []), (np.zeros((2, 2, 2)), [0, 1]),
    ]
]  # fmt: skip
LOSSES += [
    Case("SparseSoftmaxCrossEntropyWithLogits", [ramp(3, 4).astype(t), int32([3, 0, 2])])
    for t in (np.float64, *HALVES)
]
LOSSES += [Case("L2Loss", [ramp(3, 4).astype(t)]) for t in FLOATS]
LOSSES += [Case("L2Loss", [x]) for x in (float32(3), np.zeros(0, np.float32))]

BIAS_TYPES = (np.float64, *HALVES, np.int8, np.uint8, np.int32, np.int64, np.complex64)
BIAS = [Case("BiasAdd", [images(dtype=t), ramp(4, dtype=t)]) for t in (np.float32, *BIAS_TYPES)]
BIAS += [Case("BiasAdd", [x, ramp(4)], {"data_format": b"NCHW"}) for x in (images(5, 6, 2)[:, :4], ramp(3, 4))]
BIAS += [
    Case("BiasAdd", [x, b])
    for x, b in [
        (ramp(2, 4), ramp(4)), (ramp(1, 1, 2, 3, 3, 4), ramp(4)), (images()[:0], ramp(4)), (images(), ramp(3)),
        (images(), ramp(2, 4)), (ramp(4), ramp(4)), (images(), ramp(1)), (images(), float32(1)),
    ]
]  # fmt: skip
BIAS += [Case("BiasAddV1", [images(), ramp(4)])]
# TensorFlow adds up bfloat16 in bfloat16, aioflow in float32.
BIAS += [
    Case("BiasAddGrad", [images(dtype=t)], atol=0.03 if t is ml_dtypes.bfloat16 else None)
    for t in (np.float32, *BIAS_TYPES)
]
BIAS += [Case("BiasAddGrad", [x], {"data_format": b"NCHW"}) for x in (images(), ramp(3, 4), ramp(2, 3, 4))]
BIAS += [Case("BiasAddGrad", [x]) for x in (ramp(4), images()[:0], ramp(3, 4), images(40, 40, 2, dtype=np.float16))]

CASES = [*ACTIVATIONS, *GRADIENTS, *SOFTMAX, *LOSSES, *BIAS]
