"""Loops that some of their variables may enter dead: found, and left in the functions in which they are."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import aioflow as tf
from aioflow.passes.uneven_loops import has_uneven_loops


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """The test's graph."""
    with tf.Graph().as_default() as made:
        yield made


def loop(start: Any, step: Any = 1) -> Any:
    """Counts from `start`, two steps."""
    return tf.while_loop(lambda i, _: i < 2, lambda i, v: (i + 1, v + step), [tf.constant(0), start])[1]


def is_uneven() -> bool:
    """Whether the test's graph has such a loop."""
    return has_uneven_loops(tf.get_default_graph().get_operations())


def sides(x: Any, condition: Any) -> Any:
    """`x` on one side of a Switch or on the other."""
    return tf.raw_ops.Switch(data=x, pred=condition)


def test_a_plain_loop() -> None:
    """All that enters is alive."""
    x, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    loop(x)
    sides(x, p)
    assert not is_uneven()


def test_a_loop_in_a_branch() -> None:
    """All that enters is alive or dead together, constants and values from around the branch, too."""
    x, y, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    tf.cond(p, lambda: loop(x, y), lambda: loop(y))
    assert not is_uneven()


def test_a_loop_in_a_loop() -> None:
    """What an outer loop goes on with is no question of being dead."""
    x, y = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [])
    tf.while_loop(lambda i, _: i < 2, lambda i, v: (i + 1, loop(v, y)), [tf.constant(0), x])
    assert not is_uneven()


def test_behind_a_branch() -> None:
    """The result of a conditional is alive whichever branch was taken."""
    x, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    loop(tf.cond(p, lambda: x + 1, lambda: x - 1))
    assert not is_uneven()


@pytest.mark.parametrize("side", [0, 1])
def test_one_side_of_a_switch(side: int) -> None:
    """A variable that begins with one side of a Switch may be dead while the counter is alive."""
    x, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    loop(sides(x, p)[side])
    assert is_uneven()


def test_by_a_control_edge() -> None:
    """So may one that only waits for something dead."""
    x, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    with tf.control_dependencies([tf.identity(sides(x, p)[0])]):
        start = tf.identity(x)
    loop(start)
    assert is_uneven()


def test_another_side_for_the_step() -> None:
    """Two values of different sides are never alive together."""
    x, p = tf.placeholder(tf.int32, []), tf.placeholder(tf.bool, [])
    false_side, true_side = sides(x, p)
    loop(false_side, true_side)
    assert is_uneven()
