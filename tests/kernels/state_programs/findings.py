"""Steps that generated programs found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

from tests.kernels.state_programs import Steps, program, value


def ftrl_steps(tf: Any, name: str, numbers: tuple[float, ...], lr: float, multiplies: bool) -> Steps:
    """One step of Ftrl from a variable, a sum of squares, a linear term and a gradient."""
    raw = tf.raw_ops
    slots = [raw.VarHandleOp(dtype=tf.float32, shape=[1], shared_name=f"{name}{i}") for i in range(3)]
    given = [value(tf, "float32", [number]) for number in numbers]
    lr, l1, l2, power = (value(tf, "float32", number) for number in (lr, 0.125, 0.5, -0.5))
    step = raw.ResourceApplyFtrl(
        var=slots[0], accum=slots[1], linear=slots[2], grad=given[3], lr=lr, l1=l1, l2=l2, lr_power=power,
        multiply_linear_by_lr=multiplies,
    )  # fmt: skip
    return [
        *(raw.AssignVariableOp(resource=slot, value=number) for slot, number in zip(slots, given, strict=False)),
        step,
        [raw.ReadVariableOp(resource=slot, dtype=tf.float32) for slot in slots],
    ]


@program(["float32"])
def ftrl_at_edges(tf: Any, dtype: str) -> Steps:
    """No learning rate, and sums of squares that are large."""
    steps: Steps = []
    rows = [(3.875, 2.75, 0.25, -1.875), (3.875, 1e20, 0.25, -1.875), (3.875, 1e30, 0.25, 1.0)]
    for i, numbers in enumerate(rows):
        steps += ftrl_steps(tf, f"with{i}", numbers, 0.5 * bool(i), True)
        steps += ftrl_steps(tf, f"without{i}", numbers, 0.5, False)
    return steps


@program(["float32"])
def binomial_twice(tf: Any, dtype: str) -> Steps:
    """How far samples move the counter of a generator."""
    raw, algorithm = tf.raw_ops, tf.constant(1, tf.int64)
    state = raw.VarHandleOp(dtype=tf.int64, shape=[3], shared_name="state")
    # Moved by nothing at first: TensorFlow's op writes into a copy of what was only assigned.
    steps: Steps = [
        raw.AssignVariableOp(resource=state, value=tf.constant([22, 49, 9], tf.int64)),
        raw.RngSkip(resource=state, algorithm=algorithm, delta=tf.constant(0, tf.int64)),
    ]
    for shape, counts in ([20], 16.0), ([0], 16.0), ([5, 4], [16.0] * 4), ([2, 3, 4], [16.0] * 4):
        draw = raw.StatefulRandomBinomial(
            resource=state, algorithm=algorithm, shape=tf.constant(shape), counts=tf.constant(counts, tf.float32),
            probs=tf.constant(0.5, tf.float32), dtype=tf.float32,
        )  # fmt: skip
        steps += [draw, raw.ReadVariableOp(resource=state, dtype=tf.int64)]
    return steps


@program(["int64"])
def defaults_of_tables(tf: Any, dtype: str) -> Steps:
    """Defaults for each key, of which a static table uses the first."""
    raw, steps = tf.raw_ops, []
    keys, values = value(tf, dtype, [1]), value(tf, dtype, [2])
    fixed = raw.HashTableV2(key_dtype=tf.int64, value_dtype=tf.int64, shared_name="fixed")
    mutable = raw.MutableHashTableV2(key_dtype=tf.int64, value_dtype=tf.int64, shared_name="mutable")
    steps += [raw.InitializeTableV2(table_handle=fixed, keys=keys, values=values)]
    steps += [raw.LookupTableInsertV2(table_handle=mutable, keys=keys, values=values)]
    for table in (fixed, mutable):
        for wanted, default in ([1, 2, 3], [5]), ([1, 2, 3], [5, 6, 7]), ([3], [5]), (3, [5]), ([[1, 3]], [5, 6]):
            found = {"keys": value(tf, dtype, wanted), "default_value": value(tf, dtype, default)}
            steps.append(raw.LookupTableFindV2(table_handle=table, **found))
    return steps


@program(["float32"])
def few_left(tf: Any, dtype: str) -> Steps:
    """A priority queue gives no small batches; a barrier takes no tuples; no variable keeps its copies."""
    raw = tf.raw_ops
    queue = raw.PriorityQueueV2(shapes=[[]], component_types=[tf.int64], shared_name="queue")
    components = [tf.constant(1, tf.int64), tf.constant(2, tf.int64)]
    barrier = raw.Barrier(component_types=[tf.float32] * 2, shapes=[[0], [2]], shared_name="barrier")
    none = [tf.zeros([0, n]) for n in (0, 2)]
    keys = tf.constant([], tf.string)
    return [
        raw.QueueEnqueueV2(handle=queue, components=components),
        raw.QueueCloseV2(handle=queue),
        raw.QueueDequeueUpToV2(handle=queue, n=tf.constant(3), component_types=[tf.int64] * 2),
        *(raw.BarrierInsertMany(handle=barrier, keys=keys, values=v, component_index=i) for i, v in enumerate(none)),
        raw.BarrierIncompleteSize(handle=barrier),
        raw.DisableCopyOnRead(resource=raw.VarHandleOp(dtype=tf.float32, shape=[], shared_name="nothing")),
    ]
