"""Static shapes of TensorArrays, stacks and the flow values between their ops."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.handles import handle_maker
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


@shape_function("TensorArrayGatherV3")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[number of indices, element...]."""
    count = op.shapes[1].with_rank(1)
    element = _element_shape(op)
    return [UNKNOWN if element is None else count.concatenate(element)]


@shape_function("TensorArrayReadV3")
def read(op: ShapeContext) -> Sequence[TensorShape]:
    """The element's shape."""
    element = _element_shape(op)
    return [UNKNOWN if element is None else element]


def _element_shape(op: ShapeContext) -> TensorShape | None:
    """The shape of the elements, where the node that makes the array says that all are alike; else None."""
    # The attribute of the node that reads is no promise: TensorFlow holds feeds against the array's alone.
    maker = handle_maker(op)
    if maker is None or maker.type != "TensorArrayV3":
        return None
    shape: TensorShape = maker.attrs["element_shape"]
    return shape if maker.attrs["identical_element_shapes"] or shape.is_fully_defined() else None


@shape_function("TensorArrayConcatV3", "TensorArrayConcatV2", "TensorArrayConcat")
def concat(op: ShapeContext) -> Sequence[TensorShape]:
    """Unknown, and the lengths [unknown]."""
    return [UNKNOWN, TensorShape([None])]


@shape_function("StackPush", "StackPushV2")
def push(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of what is pushed, which the op hands on."""
    return [op.shapes[1]]


@shape_function(
    "StackPop", "StackPopV2", "TensorArrayGather", "TensorArrayGatherV2", "TensorArrayPack", "TensorArrayRead",
    "TensorArrayReadV2",
)  # fmt: skip
def unknown(op: ShapeContext) -> Sequence[TensorShape]:
    """Nothing: the handle does not tell what was written."""
    return [UNKNOWN]
