"""TensorFlow's client at TensorFlow's master, of whose two tasks one is another's: the job `ours`.

`python -m tests.live.cluster_client_peer TARGET` prints a line for each thing that held.
"""
from __future__ import annotations

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.core.protobuf import rewriter_config_pb2


def main(target: str) -> None:
    """Has the other task run a part that fails, and one whose run is noted."""
    x = tf.placeholder(tf.float32, [None])
    with tf.device("/job:ours/task:0"):
        checked = tf.debugging.check_numerics(x, "not a number", name="checks")
    with tf.device("/job:theirs/task:0"):
        y = checked + 1.0
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.rewrite_options.constant_folding = rewriter_config_pb2.RewriterConfig.OFF
    with tf.Session(target, config=config) as session:
        try:
            session.run(y, {x: [np.nan]})
        except tf.errors.InvalidArgumentError as error:
            assert error.op.name == "checks" and "From /job:ours/replica:0/task:0:" in error.message, error
            print("error")
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        for _ in range(2):
            np.testing.assert_array_equal(session.run(y, {x: [1.0]}, options, metadata), [2.0])
        assert any("job:theirs" in each.device for each in metadata.step_stats.dev_stats), metadata
        np.testing.assert_array_equal(session.run(y, {x: [1.0]}), [2.0])
        print("trace")


if __name__ == "__main__":
    tf.disable_v2_behavior()
    main(sys.argv[1])
