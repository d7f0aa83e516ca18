"""`python -m benchmarks.intra_op [--threads N]`: kernels on large arrays, by one thread and divided among several.

Per function and size: what one thread takes, and how many times faster the divided call is, as the rule in
`aioflow/kernels/sharding.py` decides. The two take turns. Where the rule leaves the work to one thread the ratio is 1.
"""
from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow.framework.kernels import parallel_for
from aioflow.kernels import sharding
from aioflow.pools.thread_pool import ThreadPool

SIZES = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
UNARY = ("exp", "tanh", "log", "sin", "sqrt", "square")
BINARY = ("add", "power", "remainder")
REDUCTIONS = ("sum", "max")
_ROW = 1000
_ELEMENTS_PER_CASE = 60_000_000


def main() -> None:
    """Measures and prints all functions."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.intra_op", description=__doc__)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="how many share the work")
    pool = ThreadPool("intra_op", parser.parse_args().threads)
    print(f"{'':<12}" + "".join(f"{size:>20,}" for size in SIZES))
    with np.errstate(all="ignore"):
        for name in (*UNARY, *BINARY, *REDUCTIONS):
            print(f"{name:<12}" + "".join(f"{cell(name, size, pool):>20}" for size in SIZES), flush=True)
    pool.close()


def cell(name: str, size: int, pool: ThreadPool) -> str:
    """Time of one thread, and how many times faster several are."""
    call = caller(name, size)
    alone: list[float] = []
    divided: list[float] = []
    for _ in range(max(5, _ELEMENTS_PER_CASE // size // 10)):
        parallel_for.install(None)
        alone.append(seconds(call))
        parallel_for.install(pool, lambda: pool.num_threads - 1)
        divided.append(seconds(call))
    median = statistics.median(alone)
    return f"{median * 1e6:,.0f} µs {median / statistics.median(divided):.2f}x"


def caller(name: str, size: int) -> Callable[[], Any]:
    """A call of the function on arrays of `size` elements, of float32."""
    rng = np.random.default_rng(0)
    x = rng.random(size, np.float32) + np.float32(0.1)
    function = getattr(np, name)
    if name in REDUCTIONS:
        rows = x.reshape(-1, _ROW)
        return lambda: sharding.reduction(function, rows, (1,))
    if name in BINARY:
        y = rng.random(size, np.float32)
        return lambda: sharding.elementwise(function, x, y)
    return lambda: sharding.elementwise(function, x)


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
