"""Loops: frames and iterations (executor.md 11, E-19 to E-34)."""
from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated.control_flow import enter, loop_cond, merge, next_iteration, switch
from aioflow.ops.generated.control_flow import exit as exit_
from aioflow.testing import Gate

from .witness import Witness

PARALLEL = pytest.mark.parametrize("parallel", [1, 2, 10])


def counting_loop(frame: str, limit: Any, parallel: int = 10) -> tuple[tf.Tensor, tf.Tensor]:
    """`while i < limit: i += 1` from single nodes; its Exit, and the tensor that enters the body."""
    i = enter(tf.constant(0), frame_name=frame, parallel_iterations=parallel)
    bound = enter(limit, frame_name=frame, is_constant=True, parallel_iterations=parallel)
    merged = merge([i, i]).output
    sides = switch(merged, loop_cond(tf.less(merged, bound)))
    inside = tf.identity(sides[1], name=f"{frame}_body")
    with tf.control_dependencies([inside]):
        merged.op._update_input(1, next_iteration(inside + 1))
    return exit_(sides[0]), inside


@PARALLEL
@pytest.mark.parametrize("n", [0, 1, 2, 7, 100])
async def test_counting(session: tf.Session, n: int, parallel: int) -> None:
    """E-19: a loop counts; one whose condition does not hold at first gives the initial value."""
    bound = tf.placeholder(tf.int32, [])
    last = tf.while_loop(lambda i: i < bound, lambda i: i + 1, [tf.constant(0)], parallel_iterations=parallel)
    assert await session.run(last, {bound: n}) == n


async def test_frames_of_names_that_are_no_text(session: tf.Session) -> None:
    """Frames may have any bytes as names, and those of two names are two."""
    limit = tf.placeholder(tf.int32, [])
    first, second = (counting_loop("loop", limit)[0] for _ in range(2))
    for last, name in ((first, b"\xff"), (second, b"\xfe")):
        _rename_frame(last.op, name)
    assert await session.run([first, second], {limit: 3}) == [3, 3]


def _rename_frame(last: tf.Operation, name: bytes) -> None:
    """Names the frame that an Exit leaves."""
    seen, left = set(), [last]
    while left:
        op = left.pop()
        if op not in seen:
            seen.add(op)
            left += [] if op.type == "Enter" else [tensor.op for tensor in op.inputs]
            if op.type == "Enter":
                op.attrs["frame_name"] = name


@PARALLEL
async def test_nested(session: tf.Session, parallel: int) -> None:
    """E-20: a loop within a loop, whose bound depends on the outer one, gives what Python does."""
    n = tf.placeholder(tf.int32, [])

    def inner(i: tf.Tensor, total: tf.Tensor) -> tf.Tensor:
        start = [tf.constant(0), total]
        body = lambda j, t: (j + 1, t * 3 + j + i)  # noqa: E731
        return tf.while_loop(lambda j, t: j < i, body, start, parallel_iterations=parallel)[1]

    last = tf.while_loop(
        lambda i, t: i < n, lambda i, t: (i + 1, inner(i, t) % 1000), [tf.constant(0), tf.constant(1)],
        parallel_iterations=parallel,
    )  # fmt: skip
    for bound in (0, 1, 5, 9):
        wanted = 1
        for i in range(bound):
            for j in range(i):
                wanted = wanted * 3 + j + i
            wanted %= 1000
        assert await session.run(last, {n: bound}) == (bound, wanted)


async def test_loop_in_the_other_branch(session: tf.Session) -> None:
    """E-21: a loop in an untaken branch does not run, not even an endless one."""
    witness = Witness()
    p = tf.placeholder(tf.bool, [])

    def endless() -> tf.Tensor:
        return tf.while_loop(lambda i: i >= 0, lambda i: witness.node(i), [tf.constant(0)])

    result = tf.cond(p, endless, lambda: tf.constant(-5))
    assert await session.run(result, {p: False}) == -5
    assert witness.seen == []


@PARALLEL
async def test_dead_bound(session: tf.Session, parallel: int) -> None:
    """E-22: a loop whose bound is dead is dead; a Merge takes the other side."""
    p = tf.placeholder(tf.bool, [])
    if_false, if_true = switch(tf.constant(4), p)
    last, _ = counting_loop("dead_bound", if_true, parallel)
    merged = merge([last, tf.negative(if_false)])
    assert await session.run(list(merged), {p: True}) == [4, 0]
    assert await session.run(list(merged), {p: False}) == [-4, 1]
    with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
        await session.run(last, {p: False})


@PARALLEL
async def test_dead_initial_value(session: tf.Session, parallel: int) -> None:
    """1.3: a loop whose initial value is dead is dead, although no next iteration ever tells so."""
    p = tf.placeholder(tf.bool, [])
    if_false, if_true = switch(tf.constant(4), p)
    last = tf.while_loop(lambda i: i < 10, lambda i: i + 1, [if_true], parallel_iterations=parallel)
    merged = merge([last, tf.negative(if_false)]).output
    assert await session.run(merged, {p: True}) == 10
    assert await session.run(merged, {p: False}) == -4


