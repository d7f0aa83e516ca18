"""Programs with queues that runners fill; they return names and the runners' messages."""
from __future__ import annotations

from typing import Any

from tests.ops.variable_programs import errors_of, program


def described(tf: Any, *results: Any) -> list[Any]:
    """Names and shapes of results, and the text of the runners' messages."""
    runners = [str(runner.to_proto()) for runner in tf.get_collection("queue_runners")]
    summaries = [summary.name for summary in tf.get_collection("summaries")]
    return [[f"{result.name} {shown(result)}" for result in results], runners, summaries]


def shown(result: Any) -> str:
    """A tensor's shape; nothing of a queue."""
    if not hasattr(result, "shape"):
        return ""
    return str(None if result.shape.rank is None else result.shape.as_list())


@program
def ranges_of_a_producer(tf: Any) -> Any:
    straight = tf.train.range_input_producer(5, num_epochs=2, shuffle=False)
    return described(tf, straight, tf.train.range_input_producer(5, capacity=7, seed=4).dequeue())


@program
def slices_of_a_producer(tf: Any) -> Any:
    rows = [tf.constant([[1, 2], [3, 4]]), ["a", "b"]]
    plain = tf.train.slice_input_producer(rows, shuffle=False, num_epochs=1)
    named = tf.train.slice_input_producer([tf.constant([1])], name="n", shared_name="s", num_epochs=3, seed=3)
    return described(tf, *plain, *named)


@program
def strings_of_a_producer(tf: Any) -> Any:
    unknown = tf.placeholder(tf.string, [None])
    first = tf.train.string_input_producer(["x", "y"], seed=4)
    return described(tf, first, tf.train.string_input_producer(unknown, shuffle=False, name="z"))


@program
def rows_of_a_producer(tf: Any) -> Any:
    rows = tf.placeholder(tf.float32)
    return described(tf, tf.train.input_producer(rows, element_shape=[2], summary_name="su"))


@program
def epochs_of_a_tensor(tf: Any) -> Any:
    x = tf.constant(1.0)
    return described(tf, tf.train.limit_epochs(x, 3), tf.train.limit_epochs(x))


@program
def batches(tf: Any) -> Any:
    x, y = tf.constant(1.0), tf.constant([1, 2])
    plain = tf.train.batch([x, y], 3, num_threads=2)
    padded = tf.train.batch({"b": y, "a": x}, 3, dynamic_pad=True, allow_smaller_final_batch=True)
    many = tf.train.batch([tf.constant([1.0, 2.0])], 3, enqueue_many=True)
    open_size = tf.train.batch([tf.placeholder(tf.float32, [None])], 3, dynamic_pad=True)
    declared = tf.train.batch([tf.placeholder(tf.float32)], 3, shapes=[[2]], name="nn", shared_name="sh", capacity=5)
    return described(tf, *plain, padded["a"], padded["b"], many, open_size, declared)


@program
def shuffled_batches(tf: Any) -> Any:
    x = tf.constant(1.0)
    plain = tf.train.shuffle_batch([x], 3, capacity=10, min_after_dequeue=4, seed=7)
    many = tf.train.shuffle_batch({"a": tf.constant([1.0, 2.0])}, 3, 10, 4, enqueue_many=True, num_threads=2)
    return described(tf, plain, many["a"])


@program
def joined_batches(tf: Any) -> Any:
    sources = [[tf.constant(1.0)], [tf.constant(2.0)]]
    return described(tf, tf.train.batch_join(sources, 3), tf.train.shuffle_batch_join(sources, 3, 10, 4))


@program
def chosen_batches(tf: Any) -> Any:
    x, keep = tf.constant(1.0), tf.placeholder(tf.bool, [])
    rows, places = tf.constant([1.0, 2.0]), tf.constant([True, False])
    results = [
        tf.train.maybe_batch([x], tf.constant(True), 3),
        tf.train.maybe_batch([x], tf.constant(False), 3),
        tf.train.maybe_batch([x], keep, 3),
        tf.train.maybe_batch([rows], places, 3, enqueue_many=True),
        tf.train.maybe_batch([rows], keep, 3, enqueue_many=True),
        tf.train.maybe_shuffle_batch([x], 3, 10, 4, keep),
        tf.train.maybe_batch_join([{"a": x}, {"a": x}], keep, 3, allow_smaller_final_batch=True)["a"],
        tf.train.maybe_shuffle_batch_join([[x]], 3, 10, 4, keep),
    ]
    return described(tf, *results)


@program
def failing_producers(tf: Any) -> Any:
    x, unknown = tf.constant(1.0), tf.placeholder(tf.float32)
    return errors_of(
        lambda: tf.train.string_input_producer([]),
        lambda: tf.train.limit_epochs(x, 0),
        lambda: tf.train.input_producer(unknown),
        lambda: tf.train.slice_input_producer([]),
        lambda: tf.train.batch([], 3),
        lambda: tf.train.batch([unknown], 3),
        lambda: tf.train.batch([x], 3, num_threads=0),
        lambda: tf.train.batch_join([[x], [tf.constant(2)]], 3),
        lambda: tf.train.maybe_batch([x], tf.constant([True]), 3),
        lambda: tf.train.maybe_batch([x], tf.placeholder(tf.bool), 3),
        lambda: tf.train.QueueRunner(),
        lambda: tf.train.QueueRunner(tf.FIFOQueue(1, tf.float32), []),
    )
