"""Graphs whose schedules are explored: small ones, in all orders, and larger ones, in random orders."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import aioflow as tf
from aioflow.ops.generated.control_flow import control_trigger, enter, loop_cond, merge, next_iteration, switch
from aioflow.ops.generated.control_flow import exit as exit_


@dataclass(frozen=True)
class Case:
    """A step.

    Attributes:
        fetches: What it computes.
        wanted: The values; None for what is dead. Nothing if it fails.
        feeds: Placeholder -> value.
        before: What is run before each step.
        fails: Whether a node of it fails.
        is_stopped: Whether the orders include those in which it is cancelled.
    """

    fetches: list[tf.Tensor]
    wanted: list[Any]
    feeds: dict[tf.Tensor, Any] = field(default_factory=dict)
    before: list[tf.Operation] = field(default_factory=list)
    fails: bool = False
    is_stopped: bool = False


Build = Callable[[], Case]


def _fail(value: Any) -> Any:
    raise ValueError("on purpose")


async def _hand_on(value: Any) -> Any:
    return value


def waiting(value: Any) -> tf.Tensor:
    """A node that waits on an event loop, if there is one."""
    tensor = tf.convert_to_tensor(value)
    result: tf.Tensor = tf.async_py_func(_hand_on, [tensor], tensor.dtype.base_dtype)
    result.set_shape(tensor.shape)
    return result


# ---- at most six nodes, fed and fetched ones (`_Arg`, `_Retval`) aside
def a_number() -> tf.Tensor:
    """A fed scalar."""
    return tf.placeholder(tf.int32, [])


def a_condition() -> tf.Tensor:
    """A fed bool."""
    return tf.placeholder(tf.bool, [])


def cond(taken: bool) -> Case:
    """A value and its negative, one of which is merged."""
    x, p = a_number(), a_condition()
    if_false, if_true = switch(x, p)
    merged = merge([tf.negative(if_false), tf.identity(if_true)])
    return Case([*merged], [3, 1] if taken else [-3, 0], {x: 3, p: taken})


def two_conds() -> Case:
    """Two conditions, the second of which is dead with one side of the first."""
    x, p, q = a_number(), a_condition(), a_condition()
    if_false, if_true = switch(x, p)
    inner_false, inner_true = switch(if_true, q)
    return Case([merge([if_false, merge([inner_false, inner_true])[0]])[0]], [3], {x: 3, p: True, q: False})


def short_loop(parallel: int) -> Case:
    """A loop of two iterations: `while p: p = not p`."""
    p = a_condition()
    merged = merge([enter(p, frame_name="loop", parallel_iterations=parallel)] * 2)[0]
    if_false, if_true = switch(merged, merged)
    merged.op._update_input(1, next_iteration(tf.logical_not(if_true)))
    return Case([exit_(if_false)], [False], {p: True})


def dead_loop() -> Case:
    """A loop whose initial value is dead, and so its Exit."""
    p = a_condition()
    if_false, _ = switch(p, p)
    merged = merge([enter(if_false, frame_name="loop")] * 2)[0]
    stays, goes_on = switch(merged, merged)
    merged.op._update_input(1, next_iteration(goes_on))
    return Case([exit_(stays)], [None], {p: True})


def dead_exit() -> Case:
    """A frame with two Exits, one of them of an untaken branch."""
    p = a_condition()
    entered = enter(p, frame_name="frame")
    if_false, if_true = switch(entered, entered)
    return Case([tf.logical_not(exit_(if_false)), exit_(if_true)], [None, True], {p: True})


def late_constant() -> Case:
    """A constant that enters a frame late, when a first value may be there already."""
    x, y = a_number(), a_number()
    entered = enter(x, frame_name="frame")
    constant = enter(tf.negative(y), frame_name="frame", is_constant=True)
    return Case([exit_(tf.add(entered, constant))], [-1], {x: 3, y: 4})


def control_edges() -> Case:
    """Control edges: a dead one kills a node; a ControlTrigger is alive in spite of one."""
    x, p = a_number(), a_condition()
    if_false, _ = switch(x, p)
    with tf.control_dependencies([tf.identity(if_false)]):
        killed, trigger = tf.negative(x), control_trigger()
    with tf.control_dependencies([trigger]):
        alive = tf.identity(x)
    return Case([killed, alive], [None, 3], {x: 3, p: True})


def merge_behind_control(taken: bool) -> Case:
    """A Merge that also waits for control edges, one of which is dead."""
    x, p = a_number(), a_condition()
    if_false, if_true = switch(x, p)
    with tf.control_dependencies([tf.identity(if_true), tf.negative(x)]):
        merged = merge([if_false, if_true])
    return Case([*merged], [3, int(taken)], {x: 3, p: taken})


def two_slots() -> Case:
    """A Merge fed by two outputs of one node takes the first."""
    x = a_number()
    merged = merge(tf.identity_n([x, tf.negative(x)]))
    return Case([*merged], [3, 0], {x: 3})


def diamond() -> Case:
    """Three nodes between two."""
    x = a_number()
    start = tf.negative(x)
    return Case([tf.add_n([tf.identity(start), tf.abs(start), tf.square(start)])], [9], {x: 3})


def failing() -> Case:
    """A node fails beside others."""
    x = a_number()
    failed = tf.py_func(_fail, [x], tf.int32)
    return Case([tf.negative(failed), tf.identity(tf.negative(x)), tf.square(x)], [], {x: 3}, fails=True)


def failing_in_loop() -> Case:
    """A node fails in a loop."""
    p = a_condition()
    merged = merge([enter(p, frame_name="loop")] * 2)[0]
    if_false, if_true = switch(merged, merged)
    failed = tf.py_func(_fail, [if_true], tf.bool)
    merged.op._update_input(1, next_iteration(failed))
    return Case([exit_(if_false)], [], {p: True}, fails=True)


def cancelled() -> Case:
    """A step with waiting nodes that may be cancelled at any moment."""
    x, p = a_number(), a_condition()
    if_false, if_true = switch(waiting(x), p)
    return Case([merge([waiting(if_false), tf.negative(if_true)])[0]], [3], {x: 3, p: False}, is_stopped=True)


def cancelled_loop() -> Case:
    """A loop that may be cancelled at any moment."""
    return replace(short_loop(2), is_stopped=True)


SMALL: dict[str, Build] = {
    "cond_true": lambda: cond(True),
    "cond_false": lambda: cond(False),
    "two_conds": two_conds,
    "loop_1": lambda: short_loop(1),
    "loop_2": lambda: short_loop(2),
    "dead_loop": dead_loop,
    "dead_exit": dead_exit,
    "late_constant": late_constant,
    "control_edges": control_edges,
    "merge_behind_control_true": lambda: merge_behind_control(True),
    "merge_behind_control_false": lambda: merge_behind_control(False),
    "two_slots": two_slots,
    "diamond": diamond,
    "failing": failing,
    "failing_in_loop": failing_in_loop,
    "cancelled": cancelled,
    "cancelled_loop": cancelled_loop,
}


# ---- larger ones
def counting(parallel: int) -> Case:
    """A loop of two variables, the second of which lags behind the first."""
    n = a_number()
    last = tf.while_loop(
        lambda i, t: i < n, lambda i, t: (i + 1, tf.negative(waiting(t) + i)), [tf.constant(0), tf.constant(1)],
        parallel_iterations=parallel,
    )  # fmt: skip
    return Case(list(last), [5, -3], {n: 5})


def nested_loops(parallel: int) -> Case:
    """A loop in a loop, bounded by the outer one's counter."""
    n = a_number()

    def inner(i: tf.Tensor, total: tf.Tensor) -> tf.Tensor:
        start = [tf.constant(0), total]
        body = lambda j, t: (j + 1, t * 3 + j + i)  # noqa: E731
        result: tf.Tensor = tf.while_loop(lambda j, t: j < i, body, start, parallel_iterations=parallel)[1]
        return result

    last = tf.while_loop(
        lambda i, t: i < n, lambda i, t: (i + 1, inner(i, t)), [tf.constant(0), tf.constant(1)],
        parallel_iterations=parallel,
    )  # fmt: skip
    wanted = 1
    for i in range(3):
        for j in range(i):
            wanted = wanted * 3 + j + i
    return Case(list(last), [3, wanted], {n: 3})


