"""Random graphs: branches, loops, dead paths, functions, control edges, effects, failures, devices.

A graph is made from a seed alone. It ends: loops are bounded, and so is its size. What it computes is determined: of
the values that a Merge gets at most one is alive, effects are ordered by control edges or may come in any order, and
whatever fails does so with one class of error. So every executor must give the same values, and leave the same ones
without a value. `random_blocks.py`,
`random_levels.py` and `random_nests.py` add the nodes.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

import aioflow as tf

from .random_blocks import Recipe, Surroundings
from .random_effects import add_to, variable
from .random_levels import Level
from .random_nests import Nest

NUM_VARIABLES = 3
KINDS = ("mixed", "failing", "tidy", "plain")
"""Kinds of graph: with everything; with nodes that may fail; such that devices may be separate; without Switches."""

FIRST_NEST = 1_000_000
"""From this seed on, there are loops in branches and arrays in loops, too; and no devices are asked for."""


@dataclass
class RandomGraph:
    """A graph and what to do with it.

    Attributes:
        kind: One of `KINDS`.
        graph: The graph; `as_graph_def` tells all of it.
        feeds: Names of placeholders -> values.
        fetches: Names of the tensors to fetch; some have no value.
        targets: Names of operations that have effects.
        initializers: Names of the operations that set the variables to 1.
        reads: Names of the tensors that give the variables.
    """

    kind: str
    graph: tf.Graph
    feeds: dict[str, Any] = field(default_factory=dict)
    fetches: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    initializers: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)


def random_graph(seed: int, size: int = 10) -> RandomGraph:
    """The graph of a seed.

    Args:
        seed: Any number; what it leaves when divided by four chooses the kind of graph.
        size: Roughly how many things the outermost level computes.
    """
    random, kind = Random(seed), KINDS[seed % len(KINDS)]
    recipe = Recipe(
        random, has_branches=kind != "plain", has_functions=kind == "plain" or random.random() < 0.6,
        places_loops=kind != "tidy", mixes=kind in ("mixed", "failing"), fails=kind == "failing", budget=4 * size,
    )  # fmt: skip
    made = RandomGraph(kind, tf.Graph())
    with made.graph.as_default():
        for number in range(NUM_VARIABLES):
            _add_variable(made, number)
        level = Nest(recipe, Surroundings(may_place=False)) if seed >= FIRST_NEST else Level(recipe, Surroundings())
        for i in range(3):
            made.feeds[f"x{i}:0"] = np.int32(random.randrange(-5, 10))
            level.add(tf.placeholder(tf.int32, [], name=f"x{i}"))
        made.feeds["p:0"] = np.bool_(random.random() < 0.5)
        level.add(tf.placeholder(tf.bool, [], name="p"))
        level.add(tf.constant(random.randrange(5)))
        level.grow(size)
        _choose_fetches(made, level, random)
    return made


def _add_variable(made: RandomGraph, number: int) -> None:
    handle, attrs = variable(number), {"dtype": tf.int64}
    one = tf.constant(1, tf.int64)
    made.initializers.append(made.graph.create_op("AssignVariableOp", [handle, one], f"init_{number}", attrs).name)
    read = made.graph.create_op("ReadVariableOp", [handle], f"read_{number}", attrs)
    made.reads.append(read.outputs[0].name)


def _choose_fetches(made: RandomGraph, level: Level, random: Random) -> None:
    computed = [value for value in level.values[tf.int32] if value.tensor.name not in made.feeds]
    wanted = random.sample(computed, min(len(computed), 2)) + computed[-1:] + level.values[tf.float32][-1:]
    made.fetches = list(dict.fromkeys(value.tensor.name for value in wanted))
    for value in random.sample(level.values[tf.int32], 2):
        made.targets.append(add_to(variable(random.randrange(2)), value.tensor).name)
