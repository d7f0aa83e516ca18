"""Loops in branches that are not taken: steps give the same before and after segments are made around them."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow.executor.program import NUM_FIRST_STEPS
from aioflow.executor.segments.plan import ViewPlan

from .settings import POOLS

# Segments are made behind the first steps, and anew when nodes have turned cheap, in steps whose numbers are powers of
# two: a loop of a branch that is not taken has no cost that is known, so that nodes around it join while it does not.
NUM_STEPS = 16 + NUM_FIRST_STEPS


def loop(start: tf.Tensor, step: tf.Tensor) -> tf.Tensor:
    """`start + 3 * step`, added up in a loop."""
    result: tf.Tensor = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v + step), [0, start])[1]
    return result


@pytest.fixture
async def measuring(graph: tf.Graph, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session without threads, which makes segments as programs have them."""
    monkeypatch.setattr(ViewPlan, "mode", "measured")
    async with tf.Session(graph=graph, config=POOLS["inline"]) as session:
        yield session


@pytest.mark.parametrize(("x", "y", "z", "wanted"), [(1, 2, 3, 3), (2, 1, 3, 11), (4, 5, 3, 27), (4, 2, 3, 36)])
async def test_one_result_in_the_next_loop(measuring: tf.Session, x: int, y: int, z: int, wanted: int) -> None:
    """Two conditionals, each with a loop in a branch, of which the second uses the result of the first."""
    a, b, c = (tf.placeholder(tf.int32, [], name=name) for name in "abc")
    first = tf.cond(a < b, lambda: a * 2, lambda: loop(b, c))
    second = tf.cond(c < a, lambda: loop(c, first), lambda: first + 1)
    fed = {a: x, b: y, c: z}
    expected = [x * 2 if x < y else y + 3 * z, wanted]
    for _ in range(NUM_STEPS):
        assert await measuring.run([first, second], fed) == expected
        assert await measuring.run(second, fed) == wanted


async def test_one_branch_after_the_other(measuring: tf.Session) -> None:
    """The taken branch changes when segments have been made."""
    a = tf.placeholder(tf.int32, [])
    first = tf.cond(a < 0, lambda: a * 2, lambda: loop(a, a))
    second = tf.cond(a < 5, lambda: loop(a, first), lambda: first + 1)
    third = tf.cond(a < 2, lambda: loop(first, second), lambda: loop(second, first))
    for turn in range(NUM_STEPS):
        for value in (-1, 3, 7) if turn > NUM_STEPS // 2 else (-1,):
            one = value * 2 if value < 0 else 4 * value
            two = value + 3 * one if value < 5 else one + 1
            wanted = one + 3 * two if value < 2 else two + 3 * one
            assert await measuring.run(third, {a: value}) == wanted
