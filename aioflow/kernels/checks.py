"""Checks of arguments that kernels share. All raise `InvalidArgumentError`, worded as TensorFlow words it."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.shapes import shown_partial as shown_partial  # kernels find it beside the other checks
from aioflow.kernels.arrays import check_room, shown
from aioflow.kernels.new_arrays import check_size

_MAX_RANK = 64  # numpy's


def dims_from(value: Any, name: str = "shape") -> tuple[int, ...]:
    """The sizes held by the integer tensor `value` ([rank], or [] for one size), checked before anything is allocated.

    Raises:
        InvalidArgumentError: It is a matrix, a size is negative, or there would be too many elements.
    """
    if value.ndim > 1:
        raise errors.invalid_argument(f"{name} must represent a vector, got shape {shown(value.shape)}")
    # Python's integers: products of sizes from a model can pass 64 bits without wrapping around.
    dims = tuple(value.reshape(-1).tolist())
    for size in dims:
        if size < 0:
            raise errors.invalid_argument(f"Dimension {size} must be >= 0 ({name} is {shown(dims)})")
    check_size(dims)
    # Of an array with elements the caller checks the bytes, once it knows the dtype. One without elements
    # is checked here, with the widest dtype there is: numpy multiplies the other sizes even so.
    if 0 in dims:
        check_room(dims, np.complex128)
    if len(dims) > _MAX_RANK:
        raise errors.invalid_argument(f"Shape {shown(dims)} has more than {_MAX_RANK} dimensions")
    return dims


def scalar_int(value: Any, name: str) -> int:
    """The integer in the tensor `value` of one element.

    Raises:
        InvalidArgumentError: It has more or fewer elements.
    """
    if value.size != 1:
        raise errors.invalid_argument(f"{name} must be a scalar integer, but got shape {shown(value.shape)}")
    return int(value.item())


def require_same_lengths(**lists: Sequence[Any]) -> None:
    """Checks that lists, which attributes size, have as many elements each."""
    # TensorFlow sizes such lists by one attribute; a node made by hand can contradict itself.
    if len({len(values) for values in lists.values()}) > 1:
        lengths = ", ".join(f"{len(values)} {name}" for name, values in lists.items())
        raise errors.invalid_argument(f"there must be as many of each, got {lengths}")


def require_scalar(value: Any, name: str) -> None:
    """Checks that `value` has shape []."""
    if value.ndim:
        raise errors.invalid_argument(f"{name} must be a scalar, got shape {shown(value.shape)}")


def require_vector(value: Any, name: str) -> None:
    """Checks that `value` has shape [n]."""
    if value.ndim != 1:
        raise errors.invalid_argument(f"{name} must be a vector (1-D), got shape {shown(value.shape)}")


def axis_from(axis: int, rank: int, name: str = "axis") -> int:
    """`axis`, counted from the front.

    Raises:
        InvalidArgumentError: A tensor of that rank has no such axis.
    """
    if not -rank <= axis < rank:
        raise errors.invalid_argument(f"{name} = {axis} is out of range [{-rank}, {rank}) of a tensor of rank {rank}")
    return axis % rank
