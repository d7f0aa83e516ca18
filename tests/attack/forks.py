"""A process forks while its threads are in the middle of everything; each child works with sessions of its own."""
from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from typing import Any

import numpy as np

import aioflow as tf

NUM_FORKS = 10


def triple(x: Any) -> Any:
    """Is behind a node."""
    return 3 * x


def run_for_ever(is_over: threading.Event) -> None:
    """Builds, compiles and runs, so that a fork finds any lock taken."""
    while not is_over.is_set():
        with tf.Graph().as_default(), tf.Session() as session:
            y = tf.py_func(triple, [np.float32(1)], tf.float32)
            for _ in range(20):
                session.run_sync(y)


def work(graph: tf.Graph, y: tf.Tensor) -> bool:
    """Adds to a graph, runs it in a session, and tells whether the values are right."""
    with graph.as_default():
        z = tf.py_func(triple, [y], tf.float32) + tf.reduce_sum(tf.ones([200, 200]))
    with tf.Session(graph=graph) as session:
        return [float(value) for value in session.run_sync([y, z])] == [6, 40018]


def child(graph: tf.Graph, y: tf.Tensor) -> None:
    """What the child does with the graph of its parent."""
    signal.alarm(30)  # what hangs is killed, and the parent hears of it
    os._exit(0 if work(graph, y) else 1)


def main() -> None:
    """Forks many times."""
    if not hasattr(os, "fork"):
        print("there is no fork here")
        return
    warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on, for forking with threads
    with tf.Graph().as_default() as graph:
        y = tf.py_func(triple, [np.float32(2)], tf.float32)
    # The interpreter does not free in a child what another thread was importing: let all be there before.
    assert work(graph, y)
    is_over = threading.Event()
    threads = [threading.Thread(target=run_for_ever, args=(is_over,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)  # threads take turns in the midst of short operations, too
    try:
        for number in range(NUM_FORKS):
            process = os.fork()
            if process == 0:
                child(graph, y)
            status = os.waitpid(process, 0)[1]
            assert status == 0, f"child {number} ended with {status}"
    finally:
        sys.setswitchinterval(interval)
        is_over.set()
        for thread in threads:
            thread.join()
    print(f"{NUM_FORKS} children, forked while other threads were at work, ran sessions of their own")


if __name__ == "__main__":
    main()
