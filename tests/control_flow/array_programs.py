"""Programs whose branches and loops make TensorArrays, or are `map_fn` and its like within each other."""
from __future__ import annotations

from typing import Any

from .programs import condition, number, program


def rows(tf: Any) -> Any:
    """[2, 3] floats."""
    return tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], name="rows")


def row(tf: Any) -> Any:
    """[3] floats."""
    return tf.constant([1.0, 2.0, 3.0], name="row")


# ---- arrays
@program
def array_in_a_body(tf: Any) -> Any:
    def body(i: Any, total: Any) -> Any:
        array = tf.TensorArray(tf.int32, 2).write(0, i).write(1, total)
        return i + 1, tf.reduce_sum(array.stack())

    return tf.while_loop(lambda i, _: i < 3, body, [tf.constant(0), tf.constant(1)])


@program
def array_of_a_size_from_outside(tf: Any) -> Any:
    size = number(tf) + 2

    def body(i: Any, total: Any) -> Any:
        array = tf.TensorArray(tf.int32, size, element_shape=[], clear_after_read=False).write(0, i).write(1, total)
        return i + 1, array.read(0) + array.read(1) + array.size()

    return tf.while_loop(lambda i, _: i < 3, body, [tf.constant(0), tf.constant(1)])


@program
def array_that_grows_in_a_body(tf: Any) -> Any:
    n = number(tf)

    def body(i: Any, total: Any) -> Any:
        array = tf.TensorArray(tf.int32, 0, dynamic_size=True, element_shape=[])
        _, array = tf.while_loop(lambda j, _: j <= i, lambda j, array: (j + 1, array.write(j, j)), [0, array])
        return i + 1, total + tf.reduce_sum(array.stack()) + array.size()

    return tf.while_loop(lambda i, _: i < n, body, [tf.constant(0), tf.constant(1)])


@program
def array_in_a_branch(tf: Any) -> Any:
    def branch() -> Any:
        return tf.TensorArray(tf.int32, 1).write(0, 5).read(0)

    return tf.cond(condition(tf), branch, lambda: 3)


@program
def array_through_a_loop(tf: Any) -> Any:
    array = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(row(tf))
    other = tf.TensorArray(tf.float32, 3)

    def body(i: Any, other: Any) -> Any:
        return i + 1, other.write(2 - i, array.read(i) * 2.0)

    return tf.while_loop(lambda i, _: i < 3, body, [0, other])[1].stack()


@program
def array_behind_others(tf: Any) -> Any:
    n = number(tf)
    with tf.control_dependencies([n]), tf.device("/cpu:0"):
        return tf.TensorArray(tf.int32, 1).write(0, n).stack()


@program
def array_on_its_own_device(tf: Any) -> Any:
    n = number(tf)
    with tf.device("/cpu:1"):
        return tf.TensorArray(tf.int32, 1, colocate_with_first_write_call=False).write(0, n).stack()


@program
def array_beside_its_first_value(tf: Any) -> Any:
    with tf.device("/cpu:2"):
        x = number(tf) + 1
    with tf.device("/cpu:1"):
        return tf.TensorArray(tf.int32, 2).write(0, x).write(1, 7).stack()


@program
def array_in_parts(tf: Any) -> Any:
    parts = tf.TensorArray(tf.float32, 2, infer_shape=False, element_shape=[None]).split(row(tf), [1, 2])
    slices = tf.TensorArray(tf.float32, 3, dynamic_size=True, clear_after_read=False).unstack(row(tf))
    return [parts.concat(), slices.gather([0, 2]), slices.read(1), slices.size(), slices.stack()]


@program
def array_of_gradients(tf: Any) -> Any:
    array = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(row(tf))
    gradients = array.grad("first").write(0, 2.0).write(1, 3.0).write(0, 5.0)
    return [gradients.read(0), gradients.read(1), array.stack()]


# ---- functional loops
@program
def map_in_map(tf: Any) -> Any:
    return tf.map_fn(lambda row: tf.map_fn(lambda x: x * 2.0, row), rows(tf))


@program
def map_of_what_is_inside(tf: Any) -> Any:
    return tf.map_fn(lambda x: tf.map_fn(lambda y: y + 1.0, tf.constant([1.0, 2.0])) + x, row(tf))


@program
def foldl_in_map(tf: Any) -> Any:
    return tf.map_fn(lambda row: tf.foldl(lambda a, x: a * x, row), rows(tf))


@program
def foldr_in_foldr(tf: Any) -> Any:
    return tf.foldr(lambda a, row: a + tf.foldr(lambda b, x: b + x, row), rows(tf), initializer=0.0)


@program
def scan_in_map(tf: Any) -> Any:
    return tf.map_fn(lambda row: tf.scan(lambda a, x: a + x, row), rows(tf))


@program
def scan_with_a_start(tf: Any) -> Any:
    return tf.scan(lambda a, x: a - x, row(tf), initializer=tf.constant(1.0), reverse=True)


@program
def map_behind_others(tf: Any) -> Any:
    with tf.control_dependencies([number(tf)]):
        return tf.map_fn(lambda x: x + 1.0, row(tf))


@program
def map_in_a_branch(tf: Any) -> Any:
    x = row(tf)
    return tf.cond(condition(tf), lambda: tf.map_fn(lambda y: y + 1.0, x), lambda: x)


@program
def foldr_in_a_branch(tf: Any) -> Any:
    x = row(tf)
    return tf.cond(condition(tf), lambda: tf.foldr(lambda a, y: a - y, x), lambda: x[0])


@program
def map_in_a_branch_in_a_loop(tf: Any) -> Any:
    x = row(tf)

    def body(i: Any, so_far: Any) -> Any:
        return i + 1, tf.cond(i < 2, lambda: tf.map_fn(lambda y: y + so_far[0], x), lambda: so_far * 2.0)

    return tf.while_loop(lambda i, _: i < 4, body, [tf.constant(0), x])[1]


@program
def foldr_of_constants_in_a_loop(tf: Any) -> Any:
    def body(i: Any, total: Any) -> Any:
        return i + 1, total + tf.foldr(lambda a, x: a + x, tf.constant([1.0, 2.0]))

    return tf.while_loop(lambda i, _: i < 3, body, [tf.constant(0), tf.constant(0.0)])[1]


@program
def condition_in_a_map(tf: Any) -> Any:
    p = condition(tf)
    return tf.map_fn(lambda x: tf.cond(p, lambda: tf.foldl(lambda a, y: a + y, rows(tf)[0] + x), lambda: -x), row(tf))


# ---- loops in branches
@program
def loop_in_a_branch_in_a_loop(tf: Any) -> Any:
    n = number(tf)

    def inner(i: Any) -> Any:
        return tf.while_loop(lambda j: j < i + 3, lambda j: j + n + 1, [i])

    return tf.while_loop(lambda i: i < 9, lambda i: tf.cond(i < 4, lambda: inner(i), lambda: i + 1), [n])


@program
def result_of_one_branch_in_the_next(tf: Any) -> Any:
    n = number(tf)

    def loop(start: Any, step: Any) -> Any:
        return tf.while_loop(lambda i, _: i < 3, lambda i, v: (i + 1, v + step), [0, start])[1]

    first = tf.cond(n < 2, lambda: n * 2, lambda: loop(n, n))
    return tf.cond(n < 1, lambda: loop(n, first), lambda: first + 1)
