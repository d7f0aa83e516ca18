"""The functions of a TensorFlow 1 script build the graphs that TensorFlow builds, and these compute the same values."""
from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.ops.expressions import Expression, described, expressions, families, feeds, flat, needed_lines, placeholders
from tests.ops.graph_text import node_line
from tests.ops.recording import RECORDED, assert_equal_values, value_to_json

LOW_PRECISION = ("float16", "bfloat16")


def cases() -> list[Any]:
    """Every expression with what TensorFlow gave."""
    found = []
    for family in families():
        recorded = json.loads((RECORDED / f"{family}.json").read_text("utf-8"))
        found += [pytest.param(e, recorded[e.text], id=f"{family}: {e.text}") for e in expressions(family)]
    return found


@pytest.mark.parametrize(("expression", "recorded"), cases())
def test_expression(expression: Expression, recorded: dict[str, Any]) -> None:
    """An expression has TensorFlow's results, nodes and values, or fails with TensorFlow's class of error."""
    graph = tf.Graph()
    with graph.as_default():
        given = placeholders(tf)
        if "error" in recorded:
            with pytest.raises(Exception) as caught:
                eval(expression.text, {"tf": tf, "np": np, **given})
            assert type(caught.value).__name__ == recorded["error"]
            return
        leaves = flat(eval(expression.text, {"tf": tf, "np": np, **given}))
    results = [described(leaf) for leaf in leaves]
    compare_results(expression, results, recorded["results"])
    if not expression.may_differ & {"nodes", "names"}:
        assert needed_lines(graph.as_graph_def(), leaves, node_line) == recorded["nodes"]
    if "value" not in expression.may_differ:
        compare_values(graph, leaves, given, recorded)


def compare_results(expression: Expression, got: list[Any], recorded: list[Any]) -> None:
    """Checks names, dtypes and static shapes."""
    assert len(got) == len(recorded)
    for mine, theirs in zip(got, recorded, strict=True):
        if "names" not in expression.may_differ:
            assert mine[0] == theirs[0]
        if len(mine) < 3:  # no tensor: an operation, or a value
            assert mine[1:] == theirs[1:] or "names" in expression.may_differ
            continue
        assert mine[1] == theirs[1]
        shape, wanted = tf.TensorShape(mine[2]), tf.TensorShape(theirs[2])
        assert shape.is_compatible_with(wanted)
        knows_less = shape.merge_with(wanted) != shape
        assert knows_less == ("shape" in expression.may_differ), (shape, wanted)


def compare_values(graph: tf.Graph, leaves: list[Any], given: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Checks what a run gives."""
    fetches = [leaf for leaf in leaves if isinstance(leaf, (tf.Tensor, tf.Operation))]
    with tf.Session(graph=graph) as session:
        fed = {given[name]: value for name, value in feeds().items()}
        if "run_error" in recorded:
            with pytest.raises(tf.OpError) as caught:
                session.run_sync(fetches, fed)
            assert type(caught.value).__name__ == recorded["run_error"]
            return
        values = session.run_sync(fetches, fed)
    for fetch, value, theirs in zip(fetches, values, recorded["values"], strict=True):
        if theirs is None:
            assert value is None
        else:
            assert not isinstance(fetch, tf.Tensor) or fetch.shape.is_compatible_with(np.shape(value))
            low = isinstance(fetch, tf.Tensor) and fetch.dtype.name in LOW_PRECISION
            assert_equal_values(value_to_json(value), theirs, 5e-3 if low else 2e-5)
