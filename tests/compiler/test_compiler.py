"""The compiler without a session or an event loop: a graph and a signature in, executors or an error out."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.compiler.compiler import Compiler, ExecutorEntry
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph.function import Function
from tests.functions.building import call, define


def device(number: int) -> Device:
    """A CPU."""
    return Device(DeviceAttributes(f"/job:localhost/replica:0/task:0/device:CPU:{number}", "CPU", 0, 1), np)


@pytest.fixture
def compiler() -> Compiler:
    """One for two CPUs."""
    return Compiler(tf.ConfigProto(), [device(0), device(1)])


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """The default graph of the test."""
    with tf.Graph().as_default() as graph:
        yield graph


def names(entry: ExecutorEntry) -> set[str]:
    """Names of the nodes that run, without those that take feeds and give results."""
    ops = entry.compiled.graph.get_operations()
    return {op.name for op in ops if op.type not in ("_Arg", "_Retval", "NoOp", "_Source", "_Sink")}


def test_only_what_the_signature_needs(compiler: Compiler, graph: tf.Graph) -> None:
    """Nodes before a feed and nodes that no fetch needs are left out."""
    x = tf.sqrt(tf.placeholder(tf.float32, [], name="before"), name="x")
    tf.negative(x, name="beside")
    y = tf.square(x, name="y")
    assert names(compiler.compile(graph, [x], [y], [])) == {"y"}


def test_one_executor_where_memory_is_shared(compiler: Compiler, graph: tf.Graph) -> None:
    """Two CPUs share the process's memory, so that nothing needs to be transferred between them."""
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:0"):
        first = tf.square(x)
    with tf.device("/cpu:1"):
        second = tf.sqrt(first)
    compiled = compiler.compile(graph, [x], [second], []).compiled
    assert compiled.only_executor is not None
    assert [found.name[-5:] for found in compiled.devices] == ["CPU:0", "CPU:1"]
    assert len(compiled.partition_graphs()) == 2


def test_executors_of_devices_that_are_kept_apart(
    compiler: Compiler, graph: tf.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One executor per device, joined by transfers, and so not one that could run a step alone."""
    monkeypatch.setattr(Compiler, "cuts_between_all_devices", True)
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:0"):
        first = tf.square(x)
    with tf.device("/cpu:1"):
        second = tf.sqrt(first)
    compiled = compiler.compile(graph, [x], [second], []).compiled
    assert len(compiled.executors) == 2
    assert compiled.only_executor is None


def test_unfused_is_compiled_once(compiler: Compiler, graph: tf.Graph) -> None:
    """What shows each node is compiled when it is first asked for, and then kept; it is its own unfused form."""
    x = tf.placeholder(tf.float32, [None, 2])
    product = tf.matmul(x, [[1.0, 2.0], [3.0, 4.0]])
    y = tf.nn.relu(tf.nn.bias_add(product, [1.0, 1.0]))
    entry = compiler.compile(graph, [x], [y], [])
    unfused = entry.unfused()
    assert unfused is not entry
    assert unfused is entry.unfused() is unfused.unfused()
    types = [{op.type for op in each.compiled.graph.get_operations()} for each in (entry, unfused)]
    assert "_FusedMatMul" in types[0] and "MatMul" not in types[0]
    assert "MatMul" in types[1] and "_FusedMatMul" not in types[1]


def test_all_missing_kernels_at_once(compiler: Compiler, graph: tf.Graph) -> None:
    """The error counts the nodes of every op that has no kernel, and names one of them."""
    for number in range(2):
        graph.create_op("TPUCompilationResult", [], name=f"tpu_{number}")
    graph.create_op("TPUOrdinalSelector", [], name="other")
    with pytest.raises(errors.UnimplementedError) as caught:
        compiler.compile(graph, [], [], graph.get_operations())
    assert "TPUCompilationResult (2 nodes)" in str(caught.value)
    assert "TPUOrdinalSelector (1 nodes)" in str(caught.value)


def test_stateful_nodes_keep_their_kernel_and_device(compiler: Compiler, graph: tf.Graph) -> None:
    """Two signatures of one compiler share the kernel of a random node, so that its stream goes on."""
    with tf.device("/cpu:1"):
        x = tf.random_uniform([], seed=1)
    entries = [compiler.compile(graph, [], [y], []) for y in (x + 1.0, x * 2.0)]
    kernels = [
        item.kernel
        for entry in entries
        for item in entry.compiled.executors[0].view.nodes
        if item.op.type == "RandomUniform"
    ]
    assert len(kernels) == 2
    assert kernels[0] is kernels[1]
    assert kernels[0].device.name.endswith("CPU:1")


def test_nothing_to_run_is_refused(compiler: Compiler, graph: tf.Graph) -> None:
    """A signature without fetches and targets is an error of the caller."""
    with pytest.raises(errors.InvalidArgumentError):
        compiler.compile(graph, [], [], [])


async def test_functions_ask_for_what_they_call_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling each function of a library looks at that one, and not at all the others."""
    num_functions, num_asked = 40, 0
    get = Function.named.__get__

    def asked(function: Function) -> frozenset[str]:
        nonlocal num_asked
        num_asked += 1
        return frozenset(get(function))

    x = tf.placeholder(tf.float32, [])
    y = x
    for number in range(num_functions):
        negation = define(f"f{number}", [tf.float32], lambda x: -x)
        (y,) = call(negation, [y], [tf.float32], _noinline=True)
    monkeypatch.setattr(Function, "named", property(asked))
    async with tf.Session() as session:
        assert await session.run(y, {x: 2.0}) == 2.0
    assert num_asked <= 3 * num_functions
