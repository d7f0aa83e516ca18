"""TensorList: a list of tensors as a value. Changing one gives a new one.

TensorFlow changes a list in place when nobody else has it and copies it otherwise; here versions share their elements
(`PersistentList`), so that a copy is cheap and no count of references is needed.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.checks import shown_partial
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.sequence.persistent_list import PersistentList
from aioflow.kernels.variants import sum_of, zeros_of

Values = PersistentList[Array | None]


class TensorList:
    """Tensors of one dtype and compatible shapes.

    Args:
        values: The tensors; None for one that was reserved and not yet set.
        element_dtype: Their dtype.
        element_shape: What their shapes are compatible with.
        max_num_elements: How many `push_back` allows; any number if negative.
    """

    __slots__ = ("element_dtype", "element_shape", "max_num_elements", "values")

    def __init__(
        self, values: Iterable[Array | None], element_dtype: DType, element_shape: TensorShape,
        max_num_elements: int = -1,
    ) -> None:  # fmt: skip
        self.values: Values = values if isinstance(values, PersistentList) else PersistentList(values)
        self.element_dtype = element_dtype
        self.element_shape = element_shape
        self.max_num_elements = max_num_elements

    def __len__(self) -> int:
        return len(self.values)

    def with_values(self, values: Iterable[Array | None]) -> TensorList:
        """A list with other values and everything else the same."""
        return TensorList(values, self.element_dtype, self.element_shape, self.max_num_elements)

    def check_dtype(self, dtype: DType, what: str) -> None:
        """Raises `InvalidArgumentError` when an op that does `what` has another element dtype."""
        if dtype is not self.element_dtype:
            raise errors.invalid_argument(
                f"Invalid data types; op elements {dtype.wire_name} but list elements {self.element_dtype.wire_name} "
                f"(in {what})"
            )

    def check_shape(self, shape: tuple[int, ...], what: str) -> None:
        """Raises `InvalidArgumentError` when the list cannot hold a tensor of that shape."""
        # Compared first: loops push the very shape that the list knows, and to make a shape of it takes longer than all
        # else that pushing does.
        if shape != self.element_shape.sizes and not self.element_shape.is_compatible_with(shape):
            raise errors.invalid_argument(
                f"{what}. Op element shape: {shown(shape)} list shape: {shown_partial(self.element_shape)}"
            )

    def resized(self, size: int) -> TensorList:
        """A list of `size` elements: cut, or with more that are not set."""
        # Elements that are not set take a place each, and their number is only a value.
        check_room((size,), np.object_)
        # `zip` ends with the shorter: a list that grows keeps all.
        kept = [value for value, _ in zip(self.values, range(size), strict=False)]
        return self.with_values([*kept, *[None] * (size - len(kept))])

    def merged_shape(self, element_shape: TensorShape) -> TensorShape:
        """The element shape that the list and an op know together.

        Raises:
            InvalidArgumentError: They contradict each other.
        """
        if element_shape.sizes == self.element_shape.sizes:
            return self.element_shape
        if not self.element_shape.is_compatible_with(element_shape):
            raise errors.invalid_argument(
                f"Incompatible shapes during merge: {shown_partial(element_shape)} vs. "
                f"{shown_partial(self.element_shape)}"
            )
        return self.element_shape.merge_with(element_shape)

    def shape_of_elements(self, element_shape: TensorShape, values: Iterable[Array | None]) -> TensorShape:
        """`merged_shape`, merged with the shapes of `values` as well, which must all be the same."""
        shape = self.merged_shape(element_shape)
        # Merged step by step: each element may know sizes that those before left open.
        for value in values:
            if value is not None and value.shape != shape.sizes:
                if not shape.is_compatible_with(value.shape):
                    raise errors.invalid_argument(
                        f"Incompatible shapes during merge: {shown_partial(shape)} vs. {shown(value.shape)}"
                    )
                shape = shape.merge_with(value.shape)
        return shape

    def zeros(self, shape: TensorShape) -> Array:
        """Makes the zeros that stand for an element which was not set.

        Raises:
            InvalidArgumentError: Its shape is not known.
        """
        if not shape.is_fully_defined():
            raise errors.invalid_argument(
                "Trying to read an uninitialized tensor but element_shape is not fully defined: "
                f"{shown_partial(shape)}"
            )
        return zeros(np, known_dims(shape), self.element_dtype.numpy_dtype)

    def zeros_like(self) -> TensorList:
        """A list with zeros in place of the values."""
        return self.with_values(None if value is None else zeros_of(value) for value in self.values)

    def added_to(self, other: Any) -> TensorList:
        """The sums of the elements, one by one; an element that is not set counts as zeros.

        Raises:
            InvalidArgumentError: The other is no list, or dtypes, lengths or shapes differ.
        """
        # Gradients of one list come from several places, and any object can be in a variant.
        if not isinstance(other, TensorList) or self.element_dtype is not other.element_dtype:
            raise errors.invalid_argument("Trying to add two lists of tensors of different dtypes.")
        if len(self) != len(other):
            raise errors.invalid_argument(
                f"Trying to add two lists of tensors with different lengths. One is {len(self)} and the other is "
                f"{len(other)}"
            )
        shape = self.merged_shape(other.element_shape)
        # An element that neither has stays unset.
        sums = [_sum(a, b) for a, b in zip(self.values, other.values, strict=True)]
        return TensorList(sums, self.element_dtype, shape)

    def stacked(self, values: Sequence[Array | None], element_shape: TensorShape) -> Array:
        """The given elements of the list as one tensor [len(values), ...].

        Raises:
            InvalidArgumentError: Their shapes differ, or none is known.
        """
        shape = self.shape_of_elements(element_shape, values)
        if not shape.is_fully_defined():
            which = "which only contains uninitialized tensors and has" if values else "of an empty list with"
            raise errors.invalid_argument(
                f"Tried to stack elements {which} a non-fully-defined element_shape: {shown_partial(shape)}"
            )
        dtype = self.element_dtype.numpy_dtype
        check_room((len(values), *known_dims(shape)), dtype)
        # Every row is filled below, set or not.
        result = np.empty((len(values), *known_dims(shape)), dtype)
        for i, value in enumerate(values):
            # One zero, broadcast to the row: of strings it is the empty one.
            result[i, ...] = zeros(np, (), dtype) if value is None else value
        return result


def known_dims(shape: TensorShape) -> tuple[int, ...]:
    """The sizes of a shape that is fully defined, as integers."""
    return tuple(size or 0 for size in shape.as_list())


def _sum(a: Array | None, b: Array | None) -> Array | None:
    """The sum of two elements; None, which stands for zeros, adds nothing."""
    if a is None or b is None:
        return b if a is None else a
    return sum_of(a, b)


def list_in(variant: Array) -> TensorList:
    """The list in a variant scalar.

    Raises:
        InvalidArgumentError: The value is no scalar, or no list.
    """
    if variant.shape != ():
        raise errors.invalid_argument(f"Input list must be a scalar saw: {shown(variant.shape)}")
    value = variant.item()
    if not isinstance(value, TensorList):
        raise errors.invalid_argument(f"Input handle is not a list. Saw: '{type(value).__name__}'")
    return value


def shape_in(tensor: Array) -> TensorShape:
    """The shape that an op's `element_shape` input holds: [] for "unknown rank" (-1), or [rank], -1 for unknown sizes.

    Raises:
        InvalidArgumentError: It holds something else.
    """
    if tensor.shape == ():
        # A scalar stands for a shape of unknown rank, as no vector could.
        if tensor == -1:
            return _shape_of(None)
        raise errors.invalid_argument("The only valid scalar shape tensor is the fully unknown shape specified as -1.")
    sizes = tensor.tolist()
    if tensor.ndim != 1 or (sizes and min(sizes) < -1):
        raise errors.invalid_argument(f"element_shape must be a vector of sizes >= -1, but is {sizes}")
    return _shape_of(tuple(sizes))


@lru_cache(maxsize=1024)
def _shape_of(sizes: tuple[int, ...] | None) -> TensorShape:
    """The shape, made once: a loop has lists of few shapes, and asks for them in each iteration."""
    return TensorShape(sizes)


