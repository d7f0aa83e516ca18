"""Iterators as ops: making, starting, asking and naming them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.resource_handle_pb2 import ResourceHandleProto
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.framework.kernels import KernelContext, as_object_array, kernel
from aioflow.framework.resources.resource_handle import Resource, ResourceHandle, anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, check_element, dataset_in, nested_dataset
from aioflow.kernels.dataset.iterators import DatasetIterator
from aioflow.kernels.dataset.optional_ops import Optional
from aioflow.kernels.handles import handle_in, kept_resource, manager_of, new_handle, resource_of

# ---- making


def _kept(ctx: KernelContext, output_types: Sequence[DType], output_shapes: Sequence[TensorShape]) -> Any:
    """The handle of the node's iterator, made at the first call; others that share its name must declare the same."""
    return kept_resource(
        ctx,
        DatasetIterator,
        lambda name: DatasetIterator(output_types, output_shapes),
        lambda found: found.check_declared(output_types, output_shapes),
    )


@kernel("IteratorV2", "Iterator", cheap=True)
def iterator(ctx: KernelContext, *, output_types: list[DType], output_shapes: list[TensorShape]) -> Any:
    """The handle of the iterator by the node's name, not started yet."""
    return _kept(ctx, output_types, output_shapes)


@kernel("OneShotIterator")
async def one_shot_iterator(
    ctx: KernelContext, *, dataset_factory: FunctionName, output_types: list[DType], output_shapes: list[TensorShape]
) -> Any:
    """An iterator that the first call starts with the dataset that `dataset_factory` gives."""

    async def make() -> Dataset:
        return nested_dataset(await Pull(ctx).call(dataset_factory, []))

    # Runs at the same time all come here. One of them starts the iterator, and the others wait for it.
    output = _kept(ctx, output_types, output_shapes)
    await resource_of(ctx, output, DatasetIterator).start_once(make)
    return output


def _anonymous(
    ctx: KernelContext, output_types: Sequence[DType], output_shapes: Sequence[TensorShape]
) -> ResourceHandle:
    """The handle of an iterator that lives as long as a handle to it."""
    made = DatasetIterator(output_types, output_shapes)
    # In no container: nobody can find it by name, and it goes with its last handle.
    return new_handle(ctx, "", anonymous_name("AnonymousIterator"), DatasetIterator, made)


@kernel("AnonymousIterator", "AnonymousIteratorV3")
def anonymous_iterator(ctx: KernelContext, *, output_types: list[DType], output_shapes: list[TensorShape]) -> Any:
    """The handle of a new iterator, which lives as long as a handle to it."""
    return as_object_array(_anonymous(ctx, output_types, output_shapes))


@kernel("AnonymousIteratorV2")
def anonymous_iterator_v2(
    ctx: KernelContext, *, output_types: list[DType], output_shapes: list[TensorShape]
) -> tuple[Array, Array]:
    """The handle, and what `DeleteIterator` takes beside it."""
    handle = as_object_array(_anonymous(ctx, output_types, output_shapes))
    return handle, handle


@kernel("DeleteIterator", cheap=True)
def delete_iterator(ctx: KernelContext, handle: Any, deleter: Any) -> None:
    """Nothing: an anonymous iterator goes with its last handle."""
    resource_of(ctx, handle, DatasetIterator)


# ---- using


@kernel("MakeIterator")
def make_iterator(ctx: KernelContext, dataset: Array, iterator: Any) -> None:
    """Starts the iterator, again if it was, with the first element of the dataset."""
    resource_of(ctx, iterator, DatasetIterator).start(dataset_in(dataset))


async def _next(ctx: KernelContext, iterator: Any) -> Element | None:
    """The iterator's next element, checked against what the node declares; None at the end."""
    found = resource_of(ctx, iterator, DatasetIterator)
    element = await found.next(Pull(ctx))
    # The node may declare more than the iterator, such as shapes; whoever built it relies on that.
    if element is not None:
        check_element(element, ctx.kernel.attrs["output_types"], ctx.kernel.attrs["output_shapes"])
    return element


@kernel("IteratorGetNext", "IteratorGetNextSync")
async def iterator_get_next(ctx: KernelContext, iterator: Any) -> Element:
    """The iterator's next element; raises OutOfRangeError at the end."""
    element = await _next(ctx, iterator)
    if element is None:
        # TensorFlow's way to say so, which training loops wait for.
        raise errors.out_of_range("End of sequence")
    return element


@kernel("IteratorGetNextAsOptional")
async def iterator_get_next_as_optional(ctx: KernelContext, iterator: Any) -> Optional:
    """The iterator's next element as an optional, without a value at the end."""
    return Optional(await _next(ctx, iterator))


@kernel("IteratorGetDevice", "ExperimentalIteratorGetDevice", cheap=True)
def iterator_get_device(ctx: KernelContext, resource: Any) -> bytes:
    """The name of the device that the iterator is on."""
    resource_of(ctx, resource, DatasetIterator)
    return handle_in(ctx, resource, DatasetIterator).device.encode()


# ---- naming


def text_of_handle(ctx: KernelContext, handle: Any, kind: type[Resource]) -> bytes:
    """The handle of a resource that is there, as a serialized `ResourceHandleProto`.

    One that lives as long as its handles is kept from then on until it is destroyed, since a text holds nothing.
    """
    resource, found = resource_of(ctx, handle, kind), handle_in(ctx, handle, kind)
    # From the text a handle can be made in another run, when all other handles are gone.
    if found.is_counting:
        manager_of(ctx, found).lookup_or_create(found.container, found.name, kind, lambda: resource)
    text: bytes = found.to_proto().SerializeToString()
    return text


def handle_from_text(text: Array) -> Array:
    """The handle in a serialized `ResourceHandleProto`; `InvalidArgumentError` if there is none."""
    require_scalar(text, "string_handle")
    try:
        proto = ResourceHandleProto.FromString(text.item())
    except DecodeError:
        raise errors.invalid_argument("Could not parse string_handle as a valid ResourceHandle") from None
    return as_object_array(ResourceHandle.from_proto(proto))


@kernel("IteratorToStringHandle", cheap=True)
def iterator_to_string_handle(ctx: KernelContext, resource_handle: Any) -> bytes:
    """The handle as a serialized `ResourceHandleProto`."""
    return text_of_handle(ctx, resource_handle, DatasetIterator)


@kernel("IteratorFromStringHandle", "IteratorFromStringHandleV2", cheap=True)
def iterator_from_string_handle(
    ctx: KernelContext, string_handle: Array, *, output_types: list[DType], output_shapes: list[TensorShape]
) -> Any:
    """The handle of which `string_handle` ([]) is the text; its iterator must fit what is declared."""
    handle = handle_from_text(string_handle)
    resource_of(ctx, handle, DatasetIterator).check_declared(output_types, output_shapes)
    return handle
