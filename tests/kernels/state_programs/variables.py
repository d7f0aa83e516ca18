"""Ref variables and resource variables of every dtype, used well and badly."""
from __future__ import annotations

from typing import Any

from tests.kernels.state_programs import NUMBERS, PLAIN, SMALL, Steps, program, value

# TensorFlow adds no 8-bit floats in place, and scatters fewer types than it stores.
SCATTERED = [*NUMBERS, "bool", "string"]
STORED = [*(name for name in PLAIN if name not in SMALL), "qint8", "quint8", "qint32"]


@program(STORED)
def ref_variable(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    v = raw.VariableV2(shape=[2, 2], dtype=T, name="v")
    matrix, vector = value(tf, dtype, [[1, 2], [3, 0]]), value(tf, dtype, [1, 2, 3])
    return [
        raw.IsVariableInitialized(ref=v),
        raw.Identity(input=v),
        raw.Assign(ref=v, value=vector),
        raw.Assign(ref=v, value=matrix),
        raw.IsVariableInitialized(ref=v),
        raw.RefIdentity(input=v),
        raw.Assign(ref=v, value=vector, validate_shape=False),
        raw.Assign(ref=v, value=value(tf, dtype, 7), validate_shape=False),
        raw.Identity(input=v),
    ]


@program(STORED)
def old_variable(tf: Any, dtype: str) -> Steps:
    v = tf.raw_ops.Variable(shape=[2], dtype=tf.as_dtype(dtype), name="v")
    return [v, tf.raw_ops.Assign(ref=v, value=value(tf, dtype, 1, 2)), v]


@program(NUMBERS)
def sums_in_ref_variables(tf: Any, dtype: str) -> Steps:
    raw = tf.raw_ops
    v = raw.VariableV2(shape=[3], dtype=tf.as_dtype(dtype), name="v")
    one, two = value(tf, dtype, 1, 2, 3), value(tf, dtype, [1, 2])
    return [
        raw.AssignAdd(ref=v, value=one),
        raw.Assign(ref=v, value=one),
        raw.AssignAdd(ref=v, value=one),
        raw.AssignSub(ref=v, value=one, use_locking=True),
        raw.AssignSub(ref=v, value=one),
        raw.AssignAdd(ref=v, value=two),
        raw.AssignSub(ref=v, value=two),
        raw.AssignAdd(ref=v, value=value(tf, dtype, 1)),
        raw.Identity(input=v),
    ]


@program(STORED)
def temporary_variable(tf: Any, dtype: str) -> Steps:
    raw = tf.raw_ops
    v = raw.TemporaryVariable(shape=[2], dtype=tf.as_dtype(dtype), var_name="kept")
    filled = raw.Assign(ref=v, value=value(tf, dtype, 1, 2))
    return [raw.DestroyTemporaryVariable(ref=filled, var_name="kept")]


@program(SCATTERED)
def scattered_updates(tf: Any, dtype: str) -> Steps:
    raw = tf.raw_ops
    v = raw.VariableV2(shape=[3, 2], dtype=tf.as_dtype(dtype), name="v")
    rows = value(tf, dtype, [[5, 6], [7, 8]])
    places = [tf.constant([2, 0], t) for t in (tf.int32, tf.int64)]
    bad = [tf.constant([0, 3]), tf.constant([0, -1]), tf.constant([0]), tf.constant([[0, 1]])]
    ops = [raw.ScatterUpdate, *([] if dtype in ("bool", "string") else [raw.ScatterAdd])]
    nothing = {"indices": tf.constant([], tf.int32), "updates": value(tf, dtype, [[1, 2]])[:0]}
    return [
        ops[0](ref=v, indices=places[0], updates=rows),
        raw.Assign(ref=v, value=value(tf, dtype, [[0, 1], [2, 3], [4, 5]])),
        *(op(ref=v, indices=indices, updates=rows) for op in ops for indices in places),
        *(op(ref=v, indices=tf.constant([1, 1]), updates=rows) for op in ops),
        *(op(ref=v, indices=tf.constant(1), updates=rows[0]) for op in ops),
        *(op(ref=v, **nothing) for op in ops),
        raw.Identity(input=v),
        *(op(ref=v, indices=indices, updates=rows) for op in ops for indices in bad),
    ]


@program(PLAIN)
def resource_variable(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    v = raw.VarHandleOp(dtype=T, shape=None, shared_name="v")
    matrix = value(tf, dtype, [[1, 2], [3, 0], [5, 6]])
    return [
        raw.VarIsInitializedOp(resource=v),
        raw.ReadVariableOp(resource=v, dtype=T),
        raw.AssignVariableOp(resource=v, value=matrix),
        raw.ReadVariableOp(resource=v, dtype=T),
        *(raw.VariableShape(input=v, out_type=t) for t in (tf.int32, tf.int64)),
        raw.AssignVariableOp(resource=v, value=value(tf, dtype, 1, 2), validate_shape=True),
        raw.AssignVariableOp(resource=v, value=value(tf, dtype, 4)),
        raw.VariableShape(input=v),
        raw.VarIsInitializedOp(resource=v),
        raw.ReadVariableOp(resource=v, dtype=T),
        raw.DestroyResourceOp(resource=v, ignore_lookup_error=False),
        raw.DestroyResourceOp(resource=v, ignore_lookup_error=False),
        raw.DestroyResourceOp(resource=v),
        raw.VarIsInitializedOp(resource=v),
        raw.VariableShape(input=v),
    ]


@program(NUMBERS)
def sums_in_resource_variables(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    v = raw.VarHandleOp(dtype=T, shape=None, shared_name="v")
    one = value(tf, dtype, 1, 2, 3)
    steps = [raw.AssignAddVariableOp(resource=v, value=one), raw.AssignVariableOp(resource=v, value=one)]
    for op in (raw.AssignAddVariableOp, raw.AssignAddVariableOp, raw.AssignSubVariableOp):
        steps += [op(resource=v, value=one), raw.ReadVariableOp(resource=v, dtype=T)]
    steps.append(raw.AssignAddVariableOp(resource=v, value=one[:2]))
    return [*steps, raw.AssignSubVariableOp(resource=v, value=one[0])]


@program([*NUMBERS, "bool", "string"])
def gathers_from_resource_variables(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    v = raw.VarHandleOp(dtype=T, shape=[3, 2], shared_name="v")
    rows = [tf.constant(r, t) for t in (tf.int32, tf.int64) for r in ([2, 0, 2], 1, [[0]], [], [3], [-1])]
    points = [tf.constant(p, t) for t in (tf.int32, tf.int64) for p in ([[2, 1], [0, 0]], [1], [[0, 2]], [[3]])]
    return [
        raw.ResourceGather(resource=v, indices=rows[0], dtype=T),
        raw.AssignVariableOp(resource=v, value=value(tf, dtype, [[0, 1], [2, 3], [4, 5]])),
        *(raw.ResourceGather(resource=v, indices=indices, dtype=T) for indices in rows),
        raw.ResourceGather(resource=v, indices=tf.constant([[1], [0], [1]]), dtype=T, batch_dims=1),
        *(raw.ResourceGatherNd(resource=v, indices=indices, dtype=T) for indices in points),
    ]


@program(SCATTERED)
def scattered_updates_of_resources(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    v = raw.VarHandleOp(dtype=T, shape=[3, 2], shared_name="v")
    rows = value(tf, dtype, [[5, 6], [7, 8]])
    places = [tf.constant(r, t) for t in (tf.int32, tf.int64) for r in ([2, 0], [1, 1])]
    bad = [tf.constant(r, t) for t in (tf.int32, tf.int64) for r in ([0, 3], [-1, 0], [0])]
    ops = [raw.ResourceScatterUpdate, *([] if dtype in ("bool", "string") else [raw.ResourceScatterAdd])]
    steps = [raw.AssignVariableOp(resource=v, value=value(tf, dtype, [[0, 1], [2, 3], [4, 5]]))]
    for op in ops:
        for indices in places:
            steps += [op(resource=v, indices=indices, updates=rows), raw.ReadVariableOp(resource=v, dtype=T)]
        steps += [op(resource=v, indices=tf.constant([0, 2]), updates=rows[0, 0])]  # one number for all
    steps.append(raw.ReadVariableOp(resource=v, dtype=T))
    return [*steps, *(op(resource=v, indices=indices, updates=rows) for op in ops for indices in bad)]
