"""Programs with branches and loops, for TensorFlow and for aioflow: each takes `tf` and builds a graph."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

PROGRAMS: dict[str, Callable[[Any], Any]] = {}


def program(build: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Registers a program; what it returns is what it wants to have computed."""
    PROGRAMS[build.__name__] = build
    return build


def condition(tf: Any, name: str = "p") -> Any:
    """A condition to be fed."""
    return tf.placeholder(tf.bool, [], name=name)


def number(tf: Any, name: str = "n") -> Any:
    """A number to be fed."""
    return tf.placeholder(tf.int32, [], name=name)


@program
def plain_cond(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: x + 1.0, lambda: x * 2.0)


@program
def branch_gives_what_is_outside(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: tf.constant(5.0), lambda: x)


@program
def branches_give_lists(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: [x, x + 1.0], lambda: [x * 3.0, x])


@program
def branches_give_dicts(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: {"b": x, "a": x + 1.0}, lambda: {"a": x * 2.0, "b": x})


@program
def branches_give_operations(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: tf.no_op(), lambda: tf.group(x))


@program
def strict_cond(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    return tf.cond(condition(tf), lambda: [x + 1.0], lambda: [x * 2.0], strict=True)


@program
def cond_that_waits(tf: Any) -> Any:
    x, y = tf.constant(1.0, name="x"), tf.constant(7.0, name="y")
    with tf.control_dependencies([y]):
        return tf.cond(condition(tf), lambda: x + 1.0, lambda: tf.constant(2.0))


@program
def branch_that_waits(tf: Any) -> Any:
    x, y = tf.constant(1.0, name="x"), tf.constant(7.0, name="y")

    def branch() -> Any:
        with tf.control_dependencies([y]):
            return tf.constant(3.0) + x

    return tf.cond(condition(tf), branch, lambda: tf.constant(2.0))


@program
def waits_for_a_cond(tf: Any) -> Any:
    x = tf.constant(1.0, name="x")
    y = tf.cond(condition(tf), lambda: x + 1.0, lambda: x)
    with tf.control_dependencies([y]):
        return tf.cond(condition(tf, "q"), lambda: tf.constant(1.0), lambda: x)


@program
def nested_cond(tf: Any) -> Any:
    p, q, x = condition(tf), condition(tf, "q"), tf.constant(1.0, name="x")
    return tf.cond(
        p, lambda: tf.cond(q, lambda: x + 1.0, lambda: x + 2.0),
        lambda: tf.cond(q, lambda: x - 1.0, lambda: tf.constant(0.0)),
    )  # fmt: skip


@program
def condition_inside(tf: Any) -> Any:
    p = condition(tf)
    return tf.cond(p, lambda: tf.logical_not(p), lambda: p)


@program
def cond_after_cond(tf: Any) -> Any:
    p, x = condition(tf), tf.constant(1.0, name="x")
    a = tf.cond(p, lambda: x + 1.0, lambda: x * 2.0)
    return tf.cond(p, lambda: a, lambda: x)


@program
def cond_in_scopes(tf: Any) -> Any:
    with tf.name_scope("s"):
        x = tf.constant(1.0, name="x")
        return tf.cond(condition(tf), lambda: x + 1.0, lambda: x * 2.0, name="choose")


@program
def cond_on_devices(tf: Any) -> Any:
    with tf.device("/cpu:1"):
        x = tf.constant(1.0, name="x")

    def branch() -> Any:
        with tf.device("/cpu:2"):
            return x * 2.0

    with tf.device("/cpu:0"):
        return tf.cond(condition(tf), lambda: x + 1.0, branch)


@program
def case_with_default(tf: Any) -> Any:
    x = tf.placeholder(tf.float32, [], name="x")
    pairs = [(x < 1.0, lambda: tf.constant(1.0)), (x < 2.0, lambda: x * 2.0), (x < 3.0, lambda: x)]
    return tf.case(pairs, default=lambda: tf.constant(-1.0))


@program
def case_of_one(tf: Any) -> Any:
    x = tf.placeholder(tf.float32, [], name="x")
    return tf.case([(x < 1.0, lambda: tf.constant(1.0))], default=lambda: x, name="one")


@program
def plain_loop(tf: Any) -> Any:
    n = number(tf)
    return tf.while_loop(lambda i: i < n, lambda i: i + 1, [tf.constant(0)])


@program
def loop_of_values(tf: Any) -> Any:
    n = number(tf)
    return tf.while_loop(lambda i, x: i < n, lambda i, x: (i + 1, x + 1.5), [0, 2.5], parallel_iterations=3)


@program
def body_that_does_not_change(tf: Any) -> Any:
    n, y = number(tf), tf.constant(4, name="y")
    return tf.while_loop(lambda i, j: i < n, lambda i, j: (i + 1, tf.negative(y)), [tf.constant(0), tf.constant(9)])


@program
def body_gives_what_is_outside(tf: Any) -> Any:
    n, y = number(tf), tf.constant(4, name="y")
    return tf.while_loop(lambda i, j: i < n, lambda i, j: (i + 1, y), [tf.constant(0), tf.constant(9)])


@program
def body_gives_a_constant(tf: Any) -> Any:
    n = number(tf)
    return tf.while_loop(lambda i, k: i < n, lambda i, k: (i + 1, tf.constant(8)), [tf.constant(0), tf.constant(1)])


@program
def condition_that_does_not_change(tf: Any) -> Any:
    n, m = number(tf), tf.constant(2, name="m")
    return tf.while_loop(lambda i: i < n + m, lambda i: i + (n + m) * m, [tf.constant(0)])


@program
def loop_that_waits(tf: Any) -> Any:
    n, y = number(tf), tf.constant(4, name="y")
    with tf.control_dependencies([y]):
        return tf.while_loop(lambda i: i < n, lambda i: i + 1, [tf.constant(0)])


@program
def loop_whose_start_does_not_wait(tf: Any) -> Any:
    n, y, start = number(tf), tf.constant(4, name="y"), tf.constant(0, name="start")
    with tf.control_dependencies([y]):
        return tf.while_loop(lambda i: i < n, lambda i: i + n, [start])


@program
def body_that_waits(tf: Any) -> Any:
    n, y = number(tf), tf.constant(4, name="y")

    def body(i: Any) -> Any:
        with tf.control_dependencies([y]):
            return i + 1

    return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])


