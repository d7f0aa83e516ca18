"""Static shapes of the ops that quantise."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input

# Numbers are rounded one by one; ranges are inputs or attributes, and have no part in the shape.
shape_function(
    "Dequantize", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgsGradient", "FakeQuantWithMinMaxVars",
    "FakeQuantWithMinMaxVarsPerChannel", "QuantizeAndDequantize", "QuantizeAndDequantizeV2",
    "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV4",
)(same_as_first_input)  # fmt: skip


@shape_function("QuantizeV2")
def quantize_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the input, and its range: [], or [channels] along an axis."""
    axis = op.attrs["axis"]
    of_range = TensorShape([]) if axis == -1 else TensorShape([None])
    return [op.shapes[0], of_range, of_range]


@shape_function("FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannelGradient")
def fake_quant_gradient(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the input, and those of its range."""
    # Gradients and inputs are of one shape; either may know more.
    return [op.shapes[0].merge_with(op.shapes[1]), op.shapes[2], op.shapes[3]]


@shape_function("QuantizeAndDequantizeV4Grad")
def quantize_gradient(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the input, and those of its range."""
    return [op.shapes[0].merge_with(op.shapes[1]), op.shapes[2], op.shapes[3]]
