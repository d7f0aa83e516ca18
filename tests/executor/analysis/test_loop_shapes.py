"""Loops as front ends write them, and frames that are none."""
from __future__ import annotations

from collections.abc import Callable

import pytest

import aioflow as tf
from aioflow.executor.analysis.loop_shapes import find_loops, shape_fits
from aioflow.executor.analysis.units import LoopShape
from aioflow.ops.generated.control_flow import enter, exit, loop_cond, merge, next_iteration, switch
from tests.executor.views import names, view_of

pytestmark = pytest.mark.usefixtures("default_graph")


def only_loop() -> LoopShape:
    """The loop of the default graph."""
    (loop,) = find_loops(view_of(tf.get_default_graph()).nodes).values()
    return loop


def test_a_while_loop() -> None:
    """A loop of `tf.while_loop` has its form: one condition, and a variable per Merge."""
    tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2.0), [tf.constant(0), tf.constant(1.0)], name="w")
    loop = only_loop()
    assert shape_fits(loop)
    assert loop.condition.name == "w/LoopCond"
    assert names(variable.merge for variable in loop.variables) == ["w/Merge", "w/Merge_1"]
    assert names(variable.next for variable in loop.variables) == ["w/NextIteration", "w/NextIteration_1"]
    assert names(loop.exits) == ["w/Exit", "w/Exit_1"]


def test_nested_loops() -> None:
    """A loop within a loop has the outer frame as its parent, where its Enters are."""

    def inner(j: tf.Tensor) -> tf.Tensor:
        last: tf.Tensor = tf.while_loop(lambda k: k < j, lambda k: k + 1, [j], name="inner")
        return last

    tf.while_loop(lambda i: i < 3, lambda i: inner(i) + 1, [tf.constant(0)], name="outer")
    loops = {loop.condition.name: loop for loop in find_loops(view_of(tf.get_default_graph()).nodes).values()
             if shape_fits(loop)}  # fmt: skip
    outer, nested = loops["outer/LoopCond"], loops["outer/inner/LoopCond"]
    assert (outer.parent, nested.parent) == ("", outer.name)
    assert {enter.frame_name for enter in nested.enters} == {outer.name}


def _next_is_used_twice(start: tf.Tensor, merged: tf.Tensor, following: tf.Tensor) -> None:
    tf.negative(following)


def _enter_is_used_inside(start: tf.Tensor, merged: tf.Tensor, following: tf.Tensor) -> None:
    tf.negative(start)


def _constant_feeds_a_merge(start: tf.Tensor, merged: tf.Tensor, following: tf.Tensor) -> None:
    constant = enter(tf.constant(1.0), frame_name="loop", is_constant=True)
    merge([constant, following])


def _two_conditions(start: tf.Tensor, merged: tf.Tensor, following: tf.Tensor) -> None:
    loop_cond(tf.is_finite(merged), name="LoopCounter")  # a name with which a second one is let through


def _nothing(start: tf.Tensor, merged: tf.Tensor, following: tf.Tensor) -> None:
    pass


@pytest.mark.parametrize(("add", "fits"), [
    (_nothing, True), (_next_is_used_twice, False), (_enter_is_used_inside, False), (_constant_feeds_a_merge, False),
    (_two_conditions, False),
])  # fmt: skip
def test_forms(add: Callable[[tf.Tensor, tf.Tensor, tf.Tensor], None], fits: bool) -> None:
    """A frame is no loop of a front end where a value reaches iterations by another way than a variable's Merge."""
    start = enter(tf.constant(1.0), frame_name="loop")
    merged = merge([start, start]).output
    ends, stays = switch(merged, loop_cond(tf.is_nan(merged)))
    exit(ends)
    following = next_iteration(stays)
    merged.op._update_input(1, following)
    add(start, merged, following)
    assert shape_fits(only_loop()) is fits


def test_enter_as_second_input() -> None:
    """Which input of a Merge the Enter is does not matter, and is noted: the Merge's second output says it."""
    start = enter(tf.constant(1.0), frame_name="loop")
    merged = merge([start, start]).output
    ends, stays = switch(merged, loop_cond(tf.is_nan(merged)))
    exit(ends)
    merged.op._update_input(0, next_iteration(stays))
    loop = only_loop()
    assert shape_fits(loop)
    assert [variable.enter_index for variable in loop.variables] == [1]
