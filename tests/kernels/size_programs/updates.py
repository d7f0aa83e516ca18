"""Variables whose shapes, rows and slices are numbers."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i32, i64, program


def _variable(tf: Any, name: str, values: Any) -> tuple[Any, Any]:
    handle = tf.raw_ops.VarHandleOp(dtype=tf.int32, shape=values.shape, shared_name=name)
    return handle, tf.raw_ops.AssignVariableOp(resource=handle, value=values)


@program
def rows(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    handle, start = _variable(tf, "v", i32(tf, 1, 2, 3, 4))
    where, updates = tf.constant([[0], [2]]), i32(tf, 7, 8)
    counter, set_counter = _variable(tf, "n", tf.constant(1))
    nd = ("ResourceScatterNdUpdate", "ResourceScatterNdAdd", "ResourceScatterNdMax")
    sparse = ("ResourceScatterAdd", "ResourceScatterUpdate", "ResourceScatterMul")
    return [
        start,
        *(getattr(raw, op)(ref=handle, indices=where, updates=updates) for op in nd),
        *(getattr(raw, op)(resource=handle, indices=i32(tf, 0, 3), updates=updates) for op in sparse),
        raw.ResourceStridedSliceAssign(
            ref=handle, begin=i32(tf, 0), end=i32(tf, 4), strides=i32(tf, 2), value=i32(tf, 5, 6)),
        raw.ResourceGather(resource=handle, indices=i64(tf, 1, 2), dtype=tf.int32),
        raw.ResourceGatherNd(resource=handle, indices=where, dtype=tf.int32),
        set_counter,
        raw.ResourceCountUpTo(resource=counter, limit=3, T=tf.int32),
    ]  # fmt: skip


@program
def rows_by_reference(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    ref = raw.VariableV2(shape=[4], dtype=tf.int32)
    where, updates = tf.constant([[0], [2]]), i32(tf, 7, 8)
    return [
        raw.Assign(ref=ref, value=i32(tf, 1, 2, 3, 4)),
        *(getattr(raw, op)(ref=ref, indices=where, updates=updates) for op in ("ScatterNdUpdate", "ScatterNdSub")),
        *(getattr(raw, op)(ref=ref, indices=i32(tf, 0, 3), updates=updates) for op in ("ScatterAdd", "ScatterDiv")),
        raw.StridedSliceAssign(ref=ref, begin=i32(tf, 0), end=i32(tf, 4), strides=i32(tf, 2), value=i32(tf, 5, 6)),
        raw.Assign(ref=ref, value=i32(tf, 1), validate_shape=False),
    ]  # fmt: skip


@program
def kept_while_a_step_runs(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    ref = raw.TemporaryVariable(shape=[2, 3], dtype=tf.int32, var_name="t")
    assigned = raw.Assign(ref=ref, value=tf.constant([[1, 2, 3], [4, 5, 6]]))
    unset = raw.TemporaryVariable(shape=[2, 3], dtype=tf.int32, var_name="u")
    joined = raw.ParallelConcat(values=[tf.constant([[1, 2]]), tf.constant([[3, 4]])], shape=[2, 2])
    counter = raw.VariableV2(shape=[], dtype=tf.int32)
    return [
        raw.DestroyTemporaryVariable(ref=assigned, var_name="t"),
        raw.DestroyTemporaryVariable(ref=unset, var_name="u"),
        joined,
        raw.Assign(ref=counter, value=tf.constant(1)),
        raw.CountUpTo(ref=counter, limit=3),
    ]
