"""Steps that are one function of their feeds: which are, and that they do all that other steps do."""
from __future__ import annotations

import asyncio
import pickle
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.program import Whole
from aioflow.executor.segments.plan import ViewPlan
from aioflow.pools.hop_price import HOP
from aioflow.session.calls.graph_runner import GraphRunner
from aioflow.session.steps import loop_turns
from aioflow.session.steps.step_options import StepOptions
from aioflow.session.steps.step_runner import StepRunner

Build = Callable[[tf.Tensor], Any]


@pytest.fixture
async def session(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tf.Session]:
    """A session that makes segments before the first step; no step is worth a thread, however slow the machine is."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    monkeypatch.setattr(HOP, "price_s", 1.0)
    with tf.Graph().as_default():
        async with tf.Session() as session:
            yield session


def is_one_call(session: tf.Session, fetches: Any, feeds: list[Any]) -> bool:
    """Whether the session says that a step is one call."""
    (explanation,) = session.explain(fetches, feeds, file=StringIO())
    return [item.why.endswith("it is the whole step") for item in explanation.items] == [True]


async def run_often(session: tf.Session, fetches: Any, feeds: dict[Any, Any]) -> Any:
    """The value of the fifth run: the first steps run node by node."""
    for _ in range(4):
        await session.run(fetches, feeds)
    return await session.run(fetches, feeds)


@pytest.mark.parametrize(("build", "is_whole"), [
    (lambda x: tf.nn.softmax(tf.matmul(x, [[1.0, 2.0], [3.0, 4.0]]) + 1.0), True),
    (lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x + 1.0, lambda: x - 1.0), True),
    (lambda x: tf.split(x, 2, axis=1)[1], True),
    (lambda x: x + tf.random_uniform([2, 2], seed=1), False),
    (lambda x: tf.py_func(lambda y: y, [x], tf.float32), False),
    (lambda x: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.size(x)]), False),
], ids=["layer", "branches", "several outputs", "random", "python", "loop"])  # fmt: skip
async def test_which_steps(session: tf.Session, build: Build, is_whole: bool) -> None:
    """Steps of nodes that only compute are; those with effects, Python, or loops are not."""
    x = tf.placeholder(tf.float32, [2, 2])
    y = tf.identity(build(x))
    await run_often(session, y, {x: np.eye(2)})
    assert is_one_call(session, [y], [x]) is is_whole


async def test_dead_results(session: tf.Session) -> None:
    """A step one of whose results may be dead is not one, and says which result has no value."""
    x = tf.placeholder(tf.float32, [])
    taken, other = tf.raw_ops.Switch(data=x, pred=x > 0)
    for value, wanted, dead in ((1.0, other, taken), (-1.0, taken, other)):
        assert await run_often(session, dead if value < 0 else other, {x: abs(value)}) is not None
        assert not is_one_call(session, [wanted], [x])
        with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
            await session.run(taken if value > 0 else other, {x: value})


async def test_orders(session: tf.Session) -> None:
    """Feeds and fetches may come in any order, and results may be fed values, constants, or one value twice."""
    a, b, c = (tf.placeholder(tf.float32, [2], name=name) for name in "abc")
    fetches = [c * 2.0, a - b, tf.identity(b), tf.constant([7.0]), a - b]
    for feeds in ({c: [3, 3], a: [1, 1], b: [2, 2]}, {b: [2, 2], c: [3, 3], a: [1, 1]}):
        values = await run_often(session, fetches, feeds)
        assert [list(value) for value in values] == [[6, 6], [-1, -1], [2, 2], [7], [-1, -1]]
        for value in values:
            value += 1  # they are the caller's own
        assert [list(value) for value in await session.run(fetches, feeds)] == [[6, 6], [-1, -1], [2, 2], [7], [-1, -1]]


async def test_errors_name_the_node(session: tf.Session) -> None:
    """A node that fails is named with the line that made it, and the session goes on."""
    x = tf.placeholder(tf.int32, [None])
    y = tf.floordiv(tf.constant([6, 6]) + 0, x, name="quotient") + 1
    assert list(await run_often(session, y, {x: [2, 3]})) == [4, 3]
    assert is_one_call(session, [y], [x])
    with pytest.raises(errors.InvalidArgumentError, match="Integer division by zero") as caught:
        await session.run(y, {x: [0, 1]})
    assert caught.value.op is session.graph.get_operation_by_name("quotient")
    assert "quotient" in str(caught.value) and Path(__file__).name in str(caught.value)
    with pytest.raises(errors.InvalidArgumentError, match="Incompatible shapes"):
        await session.run(y, {x: [1, 2, 3]})
    assert list(await session.run(y, {x: [1, 6]})) == [7, 2]
    statistics = session.statistics()
    assert (statistics.succeeded, statistics.failed) == (6, 2)


async def test_numpy_says_nothing(session: tf.Session) -> None:
    """Infinities and NaN are results, not warnings; and the caller's own settings of numpy stay."""
    x = tf.placeholder(tf.float32, [2])
    y = tf.log(x) / (x - x)
    with np.errstate(all="raise"):
        assert np.isnan(await run_often(session, y, {x: [1.0, -1.0]})).all()
        with pytest.raises(FloatingPointError):
            np.log(np.float32(0))


