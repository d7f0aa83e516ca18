"""Rows that tell how costs grow: with a graph's size, with threads, with what a session and a process have seen."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.awaiting import HEARTBEAT_S, awaited, heartbeat
from benchmarks.cases_small import small_network
from benchmarks.measuring import Contender, Row, interleave, percentile
from benchmarks.rows_models import models

SIZES = (10, 1_000, 50_000)
NUM_SIGNATURES = 300
NUM_SESSIONS = 300
NUM_PAST_RUNS = 20_000
POOL_SIZES = (1, 2, 4)
IN_PLACE = tf.RunOptions(inter_op_thread_pool=-1)


def chain(count: int) -> tuple[tf.Graph, tf.Tensor, tf.Tensor]:
    """A graph of `count` additions, one after the other: the graph, what is fed ([16] float32), and the last one."""
    graph = tf.Graph()
    with graph.as_default():
        x = h = tf.placeholder(tf.float32, [16])
        step = tf.constant(np.full(16, 0.5, np.float32))
        for _ in range(count):
            h = tf.add(h, step)
    return graph, x, h


def runs(session: tf.Session, fetch: Any, feeds: dict[Any, Any], calls: int, share: int = 1) -> Contender:
    """A contender that runs a signature `calls` times; seconds per run, or per `share` of one."""

    async def measure() -> float:
        for _ in range(3):
            await session.run(fetch, feeds)
        began = time.perf_counter()
        for _ in range(calls):
            await session.run(fetch, feeds)
        return (time.perf_counter() - began) / calls / share

    return lambda: asyncio.run(measure())


def first_run(graph: tf.Graph, x: tf.Tensor, y: tf.Tensor) -> float:
    """Seconds that the first run of a signature takes, in a session of its own."""

    async def run() -> float:
        async with tf.Session(graph=graph) as session:
            began = time.perf_counter()
            await session.run(y, {x: np.ones(16, np.float32)})
            return time.perf_counter() - began

    return asyncio.run(run())


def planning(rounds: int) -> Row:
    """The first run of a graph of 5,000 nodes, compared with one of 1,000."""
    sizes = [1_000, 5_000]
    contenders = {f"{count:,} nodes": partial(first_run, *chain(count)) for count in sizes}
    row = interleave(Row("first run of a signature"), contenders, min(rounds, 3))
    row.ratio("5,000 nodes", "1,000 nodes")
    row.figure("5,000 nodes", row.seconds["5,000 nodes"], "s", "<= 1")
    lags = [asyncio.run(_lags(*chain(5_000))) for _ in range(min(rounds, 3))]
    late = [percentile(each, 0.99) for each in lags]
    row.figure("5,000 nodes, lag of the event loop meanwhile, p99", late, "s", "<= 0.02")
    row.figure("5,000 nodes, longest lag", [max(each) for each in lags], "s")
    return row


async def _lags(graph: tf.Graph, x: tf.Tensor, y: tf.Tensor) -> list[float]:
    """How late the event loop is, again and again, while a signature is run for the first time."""
    lags: list[float] = []
    async with tf.Session(graph=graph) as session:
        beating = asyncio.create_task(heartbeat(lags))
        await asyncio.sleep(10 * HEARTBEAT_S)
        await session.run(y, {x: np.ones(16, np.float32)})
        beating.cancel()
    return lags


def nodes(rounds: int) -> Row:
    """Time per node of chains of 10, 1,000 and 50,000 additions."""
    contenders: dict[str, Contender] = {}
    for count in SIZES:
        graph, x, y = chain(count)
        session = tf.Session(graph=graph)
        contenders[f"a node of {count:,}"] = runs(
            session, y, {x: np.ones(16, np.float32)}, max(2, 20_000 // count), count
        )
    row = interleave(Row("one of many nodes"), contenders, min(rounds, 5))
    row.ratio("a node of 10", "a node of 1,000")
    row.ratio("a node of 50,000", "a node of 1,000", "<= 1.3")
    return row


def memories(rounds: int) -> Row:
    """The small network in a new session, and in one behind which there are signatures, sessions, or runs."""
    case = small_network()
    plain, many_signatures, beside_many, long_used = (tf.Session(graph=case.graph) for _ in range(4))
    graph = many_signatures.graph
    elements = [tensor for op in graph.get_operations() for tensor in op.outputs]
    fetches = [(a, b) for a in elements for b in elements][:NUM_SIGNATURES]
    others = [tf.Session(graph=case.graph) for _ in range(NUM_SESSIONS)]

    async def prepare() -> None:
        for pair in fetches:
            await many_signatures.run(list(pair), case.feeds)
        for session in others:
            await session.run(case.fetch, case.feeds)
        for _ in range(NUM_PAST_RUNS):
            await long_used.run(case.fetch, case.feeds)

    asyncio.run(prepare())
    labels = ["new session", f"{len(fetches)} signatures", f"beside {NUM_SESSIONS} sessions", f"{NUM_PAST_RUNS:,} runs"]
    sessions = [plain, many_signatures, beside_many, long_used]
    contenders = {
        label: runs(session, case.fetch, case.feeds, 600) for label, session in zip(labels, sessions, strict=True)
    }
    row = interleave(Row("8-node MLP behind a history"), contenders, rounds)
    for label in labels[1:]:
        row.ratio(label, labels[0], "<= 1.2")
    return row


def threads(rounds: int) -> Row:
    """The digits model by numpy's kernels, which need the interpreter's lock, in place and on pools, 64 callers."""
    model = next(models())
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(tf.GraphDef.FromString(model.graph_def), name="")

    def contender(size: int, options: tf.RunOptions | None = None) -> Contender:
        config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=size)
        config.aioflow.region_engine = "none"
        session = tf.Session(graph=graph, config=config)
        return awaited(lambda: session.run(model.fetches, model.feeds, options), 6400, 64)

    pools = {f"pool of {size}": contender(size) for size in POOL_SIZES}
    row = interleave(Row("digits CNN by numpy, 64 callers"), {"in place": contender(1, IN_PLACE), **pools}, rounds)
    for name in pools:
        row.ratio(name, "in place", "<= 1.11")
    return row


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    return [planning(rounds), nodes(rounds), memories(rounds), threads(rounds)]
