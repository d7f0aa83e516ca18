"""Loops and calls that run as Python's own within segments mean what the graph means."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.ops.generated.control_flow import merge, switch
from aioflow.testing import Gate
from tests.executor.witness import Witness
from tests.functions.building import define


def functional(op: str, inputs: list[Any], dtypes: list[tf.DType], **attrs: Any) -> list[tf.Tensor]:
    """A call of functions by If, While or Case."""
    attrs |= {"Tout": dtypes} if op != "While" else {"T": dtypes}
    if op != "While":
        attrs["Tin"] = [tensor.dtype for tensor in inputs[1:]]
        attrs |= {"Tcond": inputs[0].dtype} if op == "If" else {}
    return list(tf.get_default_graph().create_op(op, inputs, op.lower(), attrs).outputs)


async def test_variables_trade_places(session: tf.Session) -> None:
    """Loop variables that take each other's values take those of the iteration before."""
    n = tf.placeholder(tf.int32, [])
    start = [tf.constant(0), tf.constant(1), tf.constant(2)]
    last = tf.while_loop(lambda i, a, b: i < n, lambda i, a, b: (i + 1, b, a), start)
    assert await session.run(last, {n: 4}) == (4, 1, 2)
    assert await session.run(last, {n: 5}) == (5, 2, 1)


async def test_branches_inside(session: tf.Session) -> None:
    """What one iteration found dead, another one finds alive: nothing is left over from before."""
    n = tf.placeholder(tf.int32, [])

    def body(i: Any, total: Any) -> Any:
        small = lambda: tf.cond(i % 2 < 1, lambda: total + i, lambda: total - i)  # noqa: E731
        return i + 1, tf.cond(i % 3 < 2, small, lambda: total * 2)

    last = tf.while_loop(lambda i, t: i < n, body, [tf.constant(0), tf.constant(1)])[1]
    total = 1
    for i in range(50):
        assert await session.run(last, {n: i}) == total
        total = (total + i if i % 2 < 1 else total - i) if i % 3 < 2 else total * 2
        total = (total + 2**31) % 2**32 - 2**31


async def test_dead_loop_beside_a_live_one(session: tf.Session) -> None:
    """A loop in an untaken branch gives nothing, and one beside it is not disturbed."""
    p = tf.placeholder(tf.bool, [])
    no, yes = switch(tf.constant(3), p)
    first, second = (tf.while_loop(lambda i: i < 10, lambda i: i + 4, [start]) for start in (no, yes))
    both = merge([first + 100, second + 200])
    assert await session.run(list(both), {p: False}) == [111, 0]
    assert await session.run(list(both), {p: True}) == [211, 1]
    with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
        await session.run(first, {p: True})


async def test_what_does_not_depend_on_a_loop(session: tf.Session) -> None:
    """What a loop does not need, and what does not need it, does not wait for its end."""
    gate = Gate()
    endless = tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 1000, [tf.constant(0)])
    opened = gate.node(tf.constant(1.0) + 2.0)
    run = asyncio.ensure_future(session.run([endless, opened]))
    await gate.entered()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run


async def test_errors_name_the_node(session: tf.Session) -> None:
    """An error in an iteration, in whatever depth, names the node of the body."""
    n = tf.placeholder(tf.int32, [])

    def body(i: Any) -> Any:
        inner = tf.while_loop(lambda j: j < i, lambda j: j + tf.floordiv(6, 3 - i, name="divides"), [tf.constant(0)])
        return i + 1 + 0 * inner

    last = tf.while_loop(lambda i: i < n, body, [tf.constant(0)])
    assert await session.run(last, {n: 2}) == 2
    with pytest.raises(errors.InvalidArgumentError) as caught:
        await session.run(last, {n: 5})
    assert caught.value.op is not None and caught.value.op.name.endswith("divides")


async def test_timeout_and_cancellation(session: tf.Session) -> None:
    """A timeout and a cancellation end an endless loop; the session goes on."""
    endless = tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 1000, [tf.constant(0)])
    with pytest.raises(errors.DeadlineExceededError, match="Timed out"):
        await session.run(endless, options=RunOptions(timeout_in_ms=30))
    run = asyncio.ensure_future(session.run(endless))
    for _ in range(3):
        await asyncio.sleep(0)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert await session.run(tf.constant(7)) == 7


