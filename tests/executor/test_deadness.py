"""Dead tensors: what does not run because a branch was not taken (executor.md 11, E-1 to E-18)."""
from __future__ import annotations

import asyncio
import re
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated import state as state_ops
from aioflow.ops.generated.control_flow import control_trigger, merge, ref_merge, ref_switch, switch
from aioflow.testing import Gate

from .witness import Witness


def no_value(index: int) -> str:
    """The message for a fetch that is dead."""
    return re.escape(f"Retval[{index}] does not have value")


def dead_and_live(value: Any = 1.0) -> tuple[tf.Tensor, tf.Tensor]:
    """The two sides of a Switch on true."""
    sides = switch(tf.constant(value), tf.constant(True))
    return sides[0], sides[1]


async def test_fetch_of_the_other_side(session: tf.Session) -> None:
    """E-1: fetching the side of a Switch that is not taken fails."""
    dead, live = dead_and_live()
    with pytest.raises(errors.InvalidArgumentError, match=no_value(0)):
        await session.run(dead)
    assert await session.run(live) == 1


async def test_deadness_travels(session: tf.Session) -> None:
    """E-2: deadness travels through ordinary nodes; the error gives the place among the fetches, sorted by name."""
    dead, live = dead_and_live()
    z = tf.reduce_sum(tf.exp(tf.negative(dead)) + 1.0, name="z")
    a = tf.identity(live, name="a")
    with pytest.raises(errors.InvalidArgumentError, match=no_value(1)):
        await session.run([z, a])
    with pytest.raises(errors.InvalidArgumentError, match=no_value(1)):
        await session.run([a, z])


async def test_dead_target(session: tf.Session) -> None:
    """E-3: a dead operation may be a target: it does nothing."""
    dead, _ = dead_and_live()
    witness = Witness()
    assert await session.run(witness.node(dead).op) is None  # type: ignore[func-returns-value]
    assert witness.seen == []


@pytest.mark.parametrize("taken", [True, False])
async def test_merge(session: tf.Session, taken: bool) -> None:
    """E-4: a Merge hands on the live input and tells which one it was, as an int32."""
    p = tf.placeholder(tf.bool, [])
    if_false, if_true = switch(tf.constant(10.0), p)
    merged = merge([if_false + 1, if_true + 2])
    value, index = await session.run([merged.output, merged.value_index], {p: taken})
    assert (value, index) == ((12, 1) if taken else (11, 0))
    assert index.dtype == np.int32


async def test_dead_merge(session: tf.Session) -> None:
    """E-5: a Merge of dead inputs is dead in both outputs."""
    dead, _ = dead_and_live()
    merged = merge([dead + 1, dead + 2, dead])
    for output in merged:
        with pytest.raises(errors.InvalidArgumentError, match=no_value(0)):
            await session.run(output + 1)


async def test_merge_with_a_dead_control_input(session: tf.Session) -> None:
    """E-6: a dead control input does not kill a Merge; one that is late delays it."""
    dead, live = dead_and_live()
    inputs = [dead + 1, live + 2]
    with tf.control_dependencies([tf.identity(dead)]):
        merged = merge(inputs).output
    assert await session.run(merged) == 3


async def test_merge_waits_for_control_inputs(session: tf.Session) -> None:
    """1.3: a Merge fires with its first live data input, but not before all its control inputs have arrived."""
    gate, witness = Gate(), Witness()
    dead, live = dead_and_live()
    with tf.control_dependencies([gate.operation(), tf.identity(dead)]):
        merged = merge([dead, live]).output
    noted = witness.node(merged, "behind")
    run = asyncio.ensure_future(session.run(noted))
    await gate.entered()
    assert witness.seen == []
    gate.open()
    assert await run == 1 and witness.seen == ["behind"]


async def test_merge_does_not_wait_for_the_other_input(session: tf.Session) -> None:
    """1.3: a Merge fires as soon as one live input is there, whatever becomes of the others."""
    gate, witness = Gate(), Witness()
    merged = merge([tf.constant(1.0), gate.node(2.0)])
    after = witness.node(merged.output, "after")
    run = asyncio.ensure_future(session.run([after, merged.value_index]))
    await gate.entered()
    gate.open()
    assert await run == [1, 0]
    assert witness.seen == ["after"]


async def test_control_input_from_dead(session: tf.Session) -> None:
    """E-7: a constant that waits for a dead node is dead."""
    dead, _ = dead_and_live()
    with tf.control_dependencies([tf.identity(dead)]):
        c = tf.constant(5.0)
    with pytest.raises(errors.InvalidArgumentError, match=no_value(0)):
        await session.run(c)


async def test_control_input_from_switch(session: tf.Session) -> None:
    """E-8: a constant that waits for the Switch itself is alive: the Switch did run."""
    dead, _ = dead_and_live()
    with tf.control_dependencies([dead.op]):
        c = tf.constant(5.0)
    assert await session.run(c) == 5


