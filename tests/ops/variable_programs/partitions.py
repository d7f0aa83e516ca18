"""Programs with variables in parts."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.variable_programs import errors_of, program


def text(*variables: Any) -> list[str]:
    """Variables as messages, which tell the places of parts."""
    return [str(variable.to_proto()) for variable in variables]


@program
def partitioned_variables(tf: Any) -> Any:
    rows = tf.get_variable("rows", [5, 2], partitioner=tf.fixed_size_partitioner(2))
    columns = tf.get_variable(
        "columns", [2, 3], initializer=tf.zeros_initializer(), partitioner=tf.fixed_size_partitioner(3, axis=1)
    )
    one = tf.get_variable("one", [2], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(1))
    described = [rows.name, len(rows), rows.shape.as_list(), rows.dtype.name, len(columns), len(one)]
    return described, list(rows), rows.as_tensor(), tf.identity(rows), columns.as_tensor(), text(*rows, *columns, *one)


@program
def partitioned_resource_variables(tf: Any) -> Any:
    v = tf.get_variable("v", [5], tf.int32, tf.ones_initializer(), use_resource=True, trainable=False,
                        partitioner=tf.fixed_size_partitioner(2))  # fmt: skip
    return list(v), v.as_tensor(), text(*v)


@program
def initial_values_of_parts(tf: Any) -> Any:
    part = tf.fixed_size_partitioner(2)
    kinds = [
        tf.truncated_normal_initializer(stddev=2.0), tf.variance_scaling_initializer(mode="fan_out"),
        tf.uniform_unit_scaling_initializer(), tf.glorot_normal_initializer(seed=5), tf.constant_initializer(3.0),
        tf.random_uniform_initializer(0.0, 9.0),
    ]  # fmt: skip
    made = [tf.get_variable(f"v{i}", [3, 2], initializer=kind, partitioner=part) for i, kind in enumerate(kinds)]
    return [list(variable) for variable in made]


@program
def partitioned_scopes(tf: Any) -> Any:
    with tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(2)):
        v, scalar = tf.get_variable("v", [4, 2]), tf.get_variable("w", [])
        with tf.variable_scope("inner"):
            inner = tf.get_variable("v", [2])
    with tf.variable_scope("s", reuse=True, partitioner=tf.fixed_size_partitioner(2)):
        again = tf.get_variable("v", [4, 2])
        errors = errors_of(
            lambda: tf.get_variable("v", [4, 2], partitioner=tf.fixed_size_partitioner(4)),
            lambda: tf.get_variable("v", [6, 2]),
            lambda: tf.get_variable("v", [4, 2], tf.float64),
            lambda: tf.get_variable("missing", [4, 2]),
        )
    with tf.variable_scope("s", reuse=tf.AUTO_REUSE, partitioner=tf.fixed_size_partitioner(2)):
        third, fresh = tf.get_variable("v", [4, 2]), tf.get_variable("fresh", [4, 2])
    return list(v), scalar, list(inner), again is v, third is v, len(fresh), errors


@program
def updates_of_parts(tf: Any) -> Any:
    v = tf.get_variable("v", [5, 2], initializer=tf.zeros_initializer(), partitioner=tf.fixed_size_partitioner(2))
    ones = tf.ones([5, 2])
    return v.assign(ones * 3), v.assign_add(ones), v.assign_sub(ones * 2), list(v)


@program
def lists_of_parts(tf: Any) -> Any:
    first = tf.create_partitioned_variables([5, 2], [2, 1], tf.zeros_initializer(), name="cp")
    second = tf.create_partitioned_variables([5, 2], [1, 2], tf.ones([5, 2]), collections=["a"], trainable=False)
    with tf.variable_scope("cp", reuse=True):
        pass
    return first, [variable.name for variable in second], text(*first, *second)


@program
def partitioners(tf: Any) -> Any:
    float32, string = tf.float32, tf.string
    wanted = [
        (tf.variable_axis_size_partitioner(64), [16, 8], float32),
        (tf.variable_axis_size_partitioner(64, axis=1, max_shards=3), [16, 8], float32),
        (tf.variable_axis_size_partitioner(64), [16, 8], string),
        (tf.variable_axis_size_partitioner(100), [17, 3], tf.float64),
        (tf.min_max_variable_partitioner(4, min_slice_size=64), [16, 8], float32),
        (tf.min_max_variable_partitioner(40, min_slice_size=64), [16, 8], float32),
        (tf.min_max_variable_partitioner(40, axis=1, min_slice_size=64), [16, 8], tf.float64),
        (tf.min_max_variable_partitioner(40, min_slice_size=64), [143, 1], float32),
        (tf.min_max_variable_partitioner(40), [2], float32),
        (tf.fixed_size_partitioner(3), [7, 2], tf.int32),
        (tf.fixed_size_partitioner(3, 1), [7, 2], tf.int32),
    ]
    return [partitioner(shape=tf.TensorShape(shape), dtype=dtype) for partitioner, shape, dtype in wanted]


@program
def wrong_partitions(tf: Any) -> Any:
    def attempt(partitioner: Any, shape: Any = (5, 4), initializer: Any = None) -> Any:
        return lambda: tf.get_variable("q", shape and list(shape), initializer=initializer, partitioner=partitioner)

    return errors_of(
        lambda: tf.variable_axis_size_partitioner(0),
        lambda: tf.variable_axis_size_partitioner(4, bytes_per_string_element=0),
        attempt(lambda **_: [2, 2]),
        attempt(lambda **_: [2]),
        attempt(lambda **_: [1, 0]),
        attempt(lambda **_: 3),
        attempt(3),
        attempt(tf.fixed_size_partitioner(2), None, np.ones((3, 2), np.float32)),
    )
