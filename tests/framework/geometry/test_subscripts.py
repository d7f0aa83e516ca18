"""Einsum equations."""
from __future__ import annotations

import pytest

from aioflow.framework.geometry.subscripts import label_dimensions, parse_equation


def test_labels_of_an_equation() -> None:
    """Every character is a label; an ellipsis is kept as one."""
    assert parse_equation("a...b,b->...a") == ((("a", "...", "b"), ("b",)), ("...", "a"))
    assert parse_equation("->") == (((),), ())


@pytest.mark.parametrize(
    ("equation", "message"),
    [
        ("ij,jk", "exactly one '->'"),
        ("i->i->i", "exactly one '->'"),
        ("i,j,k->ijk", "1 or 2 input subscripts"),
        ("ij->k", "label 'k' which is not present"),
        ("i..->i", "at most one ellipsis"),
        ("...i...->i", "at most one ellipsis"),
    ],
)
def test_unreadable_equations_say_why(equation: str, message: str) -> None:
    """An equation that cannot be used is refused with the reason."""
    with pytest.raises(ValueError, match=message):
        parse_equation(equation)


def test_ellipses_are_numbered_from_the_end() -> None:
    """Dimensions under ellipses of different length line up at their ends, as in broadcasting."""
    inputs, output = parse_equation("...i,...ij->j...")
    labelled, out = label_dimensions(inputs, output, (3, 3))
    assert labelled == [(-2, -1, "i"), (-1, "i", "j")]
    assert out == ("j", -2, -1)


def test_ranks_must_fit() -> None:
    """A rank that the labels do not describe, or a missing input, is refused."""
    inputs, output = parse_equation("ij,j->i")
    with pytest.raises(ValueError, match="input 0 to have rank 2 but got: 3"):
        label_dimensions(inputs, output, (3, 1))
    with pytest.raises(ValueError, match="Expected 2 inputs but got: 1"):
        label_dimensions(inputs, output, (2,))
