"""Static shapes of the ops that quantise."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.math_ops import broadcast


@shape_function(
    "Dequantize", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgsGradient", "FakeQuantWithMinMaxVars",
    "FakeQuantWithMinMaxVarsPerChannel", "QuantizeAndDequantize", "QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3",
    "QuantizeAndDequantizeV4",
)  # fmt: skip
def same_shape(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("QuantizeV2")
def quantize_v2(op: ShapeContext) -> Sequence[TensorShape]:
    axis = op.attrs["axis"]
    of_range = TensorShape([]) if axis == -1 else TensorShape([None])
    return [op.shapes[0], of_range, of_range]


@shape_function("FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannelGradient")
def fake_quant_gradient(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].merge_with(op.shapes[1]), op.shapes[2], op.shapes[3]]


@shape_function("QuantizeAndDequantizeV4Grad")
def quantize_gradient(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].merge_with(op.shapes[1]), op.shapes[2], op.shapes[3]]


@shape_function(
    "QuantizedBiasAdd", "QuantizedRelu", "QuantizedRelu6", "QuantizeDownAndShrinkRange", "Requantize",
)  # fmt: skip
def same_shape_and_range(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0], TensorShape([]), TensorShape([])]


@shape_function("RequantizationRange")
def only_range(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([]), TensorShape([])]


@shape_function("QuantizedAdd", "QuantizedMul")
def broadcast_and_range(op: ShapeContext) -> Sequence[TensorShape]:
    return [broadcast(*op.shapes[:2]), TensorShape([]), TensorShape([])]
