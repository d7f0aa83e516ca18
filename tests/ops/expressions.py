"""Expressions that are evaluated with TensorFlow (by `record.py`) and with aioflow, and must give the same graphs.

One expression a line, in families. Each may use `tf`, `np` and the placeholders of `placeholders`. What stands behind
"  # " tells what may differ from TensorFlow, which otherwise is the name, dtype, static shape and value of each result
and every node that a result needs:

    nodes   other nodes compute it
    names   the result's node is called differently (and so are nodes before it)
    shape   less is known of its static shape
    value   it is not run (a random or otherwise incomparable value)
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FOLDER = Path(__file__).parent / "expressions"


class Expression(NamedTuple):
    """An expression, and what may differ."""

    text: str
    may_differ: frozenset[str]


def families() -> list[str]:
    """The names of all families."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def expressions(family: str) -> list[Expression]:
    """The expressions of a family."""
    lines = (FOLDER / f"{family}.txt").read_text("utf-8").splitlines()
    return [_parsed(line) for line in lines if line.strip() and not line.startswith("#")]


def _parsed(line: str) -> Expression:
    text, _, marks = line.partition("  # ")
    return Expression(text.strip(), frozenset(marks.split()))


def placeholders(tf: Any) -> dict[str, Any]:
    """The placeholders that expressions may use, by name."""
    p = tf.placeholder
    return {
        "x": p(tf.float32, [2, 3], name="x"),
        "v": p(tf.float32, [None, 3], name="v"),
        "u": p(tf.float32, name="u"),
        "t3": p(tf.float32, [4, 2, 3], name="t3"),
        "img": p(tf.float32, [1, 8, 8, 3], name="img"),
        "m": p(tf.float32, [2, 2], name="m"),
        "d": p(tf.float64, [2, 3], name="d"),
        "h": p(tf.float16, [2, 3], name="h"),
        "c": p(tf.complex64, [2], name="c"),
        "i": p(tf.int32, [2, 3], name="i"),
        "i64": p(tf.int64, [2, 3], name="i64"),
        "i8": p(tf.int8, [2], name="i8"),
        "idx": p(tf.int32, [2], name="idx"),
        "n": p(tf.int32, [], name="n"),
        "b": p(tf.bool, [2, 3], name="b"),
        "mask": p(tf.bool, [2], name="mask"),
        "s": p(tf.string, [2], name="s"),
        "places": p(tf.int64, [2, 2], name="places"),
        "some": p(tf.float32, [2], name="some"),
    }


def feeds() -> dict[str, np.ndarray[Any, Any]]:
    """The values that the placeholders are fed with."""
    x = np.array([[0.5, -1.25, 2.0], [3.5, -0.75, 1.0]], np.float32)
    return {
        "x": x,
        "v": x,
        "u": x,
        "t3": np.linspace(-1.0, 1.5, 24, dtype=np.float32).reshape(4, 2, 3),
        "img": np.sin(np.arange(192, dtype=np.float32)).reshape(1, 8, 8, 3),
        "m": np.array([[2.0, 0.5], [0.5, 1.0]], np.float32),
        "d": x.astype(np.float64),
        "h": x.astype(np.float16),
        "c": np.array([1 + 2j, -0.5 - 1j], np.complex64),
        "i": np.array([[7, -3, 2], [1, 5, -8]], np.int32),
        "i64": np.array([[7, -3, 2], [1, 5, -8]], np.int64),
        "i8": np.array([100, -7], np.int8),
        "idx": np.array([0, 1], np.int32),
        "n": np.array(1, np.int32),
        "b": np.array([[True, False, True], [False, False, True]]),
        "mask": np.array([True, False]),
        "s": np.array([b"ab c", b"12"], object),
        "places": np.array([[0, 2], [1, 0]], np.int64),
        "some": np.array([1.5, -2.0], np.float32),
    }


def flat(result: Any) -> list[Any]:
    """The leaves of nested lists and tuples, and of objects with `indices`, `values` and `dense_shape`."""
    if isinstance(result, (list, tuple)):
        return [leaf for element in result for leaf in flat(element)]
    if hasattr(result, "dense_shape") and hasattr(result, "values"):
        return [result.indices, result.values, result.dense_shape]
    return [result]


def described(leaf: Any) -> list[Any]:
    """A leaf as JSON: name, dtype and shape of a tensor, name and op of an operation, else the text of the value."""
    if hasattr(leaf, "value_index"):
        return [leaf.name, leaf.dtype.name, None if leaf.shape.rank is None else leaf.shape.as_list()]
    return [leaf.name, leaf.type] if hasattr(leaf, "node_def") else [repr(leaf)]


def needed_lines(graph_def: Any, leaves: list[Any], line_of: Any) -> list[str]:
    """The nodes of a graph that leaves need, placeholders of `placeholders` left out, as sorted lines."""
    nodes = {node.name: node for node in graph_def.node}
    waiting = [leaf.name.partition(":")[0] for leaf in leaves if hasattr(leaf, "name") and hasattr(leaf, "graph")]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [text.lstrip("^").partition(":")[0] for text in nodes[name].input]
    given = feeds()
    return sorted(line_of(nodes[name]) for name in needed if name not in given)
