"""Sparse tensors' common ground: checks, and the row-major number of each place."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, shown

_MAX_SIZE = 2**63 - 1


def check_sparse(indices: Array, values: Array, shape: Array) -> None:
    """Checks that `indices` [n, rank], `values` [n] and `shape` [rank] fit together.

    Raises:
        InvalidArgumentError: They do not.
    """
    check_indices(indices, shape)
    if values.ndim != 1 or len(values) != len(indices):
        raise errors.invalid_argument(
            f"Input values should be a vector of {len(indices)} elements but received shape {shown(values.shape)}"
        )


def check_indices(indices: Array, shape: Array) -> None:
    """Checks that `indices` [n, rank] and `shape` [rank] fit together; raises as `check_sparse` does."""
    if indices.ndim != 2:
        raise errors.invalid_argument(f"Input indices should be a matrix but received shape {shown(indices.shape)}")
    if shape.ndim != 1 or shape.size != indices.shape[1]:
        raise errors.invalid_argument(
            f"Input shape should be a vector of {indices.shape[1]} elements but received shape {shown(shape.shape)}"
        )


def checked_dims(shape: Array, name: str = "shape") -> tuple[int, ...]:
    """The sizes in `shape`.

    Raises:
        InvalidArgumentError: One is negative, or there would be too many elements.
    """
    dims = tuple(shape.tolist())
    # Row-major numbers of all places then fit int64.
    if any(size < 0 for size in dims) or math.prod(dims) > _MAX_SIZE:
        raise errors.invalid_argument(f"{name} {shown(dims)} has a negative size or more than 2**63 - 1 elements")
    return dims


def check_inside(indices: Array, dims: tuple[int, ...]) -> None:
    """Raises `InvalidArgumentError` unless each of `indices` [n, rank] lies in the shape `dims`."""
    wrong = ((indices < 0) | (indices >= np.array(dims, np.int64))).any(axis=1)
    if wrong.any():
        at = int(wrong.argmax())
        raise errors.invalid_argument(
            f"indices[{at}] = {shown(indices[at])} is out of bounds: need 0 <= index < {shown(dims)}"
        )


def check_order(indices: Array, dims: tuple[int, ...]) -> None:
    """Raises `InvalidArgumentError` unless `indices` [n, rank], which lie in `dims`, increase in row-major order."""
    numbers = numbers_of(indices, dims)
    wrong = numbers[1:] <= numbers[:-1]
    if wrong.any():
        at = int(wrong.argmax()) + 1
        what = "repeated" if numbers[at] == numbers[at - 1] else "out of order"
        raise errors.invalid_argument(f"indices[{at}] = {shown(indices[at])} is {what}")


def strides_of(dims: tuple[int, ...]) -> Array:
    """The distance in row-major order between neighbours in each dimension."""
    return np.array([math.prod(dims[i + 1 :]) for i in range(len(dims))], np.int64)


def numbers_of(indices: Array, dims: tuple[int, ...]) -> Array:
    """The row-major number [n] of each of `indices` [n, rank] in the shape `dims`."""
    return indices.astype(np.int64) @ strides_of(dims)


def places_of(numbers: Array, dims: tuple[int, ...]) -> Array:
    """The indices [n, rank] of row-major numbers [n]."""
    # A size of 0 has no places, but would still be divided by.
    sizes = np.maximum(np.array(dims, np.int64), 1)
    return numbers[:, None] // np.maximum(strides_of(dims), 1) % sizes


def row_major_order(indices: Array) -> Array:
    """The permutation that sorts `indices` [n, rank], stable."""
    # `lexsort` sorts by its last key first, and takes no empty list of keys.
    return np.lexsort(indices.T[::-1]) if indices.shape[1] else np.arange(len(indices))


def lookup(numbers: Array, wanted: Array) -> Any:
    """For each of `wanted`, where it stands in the sorted `numbers`, and whether it does."""
    # What is larger than all `numbers` is compared with the last one, and differs from it.
    at = np.minimum(np.searchsorted(numbers, wanted), max(len(numbers) - 1, 0))
    found = numbers[at] == wanted if len(numbers) else np.zeros(len(wanted), bool)
    return at, found
