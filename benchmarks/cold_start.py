"""One cold start, as a program of its own: import, load a SavedModel, answer once; prints what that took.

`python cold_start.py aioflow|tensorflow FOLDER`: two numbers, seconds since the first line and kilobytes of memory at
most. It imports nothing of this package, so that TensorFlow may live in another Python.
"""
from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import Any

BEGAN, BEGAN_CPU = time.perf_counter(), time.process_time()
SIZE = 224


def image() -> Any:
    """What is asked about."""
    import numpy as np  # not above: it is a part of what is measured

    return np.zeros((1, SIZE, SIZE, 3), np.float32)


async def with_aioflow(folder: str) -> Any:
    """The answer by aioflow."""
    import aioflow as tf

    async with tf.Session(graph=tf.Graph()) as session:
        await tf.saved_model.load(session, ["serve"], folder)
        return await session.run("scores:0", {"images:0": image()})


def with_tensorflow(folder: str) -> Any:
    """The answer by TensorFlow."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow.compat.v1 as tf

    with tf.Session(graph=tf.Graph()) as session:
        tf.saved_model.load(session, ["serve"], folder)
        return session.run("scores:0", {"images:0": image()})


def peak_kb() -> int:
    """The most memory that this process has had, in kilobytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


if __name__ == "__main__":
    runtime, folder = sys.argv[1:]
    scores = asyncio.run(with_aioflow(folder)) if runtime == "aioflow" else with_tensorflow(folder)
    assert scores.shape == (1, 1000)
    print(time.perf_counter() - BEGAN, time.process_time() - BEGAN_CPU, peak_kb())
