"""Ops that steer: switches, merges, loops, checks, with values and with references."""
from __future__ import annotations

from typing import Any

from tests.kernels.dtype_table import taken
from tests.kernels.state_programs import EVERY, Steps, program, value

STEERED = [name for name in EVERY if name in taken("Switch", "T")]
ENTERED = [name for name in STEERED if name in taken("NextIteration", "T")]
REFS = [name for name in STEERED if name in taken("Assign", "T")]


@program(STEERED)
def branches(tf: Any, dtype: str) -> Steps:
    raw = tf.raw_ops
    pred = tf.placeholder(tf.bool, [])
    sides = raw.Switch(data=value(tf, dtype, 1, 2), pred=pred)
    merged = raw.Merge(inputs=[sides.output_false, sides.output_true])
    both = [merged.output, merged.value_index]
    return [(both, {pred: True}), (both, {pred: False}), (sides.output_true, {pred: False})]


@program(ENTERED)
def frames(tf: Any, dtype: str) -> Steps:
    raw = tf.raw_ops
    entered = raw.Enter(data=value(tf, dtype, 1, 2), frame_name="frame")
    constant = raw.Enter(data=value(tf, dtype, 3), frame_name="frame", is_constant=True)
    loop = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, raw.Identity(input=x)), [0, value(tf, dtype, 4)])
    return [[raw.Exit(data=entered), raw.Exit(data=constant)], list(loop)]


@program(REFS)
def references(tf: Any, dtype: str) -> Steps:
    raw, pred = tf.raw_ops, tf.placeholder(tf.bool, [])
    v = raw.VariableV2(shape=[2], dtype=tf.as_dtype(dtype), name="v")
    sides = raw.RefSwitch(data=v, pred=pred)
    merged = raw.RefMerge(inputs=[sides.output_false, sides.output_true])
    looped = raw.RefExit(data=raw.RefEnter(data=v, frame_name="frame"))
    later = raw.RefNextIteration(data=raw.RefEnter(data=v, frame_name="another"))
    both = [merged.output, merged.value_index]
    return [
        (both, {pred: True}),
        raw.Assign(ref=v, value=value(tf, dtype, 1, 2)),
        (both, {pred: True}),
        (both, {pred: False}),
        (sides.output_false, {pred: True}),
        looped,
        raw.RefExit(data=later),
        raw.RefIdentity(input=v),
    ]


@program(EVERY)
def nothing(tf: Any, dtype: str) -> Steps:
    raw, given = tf.raw_ops, tf.placeholder(tf.as_dtype(dtype), [2])
    kept = value(tf, dtype, 3, 4)
    with tf.control_dependencies([kept]):
        trigger, none = raw.ControlTrigger(), raw.NoOp()
    return [trigger, none, given, kept]


@program(EVERY)
def checks(tf: Any, dtype: str) -> Steps:
    raw, data = tf.raw_ops, value(tf, dtype, 1, 2)
    holds = [tf.constant(each, tf.bool) for each in (True, False, [True], [])]
    shown = raw.Print(input=data, data=[data, tf.constant("x")], message="seen", first_n=0)
    return [*(raw.Assert(condition=each, data=[data]) for each in holds), shown, raw.PrintV2(input="", end="")]
