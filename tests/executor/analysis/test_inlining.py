"""Inlining: which loops and calls become Python's own."""
from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

import aioflow as tf
from aioflow.executor.analysis import inlining
from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.inlining import may_join, plan_inlining
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.op_def import FunctionName
from aioflow.pools.hop_price import ASSUMED_S, HOP
from tests.executor.views import Library, names, ran, view_of
from tests.functions.building import define

pytestmark = pytest.mark.usefixtures("default_graph")


def planned(joins_all: bool = True, **costs_s: float) -> InlinePlan:
    """The plan for the default graph, whose nodes have run and cost so much."""
    graph = tf.get_default_graph()
    view = view_of(graph)
    ran(view, **costs_s)
    return plan_inlining(view.nodes, Library(graph), joins_all)


def waits_for(inlined: InlinePlan, item: NodeItem) -> set[str]:
    """The names of the nodes that may hold a node up."""
    return {other.name for other, bit in inlined.holding.items() if inlined.waits_for[item] & bit}


def counting(body: Callable[[tf.Tensor], Any] = lambda i: i + 1.0, start: Any = None, name: str = "w") -> tf.Tensor:
    """A loop over one number."""
    start = tf.placeholder(tf.float32, []) if start is None else start
    result: tf.Tensor = tf.while_loop(lambda i: i < 3.0, body, [start], name=name)
    return result


# ---- nodes
def test_who_may_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheap nodes may be part of a segment, waiting and blocking ones never, expensive ones where cost is no matter."""
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)
    x = tf.placeholder(tf.float32, [], name="x")
    tf.negative(x, name="cheap"), tf.exp(x, name="expensive")
    tf.async_py_func(_awaited, [x], tf.float32, name="waiting"), tf.py_func(abs, [x], tf.float32, name="blocking")
    view = view_of(tf.get_default_graph())
    ran(view, expensive=1.0)
    joining = [item.name for item in view.nodes if may_join(item)]
    assert joining == ["x", "cheap"]
    assert [item.name for item in view.nodes if may_join(item, joins_all=True)] == ["x", "cheap", "expensive"]


async def _awaited(x: object) -> object:
    return x


# ---- loops
def test_cheap_loop() -> None:
    """A loop of nodes that only compute is inlined; as a unit it has their number, and the cost of one iteration."""
    counting()
    inlined = planned()
    (loop,) = inlined.loops.values()
    assert inlined.has_loops(loop) and inlined.nesting(loop) == 1
    assert inlined.num_nodes(loop) == len(loop.units)
    parts = (*loop.head, *loop.body)
    assert inlined.cost_s(loop) == pytest.approx(sum(inlined.cost_s(unit) for unit in parts))


@pytest.mark.parametrize("body", [
    lambda i: tf.py_func(abs, [i], tf.float32), lambda i: tf.async_py_func(_awaited, [i], tf.float32),
], ids=["blocking", "waiting"])  # fmt: skip
def test_loop_that_may_wait(body: Callable[[tf.Tensor], tf.Tensor]) -> None:
    """A loop in which something may wait runs node by node, so that the rest of the step does not wait with it."""
    counting(lambda i: tf.reshape(body(i), []))
    assert not planned().loops


def test_result_of_a_loop_that_waits() -> None:
    """A loop's result waits for what its body waits for, also where that comes into it in the next iteration only."""
    def body(i: Any, v: Any) -> tuple[Any, Any]:
        with tf.control_dependencies([tf.async_py_func(_awaited, [i], tf.float32, name="waiting")]):
            return i + 1.0, tf.identity(v)

    start = [tf.placeholder(tf.float32, []), tf.constant(0.0)]
    tf.negative(tf.while_loop(lambda i, v: i < 3.0, body, start, name="w")[1], name="after")
    inlined = planned()
    assert inlined.liveness.loops["w/while_context"].is_structured
    (after,) = (item for item in inlined.items if item.name == "after")
    assert "w/waiting" in waits_for(inlined, after)


def test_expensive_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop with a node that is worth a thread runs node by node, unless cost does not matter."""
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)
    counting(lambda i: tf.exp(i, name="costly"))
    assert not planned(joins_all=False, **{"w/costly": 1.0}).loops
    assert planned(joins_all=True, **{"w/costly": 1.0}).loops


def test_nested_loops() -> None:
    """A loop within a loop is inlined with it, and counts in its size and depth."""
    counting(lambda i: counting(start=i, name="inner") + 1.0)
    inlined = planned()
    outer, inner = sorted(inlined.loops.values(), key=inlined.nesting, reverse=True)
    assert inner.parent == outer.name
    assert (inlined.nesting(outer), inlined.nesting(inner)) == (2, 1)
    assert inlined.num_nodes(outer) > inlined.num_nodes(inner)


def test_outer_loop_of_one_that_waits() -> None:
    """A loop around one that may wait is not inlined either."""
    wait = lambda i: tf.reshape(tf.py_func(abs, [i], tf.float32), [])  # noqa: E731
    counting(lambda i: counting(wait, start=i, name="inner") + 1.0)
    assert not planned().loops


def test_variables_that_wait_apart() -> None:
    """A loop is not inlined where one of its variables waits for something for which the others do not."""
    x = tf.placeholder(tf.float32, [])
    waiting = tf.reshape(tf.async_py_func(_awaited, [x], tf.float32), [])
    tf.while_loop(lambda i, j: i < 3.0, lambda i, j: (i + 1.0, j), [x, waiting], name="apart")
    tf.while_loop(lambda i, j: i < 3.0, lambda i, j: (i + 1.0, j), [waiting, waiting], name="together")
    inlined = planned()
    assert names(loop.condition for loop in inlined.loops.values()) == ["together/LoopCond"]


def test_large_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of too many nodes is not inlined."""
    counting()
    size = planned().num_nodes(*planned().loops.values())
    monkeypatch.setattr(inlining, "MAX_INLINED_NODES", size - 1)
    assert not planned().loops


