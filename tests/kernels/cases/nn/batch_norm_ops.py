"""Cases of batch normalisation and local response normalisation."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32

SCALE, OFFSET, MEAN = ramp(4), ramp(4)[::-1], ramp(4) / 2
VARIANCE = np.abs(ramp(4)) + float32(0.5)
EMPTY = np.zeros(0, np.float32)
HALVES = (np.float16, ml_dtypes.bfloat16)
VOLUME = ramp(2, 3, 2, 3, 4)


def norm(x: Any, mean: Any = MEAN, variance: Any = VARIANCE, op: str = "FusedBatchNormV3", **attrs: Any) -> Case:
    """A normalisation; the reserved outputs are compared in training alone, as TensorFlow sets them only there."""
    compared = None if attrs.get("is_training", True) and x.size else (0, 1, 2)
    return Case(op, [x, SCALE, OFFSET, mean, variance], attrs, compared=compared)


STATISTICS: list[tuple[Any, Any, dict[str, Any]]] = [
    (EMPTY, EMPTY, {}),
    (MEAN, VARIANCE, {"exponential_avg_factor": 0.25}),
    (MEAN, VARIANCE, {"is_training": False}),
]
FUSED = [
    norm(x, m, v, **attrs)
    for x in (images(), images() * float32(100) + float32(300), images(1, 1, batch=1), VOLUME)
    for m, v, attrs in STATISTICS
]
FUSED += [norm(images(dtype=t), is_training=training) for t in HALVES for training in (True, False)]
FUSED += [norm(images(), op=op, is_training=t) for op in ("FusedBatchNorm", "FusedBatchNormV2") for t in (True, False)]
FUSED += [norm(images(5, 3, 2)[:, :4], data_format=b"NCHW", is_training=training) for training in (True, False)]
FUSED += [norm(VOLUME, data_format=b"NDHWC", epsilon=0.1), norm(images(50, 40), epsilon=1e-3, is_training=False)]
FUSED += [norm(images(), EMPTY, EMPTY, **attrs) for attrs in ({"is_training": False}, {"exponential_avg_factor": 0.5})]
FUSED += [norm(images()[0]), norm(images(channels=3)), norm(images(), MEAN[:2], is_training=False)]
FUSED += [
    Case("FusedBatchNormV3", [images(), SCALE[None], OFFSET, MEAN, VARIANCE]),
    Case("FusedBatchNormV3", [images(), SCALE, OFFSET[:3], MEAN, VARIANCE]),
    Case("FusedBatchNormV3", [images()[:0], SCALE, OFFSET, EMPTY, EMPTY], compared=(0, 1, 2)),
]


def gradient(op: str, dy: Any, x: Any, *others: Any, **attrs: Any) -> Case:
    return Case(op, [dy, x, *(others or (SCALE, MEAN, VARIANCE)), *([EMPTY] if op.endswith("V3") else [])], attrs)


FUSED_GRADIENTS = [
    gradient("FusedBatchNormGradV3", dy, x, is_training=training)
    for training in (True, False)
    for dy, x in [(images()[:, ::-1], images()), (VOLUME[:, ::-1], VOLUME)]
]
FUSED_GRADIENTS += [
    gradient(op, images()[:, ::-1], images()) for op in ("FusedBatchNormGrad", "FusedBatchNormGradV2")
]
FUSED_GRADIENTS += [gradient("FusedBatchNormGradV3", images(dtype=t)[:, ::-1], images(dtype=t)) for t in HALVES]
FUSED_GRADIENTS += [
    gradient("FusedBatchNormGradV3", images(5, 3, 2)[:, :4], images(5, 3, 2)[:, 1:], data_format=b"NCHW"),
    gradient("FusedBatchNormGradV3", images()[:0], images()[:0]),
    gradient("FusedBatchNormGradV3", images()[:1], images()),
    gradient("FusedBatchNormGradV3", images(), images(), SCALE[:3], MEAN, VARIANCE),
]

LRN = [
    Case(op, [x] * count, {"depth_radius": r, "bias": bias, "alpha": alpha, "beta": beta})
    for op, count in (("LRN", 1), ("LRNGrad", 3))
    for x in (images(2, 2, 9), images(2, 2, 9, dtype=np.float16), images()[:0], images()[0])
    for r, bias, alpha, beta in [(2, 1.0, 1.0, 0.5), (20, 2.0, 0.1, 0.75), (0, 1.0, 1.0, 1.0)]
]
LRN += [Case("LRNGrad", [images(2, 2, 9), images(2, 2, 9), images(2, 2, 8)])]

CASES = [*FUSED, *FUSED_GRADIENTS, *LRN]
