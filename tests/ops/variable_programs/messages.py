"""Programs whose variables travel as messages, and what else was added to variables over time."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.variable_programs import errors_of, program


@program
def variables_as_messages(tf: Any) -> Any:
    with tf.name_scope("s"):
        made = [
            tf.Variable([1.0, 2.0], name="plain"),
            tf.Variable([1.0, 2.0], name="resource", use_resource=True),
            tf.Variable(1.0, name="cached", use_resource=True, caching_device="/cpu:0", trainable=False),
            tf.Variable(
                1.0, name="read_together", synchronization=tf.VariableSynchronization.ON_READ,
                aggregation=tf.VariableAggregation.MEAN,
            ),
            tf.get_variable("got", [2], aggregation=tf.VariableAggregation.SUM),
        ]  # fmt: skip
    texts = [str(variable.to_proto(export_scope=scope)) for variable in made for scope in (None, "s", "t")]
    found = tf.Variable.from_proto(made[0].to_proto(export_scope="s"), import_scope="s")
    same = [found.name, found.value().name, found.initializer.name, found.initial_value.name, found.trainable]
    both = errors_of(lambda: tf.Variable(1.0, variable_def=made[0].to_proto()))
    return texts, same, found.assign_add([1.0, 1.0]), both, [made[3].synchronization.name, made[3].trainable]


@program
def batches_of_rows(tf: Any) -> Any:
    cube = tf.Variable(np.zeros((2, 3, 2), np.float32), name="cube")
    vector = tf.Variable(np.zeros(5, np.float32), name="vector")
    matrix = tf.Variable(np.zeros((2, 3), np.float32), name="matrix", use_resource=True)
    return [
        tf.batch_scatter_update(cube, [[0, 1], [1, 2]], np.ones((2, 2, 2), np.float32)),
        cube.batch_scatter_update(tf.IndexedSlices(tf.ones([2, 1, 2]) * 3, tf.constant([[0], [1]]))),
        tf.batch_scatter_update(vector, [0, 1], np.ones(2, np.float32)),
        tf.batch_scatter_update(matrix, [[0], [2]], np.ones((2, 1), np.float32)),
    ]


@program
def largest_slices(tf: Any) -> Any:
    v = tf.Variable(np.zeros((2, 3), np.float32), name="v")
    return v.scatter_nd_max([[0]], [[1.0, -2.0, 3.0]]), v.scatter_nd_min([[1]], [[1.0, -2.0, 3.0]])


@program
def global_steps(tf: Any) -> Any:
    before = tf.train.get_global_step()
    step = tf.train.get_or_create_global_step()
    same = [tf.train.get_global_step() is step, tf.train.get_or_create_global_step() is step, before is None]
    again = errors_of(tf.train.create_global_step, lambda: tf.train.assert_global_step(tf.constant(1.0)))
    return step, str(step.to_proto()), same, again, [item.name for item in tf.get_collection("global_step")]