@PARALLEL
async def test_branches_in_loops_in_branches(session: tf.Session, parallel: int) -> None:
    """E-23: branches within loops within branches within loops give what Python does."""

    def inner(i: tf.Tensor) -> tf.Tensor:
        return tf.while_loop(
            lambda j: j < i * 2, lambda j: tf.cond(j % 2 < 1, lambda: j + 1, lambda: j + 3), [i],
            parallel_iterations=parallel,
        )  # fmt: skip

    def body(i: tf.Tensor, t: tf.Tensor) -> Any:
        return i + 1, tf.cond(i % 3 < 1, lambda: t + inner(i), lambda: t * 2)

    start = [tf.constant(0), tf.constant(1)]
    last = tf.while_loop(lambda i, t: i < 10, body, start, parallel_iterations=parallel)
    wanted = 1
    for i in range(10):
        if i % 3:
            wanted *= 2
            continue
        j = i
        while j < i * 2:
            j += 1 if j % 2 < 1 else 3
        wanted += j
    assert await session.run(last) == (10, wanted)


async def test_fetch_inside(session: tf.Session) -> None:
    """E-24: a tensor within a loop can be fetched if there is one iteration; more would give several values."""
    limit = tf.placeholder(tf.int32, [])
    last, inside = counting_loop("inside", limit)
    assert await session.run([last, inside], {limit: 1}) == [1, 0]
    with pytest.raises(errors.InternalError, match=re.escape("Retval[1] has already been set.")) as caught:
        await session.run([inside, last], {limit: 3})
    assert caught.value.node_name == f"_retval_{inside.op.name}_0_1"


@pytest.mark.parametrize("parallel", [1, 2, 3, 10])
async def test_iterations_at_once(session: tf.Session, parallel: int) -> None:
    """E-25: an independent slow node runs in as many iterations at once as may be parallel, once in each."""
    gates = [Gate() for _ in range(6)]  # of the iterations
    seen: Counter[int] = Counter()

    async def passes(value: Any) -> Any:
        await gates[int(value)].wait()
        return value

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        passed = tf.async_py_func(passes, [i], tf.int32)
        noted = tf.py_func(lambda value: seen.update([int(value)]), [passed], [])
        with tf.control_dependencies([noted]):
            following = total + 1
        return i + 1, following

    start = [tf.constant(0), tf.constant(0)]
    last = tf.while_loop(lambda i, t: i < 6, body, start, parallel_iterations=parallel)
    run = asyncio.ensure_future(session.run(last))
    for first, gate in enumerate(gates):
        # Iterations run ahead of the slow node as far as they may; none has ended but those that were released.
        for running in gates[first : first + parallel]:
            await running.entered()
        assert not any(later.num_entered for later in gates[first + parallel :])
        gate.release()
    assert await run == (6, 6)
    assert seen == dict.fromkeys(range(6), 1)


@PARALLEL
async def test_one_iteration_after_the_other(session: tf.Session, parallel: int) -> None:
    """E-25: with one iteration at a time side effects come in order, and each comes once."""
    seen: list[int] = []

    def body(i: tf.Tensor) -> Any:
        with tf.control_dependencies([tf.py_func(lambda value: seen.append(int(value)), [i], [])]):
            return tf.identity(i) + 1

    await session.run(tf.while_loop(lambda i: i < 50, body, [tf.constant(0)], parallel_iterations=parallel))
    assert seen == list(range(50))


