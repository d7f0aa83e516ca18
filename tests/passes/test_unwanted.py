"""Every pass asks whether its work is still wanted, once a node or more, and ends where it is not."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.config_pb2 import GraphOptions
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.graph.graph import Graph
from aioflow.framework.wanted import UnwantedError, Work
from aioflow.passes.optimize import passes_for
from aioflow.passes.partition import partition
from aioflow.passes.place import place
from aioflow.passes.prune_body import prune_body
from tests.passes.optimized import pruned
from tests.passes.test_inline_functions import call, function

NUM_NODES = 50
DEVICE = Device(DeviceAttributes("/job:localhost/replica:0/task:0/device:CPU:0", "CPU", 0, 0), np)
PASSES = {getattr(apply, "__name__", "fold_constants"): apply for apply in passes_for(GraphOptions())}
NAMES = ["prune", "instantiate", "prune_body", "place", "partition", *PASSES]


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    """A default graph for each test: a chain of calls and others."""
    with tf.Graph().as_default() as graph:
        graph.add_function(function("square", [("m", "Mul", ["x", "x"])], "m:z:0"))
        y = tf.placeholder(tf.float32, [], name="x")
        for _ in range(NUM_NODES):
            y = call(graph, "square", tf.exp(y))
        tf.identity(y, name="y")
        yield


def chain() -> Graph:
    """The chain, pruned."""
    graph = tf.get_default_graph()
    return pruned([graph.get_tensor_by_name("y:0")], [graph.get_tensor_by_name("x:0")])


def body() -> FunctionBody:
    """The body of a function of many nodes."""
    nodes = [(f"n{i}", "Neg", [f"n{i - 1}:y:0" if i else "x"]) for i in range(NUM_NODES)]
    return instantiate(function("large", nodes, f"n{NUM_NODES - 1}:y:0"), {}, {})


def ready(name: str) -> Callable[[], object]:
    """Gets the graph for a pass ready; gives the pass on it."""
    if name in ("prune", "instantiate"):
        return chain if name == "prune" else body
    if name == "prune_body":
        return partial(prune_body, body())
    graph = chain()
    ops = graph.get_operations()
    if name == "place":
        return partial(place, ops, [DEVICE], False)
    if name == "partition":
        return partial(partition, graph, dict.fromkeys(ops, DEVICE))
    return partial(PASSES[name], graph)


@pytest.mark.parametrize("name", NAMES)
def test_passes_ask_for_each_node(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """However large a graph is, not much more than a node is done between two questions."""
    run, check, asked = ready(name), Work.check, 0

    def counted(work: Work) -> None:
        nonlocal asked
        asked += 1
        check(work)

    monkeypatch.setattr(Work, "check", counted)
    with Work():
        run()
    assert asked >= NUM_NODES


@pytest.mark.parametrize("name", NAMES)
def test_passes_end_when_nobody_wants_them(name: str) -> None:
    """And leave the graph that they had as it was."""
    run, work = ready(name), Work()
    work.stop()
    with work, pytest.raises(UnwantedError):
        run()
