"""Shapes that are partly known."""
from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape, as_shape

sizes = st.none() | st.integers(0, 3)
shapes = st.builds(TensorShape, st.none() | st.lists(sizes, max_size=3))


@pytest.mark.parametrize(
    ("dims", "expected"),
    [
        (None, None),
        ([], ()),
        ((), ()),
        ([2, None, -1], (2, None, None)),
        (5, (5,)),
        (-1, (None,)),
        (np.array([2, 3]), (2, 3)),
        (np.int64(7), (7,)),
        (range(3), (0, 1, 2)),
        (TensorShape([4]), (4,)),
        ([(1 << 63) - 1], ((1 << 63) - 1,)),
    ],
)
def test_what_a_shape_is_made_of(dims: Any, expected: Any) -> None:
    """A shape is given as another, as sizes, as one size, or as nothing."""
    assert TensorShape(dims).dims == expected


@pytest.mark.parametrize(
    ("dims", "error"),
    [
        ([-2], ValueError), ([1 << 63], ValueError),
        ([1.5], TypeError), ("23", TypeError), ([b"2"], TypeError), ([[1]], TypeError),
    ],
)
def test_what_is_no_shape(dims: Any, error: type[Exception]) -> None:
    """Sizes that cannot be are a ValueError, and what is no size a TypeError."""
    with pytest.raises(error):
        TensorShape(dims)


def test_unknown_rank() -> None:
    """A shape of unknown rank has no length and no list; every element of it is unknown."""
    assert UNKNOWN.rank is None and UNKNOWN.ndims is None and UNKNOWN.num_elements() is None
    assert not UNKNOWN.is_fully_defined() and not UNKNOWN
    assert UNKNOWN[3] is None and UNKNOWN[1:] == UNKNOWN
    for call in (len, list, TensorShape.as_list):
        with pytest.raises(ValueError, match="unknown rank"):
            call(UNKNOWN)


def test_known_rank() -> None:
    """A shape of known rank behaves like a list of sizes, None where one is unknown."""
    shape = TensorShape([2, None, 3])
    assert (shape.rank, len(shape), list(shape), shape.as_list()) == (3, 3, [2, None, 3], [2, None, 3])
    assert shape[0] == 2 and shape[1] is None and shape[-1] == 3 and shape[1:] == [None, 3]
    assert not shape.is_fully_defined() and shape.num_elements() is None
    assert TensorShape([2, 3]).num_elements() == 6 and SCALAR.num_elements() == 1
    with pytest.raises(IndexError):
        shape[3]


def test_truth_is_whether_the_rank_is_known() -> None:
    """`if tensor.shape:` asks for the rank, as in TensorFlow, so a scalar's shape is true."""
    assert SCALAR and TensorShape([None])


def test_equality_and_hash() -> None:
    """A shape equals whatever describes the same shape, and equal shapes have one hash."""
    assert TensorShape([1, None]) == [1, -1] and TensorShape([3]) == 3 and UNKNOWN == None  # noqa: E711 - as in TensorFlow
    assert TensorShape([1]) != [2] and TensorShape([1]) != "1" and TensorShape([1]) != [1.5]
    assert len({TensorShape([1, None]), TensorShape((1, -1)), TensorShape([1])}) == 2


def test_texts() -> None:
    """Shapes print like tuples, with ? for an unknown size."""
    assert [str(TensorShape(d)) for d in (None, [], [2], [None, 3])] == ["<unknown>", "()", "(2,)", "(?, 3)"]
    assert repr(TensorShape([None, 3])) == "TensorShape([None, 3])" and repr(UNKNOWN) == "TensorShape(None)"


def test_pickling() -> None:
    """A shape survives pickling."""
    assert pickle.loads(pickle.dumps(TensorShape([None, 3]))) == [None, 3]


def test_as_shape_keeps_the_object() -> None:
    """A shape is taken as it is."""
    assert as_shape(SCALAR) is SCALAR


def test_contradictions() -> None:
    """Merging shapes that no array can have at once is refused, and both are named."""
    with pytest.raises(ValueError, match=r"\(2, \?\).*\(3, 4\)"):
        TensorShape([2, None]).merge_with([3, 4])
    with pytest.raises(ValueError, match="not compatible"):
        TensorShape([2]).with_rank(2)
    assert UNKNOWN.with_rank(2) == [None, None]


@given(shapes, shapes)
def test_merging_knows_what_both_know(a: TensorShape, b: TensorShape) -> None:
    """Merging is symmetric, is possible exactly for compatible shapes, and forgets nothing."""
    assert a.is_compatible_with(b) == b.is_compatible_with(a)
    if not a.is_compatible_with(b):
        with pytest.raises(ValueError, match="not compatible"):
            a.merge_with(b)
        return
    merged = a.merge_with(b)
    assert merged == b.merge_with(a)
    assert merged.merge_with(a) == merged == merged.merge_with(b)


@given(shapes, shapes, st.lists(st.integers(0, 3), max_size=3))
def test_compatibility_means_a_common_array(a: TensorShape, b: TensorShape, concrete: list[int]) -> None:
    """An array's shape fits the merged shape exactly when it fits both."""
    fits_both = a.is_compatible_with(concrete) and b.is_compatible_with(concrete)
    if a.is_compatible_with(b):
        assert a.merge_with(b).is_compatible_with(concrete) == fits_both
    else:
        assert not fits_both


@given(shapes, shapes)
def test_concatenation(a: TensorShape, b: TensorShape) -> None:
    """Concatenating shapes concatenates their sizes; an unknown rank makes the result unknown."""
    joined = a.concatenate(b)
    assert joined == (UNKNOWN if a.rank is None or b.rank is None else a.as_list() + b.as_list())
