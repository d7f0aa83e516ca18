"""Einsum, by way of one matrix product."""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.framework.dtypes import NUMERIC, float32, float64
from aioflow.framework.geometry.subscripts import Label, Labels, label_dimensions, parse_equation
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened


class Contraction(NamedTuple):
    """A product of two arrays of certain shapes, as matrices [*batch, rows, inner] and [*batch, inner, columns].

    Attributes:
        left_axes, right_axes: The order in which dimensions are taken.
        left_shape, right_shape: The shapes as matrices.
        shape: The sizes that the product's dimensions are split into.
        axes: The order in which they are given back.
    """

    left_axes: tuple[int, ...]
    left_shape: tuple[int, ...]
    right_axes: tuple[int, ...]
    right_shape: tuple[int, ...]
    shape: tuple[int, ...]
    axes: tuple[int, ...]


def prepared_einsum(attrs: Mapping[str, Any]) -> Callable[..., Array] | None:
    """Gives a function of two arrays that works out but once per pair of shapes what is to be done.

    Returns:
        None for more or fewer inputs, and for types that einsum widens or that no BLAS function multiplies.
    """
    equation: bytes = attrs["equation"]
    if attrs["N"] != 2 or attrs["T"] not in (float32, float64):
        return None

    def prepared(xp: Any, x: Array, y: Array) -> Array:
        # Reading the equation and sorting labels takes longer than multiplying small matrices.
        plan = contraction(equation, x.shape, y.shape)
        if plan is None:
            return einsum(xp, [x, y], equation=equation)
        left = x.transpose(plan.left_axes).reshape(plan.left_shape)
        right = y.transpose(plan.right_axes).reshape(plan.right_shape)
        # The same BLAS function, but dot() finds it sooner than matmul().
        result = left.dot(right) if left.ndim == 2 else xp.matmul(left, right)
        return result.reshape(plan.shape).transpose(plan.axes)

    return prepared


# Bounded, because batches of ever other sizes make ever other shapes.
@lru_cache(maxsize=4096)
def contraction(equation: bytes, x_shape: tuple[int, ...], y_shape: tuple[int, ...]) -> Contraction | None:
    """The plan for two arrays; None for what is more than one product of matrices, or wrong."""
    try:
        (x, y), output = label_dimensions(*parse_equation(equation.decode()), (len(x_shape), len(y_shape)))
    except ValueError:
        return None
    # A label that one array has twice stands for a diagonal, which no product of matrices takes.
    is_plain = all(len(set(labels)) == len(labels) for labels in (x, y, output)) and set(output) <= {*x, *y}
    sizes = dict(zip(x, x_shape, strict=True))
    # Dimensions of an ellipsis that broadcast have two sizes; einsum() knows what to do, or what is wrong.
    if not is_plain or any(sizes.get(label, size) != size for label, size in zip(y, y_shape, strict=True)):
        return None
    sizes |= dict(zip(y, y_shape, strict=True))
    shared = [label for label in x if label in y]
    batch, inner = [label for label in shared if label in output], [label for label in shared if label not in output]
    rows, columns = [label for label in x if label not in y], [label for label in y if label not in x]
    # A label of one array alone that the output lacks is summed beforehand.
    if not {*rows, *columns} <= set(output):
        return None

    def joined(*groups: list[Label]) -> tuple[int, ...]:
        return (*(sizes[label] for label in batch), *(math.prod(sizes[label] for label in group) for group in groups))

    given = [*batch, *rows, *columns]
    return Contraction(
        tuple(x.index(label) for label in (*batch, *rows, *inner)), joined(rows, inner),
        tuple(y.index(label) for label in (*batch, *inner, *columns)), joined(inner, columns),
        tuple(sizes[label] for label in given), tuple(given.index(label) for label in output),
    )  # fmt: skip


@kernel("Einsum", specialized=prepared_einsum, T=NUMERIC)
def einsum(xp: Any, inputs: list[Array], *, equation: bytes) -> Array:
    """The sums of products over the labels that the output lacks.

    Raises:
        InvalidArgumentError: The equation cannot be read, or the inputs do not fit it.
    """
    try:
        subscripts = parse_equation(equation.decode())
        labels, output = label_dimensions(*subscripts, tuple(value.ndim for value in inputs))
    except ValueError as error:
        raise errors.invalid_argument(str(error)) from error
    check_sizes(inputs, labels)
    # Diagonals and lone sums come first: both make what is multiplied smaller.
    operands = [without_repeats(xp, widened(value), ls) for value, ls in zip(inputs, labels, strict=True)]
    operands = [
        without_labels(xp, value, ls, {label for label in ls if not is_needed(label, i, operands, output)})
        for i, (value, ls) in enumerate(operands)
    ]
    result, given = operands[0] if len(operands) == 1 else contracted(xp, operands[0], operands[1], output)
    unique = tuple(dict.fromkeys(output))
    result = xp.transpose(result, [given.index(label) for label in unique])
    if len(unique) < len(output):
        result = with_repeats(xp, result, unique, output)
    return result.astype(inputs[0].dtype, copy=False)


