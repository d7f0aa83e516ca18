"""Rows about what aioflow costs before it computes: import time, memory, sessions."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import threading
import tracemalloc

import numpy as np

import aioflow as tf
from benchmarks.measuring import Row

_IMPORT = (
    "import resource, time; began = time.perf_counter(); import aioflow; elapsed = time.perf_counter() - began; "
    "print(elapsed, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)
NUM_SESSIONS = 1000


def import_cost() -> Row:
    """`import aioflow` in fresh processes."""
    samples = []
    for _ in range(7):
        done = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)
        samples.append([float(text) for text in done.stdout.split()])
    seconds, peak_kb = (statistics.median(column) for column in zip(*samples, strict=True))
    row = Row("import aioflow", "<= 0.25 s, <= 60 MB RSS")
    row.numbers = {"time": f"{seconds:.3f} s", "peak RSS": f"{peak_kb / 1024:.1f} MB"}
    return row


def many_sessions() -> Row:
    """Sessions of one tiny model on one shared pool."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [4], name="x")
        y = x + 1.0
    config = tf.ConfigProto(
        session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2, global_name="benchmark")]
    )
    value = np.ones(4, np.float32)
    threads_before = threading.active_count()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    sessions = [tf.Session(graph=graph, config=config) for _ in range(NUM_SESSIONS)]
    for session in sessions:
        session.run_sync(y, {x: value})
    per_session = (tracemalloc.get_traced_memory()[0] - before) / NUM_SESSIONS
    tracemalloc.stop()
    row = Row(f"{NUM_SESSIONS:,} sessions of a tiny model, one pool", "threads = pool size, <= 100 kB each")
    row.numbers = {
        "threads": str(threading.active_count() - threads_before),
        "per session": f"{per_session / 1000:.1f} kB",
        "peak RSS": f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB",
    }
    return row


def rows() -> list[Row]:
    """All rows of this file."""
    return [import_cost(), many_sessions()]
