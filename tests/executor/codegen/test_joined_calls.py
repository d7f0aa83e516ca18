"""Updates of rows that are alike are made together, and do what they do one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.segments.plan import ViewPlan
from aioflow.kernels.training import prepared_updates
from aioflow.ops.generated import state as raw_state
from aioflow.ops.generated import training as raw_training

ROWS = [[0, 1, 5], [3, 2, 1], [4, 0, 3]]


class Tables:
    """Tables [6, inner] with a slot each, and updates of some of their rows, in a graph of its own.

    Args:
        inner: Elements of each row.
        names: Of the updates.
    """

    def __init__(self, inner: int, *names: str) -> None:
        self.refs = []
        for number in range(2 * len(names)):
            ref = raw_state.variable_v2(shape=[6, inner], dtype=tf.float32, name=f"table{number}")
            self.refs.append(ref)
        values = np.arange(1, 6 * inner + 1, dtype=np.float32).reshape(6, inner) / 16
        self.init = tf.group(*(tf.assign(ref, values + number) for number, ref in enumerate(self.refs)))
        self.rows = [tf.placeholder(tf.int32, [None]) for _ in names]
        self.gradients = [tf.placeholder(tf.float32, [None, inner]) for _ in names]
        self.updates = [
            raw_training.sparse_apply_adagrad(
                self.refs[2 * i], self.refs[2 * i + 1], 0.1, self.gradients[i], self.rows[i], name=name
            )
            for i, name in enumerate(names)
        ]
        self.inner = inner

    def feeds(self, rows: list[list[int]]) -> dict[Any, Any]:
        """Gradients for some rows of each table."""
        fed: dict[Any, Any] = dict(zip(self.rows, rows, strict=True))
        for number, (gradient, numbers) in enumerate(zip(self.gradients, rows, strict=True)):
            fed[gradient] = np.linspace(0.1, number + 1, len(numbers) * self.inner).reshape(-1, self.inner)
        return fed


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What joined calls have returned so far."""
    results: list[bool] = []
    run = prepared_updates.JoinableUpdate.join

    def join(self: Any, calls: Any) -> Any:
        function = run(self, calls)

        def call(*inputs: Any) -> bool:
            assert function is not None
            results.append(function(*inputs))
            return results[-1]

        return None if function is None else call

    monkeypatch.setattr(prepared_updates.JoinableUpdate, "join", join)
    return results


async def after(monkeypatch: pytest.MonkeyPatch, mode: str, tables: Tables, target: Any, runs: Any) -> list[Any]:
    """The tables when the target has run with the rows of each of `runs`; the first run is node by node."""
    async with tf.Session() as session:
        await session.run(tables.init)
        monkeypatch.setattr(ViewPlan, "mode", "off")
        for rows in runs:
            await session.run(target, tables.feeds(rows))
            monkeypatch.setattr(ViewPlan, "mode", mode)
        return [value.tobytes() for value in await session.run([tf.identity(ref) for ref in tables.refs])]


@pytest.mark.parametrize("inner", [1, 4])
async def test_together(monkeypatch: pytest.MonkeyPatch, joined: list[bool], inner: int) -> None:
    """The same bits, together or one by one; where a row comes twice, one by one."""
    runs = [ROWS, ROWS[::-1], [[1], [2, 3], [4, 5, 0, 1]], [[1, 1, 2], [0, 3, 0], [5, 4, 3]]]
    found = []
    for mode in ("off", "always"):
        with tf.Graph().as_default():
            tables = Tables(inner, "a", "b", "c")
            found.append(await after(monkeypatch, mode, tables, tf.group(*tables.updates), runs))
    assert found[0] == found[1]
    assert joined == [True, True, False]


async def test_what_depends_on_one(monkeypatch: pytest.MonkeyPatch, joined: list[bool]) -> None:
    """What waits for an update, itself or by way of a group, comes behind it, also if that is an update like it."""
    found = []
    for mode in ("off", "always"):
        with tf.Graph().as_default():
            tables = Tables(2, "a", "b")
            with tf.control_dependencies([tf.group(*tables.updates)]):
                copied = tf.assign(tables.refs[3], tf.identity(tables.refs[0]) * 2.0)
            with tf.control_dependencies([copied]):
                again = raw_training.sparse_apply_adagrad(
                    tables.refs[0], tables.refs[1], 0.1, tables.gradients[0], tables.rows[0]
                )
            found.append(await after(monkeypatch, mode, tables, again.op, [ROWS[:2], ROWS[1:]]))
    assert found[0] == found[1]
    assert joined == [True]


async def test_failure(monkeypatch: pytest.MonkeyPatch, joined: list[bool]) -> None:
    """The node whose rows are out of range is the one that the error names."""
    with tf.Graph().as_default():
        tables = Tables(2, "a", "b")
        with pytest.raises(errors.InvalidArgumentError, match="Index 6 at offset 1 in indices is out of range") as info:
            await after(monkeypatch, "always", tables, tf.group(*tables.updates), [ROWS[:2], [[0], [1, 6]]])
    assert info.value.op is not None and info.value.op.name == "b"
    assert joined == [False]


@pytest.mark.parametrize("wrong", [False, True])
async def test_whole_variables_together(monkeypatch: pytest.MonkeyPatch, wrong: bool) -> None:
    """Small variables of one optimizer: the same bits, together or one by one, and errors that name the node."""
    results: list[bool] = []
    run = prepared_updates.JoinableWholeUpdate.join

    def join(self: Any, calls: Any) -> Any:
        function = run(self, calls)
        assert function is not None and len(calls) == 3

        def call(*inputs: Any) -> bool:
            results.append(function(*inputs))
            return results[-1]

        return call

    monkeypatch.setattr(prepared_updates.JoinableWholeUpdate, "join", join)
    found = []
    for mode in ("off", "always"):
        with tf.Graph().as_default():
            variables = [tf.Variable(np.full(shape, 0.5, np.float32)) for shape in ([2, 3], [4], [1])]
            gradients = [tf.placeholder(tf.float32, None) for _ in variables]
            optimizer = tf.train.AdamOptimizer(0.1)
            train = optimizer.apply_gradients(zip(gradients, variables, strict=True))
            everything = tf.global_variables()
            init = tf.global_variables_initializer()
            feeds = dict(zip(gradients, (np.linspace(-1, 1, 6).reshape(2, 3), np.arange(4.0), np.ones(1)), strict=True))
            async with tf.Session() as session:
                await session.run(init)
                monkeypatch.setattr(ViewPlan, "mode", "off")
                await session.run(train, feeds)
                monkeypatch.setattr(ViewPlan, "mode", mode)
                await session.run(train, feeds)
                if wrong:
                    with pytest.raises(errors.InvalidArgumentError, match="same shape") as info:
                        await session.run(train, {**feeds, gradients[1]: np.ones(3)})
                    assert info.value.op is not None and info.value.op.name.startswith("Adam/update_Variable_1/")
                found.append([value.tobytes() for value in await session.run(everything)] if not wrong else [])
    assert found[0] == found[1] and results == ([True, False] if wrong else [True])