async def test_control_trigger(session: tf.Session) -> None:
    """E-9: a ControlTrigger behind a dead node is alive, and what waits for it runs."""
    dead, _ = dead_and_live()
    with tf.control_dependencies([tf.identity(dead)]):
        trigger = control_trigger()
    with tf.control_dependencies([trigger]):
        c = tf.constant(7.0)
    assert await session.run(c) == 7
    assert await session.run(trigger) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("side", [0, 1])
async def test_dead_predicate(session: tf.Session, side: int) -> None:
    """E-10: a Switch whose predicate is dead is dead on both sides."""
    dead, _ = dead_and_live(True)
    sides = switch(tf.constant(1.0), dead)
    with pytest.raises(errors.InvalidArgumentError, match=no_value(0)):
        await session.run(sides[side])


@pytest.mark.parametrize("kind", ["assert", "check_numerics", "python"])
async def test_failing_node_in_the_other_branch(session: tf.Session, kind: str) -> None:
    """E-11: what would fail does not run where its branch is not taken."""
    witness = Witness()
    p = tf.placeholder(tf.bool, [])

    def fails() -> tf.Tensor:
        if kind == "assert":
            with tf.control_dependencies([tf.Assert(tf.constant(False), ["no"])]):
                return tf.constant(1.0)
        if kind == "check_numerics":
            return tf.check_numerics(tf.constant(np.nan), "nan")
        return witness.failing()

    result = tf.cond(p, fails, lambda: tf.constant(2.0))
    assert await session.run(result, {p: False}) == 2
    with pytest.raises(errors.InvalidArgumentError):
        await session.run(result, {p: True})


@pytest.mark.parametrize("taken", [True, False])
async def test_built_outside(session: tf.Session, taken: bool) -> None:
    """E-12: a node that was built outside the branches runs, even if only an untaken branch reads it."""
    witness = Witness()
    outside = witness.node(3.0, "outside")
    result = tf.cond(tf.constant(taken), lambda: outside + 1, lambda: tf.constant(0.0))
    assert await session.run(result) == (4 if taken else 0)
    assert witness.seen == ["outside"]


async def test_one_dead_input(session: tf.Session) -> None:
    """E-13: a node with one dead and one live input does not run."""
    dead, live = dead_and_live()
    witness = Witness()
    both = witness.node(tf.stack([dead, live]))
    with pytest.raises(errors.InvalidArgumentError, match=no_value(0)):
        await session.run(both)
    assert witness.seen == []


async def test_side_effect_behind_dead(session: tf.Session) -> None:
    """E-14: a side effect that waits for a dead node does not happen; one that waits for a live node does."""
    dead, live = dead_and_live()
    witness = Witness()
    operations = []
    for label, waits_for in (("dead", dead), ("live", live)):
        with tf.control_dependencies([tf.identity(waits_for)]):
            operations.append(witness.operation(label))
    await session.run(operations)
    assert witness.seen == ["live"]


async def test_enqueue_in_the_other_branch(session: tf.Session) -> None:
    """E-15: an enqueue in an untaken branch leaves the queue as it is; in a taken one it adds its element."""
    queue = tf.FIFOQueue(10, [tf.float32], shapes=[[]])
    p = tf.placeholder(tf.bool, [])

    def enqueue() -> tf.Tensor:
        with tf.control_dependencies([queue.enqueue([1.0])]):
            return tf.constant(1)

    chosen = tf.cond(p, enqueue, lambda: tf.constant(0))
    size = queue.size()
    assert [await session.run(chosen, {p: value}) for value in (False, False)] == [0, 0]
    assert await session.run(size) == 0
    assert await session.run(chosen, {p: True}) == 1
    assert await session.run(size) == 1


async def test_predicate_of_rank_1(session: tf.Session) -> None:
    """E-16: a predicate must be a scalar; the error names the Switch."""
    p = tf.placeholder(tf.bool)
    sides = switch(tf.constant(1.0), p, name="the_switch")
    with pytest.raises(errors.InvalidArgumentError, match=r"must be a scalar, but it has shape \[1\]") as caught:
        await session.run(sides[1], {p: [True]})
    assert caught.value.op.name == "the_switch"


async def test_merge_of_two_live_inputs(session: tf.Session) -> None:
    """E-17: a Merge of two outputs of one live node takes the first."""
    parts = tf.split(tf.constant([1.0, 2.0]), 2)
    merged = merge(parts)
    value, index = await session.run(list(merged))
    assert (value.tolist(), index) == ([1.0], 0)


async def test_ref_merge(session: tf.Session) -> None:
    """A RefMerge hands the reference on, so that what is assigned through it is seen in the variable."""
    v = state_ops.variable_v2(shape=[], dtype=tf.float32)
    await session.run(state_ops.assign(v, 1.0))
    p = tf.placeholder(tf.bool, [])
    merged = ref_merge(list(ref_switch(v, p))).output
    for taken, value in ((True, 5.0), (False, 6.0)):
        await session.run(state_ops.assign(merged, value), {p: taken})
        assert await session.run(v) == value
