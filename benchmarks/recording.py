"""What recordings cost: `python -m benchmarks.recording`.

CPU time of one thread per run, the least of many short repeats, all ways in turns: so a busy machine changes no ratio.
Two kinds of work: a step of 100 additions of four numbers in place, and an empty task of a pool.
"""
from __future__ import annotations

import asyncio
import inspect
import random
import textwrap
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import perf_counter_ns, process_time_ns, thread_time_ns
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.executor.program import Program
from aioflow.pools import worker
from aioflow.pools.open_pools import make_pool
from aioflow.session.steps import prepared_run

_NUM_NODES = 100
_RUNS, _REPEATS = 100, 250  # equally long ways: of longer ones fewer are not disturbed
_TASKS, _TASK_REPEATS = 400, 60


def _without(function: Any, first: str, num_lines: int) -> Any:
    """The same function without some lines, from the one that has `first` on: a build without hooks."""
    lines = textwrap.dedent(inspect.getsource(function)).splitlines()
    start = next(number for number, line in enumerate(lines) if first in line)
    del lines[start : start + num_lines]
    names = dict(function.__globals__)
    exec("\n".join(["from __future__ import annotations", *lines]), names)
    return names[function.__name__]


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _chain() -> tuple[tf.Graph, Any, Any]:
    graph = tf.Graph()
    with graph.as_default():
        x = y = tf.placeholder(tf.float32, [4], name="x")
        for _ in range(_NUM_NODES):
            y = y + 1.0
        return graph, x, tf.identity(y, name="y")


async def _least(ways: dict[str, tuple[Callable[[], Any], int]], run: Callable[[], Awaitable[Any]]) -> dict[str, float]:
    """Microseconds per run of each way: what it is to be in, and how many runs count together."""
    least = dict.fromkeys(ways, float("inf"))
    order = list(ways)
    for _ in range(_REPEATS):
        random.shuffle(order)  # what comes behind a certain way may find other things in the processor's caches
        for name in order:
            enter, num_runs = ways[name]
            with enter():
                for _ in range(3):  # which find the way cold
                    await run()
                began = thread_time_ns()
                for _ in range(num_runs):
                    await run()
                least[name] = min(least[name], (thread_time_ns() - began) / num_runs / 1000)
    return least


async def measure_steps() -> dict[str, float]:
    """Microseconds of a step of 100 additions, by what is recorded of it."""
    graph, x, y = _chain()
    feeds = {x: np.ones(4, np.float32)}
    bare = _without(prepared_run.DirectPreparedRun.start, "if RUN_LOG.is_on", 2)
    async with tf.Session(graph=graph) as session:

        async def run() -> Any:
            return await session.run(y, feeds)

        for _ in range(200):
            await run()
        with tf.record(session, every=1):
            for _ in range(200):  # the code that tells of nodes is made meanwhile
                await run()
            await asyncio.sleep(0.1)
        ways: dict[str, tuple[Callable[[], Any], int]] = {
            "no hooks": (lambda: _replaced(prepared_run.DirectPreparedRun, "start", bare), _RUNS),
            "off": (nullcontext, _RUNS),
            "run and pool logs": (lambda: tf.record(session), _RUNS),
            "nodes of one run in 100": (lambda: tf.record(session, every=100), _RUNS),
            "nodes of each run": (lambda: tf.record(session, every=1), _RUNS),
        }
        found = await _least(ways, run)
        found["node by node"] = await _least_by_nodes(session, y, feeds, traces=False)
        found["trace level"] = await _least_by_nodes(session, y, feeds, traces=True)
        return found


async def _least_by_nodes(session: tf.Session, y: Any, feeds: Any, traces: bool) -> float:
    """Microseconds of a step that runs node by node, as those with a trace level do."""
    choose = Program.choose
    level = tf.RunOptions.FULL_TRACE if traces else tf.RunOptions.NO_TRACE
    options = tf.RunOptions(trace_level=level, inter_op_thread_pool=-1)
    spent = []
    with _replaced(Program, "choose", lambda program, functions, shows_nodes=False: choose(program, functions, True)):
        for _ in range(200):
            metadata = tf.RunMetadata() if traces else None
            began = thread_time_ns()
            await session.run(y, feeds, options, metadata)
            spent.append((thread_time_ns() - began) / 1000)
    return min(spent)


def measure_tasks(run_tasks: Callable[[Any], float]) -> dict[str, float]:
    """Microseconds of an empty task of a pool of one thread, by whether it is recorded."""
    # A thread goes on with the loop that it began with, so that each way has a pool of its own.
    bare = _without(worker.Worker.run, "if TASK_LOG.sinks", 4)
    with _replaced(worker.Worker, "run", bare):
        without = make_pool("benchmark_bare", 1)
        run_tasks(without)
    ours = make_pool("benchmark", 1)
    run_tasks(ours)
    ways = {"no hooks": (without, nullcontext), "off": (ours, nullcontext), "run and pool logs": (ours, tf.record)}
    least = dict.fromkeys(ways, float("inf"))
    for _ in range(_TASK_REPEATS):
        for name, (pool, enter) in ways.items():
            with enter():
                least[name] = min(least[name], run_tasks(pool))
    for pool in (without, ours):
        pool.close()
    return least


def one_by_one(pool: Any) -> float:
    """Microseconds of CPU time per task, where each wakes the thread."""
    ended = threading.Event()
    began = process_time_ns()
    for _ in range(_TASKS):
        ended.clear()
        pool.submit(ended.set)
        ended.wait()
    return (process_time_ns() - began) / _TASKS / 1000


def many_at_once(pool: Any) -> float:
    """Microseconds of the thread's time per task, of many that wait: nothing but taking and ending them."""
    gate, ended = threading.Event(), threading.Event()
    spent: list[int] = []

    def begin() -> None:
        gate.wait()
        spent.append(thread_time_ns())

    def end() -> None:
        spent.append(thread_time_ns())
        ended.set()

    pool.submit(begin)
    for _ in range(_TASKS):
        pool.submit(_nothing)
    pool.submit(end)
    gate.set()
    ended.wait()
    return (spent[1] - spent[0]) / _TASKS / 1000


def _nothing() -> None:
    pass


def report(name: str, found: dict[str, float]) -> None:
    """Prints microseconds, and what is added to the build without hooks."""
    base = found["no hooks"]
    print(name)
    for way, microseconds in found.items():
        print(f"  {way:26} {microseconds:9.2f} us  {microseconds / base - 1:+8.1%}")


def main() -> None:
    """Measures and prints."""
    began = perf_counter_ns()
    steps = asyncio.run(measure_steps())
    report(f"a step of {_NUM_NODES} additions, in place", steps)
    for way, base in (("nodes of each run", "off"), ("trace level", "node by node"), ("trace level", "off")):
        print(f"  one node, {way}: {(steps[way] - steps[base]) / _NUM_NODES:.2f} us more than {base}")
    report("an empty task of a pool, which wakes its thread", measure_tasks(one_by_one))
    report("an empty task of a pool, among many that wait", measure_tasks(many_at_once))
    print(f"({(perf_counter_ns() - began) / 1e9:.0f} s)")


if __name__ == "__main__":
    main()
