"""Lowered If, Case and While: only the part that a fetch needs runs, as where they become Switch and Merge.

What each test expects is what TensorFlow 2.21 does with the same graph.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.op_def import FunctionName
from tests.executor.witness import Witness

from .building import define
from .test_functional_control_flow import if_, lowered, node, while_

FLOAT, INT, BOOL = tf.float32, tf.int32, tf.bool


def two_results(witness: Witness, name: str) -> FunctionName:
    """(x, y) -> (x + 1, y), with a note for each result, and one that belongs to none."""

    def body(x: tf.Tensor, y: tf.Tensor) -> list[tf.Tensor]:
        witness.operation("aside")
        return [witness.node(x + 1.0, "first"), witness.node(y, "second")]

    return define(name, [FLOAT, FLOAT], body)


@lowered
async def test_what_no_fetch_needs_of_a_branch(session: tf.Session, lowered: bool) -> None:
    """A lowered branch makes the result that is read from what it needs; a branch that is called makes all."""
    witness = Witness()
    branch = two_results(witness, "branch")
    x, y = witness.node(1.0, "x"), witness.node(2.0, "y")
    first, _ = if_(tf.constant(True), branch, branch, [x, y], [FLOAT, FLOAT], lowered=lowered)
    assert await session.run(tf.identity(first)) == 2
    assert sorted(witness.seen) == (["first", "x"] if lowered else ["aside", "first", "second", "x", "y"])


async def test_the_last_branch(session: tf.Session) -> None:
    """Of a Case each branch is cut down alike; which one runs is as before."""
    witness = Witness()
    x = tf.placeholder(INT, [])
    branches = [define(f"b{i}", [FLOAT], lambda v, i=i: witness.node(v + float(i), f"b{i}")) for i in range(3)]
    result = node(
        "Case", [x, witness.node(1.0, "argument")], Tin=[FLOAT], Tout=[FLOAT], branches=branches,
        _lower_using_switch_merge=True,
    )[0]  # fmt: skip
    assert [await session.run(tf.identity(result), {x: i}) for i in (0, 1, 7)] == [1, 2, 3]
    assert witness.seen == ["argument", "b0", "argument", "b1", "argument", "b2"]


async def test_a_failure_that_nobody_asks_for(session: tf.Session) -> None:
    """A node that fails in a taken branch, for an output that nobody reads, fails no run."""
    branch = define("branch", [INT], lambda x: [x + 1, x // (x - x)])
    good, bad = if_(tf.constant(True), branch, branch, [tf.constant(5)], [INT, INT], lowered=True)
    assert await session.run(tf.identity(good)) == 6
    with pytest.raises(errors.InvalidArgumentError, match="division by zero"):
        await session.run(tf.identity(bad))


async def test_a_fetched_call_is_whole(session: tf.Session) -> None:
    """Who fetches an output of the call itself, or the operation, gets all outputs made, and its control returns."""
    witness = Witness()
    branch = define(
        "branch", [FLOAT],
        lambda x: (witness.operation("effect"), [witness.node(x, "first"), witness.node(x, "second")])[1],
        lambda body: [op.name for op in body.get_operations() if op.name.startswith("effect")],
    )  # fmt: skip
    results = if_(tf.constant(True), branch, branch, [tf.constant(5.0)], [FLOAT, FLOAT], lowered=True)
    for fetch, seen in (
        (results[0], ["effect", "first", "second"]), (results[0].op, ["effect", "first", "second"]),
        (tf.identity(results[0]), ["first"]), (tf.group(results[0].op), ["effect"]),
    ):  # fmt: skip
        witness.seen.clear()
        await session.run(fetch)
        assert sorted(witness.seen) == seen, fetch


async def test_what_waits_for_a_branch_waits_for_its_control_returns(session: tf.Session) -> None:
    """Something stateful that is no control return does not run for its own sake, once it is a part of the graph."""
    witness = Witness()
    branch = define("branch", [], lambda: [witness.operation("aside")][:0])
    if_(tf.constant(True), branch, branch, [], [], lowered=True, name="the_if")
    with tf.control_dependencies([witness.operation("before")]):
        if_(tf.constant(True), branch, branch, [], [], lowered=True, name="behind")
    await session.run([tf.group(tf.get_default_graph().get_operation_by_name(name)) for name in ("the_if", "behind")])
    assert witness.seen == ["before"]


async def test_variables_that_no_exit_needs(session: tf.Session) -> None:
    """Of a loop those variables go round that the fetched one, the condition, or another of them needs."""
    witness = Witness()
    less = define("less", [INT, FLOAT, FLOAT, FLOAT], lambda i, a, b, c: i < 3)
    body = define(
        "body", [INT, FLOAT, FLOAT, FLOAT],
        lambda i, a, b, c: [i + 1, a + b, witness.node(b * 2.0, "b"), witness.failing(c)],
    )  # fmt: skip
    i, a, b, c = while_(less, body, [0, 0.0, 1.0, witness.node(1.0, "c")], lowered=True)
    assert await session.run([tf.identity(i)]) == [3]
    assert not witness.seen
    assert await session.run([tf.identity(a)]) == [7]
    assert witness.seen == ["b"] * 3
    for fetch in (tf.identity(c), tf.group(i.op), b):  # who waits for the loop waits for all of it
        with pytest.raises(errors.InvalidArgumentError, match="failing"):
            await session.run(fetch)


async def test_a_resource_passes_by(session: tf.Session) -> None:
    """Who reads a variable by way of a loop's output does not wait for the loop."""
    variable = tf.get_variable("v", initializer=3.0, use_resource=True)
    less = define("less", [INT, tf.resource], lambda i, v: i < 3)
    body = define("body", [INT, tf.resource], lambda i, v: [i // (i - i), v])
    _, handle = while_(less, body, [0, variable.handle], lowered=True)
    await session.run(tf.global_variables_initializer())
    read = node("ReadVariableOp", [handle], dtype=FLOAT)[0]
    assert await session.run(read) == 3


NESTINGS: list[Callable[[FunctionName, list[tf.Tensor]], list[tf.Tensor]]] = [
    lambda f, args: if_(tf.constant(False), f, f, args, [FLOAT, FLOAT], lowered=True),
    lambda f, args: node(
        "Case", [tf.constant(0), *args], Tin=[FLOAT] * 2, Tout=[FLOAT] * 2, branches=[f], _lower_using_switch_merge=True
    ),
    lambda f, args: while_(define("once", [FLOAT] * 2, lambda x, y: x < 2.0), f, args, lowered=True),
]


@pytest.mark.parametrize("outer", NESTINGS, ids=["If", "Case", "While"])
@pytest.mark.parametrize("inner", NESTINGS, ids=["If", "Case", "While"])
async def test_nested(session: tf.Session, outer: Any, inner: Any) -> None:
    """What is not needed of a call is not needed of the calls in its functions."""
    witness = Witness()
    innermost = two_results(witness, "innermost")
    between = define("between", [FLOAT] * 2, lambda x, y: inner(innermost, [x, witness.node(y, "between")]))
    first, second = outer(between, [tf.constant(1.0), witness.node(5.0, "argument")])
    assert await session.run(tf.identity(first)) == 2
    assert witness.seen == ["first"]
    witness.seen.clear()
    assert await session.run(tf.identity(second)) == 5
    is_loop = NESTINGS[2] in (outer, inner)  # which goes on for as long as its first variable says
    assert sorted(witness.seen) == sorted(["argument", "between", "second", *(["first"] if is_loop else [])])


@pytest.mark.parametrize("op", ["PartitionedCall", "StatefulPartitionedCall"])
async def test_in_functions_that_are_called(session: tf.Session, op: str) -> None:
    """A called function makes all its results; lowered calls in it are cut down to what these need."""
    witness = Witness()
    branch = two_results(witness, "branch")
    condition = tf.placeholder(BOOL, [])
    function = define(
        "function", [BOOL, FLOAT],
        lambda p, x: if_(p, branch, branch, [x, witness.failing(x)], [FLOAT, FLOAT], lowered=True)[0],
    )  # fmt: skip
    call = node(op, [condition, tf.constant(1.0)], Tin=[BOOL, FLOAT], Tout=[FLOAT], f=function)
    with pytest.raises(errors.InvalidArgumentError, match="failing"):  # stateful, and so it runs for its own sake
        await session.run(call[0] + 1.0, {condition: True})


@lowered
async def test_in_branches_that_are_called(session: tf.Session, lowered: bool) -> None:
    """Lowered calls in a branch that is called as it is run whole: nothing of that is a part of the graph."""
    witness = Witness()
    inner = two_results(witness, "inner")
    outer = define("outer", [FLOAT], lambda x: if_(x > 0.0, inner, inner, [x, x], [FLOAT, FLOAT], lowered=True)[0])
    result = if_(tf.constant(True), outer, outer, [tf.constant(1.0)], [FLOAT], lowered=lowered)[0]
    assert await session.run(tf.identity(result)) == 2
    assert sorted(witness.seen) == (["first"] if lowered else ["aside", "first", "second"])


async def test_feeds_cut(session: tf.Session) -> None:
    """What is fed takes the place of an argument, of the condition, or of an output; the rest goes."""
    witness = Witness()
    branch = two_results(witness, "branch")
    p, x, y = witness.node(True, "p"), witness.node(1.0, "x"), witness.node(2.0, "y")
    first, second = if_(p, branch, branch, [x, y], [FLOAT, FLOAT], lowered=True)
    total = first + second
    for feeds, value, seen in (
        ({x: 5.0}, 8, ["first", "p", "second", "y"]), ({p: False, y: 0.0}, 2, ["first", "second", "x"]),
        ({first: 3.0}, 5, ["p", "second", "y"]), ({first: 3.0, second: 4.0}, 7, []),
    ):  # fmt: skip
        witness.seen.clear()
        assert await session.run(total, feeds) == value
        assert sorted(witness.seen) == seen, feeds


async def test_what_the_call_waits_for_runs(session: tf.Session) -> None:
    """Control inputs of a call are waited for, whichever part of it is needed."""
    witness = Witness()
    branch = define("branch", [FLOAT], lambda x: [x, tf.constant(2.0)])
    with tf.control_dependencies([witness.operation("before")]):
        results = if_(tf.constant(True), branch, branch, [tf.constant(1.0)], [FLOAT, FLOAT], lowered=True)
    assert [await session.run(tf.identity(result)) for result in results] == [1, 2]
    assert witness.seen == ["before"] * 2


async def test_random_streams_go_on_in_every_part(session: tf.Session) -> None:
    """A node of a lowered branch is the same node, whichever other part of the branch a signature needs."""
    branch = define("branch", [FLOAT], lambda x: [x + tf.random_uniform([], seed=3), x, tf.random_uniform([], seed=5)])
    results = if_(tf.constant(True), branch, branch, [tf.constant(0.0)], [FLOAT] * 3, lowered=True)
    fetches = [[tf.identity(results[0])], [tf.identity(results[0]), tf.identity(results[2])]]
    drawn = [float((await session.run(fetch))[0]) for fetch in fetches * 2]
    assert len(set(drawn)) == 4


async def test_functions_that_call_themselves(session: tf.Session) -> None:
    """A branch that leads back to itself has no part that could be told in advance: all of it counts as needed."""
    graph = tf.get_default_graph()
    down = FunctionName("down")
    last = define("last", [INT], lambda x: x * 10)
    placeholder = define("down", [INT], lambda x: x)  # gives the call inside a function to name
    del placeholder
    body = define("deeper", [INT], lambda x: if_(x > 0, down, last, [x - 1], [INT], lowered=True)[0])
    del graph.functions["down"]
    define("down", [INT], lambda x: node("PartitionedCall", [x], Tin=[INT], Tout=[INT], f=body)[0])
    result = if_(tf.constant(True), body, last, [tf.constant(3)], [INT], lowered=True)[0]
    assert await session.run(tf.identity(result)) == -10


async def test_attributes_of_parts_from_elsewhere(session: tf.Session) -> None:
    """A graph that was read may say anything of parts; what does not fit is an error, or says nothing."""
    for args, results in (([7], [0]), (["x"], None), ([0], [-1, 99]), (b"", 3)):
        attrs = {"_aioflow_args": args, "_aioflow_results": results, "_aioflow_effects": True}
        name = define(f"f{len(tf.get_default_graph().functions)}", [FLOAT], lambda x: x + 1.0).name
        call = node("PartitionedCall", [tf.constant(1.0)], Tin=[FLOAT], Tout=[FLOAT], f=FunctionName(name, attrs))
        branch = FunctionName(name, attrs)
        result = if_(tf.constant(True), branch, branch, [tf.constant(1.0)], [FLOAT])[0]
        for fetch in (call[0] + 0.0, result + 0.0):
            try:
                assert np.isfinite(await session.run(fetch))
            except errors.InvalidArgumentError:
                pass


def test_the_pruned_graph_says_what_is_left() -> None:
    """A call that is cut down has the arguments and outputs that are left, and can be written and read as it is."""
    from aioflow.passes.prune import prune

    with tf.Graph().as_default() as graph:
        branch = define("branch", [FLOAT, FLOAT], lambda x, y: [x + 1.0, y])
        x, y = tf.constant(1.0), tf.constant(2.0)
        second = tf.identity(if_(tf.constant(True), branch, branch, [x, y], [FLOAT, FLOAT], lowered=True)[1])
        call = next(op for op in prune(graph, [], [second], []).get_operations() if op.type == "If")
        assert [tensor.op.name for tensor in call.inputs] == [call.inputs[0].op.name, y.op.name]
        assert (call.attrs["Tin"], call.attrs["Tout"], len(call.outputs)) == ([FLOAT], [FLOAT], 1)
        whole = prune(graph, [], [second.op.inputs[0]], [])
        assert len(next(op for op in whole.get_operations() if op.type == "If").outputs) == 2
