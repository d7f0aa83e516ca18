"""A graph with variables of all kinds, an input pipeline and other collections; of TensorFlow's functions and ours."""
from __future__ import annotations

from typing import Any


def build_pipeline(tf: Any) -> None:
    """Builds it in the default graph."""
    numbers = tf.train.range_input_producer(6, num_epochs=1, shuffle=False, name="numbers")
    batch = tf.train.batch([numbers.dequeue()], 3, name="batch")
    with tf.name_scope("model"), tf.device("/cpu:0"):
        weight = tf.Variable(2, name="weight")
        total = tf.Variable(0, name="total", use_resource=True, trainable=False)
        parts = tf.get_variable(
            "parts", [4], tf.int32, tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2)
        )  # fmt: skip
        tf.train.get_or_create_global_step()
        result = tf.reduce_sum(batch * weight) + tf.reduce_sum(parts.as_tensor())
        step = total.assign_add(result, read_value=False, name="step")
    tf.add_to_collection("results", result)
    tf.add_to_collection("train_op", step)
    for key, value in (("texts", "a"), ("numbers", 3), ("sizes", 1.5)):
        tf.add_to_collection(key, value)
