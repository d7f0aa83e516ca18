"""`python -m benchmarks.allocators`: large results in fresh memory against memory that is used again.

Per size of a float32 result: CPU time per operation and page faults per run, of a single addition whose result is
dropped at once, of a chain of four that keeps three results alive, and of a session that runs 26 elementwise nodes.
Fresh is numpy's own memory; bfc is `BFCAllocator` alone; arena is what `framework/memory/large_arrays.py` uses. The
three take turns; the least time of several rounds counts, because other programs only ever add to it. How much fresh
memory costs depends on what the process has freed before: the C library keeps some after it has seen large arrays go.
"""
from __future__ import annotations

import asyncio
import gc
import resource
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework.memory import large_arrays
from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions
from aioflow.framework.memory.host_memory import HostMemory, allocated_array
from aioflow.framework.memory.large_arrays import Arena

KIB = (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536)
ROUNDS = 7
KIB_PER_ROUND = 40_000
Make = Callable[[Any], Any]


def fresh(like: Any) -> Any:
    """Numpy's memory."""
    return np.empty(like.shape, like.dtype)


def of(allocator: Any) -> Make:
    """Memory of an allocator."""
    return lambda like: allocated_array(allocator, like.shape, like.dtype)


def single(make: Make, x: Any, y: Any) -> None:
    """One addition."""
    np.add(x, y, out=make(x))


def chain(make: Make, x: Any, y: Any) -> None:
    """Four operations; the last one needs the first one's result."""
    a = np.add(x, y, out=make(x))
    b = np.multiply(a, x, out=make(x))
    c = np.subtract(b, y, out=make(x))
    np.add(c, a, out=make(x))


def measure(work: Callable[[], object], repetitions: int) -> tuple[float, float]:
    """CPU seconds of this thread, and page faults of the process, per repetition."""
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    began_s = time.thread_time()
    for _ in range(repetitions):
        work()
    taken_s = time.thread_time() - began_s
    return taken_s / repetitions, (resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults) / repetitions


def best_of(contenders: Mapping[str, Callable[[], object]], repetitions: int) -> dict[str, tuple[float, float]]:
    """The least time and the fewest faults of each, over rounds in which they take turns."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, work in contenders.items():
            gc.collect()
            found[name].append(measure(work, repetitions))
    return {name: (min(t for t, _ in rounds), min(f for _, f in rounds)) for name, rounds in found.items()}


def shown(found: dict[str, tuple[float, float]], operations: int) -> str:
    """Times per operation, faults per run, and how many times faster than fresh memory."""
    first = found["fresh"][0]
    return "   ".join(
        f"{name} {seconds / operations * 1e6:8,.0f} µs {faults:7,.0f} faults {first / seconds:5.2f}x"
        for name, (seconds, faults) in found.items()
    )


def kernels(kib: int) -> None:
    """Prints the rows of bare numpy."""
    x = np.random.default_rng(0).random(kib * 256, np.float32)
    y = x.copy()
    options = BFCOptions(allow_retry_on_failure=False, max_region_nbytes=64 << 20)
    makes = {"fresh": fresh, "bfc": of(BFCAllocator(HostMemory(), 1 << 30, "bench", options))}
    makes["arena"] = of(Arena(1 << 30).allocator)
    for work, operations in ((single, 1), (chain, 4)):
        contenders = {name: (lambda work=work, make=make: work(make, x, y)) for name, make in makes.items()}
        found = best_of(contenders, max(2, KIB_PER_ROUND // kib // operations))
        print(f"{kib:6} KiB {work.__name__:<8}{shown(found, operations)}", flush=True)


async def session(kib: int) -> None:
    """Prints the row of a session."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None])
        y = x
        for _ in range(5):
            y = tf.abs(tf.maximum(tf.add(tf.multiply(y, 1.01), x), tf.subtract(x, y)))
        last = tf.reduce_max(y)
    value = np.random.default_rng(0).random(kib * 256, np.float32)
    config = tf.ConfigProto(inter_op_parallelism_threads=-1, intra_op_parallelism_threads=1)
    found: dict[str, list[tuple[float, float]]] = {"fresh": [], "arena": []}
    threshold = large_arrays.LARGE_NBYTES
    repetitions = max(1, KIB_PER_ROUND // kib // 10)
    async with tf.Session(graph=graph, config=config) as running:
        for _ in range(ROUNDS + 1):
            for name in found:
                large_arrays.LARGE_NBYTES = threshold if name == "arena" else 1 << 62
                faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
                began_s = time.thread_time()
                for _ in range(repetitions):
                    await running.run(last, {x: value})
                faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults
                found[name].append(((time.thread_time() - began_s) / repetitions, faults / repetitions))
    large_arrays.LARGE_NBYTES = threshold
    best = {name: (min(t for t, _ in rounds), min(f for _, f in rounds)) for name, rounds in found.items()}
    print(f"{kib:6} KiB session {shown(best, 26)}", flush=True)


def main() -> None:
    """Measures and prints all sizes."""
    for kib in KIB:
        kernels(kib)
        asyncio.run(session(kib))


if __name__ == "__main__":
    main()
