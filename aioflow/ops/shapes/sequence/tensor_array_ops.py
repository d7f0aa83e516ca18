"""Static shapes of TensorArrays, stacks and the flow values between their ops."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import two_strings

# The first versions hand on a reference; later ones a resource, which is a scalar.
shape_function("Stack", "TensorArray", "TensorArrayGrad", "TensorArrayGradV2", "TensorArrayV2")(two_strings)


@shape_function(
    "TensorArrayV3", "TensorArrayGradV3", "TensorArrayGradWithShape", "TensorArrayWriteV3", "TensorArrayWriteV2",
    "TensorArrayWrite", "TensorArraySizeV3", "TensorArraySizeV2", "TensorArraySize", "TensorArrayScatterV3",
    "TensorArrayScatterV2", "TensorArrayScatter", "TensorArraySplitV3", "TensorArraySplitV2", "TensorArraySplit",
    "TensorArrayUnpack", "StackV2",
)  # fmt: skip
def scalars(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for handles, flows and sizes."""
    return [SCALAR] * op.num_outputs


@shape_function("TensorArrayGatherV3", "TensorArrayGatherV2", "TensorArrayGather")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[number of indices, element...], the element's shape as declared."""
    count = op.shapes[1].with_rank(1)[0]
    return [TensorShape([count]).concatenate(op.attrs["element_shape"])]


@shape_function("TensorArrayPack")
def pack(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown, element...], the element's shape as declared."""
    return [TensorShape([None]).concatenate(op.attrs["element_shape"])]


@shape_function("TensorArrayConcatV3", "TensorArrayConcatV2", "TensorArrayConcat")
def concat(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown, after...] and the lengths [unknown]."""
    return [TensorShape([None]).concatenate(op.attrs["element_shape_except0"]), TensorShape([None])]


@shape_function("StackPush", "StackPushV2")
def push(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of what is pushed, which the op hands on."""
    return [op.shapes[1]]


@shape_function("TensorArrayReadV3", "TensorArrayReadV2", "TensorArrayRead", "StackPop", "StackPopV2")
def unknown(op: ShapeContext) -> Sequence[TensorShape]:
    """Nothing: the handle does not tell what was written."""
    return [UNKNOWN]
