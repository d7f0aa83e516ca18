# Generated from protos/ops/sequence.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def composite_tensor_variant_from_components(
    components: Sequence[TensorLike], *, metadata: str | bytes, name: str | None = None,
) -> Tensor: ...


def composite_tensor_variant_to_components(
    encoded: TensorLike, *, metadata: str | bytes, Tcomponents: Sequence[DTypeLike], name: str | None = None,
) -> list[Tensor]: ...


def empty_tensor_list(
    element_shape: TensorLike, max_num_elements: TensorLike, *, element_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def empty_tensor_map(name: str | None = None) -> Tensor: ...


def stack(*, elem_type: DTypeLike, stack_name: str | bytes = "", name: str | None = None) -> Tensor: ...


def stack_close(handle: TensorLike, name: str | None = None) -> Operation: ...


def stack_close_v2(handle: TensorLike, name: str | None = None) -> Operation: ...


def stack_pop(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor: ...


def stack_pop_v2(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor: ...


def stack_push(
    handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False, name: str | None = None,
) -> Tensor: ...


def stack_push_v2(
    handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False, name: str | None = None,
) -> Tensor: ...


def stack_v2(
    max_size: TensorLike, *, elem_type: DTypeLike, stack_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def tensor_array(
    size: TensorLike, *, dtype: DTypeLike, dynamic_size: bool = False, clear_after_read: bool = True,
    tensor_array_name: str | bytes = "", element_shape: ShapeLike | None = None, name: str | None = None,
) -> Tensor: ...


def tensor_array_close(handle: TensorLike, name: str | None = None) -> Operation: ...


def tensor_array_close_v2(handle: TensorLike, name: str | None = None) -> Operation: ...


def tensor_array_close_v3(handle: TensorLike, name: str | None = None) -> Operation: ...


class TensorArrayConcatOutputs(NamedTuple):
    """The outputs of TensorArrayConcat."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat(
    handle: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatOutputs: ...


class TensorArrayConcatV2Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV2."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v2(
    handle: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV2Outputs: ...


class TensorArrayConcatV3Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV3."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v3(
    handle: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV3Outputs: ...


def tensor_array_gather(
    handle: TensorLike, indices: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike,
    element_shape: ShapeLike | None = None, name: str | None = None,
) -> Tensor: ...


def tensor_array_gather_v2(
    handle: TensorLike, indices: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike,
    element_shape: ShapeLike | None = None, name: str | None = None,
) -> Tensor: ...


def tensor_array_gather_v3(
    handle: TensorLike, indices: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike,
    element_shape: ShapeLike | None = None, name: str | None = None,
) -> Tensor: ...


def tensor_array_grad(
    handle: TensorLike, flow_in: TensorLike, *, source: str | bytes, name: str | None = None,
) -> Tensor: ...


def tensor_array_grad_v2(
    handle: TensorLike, flow_in: TensorLike, *, source: str | bytes, name: str | None = None,
) -> Tensor: ...


class TensorArrayGradV3Outputs(NamedTuple):
    """The outputs of TensorArrayGradV3."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_v3(
    handle: TensorLike, flow_in: TensorLike, *, source: str | bytes, name: str | None = None,
) -> TensorArrayGradV3Outputs: ...


class TensorArrayGradWithShapeOutputs(NamedTuple):
    """The outputs of TensorArrayGradWithShape."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_with_shape(
    handle: TensorLike, flow_in: TensorLike, shape_to_prepend: TensorLike, *, source: str | bytes,
    name: str | None = None,
) -> TensorArrayGradWithShapeOutputs: ...


def tensor_array_pack(
    handle: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor: ...


def tensor_array_read(
    handle: TensorLike, index: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_read_v2(
    handle: TensorLike, index: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_read_v3(
    handle: TensorLike, index: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_scatter(
    handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_scatter_v2(
    handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_scatter_v3(
    handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_size(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_array_size_v2(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_array_size_v3(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_array_split(
    handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_split_v2(
    handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_split_v3(
    handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_unpack(
    handle: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_v2(
    size: TensorLike, *, dtype: DTypeLike, element_shape: ShapeLike | None = None, dynamic_size: bool = False,
    clear_after_read: bool = True, tensor_array_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


class TensorArrayV3Outputs(NamedTuple):
    """The outputs of TensorArrayV3."""

    handle: Tensor
    flow: Tensor


def tensor_array_v3(
    size: TensorLike, *, dtype: DTypeLike, element_shape: ShapeLike | None = None, dynamic_size: bool = False,
    clear_after_read: bool = True, identical_element_shapes: bool = False, tensor_array_name: str | bytes = "",
    name: str | None = None,
) -> TensorArrayV3Outputs: ...


def tensor_array_write(
    handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_write_v2(
    handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_array_write_v3(
    handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None,
) -> Tensor: ...


class TensorListConcatOutputs(NamedTuple):
    """The outputs of TensorListConcat."""

    tensor: Tensor
    lengths: Tensor


def tensor_list_concat(
    input_handle: TensorLike, *, element_dtype: DTypeLike, element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> TensorListConcatOutputs: ...


def tensor_list_concat_lists(
    input_a: TensorLike, input_b: TensorLike, *, element_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


class TensorListConcatV2Outputs(NamedTuple):
    """The outputs of TensorListConcatV2."""

    tensor: Tensor
    lengths: Tensor


def tensor_list_concat_v2(
    input_handle: TensorLike, element_shape: TensorLike, leading_dims: TensorLike, *, element_dtype: DTypeLike,
    name: str | None = None,
) -> TensorListConcatV2Outputs: ...


def tensor_list_element_shape(
    input_handle: TensorLike, *, shape_type: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_list_from_tensor(tensor: TensorLike, element_shape: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_list_gather(
    input_handle: TensorLike, indices: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor: ...


def tensor_list_get_item(
    input_handle: TensorLike, index: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike,
    name: str | None = None,
) -> Tensor: ...


def tensor_list_length(input_handle: TensorLike, name: str | None = None) -> Tensor: ...


class TensorListPopBackOutputs(NamedTuple):
    """The outputs of TensorListPopBack."""

    output_handle: Tensor
    tensor: Tensor


def tensor_list_pop_back(
    input_handle: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, name: str | None = None,
) -> TensorListPopBackOutputs: ...


def tensor_list_push_back(input_handle: TensorLike, tensor: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_list_push_back_batch(input_handles: TensorLike, tensor: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_list_reserve(
    element_shape: TensorLike, num_elements: TensorLike, *, element_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_list_resize(input_handle: TensorLike, size: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_list_scatter(
    tensor: TensorLike, indices: TensorLike, element_shape: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_list_scatter_into_existing_list(
    input_handle: TensorLike, tensor: TensorLike, indices: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_list_scatter_v2(
    tensor: TensorLike, indices: TensorLike, element_shape: TensorLike, num_elements: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def tensor_list_set_item(
    input_handle: TensorLike, index: TensorLike, item: TensorLike, *, resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Tensor: ...


def tensor_list_split(
    tensor: TensorLike, element_shape: TensorLike, lengths: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_list_stack(
    input_handle: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, num_elements: int = -1,
    name: str | None = None,
) -> Tensor: ...


def tensor_map_erase(
    input_handle: TensorLike, key: TensorLike, *, value_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_map_has_key(input_handle: TensorLike, key: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_map_insert(
    input_handle: TensorLike, key: TensorLike, value: TensorLike, name: str | None = None,
) -> Tensor: ...


def tensor_map_lookup(
    input_handle: TensorLike, key: TensorLike, *, value_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def tensor_map_size(input_handle: TensorLike, name: str | None = None) -> Tensor: ...


def tensor_map_stack_keys(input_handle: TensorLike, *, key_dtype: DTypeLike, name: str | None = None) -> Tensor: ...
