"""Programs for `tf.function`: each builds a graph of calls; TensorFlow recorded what that computes.

A program takes TensorFlow 2 and gives a function to trace, and the arguments to call it with, several times.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

Calls = list[tuple[Any, ...]]
PROGRAMS: dict[str, tuple[Callable[[Any], Any], Calls]] = {}


def program(*calls: tuple[Any, ...]) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Adds a program under its function's name."""

    def add(build: Callable[[Any], Any]) -> Callable[[Any], Any]:
        PROGRAMS[build.__name__] = build, list(calls)
        return build

    return add


@program((3.0,), (-2.0,), (0.0,))
def branches(tf: Any) -> Any:
    def f(x: Any) -> Any:
        if x > 0.0:
            y = x * 2.0
            if y > 5.0:
                y = y + 100.0
        else:
            y = -x
        return y

    return f


@program((0,), (1,), (27,))
def collatz(tf: Any) -> Any:
    def f(n: Any) -> Any:
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return n, steps

    return f


@program((10, 4), (3, 9), (0, 1))
def break_and_continue(tf: Any) -> Any:
    def f(n: Any, stop: Any) -> Any:
        total = 0
        for i in tf.range(n):
            if i % 3 == 1:
                continue
            if i >= stop:
                break
            total += i * i
        return total

    return f


@program(([[1.0, 2.0], [3.0, 4.0]],), ([[0.5, 0.0]],))
def functions_within_functions(tf: Any) -> Any:
    scaled = tf.function(lambda x, factor: x * factor)
    twice = tf.function(lambda x: scaled(scaled(x, 3.0), -0.5))

    def f(x: Any) -> Any:
        rows = tf.map_fn(lambda row: tf.reduce_sum(twice(row)), x)
        return rows, twice(x) + scaled(x, 2.0)

    return f


@program(([3, 1, 2],), ([0],))
def tensor_arrays(tf: Any) -> Any:
    def f(lengths: Any) -> Any:
        results = tf.TensorArray(tf.int32, size=tf.shape(lengths)[0])
        for i in tf.range(tf.shape(lengths)[0]):
            total = 0
            for j in tf.range(lengths[i] + 1):
                total += j * (i + 1)
            results = results.write(i, total)
        return results.stack()

    return f


@program((0, 2.0), (1, 2.0), (2, 2.0), (-1, 2.0), (9, 2.0))
def switch_case(tf: Any) -> Any:
    def f(index: Any, x: Any) -> Any:
        return tf.switch_case(index, [lambda: x + 1.0, lambda: x * 10.0, lambda: -x])

    return f


@program(([1.0, 2.0, 3.0, 4.0],), ([0.0],))
def scan_and_fold(tf: Any) -> Any:
    def f(x: Any) -> Any:
        running = tf.scan(lambda total, value: total * 0.5 + value, x)
        return running, tf.foldl(lambda a, b: a - b, x), tf.foldr(lambda a, b: a - b, x)

    return f


@program((2, True), (5, False), (0, True))
def loops_in_branches_in_loops(tf: Any) -> Any:
    def f(n: Any, up: Any) -> Any:
        total = tf.constant(1)
        i = tf.constant(0)
        while i < n:
            if up:
                j = i
                while j > 0:
                    total = total * 3 % 1009 + j
                    j -= 1
            else:
                total -= i
            i += 1
        return total, i

    return f


@program((4,), (0,))
def variables(tf: Any) -> Any:
    v = tf.Variable([1.0, 2.0])

    def f(n: Any) -> Any:
        v.assign([1.0, 2.0])
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add([1.0, tf.cast(i, tf.float32)])
            else:
                v.assign(v * 2.0)
        return v.read_value()

    return f


@program((["b", "a", ""],), (["x"],))
def strings(tf: Any) -> Any:
    def f(words: Any) -> Any:
        text = tf.constant("")
        for word in words:
            text = tf.cond(tf.equal(word, ""), lambda text=text: text, lambda text=text, word=word: text + word + "!")
        return text

    return f


@program((5,), (1,))
def growing_shapes(tf: Any) -> Any:
    def f(n: Any) -> Any:
        x = tf.zeros([0], tf.int32)
        i = tf.constant(0)
        _, x = tf.while_loop(
            lambda i, x: i < n, lambda i, x: (i + 1, tf.concat([x, [i * i]], 0)), [i, x],
            shape_invariants=[i.shape, tf.TensorShape([None])], maximum_iterations=4,
        )  # fmt: skip
        return x

    return f
