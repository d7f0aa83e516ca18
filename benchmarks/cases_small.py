"""Small work, as a graph, by hand in numpy, and for each peer: a network, chained additions, a loop."""
from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.dask_peer import dask_runner
from benchmarks.onnx_peer import onnx_runner
from benchmarks.tensorflow_peer import tensorflow_runner

Runner = Callable[[], Any] | None


@dataclass
class Case:
    """The same work for everybody.

    Attributes:
        graph: As a graph.
        fetch: Name of the tensor to compute.
        feeds: Name of a tensor -> array.
        by_hand: In numpy.
        peers: Name of a peer that can do it -> the same, None where it is not installed.
    """

    graph: tf.Graph
    fetch: str
    feeds: dict[str, Any]
    by_hand: Callable[[], Any]
    peers: dict[str, Runner] = field(default_factory=dict)

    def tensorflow(self) -> Runner:
        """For TensorFlow, or None."""
        return tensorflow_runner(self.graph.as_graph_def().SerializeToString(), [self.fetch], self.feeds)

    def check(self) -> None:
        """Raises AssertionError unless all peers compute the same."""
        wanted = self.by_hand()
        with tf.Session(graph=self.graph) as session:
            results = [session.run_sync(self.fetch, self.feeds)]
        for runner in (self.tensorflow(), *self.peers.values()):
            if runner is not None:
                found = runner()
                results.append(found[0] if isinstance(found, list) else found)
        for result in results:
            np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-6)


def small_network() -> Case:
    """An MLP of 8 nodes: 3 products, 2 bias additions, 2 relus, a softmax; [8, 16] in, [8, 4] out."""
    rng = np.random.default_rng(0)
    sizes = [16, 16, 16, 4]
    weights = [rng.standard_normal(shape, np.float32) for shape in itertools.pairwise(sizes)]
    biases = [rng.standard_normal(size, np.float32) for size in sizes[1:3]]
    x = rng.standard_normal((8, 16), np.float32)
    graph = tf.Graph()
    with graph.as_default():
        h = tf.placeholder(tf.float32, [None, 16], name="x")
        for weight, bias in zip(weights[:2], biases, strict=True):
            h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, weight), bias))
        tf.nn.softmax(tf.matmul(h, weights[2]), name="y")

    def by_hand() -> Any:
        h = x
        for weight, bias in zip(weights[:2], biases, strict=True):
            h = np.maximum(np.matmul(h, weight) + bias, 0)
        return _softmax(np.matmul(h, weights[2]))

    peers = {"onnxruntime": _onnx_network(weights, biases, x), "dask": _dask_network(weights, biases, x)}
    return Case(graph, "y:0", {"x:0": x}, by_hand, peers)


def _softmax(logits: Any) -> Any:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _relu(x: Any) -> Any:
    return np.maximum(x, 0)


def _onnx_network(weights: Sequence[Any], biases: Sequence[Any], x: Any) -> Runner:
    constants = {**{f"w{i}": w for i, w in enumerate(weights)}, **{f"b{i}": b for i, b in enumerate(biases)}}
    nodes = [
        ("MatMul", ["x", "w0"], "p0"), ("Add", ["p0", "b0"], "s0"), ("Relu", ["s0"], "h0"),
        ("MatMul", ["h0", "w1"], "p1"), ("Add", ["p1", "b1"], "s1"), ("Relu", ["s1"], "h1"),
        ("MatMul", ["h1", "w2"], "p2"), ("Softmax", ["p2"], "y"),
    ]  # fmt: skip
    return onnx_runner(nodes, constants, {"x": x}, "y")


def _dask_network(weights: Sequence[Any], biases: Sequence[Any], x: Any) -> Runner:
    tasks: dict[str, Any] = {f"w{i}": weight for i, weight in enumerate(weights)}
    tasks |= {f"b{i}": bias for i, bias in enumerate(biases)} | {"x": x}
    before = "x"
    for i in range(len(biases)):
        tasks |= {f"p{i}": (np.matmul, before, f"w{i}"), f"s{i}": (np.add, f"p{i}", f"b{i}"), f"h{i}": (_relu, f"s{i}")}
        before = f"h{i}"
    return dask_runner(tasks | {"p2": (np.matmul, before, "w2"), "y": (_softmax, "p2")}, "y")


def chained_adds(count: int = 1000) -> Case:
    """`count` additions of a fed [16] vector to another one; there are no constants, so nobody can fold them."""
    step, x = np.full(16, 0.5, np.float32), np.ones(16, np.float32)
    graph = tf.Graph()
    with graph.as_default():
        h = tf.placeholder(tf.float32, [16], name="x")
        fed_step = tf.placeholder(tf.float32, [16], name="step")
        for _ in range(count):
            h = tf.add(h, fed_step)
        tf.identity(h, name="y")

    def by_hand() -> Any:
        h = x
        for _ in range(count):
            h = np.add(h, step)
        return h

    names = ["x", *(f"h{i}" for i in range(1, count)), "y"]
    nodes = [("Add", [before, "step"], name) for before, name in itertools.pairwise(names)]
    tasks = {"x": x, "step": step, **{name: (np.add, *inputs) for _, inputs, name in nodes}}
    peers = {"onnxruntime": onnx_runner(nodes, {}, {"x": x, "step": step}, "y"), "dask": dask_runner(tasks, "y")}
    return Case(graph, "y:0", {"x:0": x, "step:0": step}, by_hand, peers)


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
