"""Static shapes of ops on uniformly quantised numbers."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input
from aioflow.ops.shapes.sizes import broadcast

shape_function(
    "UniformDequantize", "UniformQuantize", "UniformQuantizedClipByValue", "UniformRequantize",
)(same_as_first_input)  # fmt: skip


@shape_function("UniformQuantizedAdd")
def broadcast_shape(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape to which both inputs broadcast."""
    return [broadcast(*op.shapes[:2])]


@shape_function("UniformQuantizedDot", "UniformQuantizedDotHybrid")
def product(op: ShapeContext) -> Sequence[TensorShape]:
    """[rows, columns] of a product of [rows, inner] and [inner, columns]."""
    a, b = op.shapes[0].with_rank(2), op.shapes[1].with_rank(2)
    # Raises where the inner sizes differ.
    a[1:].merge_with(b[:1])
    return [TensorShape([a[0], b[1]])]


@shape_function("UniformQuantizedConvolution", "UniformQuantizedConvolutionHybrid")
def convolution(op: ShapeContext) -> Sequence[TensorShape]:
    """The rank only, since sizes follow from many attributes."""
    rank = op.shapes[0].merge_with(TensorShape([None] * op.shapes[1].rank)).rank if op.shapes[1].rank else None
    return [TensorShape(None) if rank is None else TensorShape([None] * rank)]
