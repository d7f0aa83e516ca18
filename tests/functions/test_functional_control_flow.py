"""If, Case and While: which functions they call, with what, how often, and how they end (executor.md 5.6 and 8)."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.op_def import FunctionName
from aioflow.ops.generated.control_flow import switch
from aioflow.testing import Gate
from tests.executor.census import census, settle
from tests.executor.witness import Witness

from .building import define

FLOAT, INT = tf.float32, tf.int32
lowered = pytest.mark.parametrize("lowered", [False, True], ids=["as it is", "to be lowered"])


def node(op: str, inputs: list[Any], name: str | None = None, **attrs: Any) -> list[tf.Tensor]:
    """The outputs of a node."""
    return list(tf.get_default_graph().create_op(op, inputs, name, attrs).outputs)


def if_(
    condition: tf.Tensor, then: FunctionName, otherwise: FunctionName, arguments: list[tf.Tensor], results: list[Any],
    op: str = "If", lowered: bool = False, name: str | None = None,
) -> list[tf.Tensor]:  # fmt: skip
    """An If or StatelessIf."""
    return node(
        op, [condition, *arguments], name, Tcond=condition.dtype, Tin=[a.dtype for a in arguments], Tout=results,
        then_branch=then, else_branch=otherwise, _lower_using_switch_merge=lowered,
    )  # fmt: skip


def case(index: tf.Tensor, branches: list[FunctionName], arguments: list[tf.Tensor], op: str) -> list[tf.Tensor]:
    """A Case or StatelessCase with one float result."""
    return node(op, [index, *arguments], Tin=[a.dtype for a in arguments], Tout=[FLOAT], branches=branches)


def while_(
    cond: FunctionName, body: FunctionName, variables: list[Any], op: str = "While", lowered: bool = False,
    name: str | None = None,
) -> list[tf.Tensor]:  # fmt: skip
    """A While or StatelessWhile."""
    tensors = [tf.convert_to_tensor(variable) for variable in variables]
    types = [tensor.dtype for tensor in tensors]
    return node(op, tensors, name, T=types, cond=cond, body=body, _lower_using_switch_merge=lowered)


@lowered
@pytest.mark.parametrize("op", ["If", "StatelessIf"])
async def test_if(session: tf.Session, op: str, lowered: bool) -> None:
    """E-94: the branch that is chosen runs, the other one does not; whether it is to be lowered makes no difference."""
    witness = Witness()
    then = define("then", [FLOAT], lambda x: witness.node(x * 2.0, "then"))
    otherwise = define("otherwise", [FLOAT], lambda x: witness.node(x - 1.0, "otherwise"))
    p = tf.placeholder(tf.bool, [])
    results = if_(p, then, otherwise, [tf.constant(5.0)], [FLOAT], op, lowered)
    assert [await session.run(results[0] + 1.0, {p: value}) for value in (True, False)] == [11, 5]
    assert witness.seen == ["then", "otherwise"]


CONDITIONS: list[tuple[Any, bool]] = [
    (np.float32(0), False), (np.float32(-2), True), (np.int64(7), True), (np.int32(0), False),
    (np.zeros([0], np.float32), False), (np.zeros([1], np.float32), True), (np.array([False, False]), True),
    (np.array(b"", object), False), (np.array(b"0", object), True), (np.array([], bool), False),
]  # fmt: skip


async def test_what_counts_as_true(session: tf.Session) -> None:
    """E-94: an If takes any condition: a scalar that is not zero or not empty, anything else that has elements."""
    then, otherwise = define("then", [], lambda: tf.constant(1)), define("otherwise", [], lambda: tf.constant(0))
    results = [if_(tf.convert_to_tensor(value), then, otherwise, [], [INT])[0] for value, _ in CONDITIONS]
    assert await session.run(results) == [is_true for _, is_true in CONDITIONS]


async def test_what_a_switch_takes(session: tf.Session) -> None:
    """E-94: a Switch takes nothing but a scalar bool."""
    p = tf.placeholder(tf.bool)
    sides = switch(tf.constant(1.0), p)
    with pytest.raises(errors.InvalidArgumentError, match="must be a scalar, but it has shape"):
        await session.run(sides, {p: np.zeros([0], bool)})
    with pytest.raises((TypeError, ValueError)):
        switch(tf.constant(1.0), tf.constant(0.0))


@lowered
async def test_branches_without_results(session: tf.Session, lowered: bool) -> None:
    """5.6: branches without results run for their control returns; what waits for the If comes behind them."""
    witness = Witness()

    def branch(name: str) -> FunctionName:
        return define(name, [], lambda: [witness.operation(name)][:0], lambda body: [body.get_operations()[-1].name])

    then, otherwise = branch("then"), branch("otherwise")
    p = tf.placeholder(tf.bool, [])
    if_(p, then, otherwise, [], [], lowered=lowered, name="the_if")
    with tf.control_dependencies([tf.get_default_graph().get_operation_by_name("the_if")]):
        behind = witness.operation("behind")
    await session.run(behind, {p: False})
    assert witness.seen == ["otherwise", "behind"]


@lowered
async def test_random_streams_of_branches(session: tf.Session, lowered: bool) -> None:
    """What is to be lowered is a part of the graph: its streams go on in every signature; others start anew in each."""
    branch = define("branch", [FLOAT], lambda x: x + tf.random_uniform([], seed=3))
    less = define("less", [INT, FLOAT], lambda i, x: i < 1)
    body = define(
        "body", [INT, FLOAT], lambda i, x: (i + 1, if_(x >= 0.0, branch, branch, [x], [FLOAT], lowered=lowered)[0])
    )
    for result in (
        if_(tf.constant(True), branch, branch, [tf.constant(0.0)], [FLOAT], lowered=lowered)[0],
        while_(less, body, [0, 0.0], lowered=lowered)[1],
    ):
        here = [float(await session.run(result)) for _ in range(2)]
        elsewhere = [float((await session.run([result, result + 1.0]))[0]) for _ in range(2)]
        assert len({*here, *elsewhere}) == (4 if lowered else 2)


@pytest.mark.parametrize("op", ["Case", "StatelessCase"])
async def test_case(session: tf.Session, op: str) -> None:
    """E-95: a Case calls the branch of its index; out of range, on either side, the last one."""
    branches = [define(f"branch{i}", [FLOAT], lambda x, i=i: x * (i + 1.0)) for i in range(3)]
    i = tf.placeholder(INT, [])
    (result,) = case(i, branches, [tf.constant(10.0)], op)
    for index, wanted in ((0, 10), (1, 20), (2, 30), (-1, 30), (3, 30), (7, 30), (-(2**31), 30)):
        assert await session.run(result, {i: index}) == wanted


@lowered
@pytest.mark.parametrize("op", ["While", "StatelessWhile"])
async def test_while(session: tf.Session, op: str, lowered: bool) -> None:
    """E-94: a While calls its body as long as its condition holds; whether it is to be lowered makes no difference."""
    cond = define("cond", [INT, INT, INT], lambda i, n, total: i < n)
    body = define("body", [INT, INT, INT], lambda i, n, total: [i + 1, n, total + i * i])
    bound = tf.placeholder(INT, [])
    i, _, total = while_(cond, body, [0, bound, 0], op, lowered)
    for n in (0, 1, 50):
        assert await session.run([i, total], {bound: n}) == [n, sum(k * k for k in range(n))]


async def test_while_of_growing_shapes(session: tf.Session) -> None:
    """8: variables may change their shapes from call to call, and a condition may be of any type."""
    cond = define("cond", [INT, FLOAT], lambda left, x: left)
    body = define("body", [INT, FLOAT], lambda left, x: [left - 1, tf.concat([x, tf.cast([left], FLOAT)], 0)])
    x = tf.placeholder(FLOAT, [None])
    _, grown = while_(cond, body, [4, x])
    assert (await session.run(grown, {x: [9]})).tolist() == [9, 4, 3, 2, 1]


async def test_loops_in_branches_in_loops(session: tf.Session) -> None:
    """E-20, E-23: loops and branches within each other give what Python does."""
    inner_cond = define("inner_cond", [INT, INT], lambda j, t: j > 0)
    inner_body = define("inner_body", [INT, INT], lambda j, t: [j - 1, t * 3 % 1001 + j])
    then = define("then", [INT, INT], lambda i, t: while_(inner_cond, inner_body, [i, t])[1])
    otherwise = define("otherwise", [INT, INT], lambda i, t: t + 1)
    cond = define("cond", [INT, INT], lambda i, t: i < 12)
    body = define("body", [INT, INT], lambda i, t: [i + 1, *if_(i % 3 < 1, then, otherwise, [i, t], [INT])])
    wanted = 1
    for i in range(12):
        if i % 3:
            wanted += 1
            continue
        for j in range(i, 0, -1):
            wanted = wanted * 3 % 1001 + j
    assert await session.run(while_(cond, body, [0, 1])) == [12, wanted]


async def test_effects_of_iterations(session: tf.Session) -> None:
    """8: the effects of a body happen once in each iteration, one iteration after the other."""
    seen: list[int] = []

    def body(i: Any) -> Any:
        with tf.control_dependencies([tf.py_func(lambda value: seen.append(int(value)), [i], [])]):
            return i + 1

    (last,) = while_(define("cond", [INT], lambda i: i < 20), define("body", [INT], body), [0])
    assert await session.run(last) == 20
    assert seen == list(range(20))


async def test_in_the_other_branch(session: tf.Session) -> None:
    """E-21, E-93: of an endless While and an If in an untaken branch nothing runs."""
    witness = Witness()
    always = define("always", [INT], lambda i: i < 5)
    same = define("same", [INT], lambda i: witness.node(i))
    p = tf.placeholder(tf.bool, [])

    def endless() -> tf.Tensor:
        (last,) = while_(always, same, [tf.constant(1)])
        return if_(tf.constant(True), same, same, [last], [INT])[0]

    result = tf.cond(p, endless, lambda: tf.constant(-3))
    assert await session.run(result, {p: False}) == -3
    assert witness.seen == []


async def test_failure_in_an_iteration(session: tf.Session) -> None:
    """E-45, E-46: an error in an iteration names the body's node and the loop; later iterations do not run."""
    seen: list[int] = []

    def fail_at_3(i: Any) -> Any:
        seen.append(int(i))
        if i == 3:
            raise ValueError("at three")
        return i + np.int32(1)

    body = define("body", [INT], lambda i: tf.py_func(fail_at_3, [i], INT, name="culprit"))
    (last,) = while_(define("cond", [INT], lambda i: i < 10), body, [0], name="the_loop")
    with pytest.raises(errors.InvalidArgumentError, match="at three") as caught:
        await session.run(last)
    assert "culprit" in caught.value.message and "[[the_loop]]" in caught.value.message
    assert seen == [0, 1, 2, 3]


