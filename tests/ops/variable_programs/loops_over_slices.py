"""Programs that call a Python function for each slice of a tensor."""
from __future__ import annotations

from typing import Any

from tests.ops.variable_programs import errors_of, program

ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]


@program
def mapping(tf: Any) -> Any:
    x = tf.constant(ROWS)
    return tf.map_fn(lambda row: row * 2.0, x), tf.map_fn(tf.reduce_sum, x, name="sums", infer_shape=False)


@program
def mapping_structures(tf: Any) -> Any:
    x = tf.placeholder_with_default(ROWS, [None, 2])
    pairs = (x, tf.constant([1, 2, 3]))
    first = tf.map_fn(lambda p: (p[0] * 2.0, p[1]), pairs, dtype=(tf.float32, tf.int32), parallel_iterations=3)
    return first, tf.map_fn(lambda p: {"s": p["a"] + p["a"]}, {"a": x}, dtype={"s": tf.float32}, name="mm")["s"]


@program
def folding(tf: Any) -> Any:
    x = tf.constant(ROWS)
    start = tf.constant([1.0, 2.0])
    left = [tf.foldl(lambda a, row: a - row, x), tf.foldl(lambda a, row: a * row, x, initializer=start, name="l")]
    return left, tf.foldr(lambda a, row: a - row, x), tf.foldr(lambda a, row: a * row, x, start, name="r")


@program
def folding_structures(tf: Any) -> Any:
    x = tf.placeholder_with_default(ROWS, [None, 2])
    both = tf.foldl(lambda a, p: a + p[0] * p[1], (x, x), initializer=tf.zeros([2]))
    return both, tf.foldr(lambda a, row: (a[0] + row, a[1] + 1), x, (tf.zeros([2]), tf.constant(0)))


@program
def scanning(tf: Any) -> Any:
    x = tf.constant(ROWS)
    return tf.scan(lambda a, row: a + row, x), tf.scan(lambda a, row: a - row, x, tf.ones([2]), infer_shape=False)


@program
def scanning_backwards(tf: Any) -> Any:
    x = tf.placeholder_with_default(ROWS, [None, 2])
    start = (tf.zeros([2]), tf.constant(0))
    both = tf.scan(lambda a, row: (a[0] + row, a[1] + 1), x, initializer=start, reverse=True)
    return both, tf.scan(lambda a, row: a - row, tf.constant(ROWS), reverse=True)


@program
def switching(tf: Any) -> Any:
    def chosen(index: int, **options: Any) -> Any:
        branches = [lambda: tf.constant(1), lambda: tf.constant(2), lambda: tf.constant(3)]
        return tf.switch_case(tf.constant(index), branches, **options)

    def default() -> Any:
        return tf.constant(7)

    pairs = [(1, lambda: tf.constant(5.0)), (0, lambda: tf.constant(6.0))]
    results = [chosen(i) for i in (-1, 0, 1, 2, 3)] + [chosen(i, default=default) for i in (-1, 1, 3)]
    return [
        tf.identity(r, name=f"r{i}") for i, r in enumerate([*results, tf.switch_case(tf.constant(1), pairs)])
    ]


@program
def switching_errors(tf: Any) -> Any:
    index, one = tf.constant(0), lambda: tf.constant(1)
    return errors_of(
        lambda: tf.switch_case(index, {0: one, 3: one}),
        lambda: tf.switch_case(index, []),
        lambda: tf.switch_case(index, [one, 3]),
        lambda: tf.switch_case(index, 3),
        lambda: tf.switch_case(index, [one], default=3),
        lambda: tf.switch_case(index, {"a": one}),
    )


@program
def parting_and_joining(tf: Any) -> Any:
    parts = tf.dynamic_partition([1, 2, 3], [0, 1, 0], 2)
    joined = tf.dynamic_stitch([[0], [1, 2]], [[5], [6, 7]], name="joined")
    c = tf.constant
    places, shape = c([[0, 0], [0, 1]], tf.int64), c([1, 2], tf.int64)
    words = [tf.SparseTensor(places, c(text), shape) for text in (["a", "b"], ["a", "c"])]
    return parts, joined, tf.edit_distance(*words, normalize=False), tf.edit_distance(*words, name="mine")