def branches_in_a_loop() -> Case:
    """A cond in a loop in a cond."""
    p = a_condition()

    def loop() -> Any:
        def body(i: tf.Tensor) -> Any:
            return tf.cond(i % 2 < 1, lambda: i + 1, lambda: waiting(i) + 3)

        return tf.while_loop(lambda i: i < 9, body, [tf.constant(0)], parallel_iterations=3)

    return Case([tf.cond(p, loop, lambda: tf.constant(7))], [9], {p: True})


def loop_not_taken() -> Case:
    """A loop in an untaken branch, with what waits for it."""
    p = a_condition()
    loop = lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])  # noqa: E731
    result = tf.cond(p, loop, lambda: tf.constant(7))
    with tf.control_dependencies([result]):
        return Case([result, tf.constant(1)], [7, 1], {p: False})


def dead_bound() -> Case:
    """A loop with a dead bound, merged with the other side."""
    x, p = a_number(), a_condition()
    if_false, if_true = switch(x, p)
    i = enter(tf.constant(0), frame_name="loop")
    bound, one = (enter(value, frame_name="loop", is_constant=True) for value in (if_true, tf.constant(1)))
    merged = merge([i, i])[0]
    stays, goes_on = switch(merged, loop_cond(tf.less(merged, bound)))
    merged.op._update_input(1, next_iteration(goes_on + one))
    return Case([*merge([exit_(stays), tf.negative(if_false)])], [-3, 1], {x: 3, p: False})


