"""Rules that need no more than the shapes of inputs or an attribute; ops of many families have them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext
from aioflow.framework.shapes import SCALAR, TensorShape
from aioflow.ops.shapes.sizes import held_shape


def same_as_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shape of the first input."""
    return [op.shapes[0]]


def same_as_every_input(op: ShapeContext) -> Sequence[TensorShape]:
    """Return what is known of the one shape that all inputs have."""
    # Merged and not just compared: one input may know a size that another one does not.
    result = op.shapes[0]
    for shape in op.shapes[1:]:
        result = result.merge_with(shape)
    return [result]


def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shape of one scalar."""
    return [SCALAR]


def two_scalars(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shapes of two scalars."""
    return [SCALAR, SCALAR]


def two_strings(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shape of a reference to a resource as TensorFlow 1 first had it: its container and its name."""
    # Such handles are tensors of two strings, and appear in old graphs only.
    return [TensorShape([2])]


def declared(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shape that the attribute `shape` declares."""
    return [op.attrs["shape"]]


def held_in_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    """Return the shape whose sizes the first input holds, as far as known."""
    return [held_shape(op, 0)]


def product(op: ShapeContext) -> Sequence[TensorShape]:
    """Return [rows, columns] of a product of [rows, inner] and [inner, columns]."""
    a, b = (shape.with_rank(2).as_list() for shape in op.shapes[:2])
    # Inner sizes are merged for the error that this raises if they differ.
    rows, inner_a = a[::-1] if op.attrs["transpose_a"] else a
    inner_b, columns = b[::-1] if op.attrs["transpose_b"] else b
    # Only to find out whether they agree.
    TensorShape([inner_a]).merge_with([inner_b])
    return [TensorShape([rows, columns])]
