"""`python -m benchmarks.isolation`: the latency of a pool while another one is saturated.

Requests to the digits classifier come at random to a pool of one thread: alone; while bulk work keeps a second pool of
one thread busy; the same with the lowest priority that Linux gives to threads; and with the same bulk work on one
shared pool of two threads. They take turns. One kernel uses one thread, so that two CPUs suffice for what runs.

The numbers mean something on a machine that does nothing else: a thread that finds both CPUs taken waits for the system
to take one away from somebody, 3 to 10 ms on Linux. Other programs only ever make a round worse, so where there are
some, compare the quietest rounds.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.cli.demo import Digits, load_digits
from aioflow.cli.progress import Progress, progress_of, silent
from aioflow.pools.cpus import usable_cpus
from aioflow.pools.open_pools import open_pools
from aioflow.testing import ClosedLoop, Poisson, Traffic, run_load

TARGET = 2.0  # p99 beside a saturated pool, against alone
SITUATIONS = {
    "alone": {"serving": 1},
    "beside a saturated pool": {"serving": 1, "bulk": 1},
    "beside a nice one": {"serving": 1, "bulk": 1},
    "on one shared pool": {"shared": 2},
}
_NICE = {"beside a nice one": {"bulk": 19}}  # the system's threads give way to others, too
_BULK_CALLERS = 8
_PREFIX = "isolation "  # of the pools' names, which are the whole process's
_BULK_ELEMENTS = 1_000_000
_BULK_NODES = 20


def bulk_graph() -> tf.Graph:
    """Elementwise work on 4 MB: some ten milliseconds on one thread, in kernels that do without Python's lock."""
    with tf.Graph().as_default() as graph:
        value = tf.placeholder(tf.float32, [None], name="x")
        for _ in range(_BULK_NODES):
            value = tf.tanh(value)
        tf.reduce_max(value, name="y")
    return graph


async def latencies_s(situation: str, digits: Digits, rate_per_s: float, seconds: float, seed: int) -> list[float]:
    """What requests to the classifier took in one situation, in order of length."""
    pools = SITUATIONS[situation]
    options = [_pool_option(situation, name, size) for name, size in pools.items()]
    config = tf.ConfigProto(session_inter_op_thread_pool=options, intra_op_parallelism_threads=1)
    values = np.linspace(-1.0, 1.0, _BULK_ELEMENTS, dtype=np.float32)
    values.setflags(write=False)  # so that it is not copied for each run, which would take the event loop's time
    bulk_pool = tf.RunOptions(inter_op_thread_pool=len(pools) - 1)
    async with (
        tf.Session(graph=digits.graph, config=config) as serving,
        tf.Session(graph=bulk_graph(), config=config) as bulk,
    ):

        async def classify(number: int) -> Any:
            index = number % len(digits.images)
            return await serving.run("predictions:0", {"images:0": digits.images[index : index + 1]})

        def check(number: int, predictions: Any) -> None:
            assert predictions[0] == digits.tensorflow_predictions[number % len(digits.images)]

        traffic = [Traffic(classify, "serving", Poisson(rate_per_s), check=check)]
        if situation != "alone":
            send_bulk = lambda number: bulk.run("y:0", {"x:0": values}, options=bulk_pool)  # noqa: E731
            traffic.append(Traffic(send_bulk, "bulk", ClosedLoop(_BULK_CALLERS)))
        report = await run_load(*traffic, seed=seed, duration_s=1.25 * seconds, warm_up_s=0.25 * seconds)
    for pool in open_pools():
        if pool.name in {_PREFIX + name for name in pools}:
            pool.close()
    report.assert_correct()
    return report["serving"].latencies.values_s


def _pool_option(situation: str, name: str, size: int) -> tf.ThreadPoolOptionProto:
    option = tf.ThreadPoolOptionProto(num_threads=size, global_name=_PREFIX + name)
    nice = _NICE.get(situation, {}).get(name, 0)
    if nice:
        option.aioflow.nice = nice
    return option


def measure(
    rate_per_s: float, seconds: float, rounds: int, progress: Progress = silent
) -> dict[str, dict[str, float]]:
    """Situation -> median over the rounds of the latency's percentiles, and p99 in the quietest, in milliseconds."""
    digits = load_digits()
    found: dict[str, list[list[float]]] = {name: [] for name in SITUATIONS if name not in _NICE or _is_linux()}
    for number in range(rounds):
        for index, (situation, of_rounds) in enumerate(found.items()):
            progress(f"{situation}, {number + 1} of {rounds}", (number + index / len(found)) / rounds)
            values: list[float] = []
            while not values:  # a machine that stood still all the while has shown nothing
                values = asyncio.run(latencies_s(situation, digits, rate_per_s, seconds, number))
            of_rounds.append(values)
    return {situation: _percentiles_ms(of_rounds) for situation, of_rounds in found.items()}


def _is_linux() -> bool:
    return sys.platform == "linux"


def _percentiles_ms(of_rounds: list[list[float]]) -> dict[str, float]:
    p50, p99 = ([1000 * values[int(share * (len(values) - 1))] for values in of_rounds] for share in (0.5, 0.99))
    return {"p50": statistics.median(p50), "p99": statistics.median(p99), "quietest p99": min(p99)}


def main() -> None:
    """Measures and prints the situations and how they compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.isolation", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="per situation and round (3)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each situation is measured (5)")
    parser.add_argument("--rate", type=float, default=100.0, help="requests per second (100)")
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    options = parser.parse_args()
    load_before = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with progress_of("isolation", options.quiet) as progress:
        percentiles_ms = measure(options.rate, options.seconds, options.rounds, progress)
    if hasattr(os, "getloadavg"):
        print(f"{usable_cpus()} CPUs, load average before and after: {load_before:.1f}, {os.getloadavg()[0]:.1f}")
    alone = percentiles_ms["alone"]
    for situation, values in percentiles_ms.items():
        ratios = {name: f"{values[name]:7.2f} ms, {values[name] / alone[name]:5.2f}x alone" for name in values}
        print(f"{situation:<24} " + "   ".join(f"{name} {text}" for name, text in ratios.items()))
    print(f"target: p99 beside a saturated pool <= {TARGET:g}x alone")
    if options.json:
        options.json.write_text(json.dumps(percentiles_ms, indent=1) + "\n")


if __name__ == "__main__":
    main()
