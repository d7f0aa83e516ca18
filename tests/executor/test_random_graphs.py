"""Random graphs: the executor, whatever its settings, gives what a serial reference gives."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.rewriter_config_pb2 import RewriterConfig
from aioflow.session.compiler import Compiler
from aioflow.testing import Reference

from .random_graphs import RandomGraph, outcomes, random_graph

SEEDS = range(12)


def on_reference(made: RandomGraph) -> Any:
    """Runs steps of a graph on the serial reference."""
    reference, graph = Reference(made.graph), made.graph

    async def run(fetches: Sequence[str], feeds: Mapping[str, Any], targets: Sequence[str]) -> list[Any]:
        fed = {graph.get_tensor_by_name(name): np.asarray(value) for name, value in feeds.items()}
        fetched = [graph.get_tensor_by_name(name) for name in fetches]
        if not fetched and not targets:
            return []
        return reference.run(fetched, fed, [graph.get_operation_by_name(name) for name in targets])

    return run


def on_session(session: tf.Session, times: int = 1) -> Any:
    """Runs steps on a session."""

    async def run(fetches: Sequence[str], feeds: Mapping[str, Any], targets: Sequence[str]) -> list[Any]:
        ops = [session.graph.get_operation_by_name(name) for name in targets]
        values: list[Any] = await session.run([*fetches, *ops], dict(feeds))
        return values[: len(fetches)]

    return run


async def compare(made: RandomGraph, config: tf.ConfigProto) -> None:
    """Compares a session on a random graph with the reference."""
    config.device_count["CPU"] = 3
    wanted = await outcomes(made, on_reference(made))
    async with tf.Session(graph=made.graph, config=config) as session:
        assert await outcomes(made, on_session(session)) == wanted


@pytest.mark.parametrize("seed", SEEDS)
async def test_all_passes(config: tf.ConfigProto, seed: int) -> None:
    """With all passes on."""
    await compare(random_graph(seed), config)


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_passes(config: tf.ConfigProto, seed: int) -> None:
    """With all passes off."""
    config.graph_options.CopyFrom(without_passes())
    await compare(random_graph(seed + 100), config)


@pytest.mark.parametrize("seed", SEEDS)
async def test_cut(config: tf.ConfigProto, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an executor per device, joined by transfers."""
    monkeypatch.setattr(Compiler, "cuts_between_all_devices", True)
    await compare(random_graph(seed + 200, places_loops=False), config)


def without_passes() -> tf.GraphOptions:
    """Graph options that turn every pass off."""
    options = tf.GraphOptions()
    options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    options.rewrite_options.disable_meta_optimizer = True
    return options


def with_one_pass(name: str) -> tf.GraphOptions:
    """Graph options that turn one pass on."""
    options = without_passes()
    if name in CLASSIC:
        setattr(options.optimizer_options, CLASSIC[name], True)
        return options
    options.Clear()
    for toggle in REWRITING:
        if toggle != name:
            setattr(options.rewrite_options, toggle, RewriterConfig.OFF)
    return options


CLASSIC = {
    "inlining": "do_function_inlining",
    "folding": "do_constant_folding",
    "merging": "do_common_subexpression_elimination",
}
REWRITING = [
    "function_optimization", "dependency_optimization", "constant_folding", "common_subgraph_elimination",
    "arithmetic_optimization",
]  # fmt: skip


@pytest.mark.parametrize("name", [*CLASSIC, "dependency_optimization", "arithmetic_optimization"])
@pytest.mark.parametrize("seed", range(20))
async def test_one_pass(name: str, seed: int) -> None:
    """With one pass on."""
    await compare(random_graph(seed + 300), tf.ConfigProto(graph_options=with_one_pass(name)))
