"""TensorLists: making, changing and reading them one element at a time."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.sequence.tensor_list import TensorList, list_in, shape_in
from aioflow.kernels.variants import as_variant


@kernel("EmptyTensorList", cheap=True)
def empty_tensor_list(xp: Any, element_shape: Array, max_num_elements: Array, *, element_dtype: DType) -> TensorList:
    """A list without elements, which takes at most `max_num_elements` (any number if negative) by pushing."""
    require_scalar(max_num_elements, "max_num_elements")
    return TensorList((), element_dtype, shape_in(element_shape), int(max_num_elements))


@kernel("TensorListReserve")
def tensor_list_reserve(xp: Any, element_shape: Array, num_elements: Array, *, element_dtype: DType) -> TensorList:
    """A list of elements that are not set."""
    require_scalar(num_elements, "num_elements")
    # Reserved elements are None: nothing is allocated for them until they are set or read.
    count = _not_negative(num_elements, "The num_elements to reserve")
    check_room((count,), np.object_)
    return TensorList([None] * count, element_dtype, shape_in(element_shape))


@kernel("TensorListResize")
def tensor_list_resize(xp: Any, input_handle: Array, size: Array) -> TensorList:
    """A list of `size` elements: cut off, or with more that are not set."""
    require_scalar(size, "size")
    count = _not_negative(size, "TensorListSlice expects size to be non-negative; it")
    return list_in(input_handle).resized(count)


def _not_negative(value: Array, name: str) -> int:
    """The number in a scalar; raises `InvalidArgumentError` if it is negative."""
    if value < 0:
        raise errors.invalid_argument(f"{name} must be a non negative number, but got {int(value)}")
    return int(value)


@kernel("TensorListLength", cheap=True)
def tensor_list_length(xp: Any, input_handle: Array) -> Any:
    return np.int32(len(list_in(input_handle)))


@kernel("TensorListElementShape", cheap=True)
def tensor_list_element_shape(xp: Any, input_handle: Array, *, shape_type: DType) -> Array:
    """The element shape as far as known; the scalar -1 when not even the rank is."""
    dims = list_in(input_handle).element_shape.sizes
    # A scalar for an unknown rank, a vector with -1 for unknown sizes: as `shape_in` reads it.
    sizes = -1 if dims is None else [-1 if size is None else size for size in dims]
    return np.array(sizes, shape_type.numpy_dtype)


# ---- one element


@kernel("TensorListPushBack", cheap=True)
def tensor_list_push_back(xp: Any, input_handle: Array, tensor: Array, *, element_dtype: DType) -> TensorList:
    return _pushed(list_in(input_handle), tensor, element_dtype)


def _pushed(target: TensorList, tensor: Array, element_dtype: DType) -> TensorList:
    """A list with `tensor` at its end.

    Raises:
        InvalidArgumentError: The dtype or the shape is another, or the list is full.
    """
    if element_dtype is not target.element_dtype:
        raise errors.invalid_argument(
            f"Invalid data types; list elements {target.element_dtype.wire_name} but tried to append "
            f"{element_dtype.wire_name}"
        )
    target.check_shape(tensor.shape, "Tried to append a tensor with incompatible shape to a list")
    # A negative maximum is none.
    if 0 <= target.max_num_elements <= len(target):
        raise errors.invalid_argument(
            f"Tried to push item into a full list list size: {len(target)} max_num_elements: {target.max_num_elements}"
        )
    return target.with_values(target.values.pushed(tensor))


@kernel("TensorListPushBackBatch")
def tensor_list_push_back_batch(xp: Any, input_handles: Array, tensor: Array, *, element_dtype: DType) -> Array:
    """Pushes to each of the lists `input_handles` [batch...] its part of `tensor` [batch..., ...]."""
    if tensor.shape[: input_handles.ndim] != input_handles.shape:
        raise errors.invalid_argument(
            f"tensor must have the batch dimensions {shown(input_handles.shape)} in front, but has shape "
            f"{shown(tensor.shape)}"
        )
    result = np.empty(input_handles.shape, object)
    # Lists are objects; each becomes a new one.
    for at in np.ndindex(input_handles.shape):
        result[at] = _pushed(list_in(as_variant(input_handles[at])), np.asarray(tensor[at]), element_dtype)
    return result


@kernel("TensorListPopBack", cheap=True)
def tensor_list_pop_back(
    xp: Any, input_handle: Array, element_shape: Array, *, element_dtype: DType
) -> tuple[TensorList, Array]:
    """A list without its last element, and that element."""
    source = list_in(input_handle)
    if element_dtype is not source.element_dtype:
        source.check_dtype(element_dtype, "TensorListPopBack")
    values = source.values
    if not values:
        raise errors.invalid_argument("Trying to pop from an empty list.")
    rest, value = values.popped()
    # Not set: zeros, for which the op may have to tell the shape.
    if value is None:
        value = source.zeros(source.merged_shape(shape_in(element_shape)))
    return source.with_values(rest), value


@kernel("TensorListGetItem", cheap=True)
def tensor_list_get_item(
    xp: Any, input_handle: Array, index: Array, element_shape: Array, *, element_dtype: DType
) -> Array:
    """One element; zeros if it was not set, of a shape that list, op or other elements know."""
    source = list_in(input_handle)
    source.check_dtype(element_dtype, "TensorListGetItem")
    require_scalar(index, "index")
    if not 0 <= index < len(source):
        raise errors.invalid_argument(
            f"Trying to access element {int(index)} in a list with {len(source)} elements."
        )
    value = source.values[int(index)]
    if value is not None:
        return value
    shape = source.merged_shape(shape_in(element_shape))
    if not shape.is_fully_defined():
        # What neither list nor op knows, the other elements may tell: all have one shape.
        shape = source.shape_of_elements(shape, source.values)
    return source.zeros(shape)


@kernel("TensorListSetItem", cheap=True)
def tensor_list_set_item(
    xp: Any, input_handle: Array, index: Array, item: Array, *, element_dtype: DType,
    resize_if_index_out_of_bounds: bool,
) -> TensorList:  # fmt: skip
    """A list with another element at `index`.

    Raises:
        InvalidArgumentError: There is no such element, or dtype or shape is another.
    """
    target = list_in(input_handle)
    require_scalar(index, "index")
    position = int(index)
    # The message differs from `check_dtype`'s: TensorFlow words it for each op.
    if element_dtype is not target.element_dtype:
        raise errors.invalid_argument(
            f"Invalid data types; list elements {target.element_dtype.wire_name} but tried to set "
            f"{element_dtype.wire_name}"
        )
    if position >= len(target) and resize_if_index_out_of_bounds:
        # Loops that write behind the end, as TensorArrays with a dynamic size do.
        target = target.resized(position + 1)
    if not 0 <= position < len(target):
        raise errors.invalid_argument(
            f"Trying to modify element {position} in a list with {len(target)} elements."
        )
    target.check_shape(item.shape, "Tried to set a tensor with incompatible shape at a list index")
    return target.with_values(target.values.with_item(position, item))


# ---- what other ops do with lists


@kernel("TensorListConcatLists")
def tensor_list_concat_lists(xp: Any, input_a: Array, input_b: Array, *, element_dtype: DType) -> Array:
    """The lists of `input_a` with the elements of those of `input_b` behind their own; both [batch...]."""
    if input_a.shape != input_b.shape:
        raise errors.invalid_argument(
            f"Incompatible input TensorList tensor shapes: {shown(input_a.shape)} vs. {shown(input_b.shape)}"
        )
    result = np.empty(input_a.shape, object)
    for at in np.ndindex(input_a.shape):
        a, b = list_in(as_variant(input_a[at])), list_in(as_variant(input_b[at]))
        for one in (a, b):
            one.check_dtype(element_dtype, "TensorListConcatLists")
        # Elements of both must fit the new list, so the lists' shapes may not contradict.
        shape: TensorShape = a.merged_shape(b.element_shape)
        result[at] = TensorList([*a.values, *b.values], element_dtype, shape)
    return result
