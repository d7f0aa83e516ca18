"""Loops over slices: what they refuse, and sizes that only a run knows."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import aioflow as tf


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("loop", [tf.map_fn, tf.scan, tf.foldl, tf.foldr])
def test_wrong_arguments(loop: Callable[..., Any]) -> None:
    """What is no function, and what has no slices, is refused."""
    with pytest.raises(TypeError, match="callable"):
        loop(3, tf.constant([1.0]))
    with pytest.raises(ValueError, match="is a scalar"):
        loop(lambda *values: values[0], tf.constant(1.0))


def test_other_number_of_results() -> None:
    """A function that gives more than was announced is refused."""
    with pytest.raises(ValueError, match="2 results where 1"):
        tf.map_fn(lambda row: (row, row), tf.constant([1.0]), dtype=tf.float32)


async def test_no_slices() -> None:
    """Without slices a map is empty, and a fold gives what it starts with."""
    x = tf.placeholder(tf.float32, [None])
    results = tf.map_fn(lambda v: v * 2.0, x), tf.foldl(lambda a, v: a + v, x, tf.constant(7.0))
    async with tf.Session() as session:
        empty, start = await session.run(results, {x: []})
        assert empty.shape == (0,)
        assert start == 7.0
        full, total = await session.run(results, {x: [1.0, 2.0]})
        assert full.tolist() == [2.0, 4.0]
        assert total == 10.0


async def test_branch_by_number() -> None:
    """The index that is fed chooses the branch; only that one runs."""
    index = tf.placeholder(tf.int32, [])
    ran: list[int] = []

    def branch(number: int) -> Callable[[], tf.Tensor]:
        def note() -> int:
            ran.append(number)
            return number

        return lambda: tf.py_func(note, [], tf.int64)

    chosen = tf.switch_case(index, {i: branch(i) for i in range(3)}, default=branch(9))
    async with tf.Session() as session:
        assert [await session.run(chosen, {index: i}) for i in (1, 0, 2, 3, -1)] == [1, 0, 2, 9, 9]
    assert ran == [1, 0, 2, 9, 9]
    with pytest.raises(TypeError, match="Python int"):
        tf.switch_case(1, [branch(0)])
    with pytest.raises(TypeError, match="SparseTensor"):
        tf.edit_distance(index, index)  # type: ignore[arg-type]
