"""Feeds, fetches and targets: what runs for them, and what comes back (executor.md 4 and 5.3; E-49 to E-63)."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated import state as state_ops

from .witness import Witness


def make(session: tf.Session, **fields: Any) -> Any:
    """A callable from `CallableOptions` with these fields."""
    return session._make_callable_from_options(tf.CallableOptions(**fields))


class TestFeeds:
    """What feeding a tensor cuts off, and what it does not."""

    async def test_nothing_upstream_runs(self, session: tf.Session) -> None:
        """E-49: of what comes before a fed tensor nothing runs: no error, no side effect."""
        witness = Witness()
        with tf.control_dependencies([witness.operation("effect")]):
            middle = tf.identity(witness.failing(tf.placeholder(tf.float32, [])), name="middle")
        assert await session.run(middle + 1.0, {middle: 5}) == 6
        assert witness.seen == []

    async def test_fed_node_that_others_wait_for(self, session: tf.Session) -> None:
        """E-50: a fed node that is no placeholder still runs if something that is needed waits for it."""
        witness = Witness()
        fed = witness.node(1.0, "fed")
        with tf.control_dependencies([fed]):
            waits = tf.constant(2.0)
        assert await session.run(fed + waits, {fed: 10}) == 12
        assert witness.seen == ["fed"]
        assert await session.run(fed + 1.0, {fed: 10}) == 11
        assert witness.seen == ["fed"]

    async def test_placeholder_that_others_wait_for(self, session: tf.Session) -> None:
        """E-51: a fed placeholder for which something waits does not run; unfed it does, and fails."""
        x = tf.placeholder(tf.float32, [], name="x")
        with tf.control_dependencies([x]):
            waits = tf.constant(2.0)
        assert await session.run(waits, {x: 1}) == 2
        with pytest.raises(errors.InvalidArgumentError, match="You must feed a value for placeholder") as caught:
            await session.run(waits)
        assert caught.value.op is x.op

    async def test_placeholder_that_nothing_needs(self, session: tf.Session) -> None:
        """E-52: an unfed placeholder harms only those who need it."""
        x = tf.placeholder(tf.float32, [])
        assert await session.run(tf.constant(3.0)) == 3
        with pytest.raises(errors.InvalidArgumentError, match="You must feed"):
            await session.run(x + 1.0)

    async def test_default(self, session: tf.Session) -> None:
        """E-53: a placeholder with a default has it when it is unfed, and else what is fed."""
        witness = Witness()
        x = tf.placeholder_with_default(witness.node(4.0, "default"), [])
        assert await session.run(x * 2.0, {x: 1}) == 2 and witness.seen == []
        assert await session.run(x * 2.0) == 8 and witness.seen == ["default"]

    @pytest.mark.parametrize("level", [tf.OptimizerOptions.L0, tf.OptimizerOptions.L1])
    async def test_constant(self, graph: tf.Graph, config: tf.ConfigProto, level: int) -> None:
        """E-54: a constant can be fed, whether what depends on it would have been folded or not."""
        config.graph_options.optimizer_options.opt_level = level  # type: ignore[assignment]
        c = tf.constant(2.0)
        double = c * 2.0
        async with tf.Session(graph=graph, config=config) as session:
            assert [await session.run(double, feeds) for feeds in ({c: 5}, None, {c: 7})] == [10, 4, 14]

    async def test_one_of_two_outputs(self, session: tf.Session) -> None:
        """E-55: with one output fed the other is still computed; the node does not run if only the fed one is used."""
        witness = Witness()

        def two_values() -> Any:
            witness.seen.append("ran")
            return 1.0, 2.0

        first, second = tf.py_func(two_values, [], [tf.float64, tf.float64])
        assert await session.run([first + 0.0, second + 0.0], {first: 9}) == [9, 2]
        assert witness.seen == ["ran"]
        assert await session.run(first + 1.0, {first: 9}) == 10
        assert witness.seen == ["ran"]

    async def test_reference(self, session: tf.Session) -> None:
        """E-56: readers of a fed reference see what is fed; an Assign to it is refused."""
        v = state_ops.variable_v2(shape=[], dtype=tf.float32)
        assert await session.run(tf.identity(v) * 2.0, {v: 4}) == 8
        with pytest.raises(errors.InvalidArgumentError, match="incompatible with expected float_ref"):
            await session.run(state_ops.assign(v, 1.0).op, {v: 4})

    async def test_arrays_stay_as_they_are(self, session: tf.Session) -> None:
        """E-62: what is computed in place never shows in a fed array, a constant, or a value fetched before."""
        fed = np.arange(2000, dtype=np.float32)
        x, c = tf.placeholder(tf.float32, [None]), tf.constant(fed)
        total = tf.exp(tf.negative(x + 1.0) * 0.001) + tf.sqrt(c * 2.0)
        same = tf.identity(x)
        first = await session.run([total, c, same], {x: fed})
        copies = [array.copy() for array in first]
        for _ in range(3):
            second = await session.run([total, c, same], {x: fed})
            assert fed.tolist() == counting(2000) == second[1].tolist() == second[2].tolist()
            for array in second:
                array[:] = -1
            for array, copy in zip(first, copies, strict=True):
                np.testing.assert_array_equal(array, copy)


def counting(count: int) -> list[float]:
    """0, 1, 2, ..."""
    return [float(i) for i in range(count)]


class TestFetches:
    """What comes back, and in which order."""

    async def test_order_and_duplicates(self, session: tf.Session) -> None:
        """E-61: values come in the order of the fetches, None for an operation; duplicates are equal, drawn once."""
        b, a, drawn = tf.constant(2.0, name="b"), tf.constant(1.0, name="a"), tf.random.uniform([3])
        op = tf.no_op(name="op")
        assert await session.run([b, op, a]) == [2, None, 1]
        first, value, second = await session.run([drawn, b, drawn])
        assert first.tolist() == second.tolist() and value == 2

    async def test_target_with_a_slot(self, session: tf.Session) -> None:
        """E-63: a target may be written with a slot: its node runs, and gives nothing."""
        witness = Witness()
        witness.node(1.0, "q")
        assert await make(session, target=["q:0"])() == []
        assert witness.seen == ["q"]

    async def test_ordered_effects(self, session: tf.Session) -> None:
        """E-89: v = 1; add 1; then v * 10 gives 20."""
        v = state_ops.variable_v2(shape=[], dtype=tf.float32)
        with tf.control_dependencies([state_ops.assign(v, 1.0)]):
            added = state_ops.assign_add(v, 1.0)
        with tf.control_dependencies([added]):
            result = tf.multiply(v, 10.0)
        assert [await session.run(result) for _ in range(3)] == [20, 20, 20]

    async def test_random_streams(self, graph: tf.Graph, session: tf.Session, config: tf.ConfigProto) -> None:
        """E-87: a seeded node goes on with one sequence in all signatures of a session, and anew in another one."""
        drawn = tf.random.uniform([], seed=5)
        fetches = [drawn, drawn + 0.0, [drawn, tf.constant(1)], drawn]
        first = [np.ravel(await session.run(fetch))[0] for fetch in fetches]
        async with tf.Session(graph=graph, config=config) as other:
            second = [await other.run(drawn) for _ in fetches]
        assert first == second and len(set(first)) == 4


class TestCallables:
    """Prepared signatures, without the checks of `run`."""

    async def test_refused_when_made(self, session: tf.Session) -> None:
        """E-57, E-58, E-59: what a signature may not hold is refused by the kind of mistake, before anything runs."""
        tf.identity(tf.placeholder(tf.float32, [], name="x"), name="y")
        refused: list[tuple[type[errors.OpError], str, dict[str, Any]]] = [
            (errors.InvalidArgumentError, "fed more than once", {"feed": ["x:0", "x:0"], "fetch": ["y:0"]}),
            (errors.InvalidArgumentError, "is both fed and fetched", {"feed": ["x:0"], "fetch": ["x:0"]}),
            (errors.InvalidArgumentError, "Must specify at least one target", {"feed": ["x:0"]}),
            (errors.InvalidArgumentError, "was not found in the graph", {"fetch": ["nobody:0"]}),
            (errors.InvalidArgumentError, "was not found in the graph", {"feed": ["nobody:0"], "fetch": ["y:0"]}),
            (errors.OutOfRangeError, "does not have output 3", {"fetch": ["y:3"]}),
            (errors.NotFoundError, "nobody", {"target": ["nobody"]}),
        ]
        for kind, text, fields in refused:
            with pytest.raises(kind, match=text) as caught:
                make(session, **fields)
            assert type(caught.value) is kind

    async def test_refused_when_called(self, session: tf.Session) -> None:
        """E-60: a wrong number of values and a wrong dtype are refused; a wrong shape is not."""
        tf.identity(tf.placeholder(tf.float32, [2], name="x"), name="y")
        run = make(session, feed=["x:0"], fetch=["y:0"])
        with pytest.raises(errors.InvalidArgumentError, match="Expected 1 feed tensors, but got 0"):
            await run()
        with pytest.raises(errors.InvalidArgumentError, match=r"Type mismatch: actual double vs\. expect float"):
            await run(np.zeros(2, np.float64))
        assert (await run(np.zeros(5, np.float32)))[0].shape == (5,)