class TestIllFormed:
    """Loops that are refused before anything runs, and those that are not."""

    async def test_node_of_another_frame(self, session: tf.Session) -> None:
        """E-26: a node may not read from two frames; the error names it and what it reads, with their frames."""
        a = enter(tf.constant(1.0, name="outer"), frame_name="the_frame", name="inner")
        mixed = tf.add(a, tf.constant(2.0, name="stray"), name="mixed")
        left = exit_(mixed)
        with pytest.raises(errors.InvalidArgumentError, match="has inputs from different frames") as caught:
            await session.run(left)
        for part in ("mixed", "inner", "stray", "'the_frame'", "''"):
            assert part in caught.value.message

    async def test_enter_from_two_frames(self, session: tf.Session) -> None:
        """2: an Enter whose inputs are in different frames is refused as well."""
        a = enter(tf.constant(1.0), frame_name="f")
        x = tf.constant(2.0)
        with tf.control_dependencies([a.op]):
            b = enter(x, frame_name="g")
        with pytest.raises(errors.InvalidArgumentError, match="has inputs from different frames"):
            await session.run(exit_(tf.identity(b)))

    async def test_no_frame_name(self, session: tf.Session) -> None:
        """E-27: an Enter must name its frame."""
        with pytest.raises(errors.InvalidArgumentError, match="must have a frame name"):
            await session.run(exit_(enter(tf.constant(1.0), frame_name="")))

    async def test_two_conditions(self, session: tf.Session) -> None:
        """E-28: a loop has one condition, unless a name says that it counts another loop."""
        last, inside = counting_loop("two", tf.constant(3))
        second = loop_cond(tf.less(inside, inside), name="second")
        with pytest.raises(errors.InvalidArgumentError, match="more than one LoopCond") as caught:
            await session.run([last, second.op])
        assert "'two'" in caught.value.message

    async def test_second_condition_with_a_counters_name(self, session: tf.Session) -> None:
        """2: a second condition is accepted where its name contains LoopCounter."""
        last, inside = counting_loop("counted", tf.constant(1))
        second = loop_cond(tf.less(inside, inside), name="LoopCounter_1")
        assert await session.run([last, second.op]) == [1, None]

    async def test_exit_of_nothing(self, session: tf.Session) -> None:
        """E-29: an Exit outside of all loops is refused."""
        with pytest.raises(errors.InvalidArgumentError, match="Cannot find a corresponding Enter op") as caught:
            await session.run(exit_(tf.constant(1.0), name="lost"))
        assert "lost" in caught.value.message

    async def test_one_name_below_two_frames(self, session: tf.Session) -> None:
        """2: one frame name below two different frames is refused."""
        x = tf.constant(1.0)
        deep = exit_(exit_(enter(enter(x, frame_name="outer"), frame_name="twice")))
        shallow = exit_(enter(x, frame_name="twice"))
        with pytest.raises(errors.InvalidArgumentError, match="Mismatched parent frames"):
            await session.run([deep, shallow])

    async def test_outside_of_loops(self, session: tf.Session) -> None:
        """E-30: outside of loops LoopCond and NextIteration hand their input on."""
        x = tf.constant(True)
        assert await session.run([loop_cond(x), next_iteration(x), next_iteration(next_iteration(x))]) == [True] * 3

    async def test_loop_without_nodes(self, session: tf.Session) -> None:
        """E-31: a value may enter a frame and leave it at once; what an Enter gives can be fetched."""
        entered = enter(tf.constant(4.0), frame_name="through")
        assert await session.run(exit_(tf.identity(entered))) == 4
        assert await session.run(exit_(entered)) == 4
        assert await session.run(entered) == 4
        constant = enter(tf.constant(5.0), frame_name="constantly", is_constant=True)
        assert await session.run(exit_(constant + constant)) == 10

    async def test_not_fetched(self, session: tf.Session) -> None:
        """E-32: an ill-formed loop that is not fetched harms nobody."""
        exit_(enter(tf.constant(1.0), frame_name=""))
        tf.add(enter(tf.constant(1.0), frame_name="x"), 1.0)
        assert await session.run(tf.constant(3.0)) == 3

    async def test_different_parallel_iterations(self, session: tf.Session) -> None:
        """E-33: the Enters of a frame may differ in parallel_iterations."""
        i = enter(tf.constant(0), frame_name="f", parallel_iterations=3)
        bound = enter(tf.constant(5), frame_name="f", is_constant=True, parallel_iterations=7)
        merged = merge([i, i]).output
        sides = switch(merged, loop_cond(tf.less(merged, bound)))
        one = enter(tf.constant(1), frame_name="f", is_constant=True, parallel_iterations=1)
        merged.op._update_input(1, next_iteration(sides[1] + one))
        assert await session.run(exit_(sides[0])) == 5

    async def test_no_parallel_iterations(self, session: tf.Session) -> None:
        """2: parallel_iterations = 0 is accepted as long as no second iteration starts."""
        entered = enter(tf.constant(4.0), frame_name="zero", parallel_iterations=0)
        assert await session.run(exit_(entered + entered)) == 8


@PARALLEL
async def test_inner_frames_are_independent(session: tf.Session, parallel: int) -> None:
    """E-34: an inner loop that is entered in three outer iterations runs in three frames of its own."""
    gate = Gate()

    def body(i: tf.Tensor, results: tf.Tensor) -> Any:
        inner = tf.while_loop(
            lambda j, t: j < 2, lambda j, t: (j + 1, gate.node(t) + i + j), [tf.constant(0), tf.constant(0)]
        )[1]
        return i + 1, results + tf.one_hot(i, 3, dtype=tf.int32) * inner

    start = [tf.constant(0), tf.zeros([3], tf.int32)]
    last = tf.while_loop(lambda i, r: i < 3, body, start, parallel_iterations=parallel)
    run = asyncio.ensure_future(session.run(last[1]))
    await gate.entered(min(parallel, 3))
    gate.open()
    assert (await run).tolist() == [1, 3, 5]
    assert gate.max_inside == min(parallel, 3)


@PARALLEL
async def test_exits_of_several_variables(session: tf.Session, parallel: int) -> None:
    """1.5: a value that does not change, and one that a branch leaves dead, come out as they should."""
    p = tf.placeholder(tf.bool, [])
    _, maybe = switch(tf.constant(3), p)
    constant, i, moved = tf.while_loop(
        lambda c, i, m: i < 3, lambda c, i, m: (c, i + 1, m + c), [tf.constant(7), tf.constant(0), maybe],
        parallel_iterations=parallel,
    )  # fmt: skip
    assert await session.run([constant, i, moved], {p: True}) == [7, 3, 24]
    assert await session.run([constant, i], {p: False}) == [7, 3]
    with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
        await session.run(moved, {p: False})
