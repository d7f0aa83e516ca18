# Generated from aioflow/ops/definitions/list_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.list_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
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


def optional_from_value(components: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """OptionalFromValue(components: Toutput_types) -> (optional: variant)."""
    return apply_op("OptionalFromValue", [components], {}, name).outputs[0]


def optional_get_value(
    optional: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """OptionalGetValue(optional: variant) -> (components: output_types)."""
    return list(apply_op(
        "OptionalGetValue",
        [optional],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def optional_has_value(optional: TensorLike, name: str | None = None) -> Tensor:
    """OptionalHasValue(optional: variant) -> (has_value: bool)."""
    return apply_op("OptionalHasValue", [optional], {}, name).outputs[0]


def optional_none(name: str | None = None) -> Tensor:
    """OptionalNone() -> (optional: variant)."""
    return apply_op("OptionalNone", [], {}, name).outputs[0]


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
