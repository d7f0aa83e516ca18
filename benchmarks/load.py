"""`python -m benchmarks.load [--seconds S]`: 1,000 runs at a time over 64 sessions and 6 pools; what is left behind.

5 % of the runs are cancelled and 2 % fail. Most runs await something first, as they would a
database; one in ten needs a pool for itself at once. Every run ends once, every result is checked, and afterwards there
are as many threads and file descriptors as before, and as much memory as after the first fifth of the time.
"""
from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.cli.progress import Progress, progress_of, silent
from aioflow.pools.open_pools import open_pools
from aioflow.testing import ClosedLoop, LoadReport, Traffic, run_load
from benchmarks.process_memory import rss_nbytes

NUM_SESSIONS = 64
NUM_CALLERS = 1000
POOL_SIZES = {"load_a": 1, "load_b": 1, "load_c": 2, "load_d": 2, "load_e": 3, "load_f": 4}
CANCEL_SHARE, FAIL_SHARE = 0.05, 0.02
_MEMORY_EVERY_S = 0.25
_WARM_UP_SHARE = 0.2
_NUM_WORK = 20_000  # float32 of the expensive kind of run
_MIN_AWAIT_S = 0.4  # the longest awaits are three times as long
_JOIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a load showed.

    Attributes:
        report: What callers saw.
        threads, descriptors: How many there were before and after; descriptors are -1 where the system has no /proc.
        memory_nbytes: Resident memory over time, the first value from the end of the warm-up.
    """

    report: LoadReport
    threads: tuple[int, int]
    descriptors: tuple[int, int]
    memory_nbytes: tuple[int, ...]

    @property
    def growth_nbytes(self) -> int:
        """How much more memory the last quarter of the time used than the first, in the middle of each."""
        quarter = max(1, len(self.memory_nbytes) // 4)
        first, last = sorted(self.memory_nbytes[:quarter]), sorted(self.memory_nbytes[-quarter:])
        return last[len(last) // 2] - first[len(first) // 2]

    def problems(self, max_growth_nbytes: int) -> list[str]:
        """What is not as it should be, as text."""
        found = []
        try:
            self.report.assert_correct()
        except AssertionError as error:
            found.append(str(error))
        if self.threads[1] > self.threads[0]:
            found.append(f"{self.threads[0]} threads before, {self.threads[1]} after")
        if self.descriptors[1] > self.descriptors[0]:
            found.append(f"{self.descriptors[0]} file descriptors before, {self.descriptors[1]} after")
        if self.growth_nbytes > max_growth_nbytes:
            found.append(f"memory grew by {self.growth_nbytes / 1e6:.1f} MB")
        return found


async def load(seconds: float, seed: int = 0, progress: Progress = silent) -> Outcome:
    """Runs the load for `seconds`, and closes all that it opened."""
    graph = _graph()
    await _start_what_stays(graph)
    threads, descriptors = threading.active_count(), num_descriptors()
    memory_nbytes: list[int] = []
    sessions = [tf.Session(graph=graph, config=_config(number)) for number in range(NUM_SESSIONS)]
    watching = asyncio.create_task(_watch_memory(memory_nbytes, _WARM_UP_SHARE * seconds, seconds, progress))
    try:
        traffic = _traffic(sessions)
        report = await run_load(traffic, seed=seed, duration_s=seconds, warm_up_s=_WARM_UP_SHARE * seconds)
    finally:
        watching.cancel()
        for session in sessions:
            await session.close()
        await asyncio.to_thread(_close_pools)
    await asyncio.get_running_loop().shutdown_default_executor()
    gc.collect()
    return Outcome(
        report,
        (threads, threading.active_count()),
        (descriptors, num_descriptors()),
        tuple(memory_nbytes) or (0,),
    )


def num_descriptors() -> int:
    """How many file descriptors the process has open; -1 where the system does not say."""
    folder = Path("/proc/self/fd")
    return len(os.listdir(folder)) if folder.is_dir() else -1


# ---- what runs
def _graph() -> tf.Graph:
    """Three kinds of runs.

    small:0 = 2 x + 1 and whole:0 = 100 // n, both after an await of delay_s seconds; work:0 = sum(tanh(tanh(tanh(x)))),
    which is worth a thread.
    """
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        delay_s = tf.placeholder(tf.float32, [], name="delay_s")
        n = tf.placeholder(tf.int32, [], name="n")
        tf.add(tf.async_py_func(_after, [x, delay_s], tf.float32) * 2.0, 1.0, name="small")
        tf.floordiv(tf.constant(100), tf.async_py_func(_after, [n, delay_s], tf.int32), name="whole")
        value = x
        for _ in range(3):
            value = tf.tanh(value)
        tf.reduce_sum(value, name="work")
    return graph


async def _after(value: Any, delay_s: Any) -> Any:
    await asyncio.sleep(float(delay_s))
    return value


def _config(number: int) -> tf.ConfigProto:
    """Each session knows two of the six pools."""
    names = list(POOL_SIZES)
    chosen = [names[number % len(names)], names[(number + 1) % len(names)]]
    options = [tf.ThreadPoolOptionProto(num_threads=POOL_SIZES[name], global_name=name) for name in chosen]
    return tf.ConfigProto(session_inter_op_thread_pool=options)


def _traffic(sessions: list[tf.Session]) -> Traffic:
    work = np.linspace(-1.0, 1.0, _NUM_WORK, dtype=np.float32) + np.float32(0.5)
    total = float(np.tanh(np.tanh(np.tanh(work))).sum())
    pools = [tf.RunOptions(inter_op_thread_pool=index) for index in (0, 1)]

    def fetch_and_feeds(number: int) -> tuple[str, Mapping[str, Any]]:
        delay_s = _MIN_AWAIT_S + _MIN_AWAIT_S * (number % 17) / 8
        if number % 10 == 0:
            return "work:0", {"x:0": work}
        if number % 10 < 4:
            return "whole:0", {"n:0": 1 + number % 99, "delay_s:0": delay_s}
        return "small:0", {"x:0": [number % 1000, 1.0], "delay_s:0": delay_s}

    async def send(number: int) -> Any:
        fetch, feeds = fetch_and_feeds(number)
        return await sessions[number % NUM_SESSIONS].run(fetch, feeds, options=pools[number // NUM_SESSIONS % 2])

    async def send_failing(number: int) -> Any:
        return await sessions[number % NUM_SESSIONS].run("whole:0", {"n:0": 0, "delay_s:0": _MIN_AWAIT_S})

    def check(number: int, result: Any) -> None:
        if number % 10 == 0:
            assert abs(result - total) < 1e-3 * total, (result, total)
        elif number % 10 < 4:
            assert result == 100 // (1 + number % 99), result
        else:
            assert result.tolist() == [2 * (number % 1000) + 1, 3], result

    return Traffic(
        send,
        "runs",
        ClosedLoop(NUM_CALLERS),
        check=check,
        cancel_share=CANCEL_SHARE,
        cancel_within_s=_MIN_AWAIT_S,
        fail_share=FAIL_SHARE,
        send_failing=send_failing,
        failure=tf.errors.InvalidArgumentError,
    )


async def _start_what_stays(graph: tf.Graph) -> None:
    """Has aioflow start what it keeps as long as the process lives, such as threads for the insides of kernels."""
    config = tf.ConfigProto(use_per_session_threads=True)
    known = open_pools()
    async with tf.Session(graph=graph, config=config) as session:
        own = [pool for pool in open_pools() if pool not in known]
        await session.run("work:0", {"x:0": np.ones(_NUM_WORK, np.float32)})
    for pool in own:
        pool.join(_JOIN_S)


async def _watch_memory(memory_nbytes: list[int], after_s: float, seconds: float, progress: Progress) -> None:
    began = time.monotonic()
    await asyncio.sleep(after_s)
    while True:
        memory_nbytes.append(rss_nbytes())
        elapsed_s = min(seconds, time.monotonic() - began)  # the last requests may end after that
        if len(memory_nbytes) % 20 == 0:  # every 5 s
            progress(f"{elapsed_s:.0f} of {seconds:g} s, {memory_nbytes[-1] / 1e6:.1f} MB", elapsed_s / seconds)
        await asyncio.sleep(_MEMORY_EVERY_S)


def _close_pools() -> None:
    for pool in open_pools():
        if pool.name in POOL_SIZES:
            pool.close()
            pool.join(_JOIN_S)


def main() -> None:
    """Runs the load and says what it showed; exit code 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long (120)")
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    options = parser.parse_args()
    with progress_of("load", options.quiet) as progress:
        outcome = asyncio.run(load(options.seconds, progress=progress))
    print(outcome.report)
    print(f"threads {outcome.threads[0]} -> {outcome.threads[1]}, descriptors {outcome.descriptors[0]} -> "
          f"{outcome.descriptors[1]}, memory {outcome.memory_nbytes[0] / 1e6:.1f} MB -> "
          f"{outcome.memory_nbytes[-1] / 1e6:.1f} MB (growth {outcome.growth_nbytes / 1e6:+.1f} MB)")  # fmt: skip
    if options.json:
        document = {**outcome.report.as_json(), "memory_nbytes": outcome.memory_nbytes}
        options.json.write_text(json.dumps(document, indent=1) + "\n")
    problems = outcome.problems(max_growth_nbytes=int(16e6))
    if problems:
        raise SystemExit("\n".join(problems))


if __name__ == "__main__":
    main()
