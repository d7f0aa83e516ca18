"""Ops that stand beside branches: _SwitchN, FakeParam, ToBool and lists of tensors."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.ops.building.apply_op import apply_op
from tests.functions.building import define


@pytest.mark.parametrize(("index", "taken"), [(0, 0), (2, 2), (3, 2), (-1, 2)])
async def test_switch_n(index: int, taken: int) -> None:
    """One output is alive: that of the index, or the last one if there is none of it, as in TensorFlow."""
    with tf.Graph().as_default() as graph:
        at = tf.placeholder(tf.int32, [])
        outputs = apply_op("_SwitchN", [tf.constant(7.0), at], {"num_outs": 3}, "switch").outputs
        merged = tf.raw_ops.Merge(inputs=[tf.identity(output) for output in outputs])
    async with tf.Session(graph=graph) as session:
        value, number = await session.run([merged.output, merged.value_index], {at: index})
    assert (float(value), int(number)) == (7, taken)


async def test_fake_param() -> None:
    """A value that no branch makes has the dtype and shape that it is declared with."""
    with tf.Graph().as_default() as graph:
        nodes = [tf.raw_ops.FakeParam(dtype=t, shape=s) for t, s in ((tf.float32, [2, None]), (tf.string, [1]))]
    async with tf.Session(graph=graph) as session:
        numbers, texts = await session.run(nodes)
    assert (numbers.shape, numbers.dtype, texts.tolist()) == ((2, 0), np.float32, [b""])


TRUE: list[Any] = [float("nan"), [0], b"x", [b""], True]
FALSE: list[Any] = [0.0, [], b"", False]


@pytest.mark.parametrize(("value", "truth"), [*((value, True) for value in TRUE), *((value, False) for value in FALSE)])
async def test_to_bool(value: Any, truth: bool) -> None:
    """What counts as true is what TensorFlow takes for true."""
    with tf.Graph().as_default() as graph:
        node = tf.raw_ops.ToBool(input=tf.constant(value))
    async with tf.Session(graph=graph) as session:
        assert bool(await session.run(node)) is truth


async def test_lists() -> None:
    """A list of tensors stays the same whichever way it is declared."""
    with tf.Graph().as_default() as graph:
        values = [tf.constant(1), tf.constant(2)]
        array = apply_op("_ListToArray", [values], {"Tin": [tf.int32] * 2, "T": tf.int32, "N": 2}, "array").outputs
        again = apply_op("_ArrayToList", [list(array)], {"out_types": [tf.int32] * 2}, "list").outputs
    async with tf.Session(graph=graph) as session:
        assert [int(value) for value in await session.run(list(again))] == [1, 2]


@pytest.mark.parametrize("is_traced", [True, False])
@pytest.mark.parametrize("is_lowered", [True, False])
async def test_conditions_of_several_elements(is_lowered: bool, is_traced: bool) -> None:
    """Branches and loops that TensorFlow makes into Switch and Merge refuse them, others take them for true."""
    with tf.Graph().as_default() as graph:
        condition = tf.placeholder(tf.bool, name="condition")
        two = define("two", [tf.float32], lambda x: x * 2.0)
        three = define("three", [tf.float32], lambda x: x * 3.0)
        again = define("again", [tf.bool, tf.float32], lambda c, x: tf.logical_and(c, x < 9.0))
        body = define("body", [tf.bool, tf.float32], lambda c, x: [tf.identity(c), x * 2.0])
        tf.raw_ops.If(
            cond=condition, input=[tf.constant(5.0)], Tout=[tf.float32], then_branch=two, else_branch=three, name="if"
        )
        tf.raw_ops.While(input=[condition, tf.constant(5.0)], cond=again, body=body, name="while")
    message = graph.as_graph_def()
    for node in message.node:
        if node.op in ("If", "While"):
            node.attr["_lower_using_switch_merge"].b = is_lowered
    with tf.Graph().as_default() as imported:
        tf.import_graph_def(message, name="")
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE if is_traced else tf.RunOptions.NO_TRACE)
    async with tf.Session(graph=imported) as session:
        assert await session.run(["if:0", "while:1"], {"condition:0": True}, options) == [10.0, 10.0]
        if not is_lowered:
            assert await session.run("if:0", {"condition:0": [False, False]}, options) == 10.0
            return
        for fetch in ("if:0", "while:1"):
            with pytest.raises(tf.errors.InvalidArgumentError, match="must be a scalar"):
                await session.run(fetch, {"condition:0": [True, False]}, options)
