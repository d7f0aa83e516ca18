"""Programs of TensorFlow 1 with functions: each builds a graph; TensorFlow recorded what that computes.

A program takes TensorFlow 1, its `Defun` and its module of functional ops; it gives what to fetch, and the feeds of
several runs. `tf.gradients` makes a SymbolicGradient node of each call of a function.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Define = Callable[..., Callable[[Callable[..., Any]], Any]]
Program = Callable[[Any, Define, Any], tuple[list[Any], list[dict[Any, Any]]]]
PROGRAMS: dict[str, Program] = {}


def program(build: Program) -> Program:
    """Adds a program under its function's name."""
    PROGRAMS[build.__name__] = build
    return build


def numbers(*shape: int) -> np.ndarray:
    """Different numbers around 0."""
    return np.sin(np.arange(1, 1 + int(np.prod(shape)))).reshape(shape).astype(np.float32)


@program
def own_gradients(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(tf.float32, tf.float32)
    def slope(x: Any, dy: Any) -> Any:
        return dy * 100.0 + x

    @Defun(tf.float32, grad_func=slope)
    def with_function(x: Any) -> Any:
        return x * x

    @Defun(tf.float32, python_grad_func=lambda op, dy: dy * op.inputs[0] * 7.0)
    def with_python(x: Any) -> Any:
        return tf.sin(x)

    @Defun(tf.float32)
    def both(x: Any) -> Any:
        return with_python(with_function(x)) * 2.0

    x = tf.placeholder(tf.float32, [])
    y, z = both(x), with_python(with_function(x))
    return [y, z, *tf.gradients(y, x), *tf.gradients(z, x)], [{x: 3.0}, {x: -1.0}]


@program
def captured(tf: Any, Defun: Define, functional: Any) -> Any:
    factor, p = tf.constant(3.0), tf.placeholder(tf.float32, [2])

    @Defun(tf.float32)
    def f(x: Any) -> Any:
        sum_ = x + factor

        @Defun(tf.float32)
        def inner(z: Any) -> Any:
            return z * sum_ * tf.reduce_sum(x * p)

        return inner(x) + inner(sum_)

    x = tf.placeholder(tf.float32, [])
    return [f(x), *tf.gradients(f(x), [x, factor, p])], [{x: 3.0, p: [1, 2]}]


@program
def variables(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(tf.float32)
    def layer(x: Any) -> Any:
        start = tf.constant_initializer([[1, 2], [3, 4]])
        w = tf.get_variable("w", [2, 2], initializer=start, use_resource=True)
        return tf.nn.relu(tf.matmul(x, w))

    x = tf.placeholder(tf.float32, [None, 2])
    y = layer(x)
    return [y, *tf.gradients(y, [x, *layer.captured_inputs])], [{x: [[1, -2]]}, {x: [[1, 2], [-1, 3]]}]


@program
def functional_control_flow(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(tf.int32, tf.float32)
    def is_small(i: Any, x: Any) -> Any:
        return i < 5

    @Defun(tf.int32, tf.float32)
    def step(i: Any, x: Any) -> Any:
        return i + 1, x * x * 0.5 + 1.0

    @Defun(tf.int32, tf.float32)
    def plus(i: Any, x: Any) -> Any:
        return x + tf.cast(i, tf.float32)

    @Defun(tf.float32)
    def double(x: Any) -> Any:
        return x * 2.0

    @Defun(tf.float32)
    def less(x: Any) -> Any:
        return x - 1.0

    x = tf.placeholder(tf.float32, [])
    results = [
        *functional.While([tf.constant(0), x], is_small, step),
        *functional.For(0, 10, 2, [x], plus),
        *functional.If(x > 0, [x], double, less),
    ]
    return results, [{x: 0.3}, {x: -3}]


@program
def loops_of_calls(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(tf.float32, tf.float32)
    def f(x: Any, w: Any) -> Any:
        return tf.tanh(x * w) + tf.square(x)

    x, w = tf.placeholder(tf.float32, [3]), tf.constant([1.0, 2.0, 3.0])
    _, y = tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, tf.ensure_shape(f(a, w) * 0.5, [3])), [0, x])
    z = tf.cond(tf.reduce_sum(x) > 0, lambda: f(x, w), lambda: f(w, x) * 2.0)
    rows = tf.map_fn(lambda row: f(row, row), x)
    return [y, z, rows, *(tf.gradients(t, x)[0] for t in (y, z, rows))], [{x: [0.1, 0.2, -0.3]}, {x: [1, -3, 1]}]


@program
def loops_as_functions(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(tf.float32)
    def f(x: Any) -> Any:
        return tf.sin(x) * x

    x = tf.placeholder(tf.float32, [])
    tf.enable_control_flow_v2()
    _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.ensure_shape(f(a), [])), [0, x])
    z = tf.cond(x > 0, lambda: f(y), lambda: y)
    slopes = [*tf.gradients(y, x), *tf.gradients(z, x)]
    tf.disable_control_flow_v2()
    return [y, z, *slopes], [{x: 1.0}, {x: -0.7}]


@program
def network(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(*[tf.float32] * 4)
    def net(x: Any, filters: Any, bias: Any, weights: Any) -> Any:
        convolved = tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="SAME")
        hidden = tf.nn.relu(tf.nn.bias_add(convolved, bias))
        pooled = tf.nn.max_pool(hidden, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
        return tf.nn.log_softmax(tf.matmul(tf.reshape(pooled, [tf.shape(pooled)[0], -1]), weights))

    x = tf.placeholder(tf.float32, [None, 4, 4, 1])
    weights = [tf.constant(numbers(*shape)) for shape in ([3, 3, 1, 2], [2], [8, 3])]
    loss = -tf.reduce_sum(net(x, *weights)[:, 0])
    return [loss, *tf.gradients(loss, [x, *weights])], [{x: numbers(2, 4, 4, 1)}, {x: numbers(1, 4, 4, 1) + 1}]


@program
def recurrent_network(tf: Any, Defun: Define, functional: Any) -> Any:
    @Defun(*[tf.float32] * 4)
    def cell(m: Any, c: Any, x: Any, w: Any) -> Any:
        i, j, f, o = tf.split(tf.matmul(tf.concat([x, m], 1), w), 4, axis=1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(j)
        return tf.sigmoid(o) * tf.tanh(c), tf.clip_by_value(c, -1, 1)

    @Defun(tf.float32, tf.float32)
    def unrolled(xs: Any, w: Any) -> Any:
        m = c = tf.zeros([2, 3])
        for x in tf.unstack(xs, num=4):
            m, c = cell(m, c, x, w)
        return m

    xs, w = tf.placeholder(tf.float32, [4, 2, 3]), tf.constant(numbers(6, 12))
    y = unrolled(xs, w)
    return [y, *tf.gradients(y, [xs, w])], [{xs: numbers(4, 2, 3)}]
