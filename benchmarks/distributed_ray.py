"""Rows of clusters on Ray: steps and copies of sessions against plain actors that do the same work."""
from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.measuring import Contender, Row, interleave

#: Calls of a round, and how many are in flight where there are many.
CALLS, MANY = 320, 64
RAY = {"num_cpus": 2, "object_store_memory": 200 << 20, "log_to_driver": False, "logging_level": "ERROR"}
_TINY = {"CPU": 0.1}
_X = np.ones(4, np.float32)
_WEIGHTS = np.ones((512, 512), np.float32)
_BATCH = np.ones((32, 512), np.float32)
_Work = Callable[[], Awaitable[Any]]


class _Plain:
    """An actor as one would write it by hand."""

    async def double(self, x: Any) -> Any:
        return x * np.float32(2.0)

    async def increment(self, x: Any) -> Any:
        return x + np.float32(1.0)

    async def predict(self, x: Any) -> Any:
        return x @ _WEIGHTS


def rows(rounds: int) -> list[Row]:
    """All rows of this file; none but a remark where Ray is not installed."""
    if find_spec("ray") is None:
        return [Row("clusters on Ray", absent=["ray"])]
    with asyncio.Runner() as runner, ExitStack() as stack:
        return [*_steps(runner, stack, rounds), _copies(runner, stack, rounds)]


def _entered(runner: asyncio.Runner, stack: ExitStack, context: Any) -> Any:
    """Enters a context on the loop; it is left with the stack."""
    entered = runner.run(context.__aenter__())
    stack.callback(lambda: runner.run(context.__aexit__(None, None, None)))
    return entered


def _steps(runner: asyncio.Runner, stack: ExitStack, rounds: int) -> list[Row]:
    with tf.Graph().as_default() as graph:
        fed = tf.placeholder(tf.float32, [4])
        here = fed + 1.0
        with tf.device("/job:b/task:0"):
            doubled = fed * 2.0
        both = doubled + 1.0
    jobs = {"a": 1, "b": 1}
    cluster = _entered(runner, stack, tf.RayCluster(jobs, resources=dict.fromkeys(jobs, _TINY), ray_options=RAY))
    session = _entered(runner, stack, cluster.session(graph))
    first, second = _plain_actors()

    def row(text: str, fetch: Any, plain: _Work) -> Row:
        contenders = {
            "aioflow": _timed(runner, lambda: session.run(fetch, {fed: _X}), 1),
            "plain actors": _timed(runner, plain, 1),
        }
        measured = interleave(Row(text), contenders, rounds, True)
        measured.ratio("aioflow", "plain actors")
        return measured

    return [
        row("a step in one actor of Ray", here, lambda: first.increment.remote(_X)),
        row("a step of two actors of Ray", both, lambda: first.increment.remote(second.double.remote(_X))),
    ]


def _copies(runner: asyncio.Runner, stack: ExitStack, rounds: int) -> Row:
    with tf.Graph().as_default() as graph:
        fed = tf.placeholder(tf.float32, [None, 512])
        y = fed @ tf.constant(_WEIGHTS)
    pool = _entered(runner, stack, tf.RaySessionPool(graph, 2, resources=_TINY, ray_options=RAY))
    turns = itertools.cycle(_plain_actors())
    contenders = {
        "aioflow": _timed(runner, lambda: pool.run(y, {fed: _BATCH}), MANY),
        "plain actors": _timed(runner, lambda: next(turns).predict.remote(_BATCH), MANY),
    }
    measured = interleave(Row(f"two copies of a model on Ray, {MANY} in flight"), contenders, rounds, True)
    measured.ratio("aioflow", "plain actors")
    return measured


def _plain_actors() -> list[Any]:
    import ray

    return [ray.remote(_Plain).options(num_cpus=0.1).remote() for _ in range(2)]


def _timed(runner: asyncio.Runner, work: _Work, callers: int) -> Contender:
    """Seconds per call, with so many at once."""

    async def one_caller() -> None:
        for _ in range(CALLS // callers):
            await work()

    async def measure() -> float:
        began = time.perf_counter()
        await asyncio.gather(*(one_caller() for _ in range(callers)))
        return (time.perf_counter() - began) / CALLS

    return lambda: runner.run(measure())
