"""GraphDefs whose library is damaged: they are refused, or run to results or errors of ours."""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.functions.building import call, define
from tests.kernels.live_graph import LiveGraph
from tests.kernels.stray_runs import check_ends, other_tasks

TRIES = 12
TEXTS = ["x", "arg0", "out0", "Mul:z:0", "Mul:z:1", "Mul", "Mul:nothing:0", "^Mul", "", ":", "T", "stray"]


def change_type(function: Any, choose: random.Random) -> None:
    """An argument or a result has another type, or one that an attribute names."""
    args = [*function.signature.input_arg, *function.signature.output_arg]
    if args:
        field = choose.choice(["type", "type", "type_attr", "number_attr", "type_list_attr", "is_ref"])
        value = choose.choice([0, 1, 3, 7, 10, 20, 21, 99, 101]) if field == "type" else choose.choice(TEXTS)
        setattr(choose.choice(args), field, True if field == "is_ref" else value)


def change_arguments(function: Any, choose: random.Random) -> None:
    """There is one argument or result more or less, or another name for one."""
    args = choose.choice([function.signature.input_arg, function.signature.output_arg])
    what = choose.choice(["add", "remove", "rename"])
    if what == "add":
        args.add(name=choose.choice(TEXTS), type=choose.choice([1, 3, 21]))
    elif args and what == "remove":
        del args[choose.randrange(len(args))]
    elif args:
        choose.choice(args).name = choose.choice(TEXTS)


def change_results(function: Any, choose: random.Random) -> None:
    """A result, or what runs for its effect, comes from elsewhere."""
    of = choose.choice([function.ret, function.ret, function.control_ret])
    of[choose.choice([*of, *TEXTS])] = choose.choice(TEXTS)


def change_nodes(function: Any, choose: random.Random) -> None:
    """A node is gone, or has another name, op, or input."""
    if not function.node_def:
        return
    at = choose.randrange(len(function.node_def))
    node, what = function.node_def[at], choose.choice(["remove", "rename", "op", "input", "input", "attr"])
    if what == "remove":
        del function.node_def[at]
    elif what == "rename":
        node.name = choose.choice(TEXTS)
    elif what == "op":
        node.op = choose.choice([function.signature.name, "Neg", "_Arg", "_Retval", "Switch", "nobody", "NoOp"])
    elif what == "input":
        node.input.insert(choose.randint(0, len(node.input)), choose.choice(TEXTS))
        del node.input[choose.randrange(len(node.input))]
    elif node.attr:
        node.attr[choose.choice(sorted(node.attr))].placeholder = choose.choice(TEXTS)


def change_name(function: Any, choose: random.Random) -> None:
    """It has another name, so that there is none of its own, or that of an op, or no attribute that it is to have."""
    function.signature.name = choose.choice(["Mul", "stray", ""])


CHANGES: list[Callable[[Any, random.Random], None]] = [
    change_type, change_type, change_arguments, change_results, change_nodes, change_nodes, change_name,
]  # fmt: skip


def program(live: LiveGraph) -> list[Any]:
    """Nodes that call functions, and those call others."""
    number: dict[str, Any] = {"output_types": [tf.float32], "output_shapes": [[]]}
    with live.graph.as_default():
        less = define("less", [tf.float32], lambda x: x < 20.0)
        double = define("double", [tf.float32], lambda x: x * 2.0)
        twice = define("twice", [tf.float32], lambda x: call(double, [x], [tf.float32]))
        row = define("row", [tf.float32], lambda x: tf.raw_ops.TensorDataset(components=[x], output_shapes=[[]]))
        total = define("total", [tf.float32, tf.float32], lambda x, y: x * y)
    one, rows = np.float32(1), live.op("TensorSliceDataset", [np.ones(3, np.float32)], output_shapes=[[]])
    mapped = live.op("FlatMapDataset", live.op("MapDataset", rows, [], f=twice, **number), [], f=row, **number)
    filtered = live.op("FilterDataset", mapped, [], predicate=less, **number)
    return [
        live.op("While", [one], cond=less, body=twice),
        live.op("If", np.bool_(True), [one], then_branch=twice, else_branch=double, Tout=[tf.float32]),
        live.op("StatefulPartitionedCall", [one], f=twice, Tout=[tf.float32]),
        live.op("SymbolicGradient", [one, one], f=twice, Tout=[tf.float32]),
        live.op("MapDefun", [np.ones(3, np.float32)], [], f=twice, **number),
        live.op("ReduceDataset", filtered, [one], [], f=total, **number),
        live.op("double", one),
    ]


@pytest.mark.asyncio(loop_factories=["ageing"])
@pytest.mark.parametrize("seed", range(20))
async def test_results_or_errors_of_ours(seed: int) -> None:
    """Whatever is changed in a function or two."""
    async with LiveGraph() as live:
        names = [node.op.name for node in program(live)]
        message = live.graph.as_graph_def()
    choose = random.Random(seed)
    for _ in range(TRIES):
        damaged = tf.GraphDef.FromString(message.SerializeToString())
        for _ in range(choose.choice([1, 1, 2])):
            choose.choice(CHANGES)(choose.choice(damaged.library.function), choose)
        await run_all(damaged, names)


async def test_shapes_that_contradict_each_other() -> None:
    """What a dataset calls fails in its kernel when it is first called, by the model's fault, as in TensorFlow."""
    async with LiveGraph() as live:
        with live.graph.as_default():
            function = define("packed", [tf.float32], lambda x: tf.raw_ops.Pack(values=[tf.constant(1.0)], axis=0) + x)
        rows = live.op("TensorSliceDataset", [np.ones(3, np.float32)], output_shapes=[[]])
        mapped = live.op("MapDataset", rows, [], f=function, output_types=[tf.float32], output_shapes=[None])
        first = live.op("DatasetToSingleElement", mapped, output_types=[tf.float32], output_shapes=[None], name="first")
        message = live.graph.as_graph_def()
    node = next(node for node in message.library.function[0].node_def if node.op == "Pack")
    node.attr["axis"].i = 9
    async with LiveGraph() as live:
        with live.graph.as_default():
            tf.import_graph_def(message, name="")
        with pytest.raises(errors.InvalidArgumentError, match=r"axis = 9 not in \[-1, 1\)\s+\[\[{{node Pack}}\]\]"):
            await live.run(first.name)


async def run_all(message: Any, names: list[str]) -> None:
    """Imports a graph, if that can be done, and runs some of its nodes."""
    with tf.Graph().as_default() as graph:
        try:
            tf.import_graph_def(message, name="")
        except (ValueError, errors.OpError) as error:
            assert not isinstance(error, errors.InternalError)
            return
    async with tf.Session(graph=graph) as session:
        for name in names:
            await check_ends(session.run(graph.get_operation_by_name(name)), message.library)
    assert await other_tasks() == set()
