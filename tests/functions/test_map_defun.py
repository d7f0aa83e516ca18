"""MapDefun: a function called for each slice; what comes out, and what is refused, as in TensorFlow."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.functions.building import Body, define

ROWS = np.arange(6, dtype=np.float32).reshape(3, 2)


async def mapped(
    body: Body, arguments: list[Any], shapes: list[Any], captured: tuple[Any, ...] = (), num_results: int = 1
) -> list[Any]:
    """What a function of float32 values gives, slice by slice."""
    with tf.Graph().as_default() as graph:
        values = [tf.placeholder_with_default(np.float32(value), None) for value in (*arguments, *captured)]
        f = define("f", [tf.float32] * len(values), body)
        node = tf.raw_ops.MapDefun(
            arguments=values[: len(arguments)], captured_inputs=values[len(arguments) :], f=f,
            output_types=[tf.float32] * num_results, output_shapes=shapes,
        )  # fmt: skip
    async with tf.Session(graph=graph) as session:
        return [value.tolist() for value in await session.run(node)]


async def test_slices() -> None:
    """Several arguments are taken apart together, captured ones are not, and all outputs are stacked."""
    assert await mapped(lambda x: x * 2.0, [ROWS], [[2]]) == [(ROWS * 2).tolist()]
    both = await mapped(lambda x, y: [x * y, tf.reduce_sum(x)], [ROWS, [1, 2, 3]], [None, []], num_results=2)
    assert both == [[[0, 1], [4, 6], [12, 15]], [1, 5, 9]]
    assert await mapped(lambda x, c: x + c, [ROWS], [[2]], captured=(10,)) == [(ROWS + 10).tolist()]
    assert await mapped(lambda x: x * 2.0, [ROWS[:0]], [[2]]) == [[]]


@pytest.mark.parametrize(
    ("body", "arguments", "shapes"),
    [
        (lambda x: x * 2.0, [ROWS], [[3]]),
        (lambda x: x, [ROWS[:0]], [None]),
        (lambda x: x, [np.float32(1)], [[]]),
        (lambda x, y: x * y, [ROWS, [1, 2]], [[2]]),
        (lambda x: tf.fill([tf.cast(x, tf.int32)], x), [[1, 2]], [[None]]),
        (lambda x: tf.check_numerics(1.0 / x, "bad"), [[1, 0]], [[]]),
        (lambda x: [x, x], [ROWS], [[2]]),
    ],
)
async def test_refusals(body: Body, arguments: list[Any], shapes: list[Any]) -> None:
    """Lengths that differ, shapes that are wrong, unknown or differ, and errors of the function end the run."""
    with pytest.raises(tf.errors.InvalidArgumentError):
        await mapped(body, arguments, shapes)


async def test_slices_of_strings() -> None:
    """A slice of a vector of strings is a string."""
    with tf.Graph().as_default() as graph:
        f = define("f", [tf.string], lambda x: tf.raw_ops.StringLength(input=x))
        words = tf.constant([b"a", b"bcd"])
        (lengths,) = tf.raw_ops.MapDefun(
            arguments=[words], captured_inputs=[], f=f, output_types=[tf.int32], output_shapes=[[]]
        )
    async with tf.Session(graph=graph) as session:
        assert (await session.run(lengths)).tolist() == [1, 3]
