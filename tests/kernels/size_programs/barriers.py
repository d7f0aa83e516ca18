"""Barriers, accumulators, and staging areas."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i32, i64, program


@program
def barrier(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    handle = raw.Barrier(component_types=[tf.int32, tf.float32], shapes=[[2], []])
    keys = tf.constant(["a", "b"])
    first = raw.BarrierInsertMany(handle=handle, keys=keys, values=tf.constant([[1, 2], [3, 4]]), component_index=0)
    second = raw.BarrierInsertMany(handle=handle, keys=keys, values=tf.constant([1.0, 2.0]), component_index=1)
    taken = raw.BarrierTakeMany(handle=handle, num_elements=tf.constant(1), component_types=[tf.int32, tf.float32])
    few = raw.BarrierTakeMany(
        handle=handle, num_elements=tf.constant(3), component_types=[tf.int32, tf.float32], allow_small_batch=True,
    )
    close = raw.BarrierClose(handle=handle)
    sizes = [raw.BarrierReadySize(handle=handle), raw.BarrierIncompleteSize(handle=handle)]

    def each(batch: Any) -> list[Any]:
        return [batch.indices, batch.keys, *batch.values]

    return [first, second, sizes, each(taken), close, each(few)]


@program
def accumulators(tf: Any) -> list[Any]:
    raw, steps = tf.raw_ops, []
    step = tf.constant(0, tf.int64)
    prefixes = [("", raw.ConditionalAccumulator), ("Resource", raw.ResourceConditionalAccumulator)]
    for prefix, maker in prefixes:
        handle = maker(dtype=tf.int32, shape=[2])
        apply = getattr(raw, f"{prefix}AccumulatorApplyGradient")
        steps += [
            apply(handle=handle, local_step=step, gradient=i32(tf, 3, 4)),
            getattr(raw, f"{prefix}AccumulatorNumAccumulated")(handle=handle),
            getattr(raw, f"{prefix}AccumulatorSetGlobalStep")(handle=handle, new_global_step=tf.constant(1, tf.int64)),
            getattr(raw, f"{prefix}AccumulatorTakeGradient")(
                handle=handle, num_required=tf.constant(1), dtype=tf.int32
            ),
        ]
    return steps


@program
def sparse_accumulators(tf: Any) -> list[Any]:
    raw, step = tf.raw_ops, tf.constant(0, tf.int64)
    handle = raw.SparseConditionalAccumulator(dtype=tf.float32, shape=[4, 2])
    values = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    applied = [
        raw.SparseAccumulatorApplyGradient(
            handle=handle, local_step=step, gradient_indices=i64(tf, *rows), gradient_values=values,
            gradient_shape=i64(tf, 4, 2), has_known_shape=True)
        for rows in ([0, 3], [1, 3])
    ]  # fmt: skip
    taken = raw.SparseAccumulatorTakeGradient(handle=handle, num_required=tf.constant(2), dtype=tf.float32)
    return [*applied, list(taken)]


@program
def staging(tf: Any) -> list[Any]:
    raw, area = tf.raw_ops, {"capacity": 3, "memory_limit": 1000, "shared_name": "area"}
    stage, taken = raw.Stage(values=[i32(tf, 1, 2)], **area), {"dtypes": [tf.int32], **area}
    return [
        stage, stage, raw.StageSize(**taken), list(raw.StagePeek(index=tf.constant(1), **taken)),
        list(raw.Unstage(**taken)), raw.StageClear(**taken),
    ]  # fmt: skip


@program
def map_staging(tf: Any) -> list[Any]:
    raw, steps = tf.raw_ops, []
    for prefix in ("Map", "OrderedMap"):
        area = {"capacity": 3, "memory_limit": 1000, "shared_name": prefix, "dtypes": [tf.int32, tf.float32]}
        key, both, values = tf.constant(4, tf.int64), i32(tf, 0, 1), [i32(tf, 1, 2), tf.constant(1.0)]
        stage = getattr(raw, f"{prefix}Stage")(key=key, indices=both, values=values, **area)
        first = getattr(raw, f"{prefix}Stage")(
            key=tf.constant(7, tf.int64), indices=i32(tf, 0), values=values[:1], **area
        )
        sizes = [getattr(raw, f"{prefix}{what}Size")(**area) for what in ("", "Incomplete")]
        peek = getattr(raw, f"{prefix}Peek")(key=key, indices=both, **area)
        taken = getattr(raw, f"{prefix}UnstageNoKey")(indices=both, **area)
        steps += [stage, first, sizes, list(peek), [taken.key, *taken.values], getattr(raw, f"{prefix}Clear")(**area)]
    return steps
