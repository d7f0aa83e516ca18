"""Rows where kernels and threads decide: parallel products, loop lag under load, isolation of pools, whole models."""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.measuring import Row, interleave, percentile, shown
from benchmarks.rows_small import awaited
from benchmarks.tensorflow_peer import tensorflow_runner
from tests.corpus import corpus_folder

HEARTBEAT_S = 0.002


def products(count: int = 16, size: int = 512) -> tuple[tf.Graph, tf.Operation]:
    """Independent products of [size, size] matrices, and an operation that waits for all of them."""
    rng = np.random.default_rng(0)
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [size, size], name="x")
        weights = [tf.constant(rng.standard_normal((size, size), np.float32)) for _ in range(count)]
        done = tf.group(*[tf.matmul(x, weight) for weight in weights])
    return graph, done


def parallel_products() -> Row:
    """The same products on pools of one and of two threads; BLAS itself keeps to one thread."""
    from threadpoolctl import threadpool_limits

    graph, done = products()
    x = graph.get_tensor_by_name("x:0")
    value = np.ones((512, 512), np.float32)

    def on(threads: int) -> Any:
        config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=threads)
        session = tf.Session(graph=graph, config=config)
        return awaited(lambda: session.run(done, {x: value}), 4)

    with threadpool_limits(1, user_api="blas"):
        seconds = interleave({"1 thread": on(1), "2 threads": on(2)}, rounds=5)
    row = Row("16 independent 512x512 matmuls, 2 threads", ">= 0.9 of the ideal speed-up", seconds)
    row.ratios["speed-up (ideal 2)"] = ("1 thread", "2 threads")
    return row


async def _heartbeat(lags: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(HEARTBEAT_S)
        lags.append(time.perf_counter() - began - HEARTBEAT_S)


async def _lag(seconds: float) -> list[float]:
    graph, done = products(8, 256)
    x = graph.get_tensor_by_name("x:0")
    value = np.ones((256, 256), np.float32)
    lags: list[float] = []
    session = tf.Session(graph=graph)
    heartbeat = asyncio.create_task(_heartbeat(lags))
    end = time.perf_counter() + seconds

    async def caller() -> None:
        while time.perf_counter() < end:
            await session.run(done, {x: value})

    await asyncio.gather(*(caller() for _ in range(8)))
    heartbeat.cancel()
    await session.close()
    return lags


def loop_lag() -> Row:
    """How late the event loop is while 8 callers keep the pool saturated with products."""
    lags = asyncio.run(_lag(3.0))
    row = Row("event-loop lag while the pool is saturated", "p99 <= 5 ms")
    row.numbers = {name: shown(percentile(lags, share)) for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}
    return row


def models() -> list[Row]:
    """The recorded models that run, against TensorFlow."""
    folder = corpus_folder()
    names = ("resnet20_cifar", "transformer_encoder_2l")
    return [] if folder is None else [_model(folder / "models" / f"{name}.zip", name) for name in names]


def _model(path: Any, name: str) -> Row:
    with zipfile.ZipFile(path) as archive:
        graph_def = archive.read("0/graph.pb")
        step = json.loads(archive.read("0/steps.json"))["steps"][0]
        arrays = np.load(io.BytesIO(archive.read("0/tensors.npz")), allow_pickle=False)
    feeds = {tensor: arrays[ref["t"]] for tensor, ref in step["feeds"]}
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
    session = tf.Session(graph=graph)
    contenders = {"aioflow": awaited(lambda: session.run(step["fetches"], feeds), 5)}
    ratios = {}
    peer = tensorflow_runner(graph_def, step["fetches"], feeds)
    if peer is not None:
        contenders["tensorflow"] = awaited(lambda: asyncio.to_thread(peer), 5)
        ratios["aioflow / tensorflow"] = ("aioflow", "tensorflow")
    return Row(f"frozen {name}", "<= 2x tensorflow", interleave(contenders, rounds=5), ratios)


def rows() -> list[Row]:
    """All rows of this file."""
    return [parallel_products(), loop_lag(), *models()]
