"""Control-C is never lost and never turned into another error, and what it interrupts goes on to work."""
from __future__ import annotations

import asyncio
import os
import signal
import threading
from typing import Any

import numpy as np

import aioflow as tf

MAX_RUNS = 200_000  # a press reaches the program long before so many cheap runs have ended


def presses_during_cheap_runs(session: tf.Session, y: tf.Tensor) -> None:
    """Presses twenty times, while nearly all of the time is that of a run."""
    for _ in range(20):
        thread = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
        is_raised = False
        try:
            thread.start()
            for _ in range(MAX_RUNS):
                session.run_sync(y)
        except KeyboardInterrupt:
            is_raised = True
        thread.join()
        assert is_raised, "a press was lost"
    print("every press during cheap runs is raised")


def presses_again() -> None:
    """Presses again while the cancellation waits for a node; the loop of the next runs knows nothing of it."""

    async def hold() -> Any:
        signal.raise_signal(signal.SIGINT)
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            for _ in range(num_more):
                signal.raise_signal(signal.SIGINT)
            for _ in range(20):
                await asyncio.sleep(0)
        return np.float32(0)

    def hold_here() -> Any:
        for _ in range(num_more + 1):
            signal.raise_signal(signal.SIGINT)
        return np.float32(0)

    for num_more in (0, 1, 2):
        for threads in (-1, 2):
            config = tf.ConfigProto(inter_op_parallelism_threads=threads)
            with tf.Graph().as_default(), tf.Session(config=config) as session:
                held = [tf.async_py_func(hold, [], tf.float32)]
                if threads == -1:
                    held.append(tf.py_func(hold_here, [], tf.float32))
                y = tf.constant(2) + 3
                for fetch in held:
                    try:
                        session.run_sync(fetch)
                    except KeyboardInterrupt:
                        pass
                    else:
                        raise AssertionError(f"{num_more + 1} presses were lost")
                    assert [session.run_sync(y) for _ in range(50)] == [5] * 50
    print("after one, two and three presses the next runs work")


def end_in_a_python_node(kind: type[BaseException]) -> None:
    """A Python node wants to end the program."""

    def leave() -> Any:
        raise kind("enough")

    async def leave_later() -> Any:
        await asyncio.sleep(0)
        raise kind("enough")

    for threads in (-1, 2):
        with tf.Graph().as_default():
            fetches = [tf.py_func(leave, [], tf.float32), tf.async_py_func(leave_later, [], tf.float32)]
            with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=threads)) as session:
                for fetch in fetches:
                    for _ in range(4):
                        try:
                            session.run_sync(fetch)
                        except kind as error:
                            assert str(error) == "enough"
                        else:
                            raise AssertionError(f"{kind.__name__} was lost")
                assert session.run_sync(tf.constant(3) + 2) == 5


def a_press_while_threads_start() -> None:
    """The start of a pool's second thread is interrupted; later all of its threads are there."""
    start, num_started = threading.Thread.start, 0

    def interrupted(thread: threading.Thread) -> None:
        nonlocal num_started
        start(thread)
        num_started += 1
        if num_started == 2:
            raise KeyboardInterrupt

    barrier = threading.Barrier(4)

    def meet(x: Any) -> Any:
        barrier.wait(30)
        return x

    with tf.Graph().as_default():
        meeting = tf.add_n([tf.py_func(meet, [np.float32(i)], tf.float32) for i in range(4)])
        with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=4, use_per_session_threads=True)) as session:
            threading.Thread.start = interrupted  # type: ignore[method-assign, assignment]
            try:
                session.run_sync(meeting)
            except KeyboardInterrupt:
                pass
            else:
                raise AssertionError("the interrupt was lost")
            finally:
                threading.Thread.start = start  # type: ignore[method-assign]
            assert session.run_sync(meeting) == 6  # which four threads have to meet for
    print("a pool that was interrupted while it started has all of its threads later")


def main() -> None:
    """Runs all of these."""
    with tf.Graph().as_default():
        y = tf.constant(2) + 3
        with tf.Session() as session:
            assert session.run_sync(y) == 5
            presses_during_cheap_runs(session, y)
    presses_again()
    for kind in (KeyboardInterrupt, SystemExit):
        end_in_a_python_node(kind)
    print("KeyboardInterrupt and SystemExit in Python nodes reach the program")
    a_press_while_threads_start()


if __name__ == "__main__":
    main()
