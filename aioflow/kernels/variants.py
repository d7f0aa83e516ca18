"""Variants: tensors whose elements are Python objects such as lists of tensors and optionals."""
from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.new_arrays import zeros


class Variant(Protocol):
    """An element of a variant tensor as gradients need it: with zeros of its form, and a sum."""

    def zeros_like(self) -> Any:
        """Returns the same form, filled with zeros."""

    def added_to(self, other: Any) -> Any:
        """Returns the sum with another one of the same form."""


def as_variant(value: Any) -> Array:
    """A Python object as a variant scalar."""
    # `np.array(value, object)` would take a value that is a sequence apart.
    array = np.empty((), object)
    array[()] = value
    return array


def zeros_of(tensor: Array) -> Array:
    """Zeros of the same dtype and shape; for a variant, each element's own zeros."""
    if tensor.dtype.hasobject and not tensor.ndim and not isinstance(tensor.item(), bytes):
        return as_variant(_checked(tensor.item()).zeros_like())
    result = zeros(np, tensor.shape, tensor.dtype)
    if tensor.dtype.hasobject:
        for at in np.ndindex(tensor.shape):
            # Strings are objects, too; their zeros, empty strings, are there already.
            if not isinstance(tensor[at], bytes):
                result[at] = _checked(tensor[at]).zeros_like()
    return result


def sum_of(a: Array, b: Array) -> Array:
    """The sum of two tensors of one shape; for variants, of each pair of elements.

    Raises:
        InvalidArgumentError: The shapes differ.
    """
    if a.shape != b.shape:
        raise errors.invalid_argument(
            f"Trying to add two tensors with incompatible element shapes. One is {shown(a.shape)} and the other is "
            f"{shown(b.shape)}"
        )
    if not a.dtype.hasobject:
        # numpy gives scalars, not arrays, for sums of shape [].
        return np.asarray(a + b, a.dtype)
    if not a.ndim:
        return as_variant(_checked(a.item()).added_to(b.item()))
    result = np.empty(a.shape, object)
    for at in np.ndindex(a.shape):
        result[at] = _checked(a[at]).added_to(b[at])
    return result


def conjugate_of(tensor: Array) -> Array:
    """The conjugate of the one element of a variant tensor.

    Raises:
        InternalError: It is none that has a conjugate; a matrix in compressed rows has one.
    """
    value: Any = tensor.item() if tensor.size == 1 else None
    if not hasattr(value, "conjugate"):
        # TensorFlow finds the function for a variant by its class, and this is how it says that there is none.
        raise errors.internal(f"No unary variant unary_op function found for op CONJ and a {type(value).__name__}")
    return as_variant(value.conjugate())


def _checked(value: Any) -> Variant:
    """Returns `value`, which has zeros and sums.

    Raises:
        InternalError: It has none.
    """
    if not hasattr(value, "zeros_like"):
        raise errors.internal(f"a {type(value).__name__} in a variant has neither zeros nor a sum")
    return value  # type: ignore[no-any-return]
