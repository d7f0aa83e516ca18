"""Functions whose result depends on sizes or values that only a run knows; TensorFlow gave the same."""
from __future__ import annotations

import numpy as np
import pytest

import aioflow as tf


@pytest.mark.parametrize(("shape", "wanted"), [([2, 3], 6.0), ([4], 4.0), ([0, 5], 0.0)], ids=str)
def test_count_of_statistics(shape: list[int], wanted: float) -> None:
    """`sufficient_statistics` counts the elements, the product of the sizes, also where a run tells these."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, None)
        count, *_ = tf.nn.sufficient_statistics(x, list(range(len(shape))))
        with tf.Session() as session:
            assert session.run_sync(count, {x: np.ones(shape)}) == wanted


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        (["a", "b"], b"ab"),
        ([["a", "b"], ["c", "d"]], b"abcd"),
        ([[["a", "b"], ["c", "d"]], [["e", "f"], ["g", "h"]]], b"abcdefgh"),
    ],
    ids=["vector", "matrix", "cube"],
)
def test_everything_joined(values: list[object], wanted: bytes) -> None:
    """`reduce_join` over all dimensions joins row after row."""
    with tf.Graph().as_default():
        joined = tf.reduce_join(tf.constant(values))
        with tf.Session() as session:
            assert session.run_sync(joined) == wanted


def test_imaginary_part_of_real_numbers() -> None:
    """It is zero, of NaN and infinities too."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, None)
        y = tf.math.imag(x)
        with tf.Session() as session:
            assert session.run_sync(y, {x: [np.nan, np.inf, -1.0]}).tolist() == [0.0, 0.0, 0.0]
