"""Static shapes of ops on images of quantised numbers, each with both ends of its range."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape

SCALAR = TensorShape([])


@shape_function("QuantizedInstanceNorm", "QuantizedBatchNormWithGlobalNormalization", "RequantizePerChannel")
def same_image(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].with_rank(4), SCALAR, SCALAR]


@shape_function("QuantizedResizeBilinear")
def resized(op: ShapeContext) -> Sequence[TensorShape]:
    batch, _, _, channels = op.shapes[0].with_rank(4)
    op.shapes[1].with_rank(1)
    sizes = op.elements(1) or [None, None]
    if len(sizes) != 2:
        raise ValueError(f"size must have two elements, not {len(sizes)}")
    return [TensorShape([batch, *sizes, channels]), SCALAR, SCALAR]


@shape_function("RequantizationRangePerChannel")
def only_range(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR, SCALAR]
