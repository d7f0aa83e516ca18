"""Registration of families of elementwise kernels: from tables of array functions, or from small functions.

A kernel made from a table carries the array function's name as its attribute `array_function`: whoever compiles many
nodes may call that function itself and need no Python call in between, where `x` has fewer elements than the attribute
`large_from` says. When that raises, the kernel says what is wrong.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, broadcast_shape
from aioflow.kernels.sharding import LARGE, elementwise

Unary = Callable[[Any, Array], Array]
Binary = Callable[[Any, Array, Array], Array]


def unary_functions(table: Mapping[str, str], **constraints: Any) -> None:
    """Registers ops with one input `x` by the name of the array function that computes them."""
    for op, name in table.items():
        kernel(op, **constraints)(_unary_function(name))


def binary_functions(table: Mapping[str, str], **constraints: Any) -> None:
    """Registers ops with inputs `x` and `y` that broadcast by the name of the array function that computes them."""
    for op, name in table.items():
        kernel(op, **constraints)(_binary_function(name))


def binary(*ops: str, **constraints: Any) -> Callable[[Binary], Binary]:
    """Registers the decorated function of two arrays that broadcast as the kernel of ops with inputs `x` and `y`."""

    def register(function: Binary) -> Binary:
        def compute(xp: Any, x: Array, y: Array) -> Array:
            try:
                return function(xp, x, y)
            except ValueError:
                # The failure is looked into only now, so that the usual call pays for no check of shapes.
                broadcast_shape(xp, x.shape, y.shape)  # raises the error that users know
                raise

        compute.__qualname__ = function.__qualname__
        kernel(*ops, **constraints)(compute)
        return function

    return register


def _unary_function(name: str) -> Unary:
    """The kernel function that calls the array function `name`, on several threads where `x` is large."""
    function = getattr(np, name)
    # Only ufuncs write into a given array, which is how threads share the
    # work. Other array libraries look `name` up anew.
    may_be_divided = isinstance(function, np.ufunc)

    def compute(xp: Any, x: Array) -> Array:
        if xp is np and may_be_divided and x.size >= LARGE:
            return elementwise(function, x)
        return getattr(xp, name)(x)

    compute.array_function = name  # type: ignore[attr-defined]
    compute.large_from = LARGE  # type: ignore[attr-defined]
    return compute


def _binary_function(name: str) -> Binary:
    """The kernel function that calls the array function `name`, on several threads where `x` is large."""
    function = getattr(np, name)
    may_be_divided = isinstance(function, np.ufunc)

    def compute(xp: Any, x: Array, y: Array) -> Array:
        try:
            if xp is np and may_be_divided and x.size >= LARGE:
                return elementwise(function, x, y)
            return getattr(xp, name)(x, y)
        except ValueError:
            # Raises the error that users know, if it is the shapes that do not fit.
            broadcast_shape(xp, x.shape, y.shape)
            raise

    compute.array_function = name  # type: ignore[attr-defined]
    compute.large_from = LARGE  # type: ignore[attr-defined]
    return compute
