"""What a program does, as JSON; of TensorFlow's graphs as of ours."""
from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.ops.graph_text import graph_lines
from tests.ops.variable_programs import (
    PROGRAMS,
    containers,
    initial_values,
    input_pipelines,
    loops_over_slices,
    messages,
    partitions,
    readers,
    scopes,
    tables,
    updates,
)

__all__ = [
    "PROGRAMS", "built", "containers", "exact", "initial_values", "initialization", "input_pipelines",
    "loops_over_slices", "messages", "partitions", "readers", "scopes", "tables", "updates",
]  # fmt: skip

_UNIQUE = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # part of a table's shared name


def built(tf: Any, program: Any) -> tuple[Any, list[Any], dict[str, Any]]:
    """Runs a program in a new graph; gives the graph, what can be fetched, and what can be compared already."""
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(3)
        leaves = list(_leaves(program(tf)))
        fetches = [leaf for leaf in leaves if hasattr(leaf, "graph")]
        names = ("variables", "trainable_variables", "local_variables", "a")
        keys = [name for name in names if graph.get_collection(name)]
        lines = graph_lines(_with_sorted_controls(graph.as_graph_def()))
        outcome = {
            "returned": [_described(leaf) for leaf in leaves],
            "nodes": sorted(_UNIQUE.sub("UNIQUE", line) for line in lines),
            "collections": {key: [item.name for item in graph.get_collection(key)] for key in keys},
        }
        return graph, fetches, outcome


def initialization(tf: Any) -> Any:
    """An operation that initializes every variable and table of the default graph."""
    return tf.group(tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer())


def exact(value: Any) -> Any:
    """An array as nested lists from which all its bits can be told."""
    if value is None:
        return None
    array = np.asarray(value)
    if array.dtype.kind in "OS":
        return [str(array.shape), *(v.decode() for v in array.ravel().tolist())]
    return [str(array.shape), *(array.astype(np.float64) if array.dtype.kind == "f" else array).ravel().tolist()]


def _with_sorted_controls(graph_def: Any) -> Any:
    """The message with the control inputs of each node by name: TensorFlow forgets the order in which they came."""
    for node in graph_def.node:
        controls = sorted(name for name in node.input if name.startswith("^"))
        data = [name for name in node.input if not name.startswith("^")]
        node.input[:] = [*data, *controls]
    return graph_def


def _leaves(result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        for element in result:
            yield from _leaves(element)
    else:
        yield result


def _described(leaf: Any) -> Any:
    if not hasattr(leaf, "graph"):
        return leaf
    if hasattr(leaf, "control_inputs"):
        return [leaf.name, leaf.type]
    shape = None if leaf.shape.rank is None else leaf.shape.as_list()
    return [leaf.name, leaf.dtype.name, shape]
