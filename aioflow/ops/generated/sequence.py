# Generated from aioflow/ops/definitions/sequence.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.sequence` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def composite_tensor_variant_from_components(
    components: Sequence[TensorLike],
    *,
    metadata: str | bytes,
    name: str | None = None,
) -> Tensor:
    """CompositeTensorVariantFromComponents(components: Tcomponents) -> (encoded: variant)."""
    return apply_op("CompositeTensorVariantFromComponents", [components], {"metadata": metadata}, name).outputs[0]


def composite_tensor_variant_to_components(
    encoded: TensorLike,
    *,
    metadata: str | bytes,
    Tcomponents: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """CompositeTensorVariantToComponents(encoded: variant) -> (components: Tcomponents)."""
    return list(apply_op(
        "CompositeTensorVariantToComponents",
        [encoded],
        {"metadata": metadata, "Tcomponents": Tcomponents},
        name,
    ).outputs)


def empty_tensor_list(
    element_shape: TensorLike,
    max_num_elements: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """EmptyTensorList(element_shape: shape_type, max_num_elements: int32) -> (handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op(
        "EmptyTensorList",
        [element_shape, max_num_elements],
        {"element_dtype": element_dtype},
        name,
    ).outputs[0]


def empty_tensor_map(name: str | None = None) -> Tensor:
    """EmptyTensorMap() -> (handle: variant)."""
    return apply_op("EmptyTensorMap", [], {}, name).outputs[0]


def stack(*, elem_type: DTypeLike, stack_name: str | bytes = "", name: str | None = None) -> Tensor:
    """Stack() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op("Stack", [], {"elem_type": elem_type, "stack_name": stack_name}, name).outputs[0]


def stack_close(handle: TensorLike, name: str | None = None) -> Operation:
    """StackClose(handle: Ref(string)) -> ()."""
    return apply_op("StackClose", [handle], {}, name)


def stack_close_v2(handle: TensorLike, name: str | None = None) -> Operation:
    """StackCloseV2(handle: resource) -> ().

    Stateful.
    """
    return apply_op("StackCloseV2", [handle], {}, name)


def stack_pop(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor:
    """StackPop(handle: Ref(string)) -> (elem: elem_type)."""
    return apply_op("StackPop", [handle], {"elem_type": elem_type}, name).outputs[0]


def stack_pop_v2(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor:
    """StackPopV2(handle: resource) -> (elem: elem_type).

    Stateful.
    """
    return apply_op("StackPopV2", [handle], {"elem_type": elem_type}, name).outputs[0]


def stack_push(handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False, name: str | None = None) -> Tensor:
    """StackPush(handle: Ref(string), elem: T) -> (output: T)."""
    return apply_op("StackPush", [handle, elem], {"swap_memory": swap_memory}, name).outputs[0]


def stack_push_v2(
    handle: TensorLike,
    elem: TensorLike,
    *,
    swap_memory: bool = False,
    name: str | None = None,
) -> Tensor:
    """StackPushV2(handle: resource, elem: T) -> (output: T).

    Stateful.
    """
    return apply_op("StackPushV2", [handle, elem], {"swap_memory": swap_memory}, name).outputs[0]


def stack_v2(
    max_size: TensorLike,
    *,
    elem_type: DTypeLike,
    stack_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """StackV2(max_size: int32) -> (handle: resource).

    Stateful.
    """
    return apply_op("StackV2", [max_size], {"elem_type": elem_type, "stack_name": stack_name}, name).outputs[0]


def tensor_array(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    tensor_array_name: str | bytes = "",
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArray(size: int32) -> (handle: Ref(string)).

    Stateful.
    Deprecated: Use TensorArrayV3.
    """
    return apply_op(
        "TensorArray",
        [size],
        {
            "dtype": dtype,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "tensor_array_name": tensor_array_name,
            "element_shape": element_shape,
        },
        name,
    ).outputs[0]


def tensor_array_close(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayClose(handle: Ref(string)) -> ().

    Deprecated: Use TensorArrayCloseV3.
    """
    return apply_op("TensorArrayClose", [handle], {}, name)


def tensor_array_close_v2(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayCloseV2(handle: string) -> ().

    Deprecated: Use TensorArrayCloseV3.
    """
    return apply_op("TensorArrayCloseV2", [handle], {}, name)


def tensor_array_close_v3(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayCloseV3(handle: resource) -> ().

    Stateful.
    """
    return apply_op("TensorArrayCloseV3", [handle], {}, name)


class TensorArrayConcatOutputs(NamedTuple):
    """The outputs of TensorArrayConcat."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatOutputs:
    """TensorArrayConcat(handle: Ref(string), flow_in: float32) -> (value: dtype, lengths: int64).

    Deprecated: Use TensorArrayGradV3.
    """
    return TensorArrayConcatOutputs(*grouped(apply_op(
        "TensorArrayConcat",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


class TensorArrayConcatV2Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV2."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v2(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV2Outputs:
    """TensorArrayConcatV2(handle: string, flow_in: float32) -> (value: dtype, lengths: int64)."""
    return TensorArrayConcatV2Outputs(*grouped(apply_op(
        "TensorArrayConcatV2",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


class TensorArrayConcatV3Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV3."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v3(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV3Outputs:
    """TensorArrayConcatV3(handle: resource, flow_in: float32) -> (value: dtype, lengths: int64).

    Stateful.
    """
    return TensorArrayConcatV3Outputs(*grouped(apply_op(
        "TensorArrayConcatV3",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


def tensor_array_gather(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGather(handle: Ref(string), indices: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3.
    """
    return apply_op(
        "TensorArrayGather",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_gather_v2(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGatherV2(handle: string, indices: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3.
    """
    return apply_op(
        "TensorArrayGatherV2",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_gather_v3(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGatherV3(handle: resource, indices: int32, flow_in: float32) -> (value: dtype).

    Stateful.
    """
    return apply_op(
        "TensorArrayGatherV3",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_grad(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGrad(handle: string, flow_in: float32) -> (grad_handle: Ref(string)).

    Stateful.
    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayGrad", [handle, flow_in], {"source": source}, name).outputs[0]


def tensor_array_grad_v2(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGradV2(handle: string, flow_in: float32) -> (grad_handle: string).

    Stateful.
    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayGradV2", [handle, flow_in], {"source": source}, name).outputs[0]


class TensorArrayGradV3Outputs(NamedTuple):
    """The outputs of TensorArrayGradV3."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_v3(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> TensorArrayGradV3Outputs:
    """TensorArrayGradV3(handle: resource, flow_in: float32) -> (grad_handle: resource, flow_out: float32).

    Stateful.
    """
    return TensorArrayGradV3Outputs(*grouped(apply_op(
        "TensorArrayGradV3",
        [handle, flow_in],
        {"source": source},
        name,
    )))


class TensorArrayGradWithShapeOutputs(NamedTuple):
    """The outputs of TensorArrayGradWithShape."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_with_shape(
    handle: TensorLike,
    flow_in: TensorLike,
    shape_to_prepend: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> TensorArrayGradWithShapeOutputs:
    """TensorArrayGradWithShape(handle: resource, flow_in: float32, shape_to_prepend: int32) -> (grad_handle: resource,
    flow_out: float32).

    Stateful.
    """
    return TensorArrayGradWithShapeOutputs(*grouped(apply_op(
        "TensorArrayGradWithShape",
        [handle, flow_in, shape_to_prepend],
        {"source": source},
        name,
    )))


def tensor_array_pack(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayPack(handle: Ref(string), flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3 with RangeOp.
    """
    return apply_op(
        "TensorArrayPack",
        [handle, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_read(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayRead(handle: Ref(string), index: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayReadV3.
    """
    return apply_op("TensorArrayRead", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_read_v2(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayReadV2(handle: string, index: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayReadV3.
    """
    return apply_op("TensorArrayReadV2", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_read_v3(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayReadV3(handle: resource, index: int32, flow_in: float32) -> (value: dtype).

    Stateful.
    """
    return apply_op("TensorArrayReadV3", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_scatter(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatter(handle: Ref(string), indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayScatter", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_scatter_v2(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatterV2(handle: string, indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayScatterV3.
    """
    return apply_op("TensorArrayScatterV2", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_scatter_v3(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatterV3(handle: resource, indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArrayScatterV3", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_size(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySize(handle: Ref(string), flow_in: float32) -> (size: int32).

    Deprecated: Use TensorArraySizeV3.
    """
    return apply_op("TensorArraySize", [handle, flow_in], {}, name).outputs[0]


def tensor_array_size_v2(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySizeV2(handle: string, flow_in: float32) -> (size: int32).

    Deprecated: Use TensorArraySizeV3.
    """
    return apply_op("TensorArraySizeV2", [handle, flow_in], {}, name).outputs[0]


def tensor_array_size_v3(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySizeV3(handle: resource, flow_in: float32) -> (size: int32).

    Stateful.
    """
    return apply_op("TensorArraySizeV3", [handle, flow_in], {}, name).outputs[0]


def tensor_array_split(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplit(handle: Ref(string), value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArraySplitV3.
    """
    return apply_op("TensorArraySplit", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_split_v2(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplitV2(handle: string, value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArraySplitV3.
    """
    return apply_op("TensorArraySplitV2", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_split_v3(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplitV3(handle: resource, value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArraySplitV3", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_unpack(handle: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArrayUnpack(handle: Ref(string), value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayScatterV3 with RangeOp.
    """
    return apply_op("TensorArrayUnpack", [handle, value, flow_in], {}, name).outputs[0]


def tensor_array_v2(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    tensor_array_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TensorArrayV2(size: int32) -> (handle: string).

    Stateful.
    Deprecated: Use TensorArrayV3.
    """
    return apply_op(
        "TensorArrayV2",
        [size],
        {
            "dtype": dtype,
            "element_shape": element_shape,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "tensor_array_name": tensor_array_name,
        },
        name,
    ).outputs[0]


class TensorArrayV3Outputs(NamedTuple):
    """The outputs of TensorArrayV3."""

    handle: Tensor
    flow: Tensor


def tensor_array_v3(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
    tensor_array_name: str | bytes = "",
    name: str | None = None,
) -> TensorArrayV3Outputs:
    """TensorArrayV3(size: int32) -> (handle: resource, flow: float32).

    Stateful.
    """
    return TensorArrayV3Outputs(*grouped(apply_op(
        "TensorArrayV3",
        [size],
        {
            "dtype": dtype,
            "element_shape": element_shape,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "identical_element_shapes": identical_element_shapes,
            "tensor_array_name": tensor_array_name,
        },
        name,
    )))


def tensor_array_write(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWrite(handle: Ref(string), index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayWriteV3.
    """
    return apply_op("TensorArrayWrite", [handle, index, value, flow_in], {}, name).outputs[0]


def tensor_array_write_v2(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWriteV2(handle: string, index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayWriteV3.
    """
    return apply_op("TensorArrayWriteV2", [handle, index, value, flow_in], {}, name).outputs[0]


def tensor_array_write_v3(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArrayWriteV3", [handle, index, value, flow_in], {}, name).outputs[0]


class TensorListConcatOutputs(NamedTuple):
    """The outputs of TensorListConcat."""

    tensor: Tensor
    lengths: Tensor


def tensor_list_concat(
    input_handle: TensorLike,
    *,
    element_dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> TensorListConcatOutputs:
    """TensorListConcat(input_handle: variant) -> (tensor: element_dtype, lengths: int64)."""
    return TensorListConcatOutputs(*grouped(apply_op(
        "TensorListConcat",
        [input_handle],
        {"element_dtype": element_dtype, "element_shape": element_shape},
        name,
    )))


def tensor_list_concat_lists(
    input_a: TensorLike,
    input_b: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorListConcatLists(input_a: variant, input_b: variant) -> (output: variant)."""
    return apply_op("TensorListConcatLists", [input_a, input_b], {"element_dtype": element_dtype}, name).outputs[0]


class TensorListConcatV2Outputs(NamedTuple):
    """The outputs of TensorListConcatV2."""

    tensor: Tensor
    lengths: Tensor


def tensor_list_concat_v2(
    input_handle: TensorLike,
    element_shape: TensorLike,
    leading_dims: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> TensorListConcatV2Outputs:
    """TensorListConcatV2(input_handle: variant, element_shape: shape_type, leading_dims: int64) -> (tensor:
    element_dtype, lengths: int64).

    shape_type is one of int32, int64.
    """
    return TensorListConcatV2Outputs(*grouped(apply_op(
        "TensorListConcatV2",
        [input_handle, element_shape, leading_dims],
        {"element_dtype": element_dtype},
        name,
    )))


def tensor_list_element_shape(input_handle: TensorLike, *, shape_type: DTypeLike, name: str | None = None) -> Tensor:
    """TensorListElementShape(input_handle: variant) -> (element_shape: shape_type)."""
    return apply_op("TensorListElementShape", [input_handle], {"shape_type": shape_type}, name).outputs[0]


def tensor_list_from_tensor(tensor: TensorLike, element_shape: TensorLike, name: str | None = None) -> Tensor:
    """TensorListFromTensor(tensor: element_dtype, element_shape: shape_type) -> (output_handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op("TensorListFromTensor", [tensor, element_shape], {}, name).outputs[0]


def tensor_list_gather(
    input_handle: TensorLike,
    indices: TensorLike,
    element_shape: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorListGather(input_handle: variant, indices: int32, element_shape: int32) -> (values: element_dtype)."""
    return apply_op(
        "TensorListGather",
        [input_handle, indices, element_shape],
        {"element_dtype": element_dtype},
        name,
    ).outputs[0]


def tensor_list_get_item(
    input_handle: TensorLike,
    index: TensorLike,
    element_shape: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorListGetItem(input_handle: variant, index: int32, element_shape: Tshape) -> (item: element_dtype).

    Tshape is one of int32, int64.
    """
    return apply_op(
        "TensorListGetItem",
        [input_handle, index, element_shape],
        {"element_dtype": element_dtype},
        name,
    ).outputs[0]


def tensor_list_length(input_handle: TensorLike, name: str | None = None) -> Tensor:
    """TensorListLength(input_handle: variant) -> (length: int32)."""
    return apply_op("TensorListLength", [input_handle], {}, name).outputs[0]


class TensorListPopBackOutputs(NamedTuple):
    """The outputs of TensorListPopBack."""

    output_handle: Tensor
    tensor: Tensor


def tensor_list_pop_back(
    input_handle: TensorLike,
    element_shape: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> TensorListPopBackOutputs:
    """TensorListPopBack(input_handle: variant, element_shape: int32) -> (output_handle: variant, tensor:
    element_dtype).

    """
    return TensorListPopBackOutputs(*grouped(apply_op(
        "TensorListPopBack",
        [input_handle, element_shape],
        {"element_dtype": element_dtype},
        name,
    )))


def tensor_list_push_back(input_handle: TensorLike, tensor: TensorLike, name: str | None = None) -> Tensor:
    """TensorListPushBack(input_handle: variant, tensor: element_dtype) -> (output_handle: variant)."""
    return apply_op("TensorListPushBack", [input_handle, tensor], {}, name).outputs[0]


def tensor_list_push_back_batch(input_handles: TensorLike, tensor: TensorLike, name: str | None = None) -> Tensor:
    """TensorListPushBackBatch(input_handles: variant, tensor: element_dtype) -> (output_handles: variant)."""
    return apply_op("TensorListPushBackBatch", [input_handles, tensor], {}, name).outputs[0]


def tensor_list_reserve(
    element_shape: TensorLike,
    num_elements: TensorLike,
    *,
    element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorListReserve(element_shape: shape_type, num_elements: int32) -> (handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op(
        "TensorListReserve",
        [element_shape, num_elements],
        {"element_dtype": element_dtype},
        name,
    ).outputs[0]


def tensor_list_resize(input_handle: TensorLike, size: TensorLike, name: str | None = None) -> Tensor:
    """TensorListResize(input_handle: variant, size: int32) -> (output_handle: variant)."""
    return apply_op("TensorListResize", [input_handle, size], {}, name).outputs[0]


def tensor_list_scatter(
    tensor: TensorLike,
    indices: TensorLike,
    element_shape: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorListScatter(tensor: element_dtype, indices: int32, element_shape: shape_type) -> (output_handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op("TensorListScatter", [tensor, indices, element_shape], {}, name).outputs[0]


def tensor_list_scatter_into_existing_list(
    input_handle: TensorLike,
    tensor: TensorLike,
    indices: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorListScatterIntoExistingList(input_handle: variant, tensor: element_dtype, indices: int32) ->
    (output_handle: variant).

    """
    return apply_op("TensorListScatterIntoExistingList", [input_handle, tensor, indices], {}, name).outputs[0]


def tensor_list_scatter_v2(
    tensor: TensorLike,
    indices: TensorLike,
    element_shape: TensorLike,
    num_elements: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorListScatterV2(tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32) ->
    (output_handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op("TensorListScatterV2", [tensor, indices, element_shape, num_elements], {}, name).outputs[0]


def tensor_list_set_item(
    input_handle: TensorLike,
    index: TensorLike,
    item: TensorLike,
    *,
    resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Tensor:
    """TensorListSetItem(input_handle: variant, index: int32, item: element_dtype) -> (output_handle: variant)."""
    return apply_op(
        "TensorListSetItem",
        [input_handle, index, item],
        {"resize_if_index_out_of_bounds": resize_if_index_out_of_bounds},
        name,
    ).outputs[0]


def tensor_list_split(
    tensor: TensorLike,
    element_shape: TensorLike,
    lengths: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorListSplit(tensor: element_dtype, element_shape: shape_type, lengths: int64) -> (output_handle: variant).

    shape_type is one of int32, int64.
    """
    return apply_op("TensorListSplit", [tensor, element_shape, lengths], {}, name).outputs[0]


def tensor_list_stack(
    input_handle: TensorLike,
    element_shape: TensorLike,
    *,
    element_dtype: DTypeLike,
    num_elements: int = -1,
    name: str | None = None,
) -> Tensor:
    """TensorListStack(input_handle: variant, element_shape: int32) -> (tensor: element_dtype)."""
    return apply_op(
        "TensorListStack",
        [input_handle, element_shape],
        {"element_dtype": element_dtype, "num_elements": num_elements},
        name,
    ).outputs[0]


def tensor_map_erase(
    input_handle: TensorLike,
    key: TensorLike,
    *,
    value_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorMapErase(input_handle: variant, key: key_dtype) -> (output_handle: variant)."""
    return apply_op("TensorMapErase", [input_handle, key], {"value_dtype": value_dtype}, name).outputs[0]


def tensor_map_has_key(input_handle: TensorLike, key: TensorLike, name: str | None = None) -> Tensor:
    """TensorMapHasKey(input_handle: variant, key: key_dtype) -> (has_key: bool)."""
    return apply_op("TensorMapHasKey", [input_handle, key], {}, name).outputs[0]


def tensor_map_insert(input_handle: TensorLike, key: TensorLike, value: TensorLike, name: str | None = None) -> Tensor:
    """TensorMapInsert(input_handle: variant, key: key_dtype, value: value_dtype) -> (output_handle: variant)."""
    return apply_op("TensorMapInsert", [input_handle, key, value], {}, name).outputs[0]


def tensor_map_lookup(
    input_handle: TensorLike,
    key: TensorLike,
    *,
    value_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorMapLookup(input_handle: variant, key: key_dtype) -> (value: value_dtype)."""
    return apply_op("TensorMapLookup", [input_handle, key], {"value_dtype": value_dtype}, name).outputs[0]


def tensor_map_size(input_handle: TensorLike, name: str | None = None) -> Tensor:
    """TensorMapSize(input_handle: variant) -> (size: int32)."""
    return apply_op("TensorMapSize", [input_handle], {}, name).outputs[0]


def tensor_map_stack_keys(input_handle: TensorLike, *, key_dtype: DTypeLike, name: str | None = None) -> Tensor:
    """TensorMapStackKeys(input_handle: variant) -> (keys: key_dtype)."""
    return apply_op("TensorMapStackKeys", [input_handle], {"key_dtype": key_dtype}, name).outputs[0]