def dead_start() -> Case:
    """A loop with a dead initial value, and what waits for its Exit whether it is dead or not."""
    x, p = a_number(), a_condition()
    _, if_true = switch(x, p)
    last = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [if_true])
    with tf.control_dependencies([last]):
        trigger = control_trigger()
    with tf.control_dependencies([trigger]):
        return Case([last, tf.constant(1)], [None, 1], {x: 0, p: False})


def dead_constant() -> Case:
    """A loop in which something waits for a constant that is dead: it is dead in all iterations."""
    x, p = a_number(), a_condition()
    _, maybe = switch(x, p)
    constant, one, bound = (
        enter(value, frame_name="loop", is_constant=True) for value in (maybe, tf.constant(1), tf.constant(3))
    )
    i = enter(tf.constant(0), frame_name="loop")
    merged = merge([i, i])[0]
    stays, goes_on = switch(merged, loop_cond(tf.less(merged, bound)))
    with tf.control_dependencies([constant]):
        depends = tf.negative(tf.negative(goes_on))
    merged.op._update_input(1, next_iteration(goes_on + one))
    return Case([exit_(stays), exit_(depends)], [3, None], {x: 3, p: False})


def dead_variable(parallel: int) -> Case:
    """A loop that goes on although one of its variables is dead, and a constant of it too."""
    x, p = a_number(), a_condition()
    _, maybe = switch(x, p)
    constant, one, bound = (
        enter(value, frame_name="loop", is_constant=True, parallel_iterations=parallel)
        for value in (maybe, tf.constant(1), tf.constant(4))
    )
    start = [enter(value, frame_name="loop", parallel_iterations=parallel) for value in (tf.constant(0), maybe)]
    i, m = (merge([value, value])[0] for value in start)
    goes_on = loop_cond(tf.less(i, bound))
    i_stays, i_goes_on = switch(i, goes_on)
    m_stays, m_goes_on = switch(m, goes_on)
    with tf.control_dependencies([constant]):
        depends = tf.negative(i_goes_on)
    i.op._update_input(1, next_iteration(i_goes_on + one))
    m.op._update_input(1, next_iteration(m_goes_on + constant + depends))
    return Case([exit_(i_stays), exit_(m_stays), exit_(tf.identity(depends))], [4, None, None], {x: 3, p: False})


