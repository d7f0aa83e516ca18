"""The function of a whole step: its text, what it gives, and which steps have one."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.analysis.inlining import plan_inlining
from aioflow.executor.codegen.segment_code import SegmentCode
from aioflow.executor.codegen.whole_step import QUIET, generate_whole
from aioflow.ops.generated.control_flow import merge, switch
from tests.executor.views import Library, root_units, signature_view

pytestmark = pytest.mark.usefixtures("default_graph")


def whole(fetches: Sequence[tf.Tensor], feeds: Sequence[tf.Tensor] = ()) -> SegmentCode | None:
    """The function of a signature."""
    view = signature_view(fetches, feeds)
    inlined = plan_inlining(view.nodes, Library(tf.get_default_graph()), joins_all=True)
    return generate_whole(inlined, root_units(view, inlined))


def made(fetches: Sequence[tf.Tensor], feeds: Sequence[tf.Tensor] = ()) -> SegmentCode:
    """The function of a signature that has one."""
    code = whole(fetches, feeds)
    assert code is not None
    return code


def run_whole(code: SegmentCode, args: Sequence[Any]) -> list[Any] | None:
    """The results of a step, as `Program` has them computed."""
    results: list[Any] | None = QUIET.copy().run(code.call, args)
    return results


def test_text() -> None:
    """Arguments are checked before anything runs; then there is nothing but the nodes."""
    x = tf.placeholder(tf.float32, [], name="x")
    code = made([x + x], [x])
    assert [line.strip() for line in code.source.splitlines()] == [
        "def segment(args):",
        "if len(args) < 1: return None",
        "v1 = args[0]",
        "if v1.dtype is not C2: return None",
        "v3 = v1 + v1; v1 = None",
        "return [v3]",
    ]
    assert run_whole(code, [np.float32(2)]) == [4.0]


def test_results_in_order() -> None:
    """Results are in the order of the fetches, whatever the order in which they were computed."""
    x, y = tf.placeholder(tf.float32, [], name="x"), tf.placeholder(tf.float32, [], name="y")
    code = made([x - y, x + y, tf.identity(y)], [y, x])
    assert run_whole(code, [np.float32(1), np.float32(3)]) == [2.0, 4.0, 1.0]


def test_values_that_do_not_fit() -> None:
    """A value that is missing or of another type is for others to refuse: the function gives None, and runs nothing."""
    x = tf.placeholder(tf.float32, [], name="x")
    code = made([tf.negative(x)], [x])
    assert run_whole(code, []) is None
    assert run_whole(code, [np.float64(1)]) is None


def test_quiet() -> None:
    """Overflows and divisions by zero give what IEEE 754 says, without a warning."""
    x = tf.placeholder(tf.float32, [], name="x")
    assert run_whole(made([1.0 / x], [x]), [np.float32(0)]) == [np.inf]


def test_branches() -> None:
    """A step with branches is one call where its results are alive in either case."""
    x, p = tf.placeholder(tf.float32, [], name="x"), tf.placeholder(tf.bool, [], name="p")
    no, yes = switch(x, p)
    code = made([merge([tf.exp(no), tf.negative(yes)]).output], [x, p])
    assert run_whole(code, [np.float32(3), np.True_]) == [-3.0]
    assert run_whole(code, [np.float32(0), np.False_]) == [1.0]


@pytest.mark.parametrize("build", [
    lambda x: switch(x, x > 0.0).output_true,
    lambda x: tf.while_loop(lambda i: i < 3.0, lambda i: i + 1.0, [x]),
    lambda x: x + tf.random_uniform([], seed=1),
    lambda x: tf.py_func(abs, [x], tf.float32),
], ids=["a result that may be dead", "a loop", "a random number", "Python"])  # fmt: skip
def test_steps_without_one(build: Callable[[tf.Tensor], Any]) -> None:
    """A step that may lack a result, loop, or have effects needs a context, and has no such function."""
    x = tf.placeholder(tf.float32, [], name="x")
    assert whole([build(x)], [x]) is None
