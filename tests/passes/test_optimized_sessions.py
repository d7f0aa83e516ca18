"""Passes through sessions: with every setting of the switches the same comes out (executor.md 5.7; E-98 to E-100)."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.rewriter_config_pb2 import RewriterConfig
from aioflow.ops.generated import math as raw
from tests.executor.witness import Witness
from tests.functions.building import call, define

SWITCHES = ("constant_folding", "arithmetic_optimization", "dependency_optimization", "common_subgraph_elimination",
            "function_optimization")  # fmt: skip


def level(value: int) -> tf.ConfigProto:
    """Settings with this level of optimization."""
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.opt_level = value  # type: ignore[assignment]
    return config


def without(switch: str) -> tf.ConfigProto:
    """Settings with one pass off."""
    config = tf.ConfigProto()
    setattr(config.graph_options.rewrite_options, switch, RewriterConfig.OFF)
    return config


def nothing_rewritten() -> tf.ConfigProto:
    """Settings without the rewriter."""
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return config


CONFIGS: dict[str, tf.ConfigProto] = {
    "L0": level(tf.OptimizerOptions.L0),
    "L1": level(tf.OptimizerOptions.L1),
    "not rewritten": nothing_rewritten(),
    **{f"no {switch}": without(switch) for switch in SWITCHES},
}
configs = pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)


@configs
async def test_same_values(config: tf.ConfigProto) -> None:
    """E-99: folding, merging, simplifying and inlining leave fetched values as they are, bit by bit."""
    with tf.Graph().as_default() as graph:
        x, p = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.bool, [])
        c = tf.constant([0.1, 0.2, 0.3]) * 3.0 + 1.0
        same = [tf.exp(x * c), tf.exp(x * c)]
        simple = tf.identity(tf.negative(tf.negative((x + 0.0) * 1.0 / 1.0 - 0.0)))
        function = define("f", [tf.float32], lambda y: tf.sqrt(y * y + c_of(2.0)))
        (called,) = call(function, [same[0]], [tf.float32])
        chosen = tf.cond(p, lambda: tf.constant(2.0) * tf.constant(4.0), lambda: tf.reduce_sum(called))
        looped = tf.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t * (c_of(1.0) + c_of(0.5))), [0, c])[1]
        fetches = [*same, simple, called, chosen, looped, tf.shape(c), c]
        fed = np.array([-0.0, 1e-8, 3.5], np.float32)
        results = []
        for settings in (CONFIGS["L0"], config):
            async with tf.Session(graph=graph, config=settings) as session:
                results.append([await session.run(fetches, {x: fed, p: value}) for value in (True, False)])
    for wanted, got in zip(*results, strict=True):
        assert [np.asarray(array).tobytes() for array in got] == [np.asarray(array).tobytes() for array in wanted]


def c_of(value: float) -> Any:
    """A constant."""
    return tf.constant(value)


@configs
async def test_same_effects(config: tf.ConfigProto) -> None:
    """E-11, E-12, E-88, E-92: with any passes each effect happens once where it should, and nowhere else."""
    witness = Witness()
    with tf.Graph().as_default() as graph:
        x, p = tf.placeholder(tf.float32, []), tf.placeholder(tf.bool, [])
        twice = witness.node(x, "one") + witness.node(x, "two")
        function = define("f", [tf.float32], lambda y: [witness.node(y, "body"), y][1:])
        result = tf.cond(p, lambda: witness.node(twice, "taken"), lambda: witness.failing(x, "untaken"))
        drawn = [tf.random.uniform([], seed=1), tf.random.uniform([], seed=1)]
        fetches = [result, call(function, [x], [tf.float32])[0], *drawn]
        async with tf.Session(graph=graph, config=config) as session:
            first, _, a, b = await session.run(fetches, {x: 2, p: True})
            assert first == 4 and a == b
            assert sorted(witness.seen) == ["body", "one", "taken", "two"]


@configs
async def test_failing_constants(config: tf.ConfigProto) -> None:
    """E-98: a constant expression that fails is an error only of runs in which it runs, and names its node."""
    with tf.Graph().as_default() as graph:
        p = tf.placeholder(tf.bool, [])
        bad = lambda: raw.floor_div(tf.constant(1), tf.constant(0), name="bad")  # noqa: E731
        result = tf.cond(p, bad, lambda: tf.constant(5))
        async with tf.Session(graph=graph, config=config) as session:
            assert await session.run(result, {p: False}) == 5
            with pytest.raises(errors.InvalidArgumentError, match="division by zero") as caught:
                await session.run(result, {p: True})
            assert caught.value.op.name.endswith("bad")


@configs
async def test_joining_and_adding_in_parallel(config: tf.ConfigProto) -> None:
    """E-100: ParallelConcat gives its inputs one after the other, AccumulateNV2 their sum."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2])
        stacked = tf.parallel_stack([x, x * 2.0, tf.constant([7.0, 8.0])])
        joined = tf.raw_ops.ParallelConcat(values=[tf.ones([1, 2]), tf.reshape(x, [1, 2])], shape=[2, 2])
        total = tf.accumulate_n([x, x + 1.0, tf.constant([10.0, 20.0])])
        summed = tf.raw_ops.AccumulateNV2(inputs=[x, x], shape=[2])
        async with tf.Session(graph=graph, config=config) as session:
            results = await session.run([stacked, joined, total, summed], {x: [1, 2]})
    wanted = [[[1, 2], [2, 4], [7, 8]], [[1, 1], [1, 2]], [13, 25], [2, 4]]
    assert [array.tolist() for array in results] == wanted