async def test_traces_show_all_nodes(session: tf.Session) -> None:
    """A traced run shows each node of a loop once per iteration."""
    last = tf.while_loop(lambda i: i < 3, lambda i: tf.add(i, 1, name="step"), [tf.constant(0)])
    assert await session.run(last) == 3
    metadata = RunMetadata()
    assert await session.run(last, options=RunOptions(trace_level="FULL_TRACE"), run_metadata=metadata) == 3
    names = [node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats]
    assert sum(name.endswith("step") for name in names) == 3


async def test_effects_in_order(session: tf.Session) -> None:
    """Stateful nodes of a loop run once per iteration, in the order of their edges."""
    with tf.device("/cpu:0"):
        variable = tf.get_default_graph().create_op(
            "VarHandleOp", (), "v", {"dtype": tf.int32, "shape": tf.TensorShape([]), "shared_name": b"v"}
        ).outputs[0]  # fmt: skip
    assign = tf.get_default_graph().create_op(
        "AssignVariableOp", [variable, tf.constant(1)], "assign", {"dtype": tf.int32}
    )

    def body(i: Any, held: Any) -> Any:
        add = tf.get_default_graph().create_op("AssignAddVariableOp", [held, i], "add", {"dtype": tf.int32})
        with tf.control_dependencies([add]):
            read = tf.get_default_graph().create_op("ReadVariableOp", [held], "read", {"dtype": tf.int32}).outputs[0]
            read.set_shape([])
            return tf.identity(read) + 1, held

    last = tf.while_loop(lambda i, h: i < 100, body, [tf.constant(1), variable])[0]
    await session.run(assign)
    value, i = 1, 1
    while i < 100:
        value += i
        i = value + 1
    assert await session.run(last) == i


# ---- functions
async def test_while_and_if_of_functions(session: tf.Session) -> None:
    """A While whose body calls an If gives what Python does; a function used twice keeps its values apart."""
    i32 = [tf.int32]
    double = define("double", i32, lambda x: [x * 2])
    less = define("less", i32, lambda x: [x - 3])
    goes_on = define("goes_on", [tf.int32, tf.int32], lambda i, x: [i < 10])
    body = define(
        "body", [tf.int32, tf.int32],
        lambda i, x: [i + 1, functional("If", [x < 20, x], i32, then_branch=double, else_branch=less)[0]],
    )  # fmt: skip
    n = tf.placeholder(tf.int32, [])
    first = functional("While", [tf.constant(0), n], [tf.int32] * 2, cond=goes_on, body=body)[1]
    second = functional("While", [tf.constant(5), n + 1], [tf.int32] * 2, cond=goes_on, body=body)[1]
    for value in (1, 7, 30):
        wanted = []
        for i, x in ((0, value), (5, value + 1)):
            for _ in range(i, 10):
                x = x * 2 if x < 20 else x - 3
            wanted.append(x)
        assert await session.run([first, second], {n: value}) == wanted


async def test_errors_name_the_calls(session: tf.Session) -> None:
    """An error in a function's body names the node there and the calls around it."""
    fails = define("fails", [tf.int32], lambda x: [tf.floordiv(x, x - x, name="divides")])
    p = tf.placeholder(tf.bool, [])
    same = define("same", [tf.int32], lambda x: [x])
    result = functional("If", [p, tf.constant(3)], [tf.int32], then_branch=fails, else_branch=same)[0]
    assert await session.run(result, {p: False}) == 3
    with pytest.raises(errors.InvalidArgumentError, match=r"divides.*\n?.*if") as caught:
        await session.run(result, {p: True})
    assert caught.value.node_name == "divides"


async def test_untaken_functions_do_not_run(session: tf.Session) -> None:
    """Of the branches of a Case only the chosen one has effects; the last one is chosen for numbers out of range."""
    witness = Witness()
    branches = [define(f"branch{k}", [tf.int32], lambda x, k=k: [x * 10 + k]) for k in range(3)]
    index = tf.placeholder(tf.int32, [])
    result = functional("Case", [index, tf.constant(4)], [tf.int32], branches=branches)[0]
    for number, chosen in ((0, 0), (1, 1), (2, 2), (-1, 2), (9, 2)):
        assert await session.run(result, {index: number}) == 40 + chosen
    assert witness.seen == []
