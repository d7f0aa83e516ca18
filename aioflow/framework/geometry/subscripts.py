"""Einsum equations: the labels that they give to the dimensions of their inputs and output."""
from __future__ import annotations

from functools import lru_cache

ELLIPSIS = "..."
# A named label is one character; the dimension at place i of an ellipsis, counted from its end, is labelled -i.
Label = str | int
Labels = tuple[Label, ...]


# A program has few equations, and each call of a kernel asks for its own.
@lru_cache(256)
def parse_equation(equation: str) -> tuple[tuple[Labels, ...], Labels]:
    """The labels of the inputs and of the output, with `ELLIPSIS` where there is one.

    Raises:
        ValueError: It is no equation of one or two inputs and an output.
    """
    sides = equation.split("->")
    if len(sides) != 2:
        raise ValueError(f"Expecting exactly one '->' in einsum equation: {equation}")
    inputs = tuple(_split(subscript) for subscript in sides[0].split(","))
    if len(inputs) > 2:
        raise ValueError(f"Expecting 1 or 2 input subscripts in equation '{equation}' but got: {len(inputs)}")
    output = _split(sides[1])
    unknown = [label for label in output if label != ELLIPSIS and not any(label in labels for labels in inputs)]
    if unknown:
        raise ValueError(
            f"Einsum output subscripts for equation '{equation}' has label '{unknown[0]}' which is not present in the "
            "input subscripts"
        )
    return inputs, output


def _split(subscript: str) -> Labels:
    """The labels in one subscript."""
    if subscript.count(".") != (3 if ELLIPSIS in subscript else 0):
        raise ValueError(
            f"Expected at most one ellipsis (...), but found {subscript.count('.')} periods (.) in the input "
            f"subscript: {subscript}"
        )
    before, ellipsis, after = subscript.partition(ELLIPSIS)
    return (*before, *([ellipsis] if ellipsis else []), *after)


@lru_cache(256)
def label_dimensions(
    inputs: tuple[Labels, ...], output: Labels, ranks: tuple[int, ...]
) -> tuple[list[Labels], Labels]:
    """`inputs` and `output` with a label for each dimension, given the ranks of the inputs.

    Raises:
        ValueError: A rank does not fit, or the output has no ellipsis for what that of an input stands for.
    """
    if len(inputs) != len(ranks):
        raise ValueError(f"Expected {len(inputs)} inputs but got: {len(ranks)}")
    labelled, most = [], 0
    for i, (labels, rank) in enumerate(zip(inputs, ranks, strict=True)):
        count = rank - len(labels) + 1  # of dimensions that the ellipsis stands for; 1 for the ellipsis itself
        if (count < 0) if ELLIPSIS in labels else (count != 1):
            wanted = f"at least {len(labels) - 1}" if ELLIPSIS in labels else len(labels)
            raise ValueError(f"Expected input {i} to have rank {wanted} but got: {rank}")
        labelled.append(_with_ellipsis_as(labels, count))
        most = max(most, count if ELLIPSIS in labels else 0)
    if most and ELLIPSIS not in output:
        raise ValueError(
            f"Output contains {most} broadcasting dimension(s) but no ellipsis (...) was found in the output subscripts"
        )
    return labelled, _with_ellipsis_as(output, most)


def _with_ellipsis_as(labels: Labels, count: int) -> Labels:
    """`labels` with those of `count` dimensions in place of the ellipsis."""
    # Counted from the end, so that the ellipses of two inputs broadcast as numpy's dimensions do.
    dimensions = tuple(range(-count, 0))
    return tuple(one for label in labels for one in (dimensions if label == ELLIPSIS else (label,)))
