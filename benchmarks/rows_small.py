"""Rows where the runtime's own cost decides: a small network, chained adds, a loop."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.measuring import Row, interleave, per_call
from benchmarks.tensorflow_peer import tensorflow_runner


class Case:
    """A graph, the same work by hand, and the same graph in TensorFlow.

    Args:
        graph: The graph.
        fetch: Name of the tensor to compute.
        feeds: Name of a tensor -> array.
        by_hand: The same in numpy.
    """

    def __init__(self, graph: tf.Graph, fetch: str, feeds: dict[str, Any], by_hand: Callable[[], Any]) -> None:
        self.graph = graph
        self.fetch = graph.get_tensor_by_name(fetch)
        self.feeds = {graph.get_tensor_by_name(name): value for name, value in feeds.items()}
        self.by_hand = by_hand
        self.tensorflow = tensorflow_runner(graph.as_graph_def().SerializeToString(), [fetch], feeds)


def small_network() -> Case:
    """An MLP of 8 nodes: 3 products, 2 bias additions, 2 relus, a softmax; [8, 16] in, [8, 4] out."""
    rng = np.random.default_rng(0)
    sizes = [16, 16, 16, 4]
    weights = [rng.standard_normal(shape, np.float32) for shape in itertools.pairwise(sizes)]
    biases = [rng.standard_normal(size, np.float32) for size in sizes[1:3]]
    x_value = rng.standard_normal((8, 16), np.float32)
    graph = tf.Graph()
    with graph.as_default():
        h = tf.placeholder(tf.float32, [None, 16], name="x")
        for weight, bias in zip(weights[:2], biases, strict=True):
            h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, weight), bias))
        tf.nn.softmax(tf.matmul(h, weights[2]), name="y")

    def by_hand() -> Any:
        h = x_value
        for weight, bias in zip(weights[:2], biases, strict=True):
            h = np.maximum(np.matmul(h, weight) + bias, 0)
        logits = np.matmul(h, weights[2])
        e = np.exp(logits - logits.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    return Case(graph, "y:0", {"x:0": x_value}, by_hand)


def chained_adds(count: int = 1000) -> Case:
    """`count` additions of a fed [16] vector, one after the other."""
    step = np.full(16, 0.5, np.float32)
    x_value = np.ones(16, np.float32)
    graph = tf.Graph()
    with graph.as_default():
        h = tf.placeholder(tf.float32, [16], name="x")
        constant = tf.constant(step)
        for _ in range(count):
            h = tf.add(h, constant)
        tf.identity(h, name="y")

    def by_hand() -> Any:
        h = x_value
        for _ in range(count):
            h = np.add(h, step)
        return h

    return Case(graph, "y:0", {"x:0": x_value}, by_hand)


def counting_loop(iterations: int = 1000) -> Case:
    """A TF1 while loop that adds 1 to a scalar."""
    graph = tf.Graph()
    with graph.as_default():
        limit = tf.placeholder(tf.int32, [], name="n")
        tf.identity(tf.while_loop(lambda i: tf.less(i, limit), lambda i: tf.add(i, 1), [tf.constant(0)]), name="y")

    def by_hand() -> Any:
        i, one, n = np.int32(0), np.int32(1), np.int32(iterations)
        while np.less(i, n):
            i = np.add(i, one)
        return i

    return Case(graph, "y:0", {"n:0": np.int32(iterations)}, by_hand)


def awaited(run: Callable[[], Awaitable[Any]], calls: int, callers: int = 1) -> Callable[[], float]:
    """A contender that awaits `run` `calls` times, split over concurrent callers, on a loop of its own."""

    async def one_caller() -> None:
        for _ in range(calls // callers):
            await run()

    async def measure() -> float:
        await run()
        began = time.perf_counter()
        await asyncio.gather(*(one_caller() for _ in range(callers)))
        return (time.perf_counter() - began) / (calls // callers * callers)

    return lambda: asyncio.run(measure())


def in_executor(function: Callable[[], Any], calls: int, callers: int = 1) -> Callable[[], float]:
    """The same for a blocking function, through `run_in_executor`."""
    return awaited(lambda: asyncio.get_running_loop().run_in_executor(None, function), calls, callers)


def row(work: str, target: str, case: Case, calls: int, callers: int = 1) -> Row:
    """Measures a case against numpy by hand, and TensorFlow where it is installed."""
    session = tf.Session(graph=case.graph)
    contenders = {
        "aioflow": awaited(lambda: session.run(case.fetch, case.feeds), calls, callers),
        "numpy": per_call(case.by_hand, calls),
        "numpy in executor": in_executor(case.by_hand, calls, callers),
    }
    ratios = {"aioflow / numpy": ("aioflow", "numpy"), "numpy in executor / aioflow": ("numpy in executor", "aioflow")}
    if case.tensorflow is not None:
        contenders["tensorflow"] = per_call(case.tensorflow, calls)
        contenders["tensorflow in executor"] = in_executor(case.tensorflow, calls, callers)
        ratios["aioflow / tensorflow"] = ("aioflow", "tensorflow")
        ratios["tensorflow in executor / aioflow"] = ("tensorflow in executor", "aioflow")
    return Row(work, target, interleave(contenders), ratios)


def rows() -> list[Row]:
    """All rows of this file."""
    mlp = small_network()
    return [
        row("8-node MLP, one caller", "<= 1.8x numpy, >= 15x tensorflow in executor", mlp, 1000),
        row("8-node MLP, 64 callers", ">= 12x tensorflow in executor", mlp, 3200, callers=64),
        row("1,000 chained small adds", "<= 1.1x numpy, <= 1.0x tensorflow", chained_adds(), 20),
        row("TF1 while loop, 1,000 iterations", "<= 0.7x tensorflow", counting_loop(), 10),
    ]