# ---- calls
def call(op: str, inputs: list[Any], **attrs: Any) -> None:
    """A call named "call" that gives one float."""
    tf.get_default_graph().create_op(op, inputs, "call", attrs)


def square() -> Any:
    """A function of two nodes."""
    return define("square", [tf.float32], lambda x: tf.negative(tf.square(x)))


def test_call() -> None:
    """A call of a function whose body only computes is inlined; it stands for the nodes of the body."""
    x = tf.placeholder(tf.float32, [])
    call("PartitionedCall", [x], f=square(), Tin=[tf.float32], Tout=[tf.float32])
    inlined = planned()
    ((item, (body,)),) = inlined.calls.items()
    assert item.name == "call" and not inlined.has_loops(item) and not inlined.holds_up(item)
    assert {"_Arg", "Square", "Neg", "_Retval"} == {unit.op.type for unit in body.units}  # type: ignore[union-attr]
    assert inlined.num_nodes(item) == 1 + body.num_nodes == 5
    assert inlined.nesting(item) == 1


def test_calls_before_they_were_made() -> None:
    """Where functions are not to be compiled for it, a call that was never made stays a call."""
    x = tf.placeholder(tf.float32, [])
    call("PartitionedCall", [x], f=square(), Tin=[tf.float32], Tout=[tf.float32])
    inlined = planned(joins_all=False)
    assert not inlined.calls
    (item,) = (item for item in inlined.items if item.name == "call")
    assert inlined.holds_up(item)


def test_branches() -> None:
    """An If has the bodies of both branches; if one of them cannot be inlined, it stays a call."""
    x = tf.placeholder(tf.float32, [])
    waits = define("waits", [tf.float32], lambda x: tf.reshape(tf.py_func(abs, [x], tf.float32), []))
    types = {"Tcond": tf.bool, "Tin": [tf.float32], "Tout": [tf.float32]}
    call("If", [x > 0.0, x], then_branch=square(), else_branch=square(), **types)
    call("If", [x > 0.0, x], then_branch=square(), else_branch=waits, **types)
    inlined = planned()
    assert [(item.name, len(bodies)) for item, bodies in inlined.calls.items()] == [("call", 2)]


def test_loop_of_functions() -> None:
    """A While is inlined as a loop."""
    x = tf.placeholder(tf.float32, [])
    small = define("small", [tf.float32], lambda x: x < 3.0)
    call("While", [x], cond=small, body=square(), T=[tf.float32])
    inlined = planned()
    (item,) = inlined.calls
    assert inlined.has_loops(item)


def test_types_that_do_not_fit() -> None:
    """A call whose function takes another type than it is given stays a call, which then fails as calls do."""
    x = tf.placeholder(tf.int32, [])
    call("PartitionedCall", [x], f=square(), Tin=[tf.int32], Tout=[tf.float32])
    assert not planned().calls


def test_functions_that_call_themselves() -> None:
    """A function in whose body it is called itself is not inlined: its text would have no end."""
    types: Any = {"Tin": [tf.float32], "Tout": [tf.float32]}

    def again(x: tf.Tensor) -> tf.Tensor:
        return tf.get_default_graph().create_op(
            "PartitionedCall", [x], "again", {"f": FunctionName("recursive"), **types}
        ).outputs[0]  # fmt: skip

    call("PartitionedCall", [tf.placeholder(tf.float32, [])], f=define("recursive", [tf.float32], again), **types)
    assert not planned().calls


def test_many_waits_in_a_row() -> None:
    """What each of many nodes waits for takes memory for the nodes, and not for the square of their number."""
    y = tf.placeholder(tf.float32, [])
    for _ in range(400):
        y = tf.async_py_func(_awaited, [y], tf.float32)
    waits = planned().waits_for
    assert sum(sys.getsizeof(bits) for bits in {id(bits): bits for bits in waits.values()}.values()) < 400 * 100


def test_waits() -> None:
    """Each node has the waiting nodes before it, at any distance."""
    x = tf.placeholder(tf.float32, [], name="x")
    wait = tf.async_py_func(_awaited, [x], tf.float32)
    tf.exp(tf.negative(wait, name="next"), name="later")
    inlined = planned()
    waits = {item.name: waits_for(inlined, item) for item in inlined.items}
    assert waits["x"] == set()
    assert waits["next"] == waits["later"] == {wait.op.name}
