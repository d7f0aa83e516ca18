"""Programs with queues and tensor arrays; what they return is run in order."""
from __future__ import annotations

from typing import Any

from tests.ops.variable_programs import errors_of, program


@program
def fifo_queue(tf: Any) -> Any:
    q = tf.FIFOQueue(10, [tf.float32, tf.int32], shapes=[[], [2]])
    filled = [q.enqueue([1.0, [1, 2]]), q.enqueue_many([[2.0, 3.0, 4.0, 5.0], [[3, 4], [5, 6], [7, 8], [9, 10]]])]
    taken = [q.dequeue(), q.dequeue_many(1), q.size(), q.is_closed(), q.close(), q.dequeue_up_to(2)[0], q.is_closed()]
    return filled, taken, q.close(cancel_pending_enqueues=True).name, q.name, [d.name for d in q.dtypes]


@program
def queues_without_shapes(tf: Any) -> Any:
    q = tf.FIFOQueue(10, tf.float32, shared_name="shared", name="outer/mine")
    return q.enqueue([[1.0, 2.0]]), q.enqueue(3.0), q.size(name="size"), q.dequeue(), q.dequeue(name="taken")


@program
def random_shuffle_queue(tf: Any) -> Any:
    q = tf.RandomShuffleQueue(20, 2, tf.float32, shapes=(), seed=4, name="r")
    return q.enqueue_many([[float(i) for i in range(9)]]), [q.dequeue() for _ in range(3)], q.close(), q.dequeue_many(6)


@program
def padding_queue(tf: Any) -> Any:
    q = tf.PaddingFIFOQueue(10, [tf.float32], [[None]])
    return [q.enqueue([[1.0] * n]) for n in (1, 3, 2)], q.dequeue_many(3)


@program
def priority_queue(tf: Any) -> Any:
    q = tf.PriorityQueue(5, [tf.string], [[]])
    return [q.enqueue([n, text]) for n, text in ((3, "c"), (1, "a"), (2, "b"))], q.dequeue(), q.dequeue()[1]


@program
def named_components(tf: Any) -> Any:
    q = tf.FIFOQueue(5, [tf.float32, tf.int32], names=["a", "b"], shapes=[[], []])
    filled = [q.enqueue({"a": 1.0, "b": 2}), q.enqueue_many({"b": [3, 4], "a": [5.0, 6.0]})]
    return filled, [q.dequeue()[key] for key in ("a", "b")], q.dequeue_many(1)["a"]


@program
def queue_errors(tf: Any) -> Any:
    plain, named = tf.FIFOQueue(3, [tf.float32, tf.int32]), tf.FIFOQueue(3, [tf.float32], names=["a"])
    shaped = tf.FIFOQueue(3, [tf.float32], [[2]])
    return errors_of(
        lambda: plain.enqueue({"a": 1}),
        lambda: named.enqueue([1.0]),
        lambda: named.enqueue({"b": 1.0}),
        lambda: shaped.enqueue([[1.0, 2.0, 3.0]]),
        lambda: tf.FIFOQueue(3, [tf.float32], shapes=[[], []]),
        lambda: tf.FIFOQueue(3, [tf.float32], names=["a", "b"]),
        lambda: tf.PaddingFIFOQueue(3, [tf.float32], [tf.TensorShape(None)]),
        lambda: tf.FIFOQueue(3, [tf.float32], [[None]]),
        lambda: plain.enqueue([1.0, "x"]),
        lambda: shaped.enqueue_many([1.0]),
    )


@program
def arrays_by_number(tf: Any) -> Any:
    written = tf.TensorArray(tf.float32, size=3, clear_after_read=False)
    for i in range(3):
        written = written.write(i, [1.0 * i, 2.0])
    found = [written.read(0), written.stack(), written.size(), written.gather([2, 0])[0], written.concat()]
    grown = tf.TensorArray(tf.int32, size=2, dynamic_size=True).unstack([[1], [2]]).write(3, [7])
    parts = tf.TensorArray(tf.float32, size=2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 2])
    scattered = tf.TensorArray(tf.float32, 2, element_shape=[1]).scatter([1, 0], [[1.0], [2.0]])
    found += [grown.stack(), grown.size(), parts.read(1), parts.concat(), scattered.identity().stack()]
    return found, written.dtype.name, written.dynamic_size, grown.element_shape.as_list()


@program
def array_in_a_loop(tf: Any) -> Any:
    def body(i: Any, array: Any) -> Any:
        return i + 1, array.write(i, tf.cast(i * i, tf.float32))

    _, squares = tf.while_loop(lambda i, _: i < 5, body, [0, tf.TensorArray(tf.float32, 5)])
    return tf.identity(squares.stack(), name="stacked"), squares.element_shape.as_list()


@program
def array_errors(tf: Any) -> Any:
    array = tf.TensorArray(tf.float32, size=2).write(0, [1.0])
    attempts = [lambda: tf.TensorArray(tf.float32), lambda: array.write(1, [1.0, 2.0]), lambda: array.write(1, "x")]
    return errors_of(*attempts)