async def test_tracing_and_options(session: tf.Session) -> None:
    """A traced run of such a step shows every node."""
    x = tf.placeholder(tf.float32, [2], name="x")
    y = tf.sqrt(tf.square(x, name="square"), name="root")
    await run_often(session, y, {x: [1.0, 2.0]})
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    assert list(await session.run(y, {x: [3.0, 4.0]}, options=options, run_metadata=metadata)) == [3.0, 4.0]
    names = {node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats}
    assert {"square", "root"} <= names


async def test_other_dtypes_teach_nothing(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value of another dtype than the argument's leaves the step to the usual way; nothing is learned of its cost."""
    monkeypatch.setattr(HOP, "price_s", 1.0)  # however busy the machine is, the step is not worth a thread
    x = tf.placeholder(tf.float32, [2])
    y = tf.sqrt(tf.square(x))
    await run_often(session, y, {x: [1.0, 2.0]})
    prepared = session.backend.prepare(session.graph, (x,), (y,), ())
    (executor,) = prepared.entry.compiled.executors  # type: ignore[attr-defined]
    before = executor.stats.cost_s
    assert isinstance(executor.choose(None), Whole)
    unfit = prepared.start([np.ones(2, np.float64)], StepOptions())
    assert not isinstance(unfit, list)
    with pytest.raises(errors.InvalidArgumentError):
        await unfit
    assert executor.stats.cost_s == before
    assert isinstance(prepared.start([np.ones(2, np.float32)], StepOptions()), list)
    assert executor.stats.cost_s != before


async def test_unpickled_values(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays that another process has sent, which have an object of their own for their dtype, fit as others do."""
    x = tf.placeholder(tf.float32, [2])
    y = tf.sqrt(tf.square(x))
    await run_often(session, y, {x: [1.0, 2.0]})
    value = pickle.loads(pickle.dumps(np.array([3.0, -4.0], np.float32)))
    assert value.dtype is not np.dtype(np.float32)
    monkeypatch.delattr(StepRunner, "run")  # which runs what is no such step
    for frozen in (False, True):
        value.setflags(write=not frozen)
        assert (await session.run(y, {x: value})).tolist() == [3.0, 4.0]
    assert value.dtype is not np.dtype(np.float32), "the caller's own array has changed"


async def test_steps_with_state_wait_for_nothing(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of one call whose nodes need the step has ended when it was started, unless the loop's turn is over."""
    variable = tf.get_variable("variable", initializer=np.float32(1), use_resource=True)
    total = tf.identity(tf.assign_add(variable, 1.0))
    await session.run(tf.global_variables_initializer())
    await run_often(session, total, {})
    prepared = session.backend.prepare(session.graph, (), (total,), ())
    before = float(await session.run(variable))
    monkeypatch.setattr(loop_turns, "MAX_RUNS_IN_TURN_S", 1000.0)
    results = prepared.start([], StepOptions())
    assert results == [before + 1]
    monkeypatch.setattr(loop_turns, "MAX_RUNS_IN_TURN_S", -1.0)
    turns: list[str] = []
    asyncio.get_running_loop().call_soon(turns.append, "of another")
    later = prepared.start([], StepOptions())
    assert not isinstance(later, list)
    assert await later == [before + 2] and turns == ["of another"]


async def test_all_forms_of_feeds_wait_for_nothing(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a step is run by plain functions, in whatever mapping and by whatever keys its feeds come."""
    x, y = tf.placeholder(tf.float32, [2], name="x"), tf.placeholder(tf.float32, [2], name="y")
    total = x + y * 2.0
    one = np.ones(2, np.float32)
    forms: list[Any] = [
        {x: one, y: one}, {"x:0": one, "y:0": one}, OrderedDict({x: one, y: one}), {(x, y): (one, one)},
    ]  # fmt: skip
    for feeds in forms:
        await run_often(session, total, feeds)
    call = session.make_callable(total, [x, y])
    await call(one, one)
    monkeypatch.delattr(GraphRunner, "prepare_and_run")
    for feeds in forms:
        assert (await session.run(total, feeds)).tolist() == [3.0, 3.0]
    assert (await call(one, one)).tolist() == [3.0, 3.0]
    assert (await call(one, one, options=tf.RunOptions(timeout_in_ms=1000))).tolist() == [3.0, 3.0]
