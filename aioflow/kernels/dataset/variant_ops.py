"""Datasets of tensors that are there, datasets inside other variants, and elements that are compressed."""
from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import Dataset, ElementsDataset, dataset_in
from aioflow.kernels.parsing.serial_tensors import parsed_tensor, tensor_message

# ---- of tensors


@kernel("ListDataset")
def list_dataset(
    ctx: KernelContext, tensors: list[Array], *, output_types: list[DType], output_shapes: list[TensorShape]
) -> Dataset:
    """Elements whose components stand one after the other; what does not suffice for one is left out."""
    size = len(output_types)
    values = [np.asarray(value) for value in tensors]
    elements = [tuple(values[at : at + size]) for at in range(0, len(values) - size + 1, size)]
    return ElementsDataset(elements, output_types, output_shapes)


@kernel("WindowOp")
def window_op(xp: Any, inputs: list[Array], *, output_types: list[DType], output_shapes: list[TensorShape]) -> Dataset:
    """A dataset of one element."""
    return ElementsDataset([tuple(np.asarray(value) for value in inputs)], output_types, output_shapes)


# ---- inside other variants


class WrappedDataset:
    """A wrapper in which a dataset passes for something else until it is unwrapped."""

    __slots__ = ("dataset",)

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset


@kernel("WrapDatasetVariant", cheap=True)
def wrap_dataset_variant(xp: Any, input_handle: Array) -> WrappedDataset:
    """The dataset in a wrapper, with which it passes for something else."""
    return WrappedDataset(dataset_in(input_handle))


@kernel("UnwrapDatasetVariant", cheap=True)
def unwrap_dataset_variant(xp: Any, input_handle: Array) -> Dataset:
    """The dataset that was wrapped; `InvalidArgumentError` if the variant holds something else."""
    found = input_handle.item() if input_handle.shape == () else None
    if not isinstance(found, WrappedDataset):
        raise errors.invalid_argument("Tensor must be a WrappedDataset variant object.")
    return found.dataset


# ---- compressed


class CompressedElement:
    """The components of an element, each as a compressed `TensorProto`. Nothing but `UncompressElement` reads it."""

    __slots__ = ("components",)

    def __init__(self, components: list[tuple[DType, bytes]]) -> None:
        self.components = components


@kernel("CompressElement")
def compress_element(xp: Any, components: list[Array], *, input_types: list[DType]) -> CompressedElement:
    """The components as one compressed value."""
    return CompressedElement(
        [
            # The fastest level. TensorFlow has snappy here; nothing but `UncompressElement` sees the bytes.
            (dtype, zlib.compress(tensor_message(np.asarray(value), dtype).SerializeToString(), 1))
            for value, dtype in zip(components, input_types, strict=True)
        ]
    )


@kernel("UncompressElement")
def uncompress_element(xp: Any, compressed: Array, *, output_types: list[DType]) -> list[Array]:
    """The components of a compressed element; `FailedPreconditionError` if they are other than `output_types`."""
    found = compressed.item() if compressed.shape == () else None
    if not isinstance(found, CompressedElement):
        raise errors.invalid_argument("Input does not contain a compressed element.")
    if len(found.components) != len(output_types):
        raise errors.failed_precondition(
            f"Expected {len(output_types)} outputs from uncompress, but got {len(found.components)}"
        )
    for wanted, (dtype, _) in zip(output_types, found.components, strict=True):
        if wanted != dtype:
            raise errors.failed_precondition(
                f"Expected a tensor of type {wanted.wire_name} but got a tensor of type {dtype.wire_name}"
            )
    return [parsed_tensor(zlib.decompress(data))[0] for _, data in found.components]
