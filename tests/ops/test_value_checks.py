"""tf.print, tf.debugging and questions about values."""
from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


async def test_printing(capsys: pytest.CaptureFixture[str]) -> None:
    """A run writes the texts and values, in any nesting, to the stream."""
    x = tf.constant([1.0, 2.0])
    line = tf.print("a {}", x, {"k": x, "b": 3}, [x, "q"], (1,), output_stream=sys.stdout, end="|", sep=";")
    async with tf.Session() as session:
        await session.run([line])
        await session.run(line)
    wanted = "a {};[1 2];{'b': 3, 'k': [1 2]};[[1 2], 'q'];(1,)|"
    assert capsys.readouterr().out == 2 * wanted
    with pytest.raises(ValueError, match="cannot print"):
        tf.print(x, output_stream="nowhere")


def test_nodes_of_a_print() -> None:
    """The node, and the one that makes the text, have TensorFlow's names and attributes."""
    x = tf.placeholder(tf.float32, [2], name="x")
    node = tf.print("hi", x, sep=",", end="!", summarize=-1, name="p")
    text = node.inputs[0].op
    assert (node.name, text.name, text.get_attr("template")) == ("p", "p_format", b"hi,{}")
    assert (text.get_attr("summarize"), node.get_attr("output_stream")) == (-1, b"stderr")


@pytest.mark.parametrize(
    ("values", "non_decreasing", "increasing"),
    [([], True, True), ([3], True, True), ([1, 1, 2], True, False), ([1, 2, 3], True, True), ([2, 1], False, False)],
)
async def test_order(values: list[int], non_decreasing: bool, increasing: bool) -> None:
    """Fewer than two elements are in order; equal neighbours do not increase."""
    x = tf.placeholder(tf.int32)
    asked = tf.is_non_decreasing(x), tf.debugging.is_strictly_increasing(x)
    async with tf.Session() as session:
        assert await session.run(asked, {x: values}) == (non_decreasing, increasing)


def test_dtypes() -> None:
    """Dtypes of floats are told from others, and must agree."""
    single, double, text = tf.constant(1.0), tf.constant(1.0, tf.float64), tf.constant("a")
    assert [tf.is_numeric_tensor(value) for value in (single, text, 1.0)] == [True, False, False]
    assert tf.assert_same_float_dtype() is tf.float32
    assert tf.assert_same_float_dtype([double]) is tf.float64
    for tensors, dtype in (([single, double], None), ([single], tf.float64), ([text], None)):
        with pytest.raises(ValueError, match="dtype"):
            tf.assert_same_float_dtype(tensors, dtype)
    with pytest.raises(TypeError, match="numbers"):
        tf.is_non_decreasing(text)


def test_iterables() -> None:
    """Lists are iterables of tensors; tensors, arrays, text and numbers are not."""
    tf.assert_proper_iterable([1])
    for value in (tf.constant([1]), np.ones(2), "ab", 3):
        with pytest.raises(TypeError, match="iterable"):
            tf.debugging.assert_proper_iterable(value)


async def test_init_scope() -> None:
    """Nodes in it wait for nothing and belong to no branch."""
    outside = tf.constant(1)

    def branch() -> tf.Tensor:
        with tf.control_dependencies([outside]), tf.init_scope():
            inner.append(tf.identity(outside))
        return inner[0] + 1

    inner: list[tf.Tensor] = []
    result = tf.cond(tf.constant(False), branch, lambda: outside)
    assert not inner[0].op.control_inputs
    async with tf.Session() as session:
        assert await session.run([inner[0], result]) == [1, 1]