@program
def body_that_waits_inside(tf: Any) -> Any:
    n = number(tf)

    def body(i: Any) -> Any:
        with tf.control_dependencies([tf.identity(i, name="first")]):
            return i + 1

    return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])


@program
def nested_loops(tf: Any) -> Any:
    n = number(tf)

    def body(i: Any, s: Any) -> Any:
        inner = tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + i), [tf.constant(0), s])
        return i + 1, inner[1]

    return tf.while_loop(lambda i, s: i < n, body, [tf.constant(0), tf.constant(0)], name="outer")


@program
def inner_loop_from_outside(tf: Any) -> Any:
    n, y = number(tf), tf.constant(5, name="y")

    def body(i: Any) -> Any:
        inner = tf.while_loop(lambda j: j < 3 + n, lambda j: j + 1, [y])
        return i + inner

    return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])


@program
def cond_in_loop(tf: Any) -> Any:
    n, y = number(tf), tf.constant(3, name="y")
    body = lambda i: tf.cond(i < y, lambda: i + 1, lambda: i + 2)  # noqa: E731
    return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])


@program
def loop_in_branch(tf: Any) -> Any:
    y = tf.constant(3, name="y")
    loop = lambda: tf.while_loop(lambda i: i < y, lambda i: i + 1, [tf.constant(0)])  # noqa: E731
    return tf.cond(condition(tf), loop, lambda: tf.constant(-1))


@program
def loop_in_branch_in_loop(tf: Any) -> Any:
    n = number(tf)

    def body(i: Any) -> Any:
        inner = lambda: tf.while_loop(lambda j: j < i + n, lambda j: j + 2, [i])  # noqa: E731
        return tf.cond(i < 4, inner, lambda: i + 5)

    return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])


@program
def loop_after_loop(tf: Any) -> Any:
    n = number(tf)
    a = tf.while_loop(lambda i: i < n, lambda i: i + 1, [tf.constant(0)])
    return tf.while_loop(lambda i: i < n + n, lambda i: i + 2, [a])


@program
def limited_loop(tf: Any) -> Any:
    n = number(tf)
    return tf.while_loop(lambda i: i < n, lambda i: i + 1, [tf.constant(0)], maximum_iterations=5)


@program
def limited_loop_of_two(tf: Any) -> Any:
    n = number(tf)
    body = lambda i, j: [i + 1, j * 2.0]  # noqa: E731
    limit = tf.constant(5, name="limit")
    return tf.while_loop(lambda i, j: i < n, body, [tf.constant(0), tf.constant(1.0)], maximum_iterations=limit)


@program
def loop_keeps_its_structure(tf: Any) -> Any:
    n = number(tf)
    return tf.while_loop(lambda i: i < n, lambda i: [i + 1], [tf.constant(0)], return_same_structure=True)


@program
def loop_that_grows(tf: Any) -> Any:
    n = number(tf)
    shapes = [tf.TensorShape([]), tf.TensorShape([None])]
    body = lambda i, x: (i + 1, tf.concat([x, x], 0))  # noqa: E731
    return tf.while_loop(lambda i, x: i < n, body, [tf.constant(0), tf.constant([1.0])], shape_invariants=shapes)


@program
def loop_in_scopes(tf: Any) -> Any:
    with tf.name_scope("s"):
        n = number(tf)
        return tf.while_loop(lambda i: i < n, lambda i: i + 1, [tf.constant(0)], name="repeat")


@program
def loop_on_devices(tf: Any) -> Any:
    n = number(tf)

    def body(i: Any) -> Any:
        with tf.device("/cpu:2"):
            return i + 1

    with tf.device("/cpu:1"):
        return tf.while_loop(lambda i: i < n, body, [tf.constant(0)])
