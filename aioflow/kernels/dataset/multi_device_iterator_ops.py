"""Iterators that several devices share, as ops."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import KernelContext, as_object_array, kernel
from aioflow.framework.resources.resource_handle import ResourceHandle, anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import Element, Pull, check_element, dataset_in, int_scalar
from aioflow.kernels.dataset.iterator_ops import handle_from_text, text_of_handle
from aioflow.kernels.dataset.multi_device_iterators import MultiDeviceIterator
from aioflow.kernels.handles import kept_resource, new_handle, resource_of


@kernel("MultiDeviceIterator", cheap=True)
def multi_device_iterator(
    ctx: KernelContext, *, devices: list[bytes], output_types: list[DType], output_shapes: list[TensorShape]
) -> Any:
    """The handle of the iterator by the node's name, not started yet."""
    return kept_resource(
        ctx,
        MultiDeviceIterator,
        lambda name: MultiDeviceIterator(output_types, output_shapes, len(devices)),
        lambda found: found.check_declared(output_types, output_shapes),
    )


def _anonymous(ctx: KernelContext) -> ResourceHandle:
    """The handle of an iterator that lives as long as a handle to it."""
    attrs = ctx.kernel.attrs
    made = MultiDeviceIterator(attrs["output_types"], attrs["output_shapes"], len(attrs["devices"]))
    return new_handle(ctx, "", anonymous_name("AnonymousMultiDeviceIterator"), MultiDeviceIterator, made)


@kernel("AnonymousMultiDeviceIteratorV3")
def anonymous_multi_device_iterator_v3(ctx: KernelContext) -> Any:
    """The handle of a new iterator, which lives as long as a handle to it."""
    return as_object_array(_anonymous(ctx))


@kernel("AnonymousMultiDeviceIterator")
def anonymous_multi_device_iterator(ctx: KernelContext) -> tuple[Array, Array]:
    """The handle, and what `DeleteMultiDeviceIterator` takes beside it."""
    # The same handle is given twice: one of the two is for whoever deletes the iterator.
    handle = as_object_array(_anonymous(ctx))
    return handle, handle


@kernel("DeleteMultiDeviceIterator", cheap=True)
def delete_multi_device_iterator(
    ctx: KernelContext, multi_device_iterator: Any, iterators: list[Any], deleter: Any
) -> None:
    """Nothing: an anonymous iterator goes with its last handle."""
    resource_of(ctx, multi_device_iterator, MultiDeviceIterator)


@kernel("MultiDeviceIteratorInit")
def multi_device_iterator_init(
    ctx: KernelContext, dataset: Array, multi_device_iterator: Any, max_buffer_size: Array
) -> Any:
    """Starts the iterator with the dataset; gives the number of the start ([] int64), which requests must name."""
    size = int_scalar(max_buffer_size, "max_buffer_size")
    if size <= 0:
        raise errors.invalid_argument(f"max_buffer_size must be positive, not {size}")
    found = resource_of(ctx, multi_device_iterator, MultiDeviceIterator)
    return np.int64(found.start(dataset_in(dataset), size))


@kernel("MultiDeviceIteratorGetNextFromShard")
async def multi_device_iterator_get_next(
    ctx: KernelContext, multi_device_iterator: Any, shard_num: Array, incarnation_id: Array, *,
    output_types: list[DType],
    output_shapes: list[TensorShape],
) -> Element:  # fmt: skip
    """The next element of the device number `shard_num` ([] int32), of the start `incarnation_id` ([] int64)."""
    found = resource_of(ctx, multi_device_iterator, MultiDeviceIterator)
    numbers = int_scalar(shard_num, "shard_num"), int_scalar(incarnation_id, "incarnation_id")
    element = await found.next(Pull(ctx), *numbers)
    if element is None:
        # As of IteratorGetNext: each device meets the end of its own elements.
        raise errors.out_of_range("End of sequence")
    # The node may declare more than the iterator; whoever built it relies on that.
    check_element(element, output_types, output_shapes)
    return element


@kernel("MultiDeviceIteratorToStringHandle", cheap=True)
def multi_device_iterator_to_string_handle(ctx: KernelContext, multi_device_iterator: Any) -> bytes:
    """The handle as a serialized `ResourceHandleProto`."""
    return text_of_handle(ctx, multi_device_iterator, MultiDeviceIterator)


@kernel("MultiDeviceIteratorFromStringHandle", cheap=True)
def multi_device_iterator_from_string_handle(
    ctx: KernelContext, string_handle: Array, *, output_types: list[DType], output_shapes: list[TensorShape]
) -> Any:
    """The handle of which `string_handle` ([]) is the text; its iterator must fit what is declared."""
    handle = handle_from_text(string_handle)
    resource_of(ctx, handle, MultiDeviceIterator).check_declared(output_types, output_shapes)
    return handle
