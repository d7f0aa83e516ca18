"""Random graphs: branches, loops, dead paths, functions, control edges, variables, devices.

A graph is made from a seed alone. Whatever it computes is determined: of the values that a Merge gets at most one is
alive, variables are only added to, and loops end. So every executor must give the same values, and leave the same ones
without a value. `random_blocks.py` adds the nodes.
"""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

import aioflow as tf
from aioflow import errors

from .random_blocks import Block, Maker, add_to, variable

NUM_VARIABLES = 2


@dataclass
class RandomGraph:
    """A graph and what to do with it.

    Attributes:
        graph: The graph; `as_graph_def` tells all of it.
        feeds: Names of placeholders -> values.
        fetches: Names of the tensors to fetch; some have no value.
        targets: Names of operations that have effects.
        initializers: Names of the operations that set the variables to 0.
        reads: Names of the tensors that give the variables.
    """

    graph: tf.Graph
    feeds: dict[str, Any] = field(default_factory=dict)
    fetches: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    initializers: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)


def random_graph(seed: int, size: int = 25, places_loops: bool = True, has_functions: bool = True) -> RandomGraph:
    """The graph of a seed.

    Args:
        seed: Any number.
        size: Roughly how many things the outermost level computes.
        places_loops: Whether the nodes of one loop may be on different devices.
        has_functions: Whether there are calls.
    """
    random = Random(seed)
    made = RandomGraph(tf.Graph())
    with made.graph.as_default():
        for i in range(NUM_VARIABLES):
            handle = variable(i)
            zero = tf.constant(0, tf.int64)
            made.initializers.append(_assign(handle, zero, f"init_{i}"))
            read = made.graph.create_op("ReadVariableOp", [handle], f"read_{i}", {"dtype": tf.int64})
            made.reads.append(read.outputs[0].name)
        block = Block(Maker(random, places_loops, has_functions))
        for i in range(3):
            made.feeds[f"x{i}:0"] = np.int32(random.randrange(-5, 10))
            block.add_int(tf.placeholder(tf.int32, [], name=f"x{i}"))
        made.feeds["p:0"] = np.bool_(random.random() < 0.5)
        block.add_bool(tf.placeholder(tf.bool, [], name="p"))
        block.add_int(tf.constant(random.randrange(5)))
        block.grow(size)
        computed = [value for value in block.ints if value.tensor.name not in made.feeds]
        wanted = random.sample(computed, min(len(computed), 6)) + computed[-4:]
        made.fetches = list(dict.fromkeys(value.tensor.name for value in wanted))
        for value in random.sample(block.ints, 2):
            made.targets.append(add_to(variable(random.randrange(NUM_VARIABLES)), value.tensor).name)
    return made


Runner = Callable[[Sequence[str], Mapping[str, Any], Sequence[str]], Awaitable[list[Any]]]
"""Runs one step: names of fetches, feeds and targets."""


async def outcomes(made: RandomGraph, run: Runner) -> list[Any]:
    """All that can be seen of a graph: each fetch alone, then all with a value and the targets, then the variables.

    Returns:
        Ints, and the names of error classes.
    """
    await run([], {}, made.initializers)
    seen: list[Any] = [await _value_or_error(run, name, made.feeds) for name in made.fetches]
    alive = [name for name, value in zip(made.fetches, seen, strict=True) if isinstance(value, int)]
    together = await run(alive, made.feeds, made.targets)
    seen.append([int(value) for value in together])
    seen.append([int(value) for value in await run(made.reads, {}, [])])
    return seen


async def _value_or_error(run: Runner, name: str, feeds: Mapping[str, Any]) -> Any:
    try:
        (value,) = await run([name], feeds, [])
    except errors.OpError as error:
        return type(error).__name__
    return int(value)


def _assign(handle: tf.Tensor, value: tf.Tensor, name: str) -> str:
    graph = tf.get_default_graph()
    return graph.create_op("AssignVariableOp", [handle, value], name, {"dtype": tf.int64}).name
