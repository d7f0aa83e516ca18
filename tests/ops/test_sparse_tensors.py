"""`tf.SparseTensor`: what is known of its shape, and values that are fed and fetched."""
from __future__ import annotations

import numpy as np
import pytest

import aioflow as tf


def test_shape_is_what_the_graph_knows() -> None:
    """The sizes that the graph determines are known before a run, and others can be noted."""
    rows = tf.placeholder(tf.int64, [])
    some = tf.SparseTensor([[0, 1]], [1.5], tf.stack([rows, 3]))
    assert some.shape.as_list() == [None, 3]
    some.set_shape([2, None])
    assert some.get_shape().as_list() == [2, 3]
    with pytest.raises(ValueError, match="2"):
        some.set_shape([4, 3])


def test_only_sparse_values_make_sparse_tensors() -> None:
    """Anything that is neither a sparse tensor nor the arrays of one is refused."""
    made = tf.SparseTensor.from_value(tf.SparseTensorValue([[0, 1]], [1.5], [2, 3]))
    assert made.shape.as_list() == [2, 3]
    with pytest.raises(TypeError, match="SparseTensor"):
        tf.SparseTensor.from_value([1, 2])  # type: ignore[arg-type]


async def test_sparse_placeholder_is_fed() -> None:
    """A sparse placeholder takes the arrays of a sparse tensor, and gives them to whatever reads it."""
    given = tf.sparse_placeholder(tf.float32, [None, 3])
    value = tf.SparseTensorValue(np.array([[0, 2], [1, 0]]), np.array([1.5, -2], np.float32), np.array([2, 3]))
    async with tf.Session() as session:
        fetches = tf.sparse_tensor_to_dense(given), tf.sparse_reduce_sum(given)
        dense, total = await session.run(fetches, {given: value})
    assert dense.tolist() == [[0, 0, 1.5], [-2, 0, 0]]
    assert total == -0.5
