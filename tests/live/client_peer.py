"""TensorFlow's client: `python -m tests.live.client_peer TARGET` prints a line for each thing that held."""
from __future__ import annotations

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import tensorflow.compat.v1 as tf


def main(target: str) -> None:
    """Runs what sessions have."""
    x = tf.placeholder(tf.float32, [None], name="x")
    y = tf.add(x, 1.0, name="y")
    v = tf.get_variable("v", initializer=3.0)
    text = tf.constant([b"abc", b""])
    take = tf.FIFOQueue(1, [tf.float32]).dequeue()
    with tf.Session(target) as session:
        np.testing.assert_array_equal(session.run(y, {x: [1.0]}), [2.0])
        print("run")
        try:
            session.run(v + 1.0)
        except tf.errors.FailedPreconditionError as error:
            assert "Detected at node" in str(error), error
            print("uninitialized")
        session.run(tf.global_variables_initializer())
        found = session.run([text, v, y, v], {x: [2.0]})
        assert list(found[0]) == [b"abc", b""] and found[1] == found[3] == 3.0, found
        print("extend and order")
        assert session.run(tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)])) == 10
        assert session.run(tf.cond(v > 0, lambda: v * 2, lambda: v)) == 6.0
        print("control flow")
        big = np.ones(3_000_000, np.float32)
        np.testing.assert_array_equal(session.run(y, {x: big}), big + 1)
        print("large values")
        handle = session.partial_run_setup([y, text], [x])
        session.partial_run(handle, text)
        np.testing.assert_array_equal(session.partial_run(handle, y, {x: [1.0]}), [2.0])
        print("partial run")
        np.testing.assert_array_equal(session.make_callable(y, [x])([1.0]), [2.0])
        options = tf.config_pb2.CallableOptions() if hasattr(tf, "config_pb2") else None
        if options is None:
            from tensorflow.core.protobuf.config_pb2 import CallableOptions

            options = CallableOptions()
        options.feed.append("x:0")
        options.fetch.append("y:0")
        made = session._make_callable_from_options(options)
        np.testing.assert_array_equal(made(np.array([1.0], np.float32))[0], [2.0])
        del made
        print("callables")
        devices = session.list_devices()
        assert [device.device_type for device in devices] == ["CPU"], devices
        print("devices")
        metadata = tf.RunMetadata()
        session.run(y, {x: [1.0]}, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), metadata)
        assert len(metadata.step_stats.dev_stats) == 1
        print("trace")
        try:
            session.run(take, options=tf.RunOptions(timeout_in_ms=200))
        except tf.errors.DeadlineExceededError:
            print("deadline")
        assert session.run(v) == 3.0
    other = tf.Session(target)  # not closed: TensorFlow's own close fails for a session that was reset
    assert other.run(v) == 3.0
    tf.Session.reset(target)
    try:
        other.run(v)
    except tf.errors.AbortedError:
        print("reset")
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        loss = tf.square(tf.get_variable("w", initializer=1.0))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
        hooks = [tf.train.StopAtStepHook(5)]
        with tf.train.MonitoredTrainingSession(target, hooks=hooks, log_step_count_steps=None) as monitored:
            while not monitored.should_stop():
                monitored.run(train)
        print("monitored session")


if __name__ == "__main__":
    tf.disable_v2_behavior()
    main(sys.argv[1])
