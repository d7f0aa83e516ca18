"""Static shapes of lists of tensors, optionals, and of what is read from them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "EmptyTensorList", "TensorListReserve", "TensorListResize", "TensorListLength", "TensorListPushBack",
    "TensorListSetItem", "TensorListFromTensor", "TensorListScatter", "TensorListScatterV2",
    "TensorListScatterIntoExistingList", "TensorListSplit", "OptionalFromValue", "OptionalNone", "OptionalHasValue",
    "EmptyTensorMap", "TensorMapInsert", "TensorMapErase", "TensorMapSize", "TensorMapHasKey",
)  # fmt: skip
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("TensorListPushBackBatch", "TensorListConcatLists")
def same_as_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("TensorListElementShape")
def element_shape_of_list(op: ShapeContext) -> Sequence[TensorShape]:
    return [UNKNOWN]


@shape_function("TensorListGetItem")
def get_item(op: ShapeContext) -> Sequence[TensorShape]:
    return [element_shape(op, 2)]


@shape_function("TensorListPopBack")
def pop_back(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR, element_shape(op, 1)]


@shape_function("TensorListStack")
def stack(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([op.attrs["num_elements"]]).concatenate(element_shape(op, 1))]


@shape_function("TensorListGather")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    wanted = op.shapes[1]
    count = TensorShape([None]) if wanted.rank != 1 else wanted  # all of them make one row
    return [count.concatenate(element_shape(op, 2))]


@shape_function("TensorListConcat")
def concat(op: ShapeContext) -> Sequence[TensorShape]:
    return _joined(op.attrs["element_shape"])


@shape_function("TensorListConcatV2")
def concat_v2(op: ShapeContext) -> Sequence[TensorShape]:
    return _joined(element_shape(op, 1))


def _joined(shape: TensorShape) -> Sequence[TensorShape]:
    lengths = TensorShape([None])
    return [UNKNOWN if not shape.rank else lengths.concatenate(shape[1:]), lengths]


@shape_function("OptionalGetValue")
def get_value(op: ShapeContext) -> Sequence[TensorShape]:
    return list(op.attrs["output_shapes"])


def element_shape(op: ShapeContext, index: int) -> TensorShape:
    """The shape that the `element_shape` input holds, as far as it is known before a run."""
    value = op.constant(index)
    if value is None:
        length = op.shapes[index]
        return TensorShape([None] * length[0]) if length.rank == 1 and length[0] is not None else UNKNOWN
    return UNKNOWN if value.ndim == 0 else TensorShape(value.tolist())
