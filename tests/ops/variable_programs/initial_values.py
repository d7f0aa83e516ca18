"""Programs that initialize variables, and that draw random numbers."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.variable_programs import errors_of, program


@program
def default_initializers(tf: Any) -> Any:
    wanted = [tf.float32, tf.float64, tf.int32, tf.int64, tf.uint8, tf.bool]
    return [tf.get_variable(f"w_{dtype.name}", [2, 3], dtype) for dtype in wanted]


@program
def initializers(tf: Any) -> Any:
    made = [
        tf.zeros_initializer(), tf.ones_initializer(), tf.constant_initializer(2.0), tf.constant_initializer([1, 2]),
        tf.random_uniform_initializer(-1, 1), tf.random_uniform_initializer(), tf.random_normal_initializer(),
        tf.random_normal_initializer(1.0, 0.5, seed=7), tf.truncated_normal_initializer(stddev=0.1, seed=4),
        tf.uniform_unit_scaling_initializer(), tf.uniform_unit_scaling_initializer(1.5, seed=2), tf.zeros_initializer,
        tf.initializers.identity(), tf.initializers.identity(gain=2.0), tf.glorot_uniform_initializer(),
        tf.glorot_normal_initializer(seed=1), tf.initializers.he_normal(), tf.initializers.he_uniform(seed=9),
        tf.initializers.lecun_normal(), tf.initializers.lecun_uniform(),
    ]  # fmt: skip
    return [tf.get_variable(f"w{i}", [4, 3], initializer=one) for i, one in enumerate(made)]


@program
def variance_scalings(tf: Any) -> Any:
    found = []
    for mode in ("fan_in", "fan_out", "fan_avg"):
        for kind in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            one = tf.variance_scaling_initializer(2.0, mode, kind)
            for s in ([3], [2, 2], [2, 1, 2, 3]):
                found.append(tf.get_variable(f"{mode}_{kind}_{len(s)}", s, initializer=one))
    return found


@program
def orthogonal_initializers(tf: Any) -> Any:
    one = tf.orthogonal_initializer(gain=1.5)
    return [tf.get_variable(f"w{len(s)}{s[0]}", s, initializer=one) for s in ([4, 4], [2, 3], [5, 2], [2, 2, 3])]


@program
def initializer_values(tf: Any) -> Any:
    zeros = tf.zeros_initializer(dtype=tf.float64)
    made = [zeros([2]), zeros([], tf.int32), tf.constant_initializer(3)([2, 2])]
    return [*made, tf.ones_initializer()(tf.TensorShape([1]))]


@program
def initializer_errors(tf: Any) -> Any:
    return errors_of(
        lambda: tf.random_normal_initializer(dtype=tf.int32),
        lambda: tf.variance_scaling_initializer(scale=0.0),
        lambda: tf.variance_scaling_initializer(mode="fan"),
        lambda: tf.variance_scaling_initializer(distribution="flat"),
        lambda: tf.orthogonal_initializer()([3]),
        lambda: tf.initializers.identity()([3]),
        lambda: tf.constant_initializer([1, 2, 3], verify_shape=True)([2]),
        lambda: tf.constant_initializer([1, 2, 3])([2]),
    )


@program
def values_as_initializers(tf: Any) -> Any:
    first = tf.get_variable("a", initializer=np.ones((4, 2), np.float32))
    return [first, tf.get_variable("t", initializer=tf.ones([2])), tf.get_variable("n", initializer=3)]


@program
def functions_as_initializers(tf: Any) -> Any:
    def shaped(shape: Any, dtype: Any, partition_info: Any = None) -> Any:
        return tf.fill(shape, tf.cast(5, dtype))

    made = [tf.get_variable("a", [2], tf.int32, initializer=shaped), tf.get_variable("b", initializer=lambda: [1.0])]
    return made, [tf.get_variable("c", [2], initializer=shaped, use_resource=True)]


@program
def random_seeds(tf: Any) -> Any:
    first = tf.random_uniform([3])
    return [first, tf.random_normal([2], seed=5), tf.truncated_normal([4]), tf.random_uniform([3], 1, 9, tf.int64)], [
        tf.random_shuffle(tf.range(6)), tf.multinomial(tf.constant([[0.0, 1.0, 2.0]]), 5),
        tf.nn.dropout(tf.ones([5]), 0.5),
    ]  # fmt: skip
