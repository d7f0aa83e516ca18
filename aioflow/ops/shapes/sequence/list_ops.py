"""Static shapes of lists and maps of tensors, and of what is read from them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.inference import InferenceContext
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar
from aioflow.ops.shapes.sizes import element_shape

# Ops that give a list with elements like those of the list in their first input.
_SAME_ELEMENTS = frozenset({"Identity", "TensorListPushBack", "TensorListResize", "TensorListSetItem"})
# A list behind more of these may have any elements, which is never wrong.
_MAX_STEPS = 64

shape_function("TensorListConcatLists", "TensorListPushBackBatch")(same_as_first_input)
# A list or map is one variant, whatever it holds.
shape_function(
    "EmptyTensorMap", "TensorListLength", "TensorListPushBack", "TensorListResize",
    "TensorListScatterIntoExistingList", "TensorMapErase", "TensorMapHasKey", "TensorMapInsert", "TensorMapSize",
)(scalar)  # fmt: skip


@shape_function("EmptyTensorList", "TensorListReserve")
def new_list(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for a list of elements of the shape that input 0 holds."""
    element_shape(op, 0)
    return [SCALAR]


@shape_function("TensorListFromTensor", "TensorListSplit")
def list_of_tensor(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for a list of parts of input 0, of the shape that input 1 holds."""
    element_shape(op, 1)
    return [SCALAR]


@shape_function("TensorListScatter", "TensorListScatterV2")
def scattered_list(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for a list of elements of the shape that input 2 holds."""
    element_shape(op, 2)
    return [SCALAR]


@shape_function("TensorListSetItem")
def set_item(op: ShapeContext) -> Sequence[TensorShape]:
    """[] for a list whose elements are as the last input."""
    list_elements(op).merge_with(op.shapes[-1])
    return [SCALAR]


@shape_function("TensorListElementShape")
def element_shape_of_list(op: ShapeContext) -> Sequence[TensorShape]:
    return [UNKNOWN]


@shape_function("TensorListGetItem")
def get_item(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that input 2 holds."""
    return [element_shape(op, 2).merge_with(list_elements(op))]


@shape_function("TensorListPopBack")
def pop_back(op: ShapeContext) -> Sequence[TensorShape]:
    """The list [], and the shape of its elements; else the one that input 1 holds, with which it is not compared."""
    held, asked = list_elements(op), element_shape(op, 1)
    return [SCALAR, asked if held.rank is None else held]


@shape_function("TensorListStack")
def stack(op: ShapeContext) -> Sequence[TensorShape]:
    """[elements, element...]."""
    element = element_shape(op, 1).merge_with(list_elements(op))
    return [TensorShape([op.attrs["num_elements"]]).concatenate(element)]


@shape_function("TensorListGather")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[number of indices, element...]."""
    wanted = op.shapes[1]
    count = TensorShape([None]) if wanted.rank != 1 else wanted  # all of them make one row
    return [count.concatenate(element_shape(op, 2).merge_with(list_elements(op)))]


@shape_function("TensorListConcat")
def concat(op: ShapeContext) -> Sequence[TensorShape]:
    return _joined(op.attrs["element_shape"].merge_with(list_elements(op)))


@shape_function("TensorListConcatV2")
def concat_v2(op: ShapeContext) -> Sequence[TensorShape]:
    return _joined(element_shape(op, 1).merge_with(list_elements(op)))


def _joined(shape: TensorShape) -> Sequence[TensorShape]:
    """[unknown, after...] for the joined elements, and their lengths [unknown]."""
    lengths = TensorShape([None])
    # Elements may differ in their first size, along which they are joined.
    return [UNKNOWN if not shape.rank else lengths.concatenate(shape[1:]), lengths]


def list_elements(op: Any) -> TensorShape:
    """The shape of the elements of the list in input 0, as far as the node that made the list tells it."""
    # `ShapeContext` promises no node; without one nothing is known of the list.
    node = getattr(op, "op", None)
    if node is None:
        return UNKNOWN
    maker = node.inputs[0].op
    for _ in range(_MAX_STEPS):
        if maker.type not in _SAME_ELEMENTS:
            break
        maker = maker.inputs[0].op
    if maker.type in ("EmptyTensorList", "TensorListReserve"):
        return element_shape(InferenceContext(maker), 0)
    if maker.type == "TensorListFromTensor":
        context = InferenceContext(maker)
        return element_shape(context, 1).merge_with(context.shapes[0][1:])
    return UNKNOWN
