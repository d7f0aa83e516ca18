"""Programs that make variables, read and change them."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.variable_programs import program


@program
def from_number(tf: Any) -> Any:
    return [tf.Variable(1.0), tf.Variable(2, name="n"), tf.Variable(3.0)]


@program
def from_array(tf: Any) -> Any:
    return tf.Variable(np.arange(6, dtype=np.float64).reshape(2, 3), name="w")


@program
def from_tensor(tf: Any) -> Any:
    return tf.Variable(tf.random_normal([2, 3]), name="w")


@program
def from_function(tf: Any) -> Any:
    return tf.Variable(lambda: tf.zeros([2]), name="w")


@program
def converted(tf: Any) -> Any:
    made = tf.Variable([1, 2], dtype=tf.float32, trainable=False, collections=["a", "local_variables"])
    return made, made.dtype.name, tf.local_variables(), tf.global_variables()


@program
def any_shape(tf: Any) -> Any:
    made = tf.Variable([1.0, 2.0], validate_shape=False)
    return made, str(made.shape.rank)


@program
def text(tf: Any) -> Any:
    return tf.Variable(["a", "bc"]), tf.get_variable("s", [2], tf.string)


@program
def resource_variables(tf: Any) -> Any:
    made = [tf.Variable(1.0, use_resource=True), tf.Variable(lambda: tf.ones([2]), name="w", use_resource=True)]
    return made, [v.dtype.name for v in made], [v.handle for v in made][:0]


@program
def caching_device(tf: Any) -> Any:
    return tf.Variable(1.0, caching_device="/cpu:0"), tf.Variable(2.0, caching_device="/cpu:0", use_resource=True)


@program
def on_device(tf: Any) -> Any:
    with tf.device("/cpu:0"):
        made = [tf.Variable(1.0), tf.get_variable("v", [2]), tf.get_variable("r", [2], use_resource=True)]
    return made, [v.device for v in made]


@program
def under_control_dependencies(tf: Any) -> Any:
    with tf.control_dependencies([tf.no_op("first")]):
        return tf.Variable(1.0), tf.Variable(2.0, use_resource=True), tf.get_variable("g", [2])


@program
def properties(tf: Any) -> Any:
    found = []
    for use_resource in (False, True):
        v = tf.Variable([1.0, 2.0], name="v", use_resource=use_resource)
        found += [v.name, v.op.name, v.op.type, v.initializer.name, v.initial_value.name, v.trainable, repr(v)]
        found += [v.shape.as_list(), v.get_shape().as_list(), v.dtype.name, v.device]
        found += [v.graph is tf.get_default_graph(), v.value().name, v.read_value().name, v == v, v in {v}]
    return found


@program
def operators(tf: Any) -> Any:
    v, t = tf.Variable([3.0, -4.0]), tf.constant([2.0, 5.0])
    some = [v + 1.0, 1.0 + v, v - t, t - v, v * v, v / 2.0, 2.0 / v, v // 2.0, v % 2.0, v**2.0, -v, abs(v)]
    return some, [v < 1.0, v >= t, v[0], v[..., :1], tf.identity(v), tf.reduce_sum(v), tf.stack([v, t])]


@program
def operators_of_resources(tf: Any) -> Any:
    v, t = tf.Variable([3.0, -4.0], use_resource=True), tf.constant([2.0, 5.0])
    some = [v + 1.0, 1.0 + v, v - t, t - v, v * v, v / 2.0, 2.0 / v, v // 2.0, v % 2.0, v**2.0, -v, abs(v)]
    return some, [v < 1.0, v >= t, v[0], tf.reduce_sum(v), tf.nn.relu(v), tf.add(v, v), tf.add(1.0, v)]


@program
def assignments(tf: Any) -> Any:
    v = [tf.Variable(float(i), name="v") for i in range(9)]
    first = [v[0].assign(5.0), v[1].assign_add(5.0), v[2].assign_sub(5.0), v[3].assign(5.0, use_locking=True, name="a")]
    functions = [tf.assign(v[4], 5.0), tf.assign_add(v[5], 5.0), tf.assign_sub(v[6], 5.0, use_locking=True)]
    return first, functions, v[7].assign(1.0, read_value=False).name, tf.assign_add(tf.assign(v[8], 1.0), 2.0)


@program
def assignments_of_resources(tf: Any) -> Any:
    v = [tf.Variable(float(i), name="v", use_resource=True) for i in range(9)]
    first = [v[0].assign(5.0), v[1].assign_add(5.0), v[2].assign_sub(5.0), v[3].assign(5.0, use_locking=True, name="a")]
    functions = [tf.assign(v[4], 5.0), tf.assign_add(v[5], 5.0), tf.assign_sub(v[6], 5.0, use_locking=True)]
    return first, functions, v[7].assign(1.0, read_value=False).name, v[8].assign(1.0).assign_add(2.0)


@program
def new_shapes(tf: Any) -> Any:
    v = tf.Variable([1.0], validate_shape=False)
    return tf.assign(v, [1.0, 2.0, 3.0], validate_shape=False)


@program
def scatters(tf: Any) -> Any:
    v = [tf.Variable([[1.0, 2.0], [8.0, 16.0]], name="v") for _ in range(12)]
    kinds = ["update", "add", "sub", "mul", "div", "min", "max"]
    rows = [getattr(tf, f"scatter_{kind}")(v[i], [1], [[4.0, 2.0]]) for i, kind in enumerate(kinds)]
    slices = tf.IndexedSlices(tf.constant([[4.0, 2.0]]), tf.constant([0]))
    rows += [v[7].scatter_add(slices), v[8].scatter_update(slices, use_locking=True)]
    return rows, [tf.scatter_nd_update(v[9], [[0, 1]], [7.0]), tf.scatter_nd_add(v[10], [[0]], [[7.0, 1.0]])], [
        v[11].scatter_nd_sub([[0, 1], [1, 0]], [1.0, 2.0])
    ]


@program
def scatters_of_resources(tf: Any) -> Any:
    v = [tf.Variable([[1.0, 2.0], [8.0, 16.0]], name="v", use_resource=True) for _ in range(12)]
    kinds = ["update", "add", "sub", "mul", "div", "min", "max"]
    rows = [getattr(tf, f"scatter_{kind}")(v[i], [1], [[4.0, 2.0]]) for i, kind in enumerate(kinds)]
    slices = tf.IndexedSlices(tf.constant([[4.0, 2.0]]), tf.constant([0]))
    rows += [v[7].scatter_add(slices), v[8].scatter_update(slices, use_locking=True)]
    return rows, [tf.scatter_nd_update(v[9], [[0, 1]], [7.0]), tf.scatter_nd_add(v[10], [[0]], [[7.0, 1.0]])], [
        v[11].scatter_nd_sub([[0, 1], [1, 0]], [1.0, 2.0])
    ]


@program
def counting(tf: Any) -> Any:
    v, r, m = tf.Variable(1), tf.Variable(1, use_resource=True), tf.Variable(1)
    return tf.count_up_to(v, 3), tf.count_up_to(r, 3), m.count_up_to(4)


@program
def lookups(tf: Any) -> Any:
    v, r = tf.Variable([1.0, 2.0, 3.0]), tf.Variable([1.0, 2.0, 3.0], use_resource=True)
    return [tf.gather(v, [2, 0]), tf.gather(r, [2, 0]), tf.gather_nd(r, [[1]]), r.sparse_read([1])]


@program
def lookups_in_shards(tf: Any) -> Any:
    v = [tf.Variable([[1.0], [2.0]]), tf.Variable([[3.0], [4.0]], use_resource=True)]
    both = [tf.nn.embedding_lookup(v, [3, 0, 1], partition_strategy=s) for s in ("mod", "div")]
    one = [tf.nn.embedding_lookup(v[0], [1]), tf.constant([7, 8])[tf.Variable(1)]]
    return [tf.identity(rows, name="rows") for rows in both], one


@program
def initializer_nodes(tf: Any) -> Any:
    a, b = tf.Variable(1, name="a"), tf.Variable(2, name="b", use_resource=True)
    tf.Variable(3, name="l", collections=["local_variables"], trainable=False)
    made = [tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()]
    made += [tf.variables_initializer([a], name="mine"), tf.variables_initializer([b, a])]
    made += [tf.variables_initializer([])]
    made += [tf.is_variable_initialized(a), tf.is_variable_initialized(b)]
    return [m.name for m in made]


@program
def report_uninitialized(tf: Any) -> Any:
    v, r = tf.Variable(1), tf.Variable(1, use_resource=True)
    return tf.report_uninitialized_variables().name, tf.report_uninitialized_variables([v, r], name="mine").name


@program
def safe_initial_values(tf: Any) -> Any:
    a = tf.Variable(tf.random_uniform([2]), name="a")
    b = tf.Variable(a.initialized_value() * 2.0, name="b")
    return [a, b, tf.Variable(tf.sqrt(a) + 1.0, name="c"), tf.Variable(lambda: b + a, name="d")]


@program
def conditional_updates(tf: Any) -> Any:
    v, w = tf.Variable(1.0), tf.Variable(1.0, use_resource=True)
    first = tf.cond(tf.constant(True), lambda: tf.assign_add(v, 1.0), lambda: tf.assign_sub(v, 1.0))
    second = tf.cond(tf.constant(False), lambda: w.assign_add(1.0).value(), lambda: w.assign_sub(1.0).value())
    return tf.identity(first, name="first"), tf.identity(second, name="second")