async def test_endless_loop_times_out(session: tf.Session) -> None:
    """E-40, E-44: a timeout ends an endless While; the session goes on."""
    always = define("always", [INT], lambda i: i >= 0)
    (last,) = while_(always, define("step", [INT], lambda i: (i + 1) % 1000), [0])
    with pytest.raises(errors.DeadlineExceededError, match="Timed out waiting"):
        await session.run(last, options=tf.RunOptions(timeout_in_ms=20))
    assert await session.run(tf.constant(1)) == 1


async def test_cancelled_in_an_iteration(session: tf.Session) -> None:
    """S-111: cancellation reaches what waits within a While within an If, and leaves nothing."""
    gate = Gate()
    cond = define("cond", [INT], lambda i: i < 5)
    body = define("body", [INT], lambda i: gate.node(i) + 1)
    then = define("then", [INT], lambda i: while_(cond, body, [i]))
    (result,) = if_(tf.constant(True), then, define("same", [INT], lambda i: i), [tf.constant(0)], [INT])
    counts = []
    for times in (2, 4, 6):
        run = asyncio.ensure_future(session.run(result))
        await gate.entered(times - 1)
        gate.release()
        await gate.entered(times)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        del run
        await settle()
        counts.append(census())
    assert gate.num_inside == 0 and counts[-1] <= counts[0]
    gate.open()
    assert await session.run(result) == 5