def loops_side_by_side() -> Case:
    """Two loops, and a third one over what they give."""
    body = lambda i: i + waiting(1)  # noqa: E731
    first = tf.while_loop(lambda i: i < 3, body, [tf.constant(0)], parallel_iterations=2)
    second = tf.while_loop(lambda i: i < 5, body, [tf.constant(0)], parallel_iterations=1)
    last = tf.while_loop(lambda i, t: i < first, lambda i, t: (i + 1, t + second), [tf.constant(0), tf.constant(0)])
    return Case(list(last), [3, 15])


def side_effects() -> Case:
    """A variable that an ordered chain of nodes changes, in a loop too."""
    variable = tf.Variable(1, name="counted")

    def body(i: tf.Tensor) -> Any:
        with tf.control_dependencies([tf.assign_add(variable, i)]):
            return tf.identity(i) + 1

    last = tf.while_loop(lambda i: i < 4, body, [tf.constant(0)])
    with tf.control_dependencies([last]):
        value = tf.identity(variable.read_value())
    return Case([value], [7], before=[variable.initializer])


def wide() -> Case:
    """Many independent nodes between control edges."""
    x = a_number()
    layer = [waiting(x + i) for i in range(6)]
    with tf.control_dependencies(layer[:3]):
        layer = [tf.negative(value) for value in layer]
    with tf.control_dependencies(layer[3:]):
        return Case([tf.add_n(layer)], [-21], {x: 1})


def failing_beside_loops() -> Case:
    """A node fails beside nested loops."""
    case = nested_loops(2)
    return replace(case, fetches=[*case.fetches, tf.py_func(_fail, [waiting(1)], tf.int32)], wanted=[], fails=True)


def failing_deep_inside() -> Case:
    """A node fails in the last iteration of a loop in the second one of another."""

    def fail_at(value: Any) -> Any:
        if value == 7:
            raise ValueError("on purpose")
        return value

    def body(i: tf.Tensor) -> Any:
        def inner(j: tf.Tensor) -> Any:
            checked = tf.py_func(fail_at, [j + i * 5], tf.int32)
            with tf.control_dependencies([checked]):
                return tf.identity(j) + 1

        with tf.control_dependencies([tf.while_loop(lambda j: j < 3, inner, [tf.constant(0)])]):
            return tf.identity(i) + 1

    return Case([tf.while_loop(lambda i: i < 5, body, [tf.constant(0)])], [], fails=True)


def stopped(build: Build) -> Build:
    """The same step, which may be cancelled."""
    return lambda: replace(build(), is_stopped=True)


LARGE: dict[str, Build] = {
    "counting_1": lambda: counting(1),
    "counting_2": lambda: counting(2),
    "counting_10": lambda: counting(10),
    "nested_loops_1": lambda: nested_loops(1),
    "nested_loops_3": lambda: nested_loops(3),
    "branches_in_a_loop": branches_in_a_loop,
    "loop_not_taken": loop_not_taken,
    "dead_bound": dead_bound,
    "dead_start": dead_start,
    "dead_constant": dead_constant,
    "dead_variable_1": lambda: dead_variable(1),
    "dead_variable_3": lambda: dead_variable(3),
    "loops_side_by_side": loops_side_by_side,
    "side_effects": side_effects,
    "wide": wide,
    "failing_beside_loops": failing_beside_loops,
    "failing_deep_inside": failing_deep_inside,
    "stopped_counting": stopped(lambda: counting(3)),
    "stopped_nested_loops": stopped(lambda: nested_loops(2)),
    "stopped_branches": stopped(branches_in_a_loop),
}
GRAPHS = SMALL | LARGE