def check_sizes(inputs: Sequence[Array], labels: Sequence[Labels]) -> None:
    """Raises `InvalidArgumentError` if a named label stands for two sizes, or ellipses do not broadcast."""
    sizes: dict[Label, int] = {}
    for value, names in zip(inputs, labels, strict=True):
        for axis, (label, size) in enumerate(zip(names, value.shape, strict=True)):
            known = sizes.setdefault(label, size)
            # Labels that are numbers stand for the dimensions of ellipses, which broadcast; named ones do not.
            if known == size or (isinstance(label, int) and 1 in (known, size)):
                continue
            if isinstance(label, int):
                raise errors.invalid_argument(
                    f"Invalid broadcasting dimensions: {' vs. '.join(shown(v.shape) for v in inputs)}"
                )
            raise errors.invalid_argument(
                f"Expected dimension {known} at axis {axis} of the input shaped {shown(value.shape)} but got "
                f"dimension {size}"
            )


def is_needed(label: Label, i: int, operands: Sequence[tuple[Array, Labels]], output: Labels) -> bool:
    """True if `label` of operand `i` occurs in the output or another operand."""
    return label in output or any(label in labels for j, (_, labels) in enumerate(operands) if j != i)


def without_repeats(xp: Any, x: Array, labels: Labels) -> tuple[Array, Labels]:
    """The diagonal of `x` along dimensions that share a label, and the labels of what remains."""
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            x = xp.diagonal(x, axis1=first, axis2=second)  # puts the diagonal last
            labels = (*(one for i, one in enumerate(labels) if i not in (first, second)), label)
    return x, labels


def without_labels(xp: Any, x: Array, labels: Labels, summed: set[Label]) -> tuple[Array, Labels]:
    """`x` summed over the dimensions labelled `summed`, and the labels of what remains."""
    if not summed:
        return x, labels
    axes = tuple(i for i, label in enumerate(labels) if label in summed)
    return xp.sum(x, axis=axes, dtype=x.dtype), tuple(label for label in labels if label not in summed)


def contracted(xp: Any, a: tuple[Array, Labels], b: tuple[Array, Labels], output: Labels) -> tuple[Array, Labels]:
    """The product of two operands, summed over what they share and `output` lacks, and the labels of its dimensions."""
    (x, x_labels), (y, y_labels) = a, b
    batch = tuple(label for label in x_labels if label in y_labels and label in output)
    inner = tuple(label for label in x_labels if label in y_labels and label not in output)
    rows = tuple(label for label in x_labels if label not in y_labels)
    columns = tuple(label for label in y_labels if label not in x_labels)
    left, row_sizes = grouped(xp, x, x_labels, batch, rows, inner)
    right, column_sizes = grouped(xp, y, y_labels, batch, columns, inner)
    # The second operand is grouped like the first, with `inner` last. The
    # swap is a view that BLAS reads as a transpose.
    result = xp.matmul(left, xp.swapaxes(right, -1, -2))
    return result.reshape((*result.shape[:-2], *row_sizes, *column_sizes)), (*batch, *rows, *columns)


def grouped(xp: Any, x: Array, labels: Labels, batch: Labels, free: Labels, inner: Labels) -> tuple[Array, list[int]]:
    """`x` with its dimensions put in order and joined to [*batch, free, inner], and the sizes of `free`."""
    sizes = dict(zip(labels, x.shape, strict=True))
    free_sizes = [sizes[label] for label in free]
    shape = [*(sizes[label] for label in batch), math.prod(free_sizes), math.prod(sizes[label] for label in inner)]
    return xp.transpose(x, [labels.index(label) for label in (*batch, *free, *inner)]).reshape(shape), free_sizes


def with_repeats(xp: Any, x: Array, unique: Labels, output: Labels) -> Array:
    """An array of zeros that holds `x` [*unique] where indices of the same label in `output` are equal."""
    sizes = dict(zip(unique, x.shape, strict=True))
    result = xp.zeros([sizes[label] for label in output], x.dtype)
    # One open grid per label. The same grid at two places of the index makes a diagonal.
    places = dict(zip(unique, xp.ogrid[tuple(slice(size) for size in x.shape)], strict=True))
    result[tuple(places[label] for label in output)] = x
    return result