async def test_closed_in_an_iteration(session: tf.Session) -> None:
    """E-41: closing the session ends an endless While."""
    gate = Gate(is_open=True)
    always = define("always", [INT], lambda i: i >= 0)
    (last,) = while_(always, define("step", [INT], lambda i: (gate.node(i) + 1) % 1000), [0])
    run = asyncio.ensure_future(session.run(last))
    await gate.entered(3)
    await session.close()
    with pytest.raises(errors.CancelledError):
        await run


async def test_wrong_conditions(session: tf.Session) -> None:
    """8: a condition must be one value, a body give as many results as there are variables."""
    one = define("one", [INT], lambda i: i)
    two = define("two", [INT], lambda i: [i < 3, i < 4])
    for cond, body in ((two, one), (define("cond", [INT], lambda i: i < 3), two)):
        (last,) = while_(cond, body, [0])
        with pytest.raises(errors.InvalidArgumentError, match=r"WhileOp cond|'two' gives \(bool, bool\)"):
            await session.run(last)


async def test_dead_results_of_branches(session: tf.Session) -> None:
    """8: a branch whose result is dead makes that output of the If dead, and no other."""
    then = define("then", [FLOAT, tf.bool], lambda x, p: list(switch(x, p)))
    same = define("same", [FLOAT, tf.bool], lambda x, p: [x, x])
    p = tf.placeholder(tf.bool, [])
    if_false, if_true = if_(tf.constant(True), then, same, [tf.constant(2.0), p], [FLOAT, FLOAT])
    assert await session.run(if_true + 1.0, {p: True}) == 3
    with pytest.raises(errors.OpError, match="does not have value"):
        await session.run(if_false + 1.0, {p: True})


