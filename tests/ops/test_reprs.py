"""What shells show of the objects that stand for something in a graph."""
from __future__ import annotations

import aioflow as tf


def test_reprs() -> None:
    """Each names its class, its node, and what it holds."""
    with tf.Graph().as_default(), tf.variable_scope("scope"):
        things = [
            tf.FIFOQueue(3, [tf.float32, tf.string], name="q"),
            tf.ConditionalAccumulator(tf.float32, shape=[2], name="sum"),
            tf.WholeFileReader(name="files"),
            tf.TensorArray(tf.int32, 3, element_shape=[None], name="parts"),
            tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0, name="table"),
            tf.get_variable_scope(),
        ]
    assert [repr(thing) for thing in things] == [
        "<FIFOQueue 'scope/q' dtypes=[float32, string]>",
        "<ConditionalAccumulator 'sum' shape=(2,) dtype=float32>",
        "<WholeFileReader 'scope/files'>",
        "<TensorArray 'scope/parts' shape=(?,) dtype=int32>",
        "<StaticHashTable 'table' string -> int32>",
        "<VariableScope 'scope' reuse=False dtype=float32>",
    ]