async def test_dead_condition_of_a_loop(session: tf.Session) -> None:
    """8: a loop cannot go on where its condition, or a variable behind its body, is dead."""
    dead = define("dead", [tf.bool], lambda x: switch(x, tf.constant(True))[0])
    (last,) = while_(dead, dead, [True])
    with pytest.raises(errors.InternalError, match=r"Retval\[0\] does not have value"):
        await session.run(last)
    (last,) = while_(define("same", [tf.bool], lambda x: x), dead, [True])
    with pytest.raises(errors.InternalError, match=r"Retval\[0\] does not have value"):
        await session.run(last)


@pytest.mark.parametrize(
    ("op", "first", "functions"),
    [
        ("If", [True], ["then_branch", "else_branch"]), ("For", [0, 2, 1], ["body"]),
        ("RemoteCall", [b"/device:CPU:0"], ["f"]), ("PartitionedCall", [], ["f"]),
    ],
)  # fmt: skip
async def test_other_results(session: tf.Session, op: str, first: list[Any], functions: list[str]) -> None:
    """8: a function must give what its caller declares; a variant is no string, though numpy knows no difference."""
    handle = define("handle", [INT, tf.string] if op == "For" else [tf.string], lambda *_: tf.raw_ops.EmptyTensorMap())
    declared: dict[str, Any] = {"T": [tf.string]} if op == "For" else {"Tin": [tf.string], "Tout": [tf.string]}
    declared |= {"Tcond": tf.bool} if op == "If" else {}
    declared |= dict.fromkeys(functions, handle)
    (result,) = node(op, [*map(tf.constant, first), tf.constant(b"")], **declared)
    with pytest.raises(errors.InvalidArgumentError, match=r"'handle' gives \(variant\), but its caller declares"):
        await session.run(result)
