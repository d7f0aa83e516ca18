"""Many runs change one variable, queue or table at once, from several event loops: nothing is lost, nothing twice."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.kernels.live_graph import LiveGraph, f32, i32, i64

NUM_LOOPS, NUM_RUNS = 3, 30  # each loop has that many runs in flight at once
TOTAL = NUM_LOOPS * NUM_RUNS
LARGE = [1 << 16]  # elements enough for a thread of the pool to be worth its price


@pytest.fixture(params=[1, 4], ids=["pool_of_1", "pool_of_4"])
def live(request: pytest.FixtureRequest) -> Iterator[LiveGraph]:
    """An empty graph and a session on it with a pool of its own, which several event loops use."""
    live = LiveGraph()
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=request.param)
    live.session = tf.Session(graph=live.graph, config=config)
    yield live
    asyncio.run(live.session.close())


def all_at_once(live: LiveGraph, fetches: Any, feeds: Any = None, num_runs: int = NUM_RUNS) -> list[Any]:
    """What runs give that begin together on several event loops; `feeds` makes the feeds of a run from its number."""
    begin = threading.Barrier(NUM_LOOPS)
    results: list[Any] = []

    async def runs(first: int) -> list[Any]:
        numbers = range(first, first + num_runs)
        return await asyncio.gather(*(live.run(fetches, feeds(n) if feeds else None) for n in numbers))

    def run(loop_number: int) -> None:
        begin.wait()
        results.extend(asyncio.run(runs(loop_number * num_runs)))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(NUM_LOOPS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == NUM_LOOPS * num_runs
    return results


def once(live: LiveGraph, fetches: Any, feeds: Any = None) -> Any:
    """What one run gives."""
    return asyncio.run(live.run(fetches, feeds))


def resource_variable(live: LiveGraph, value: Any) -> Any:
    """The handle of an initialized variable."""
    handle = live.op("VarHandleOp", dtype=value.dtype, shape=value.shape, shared_name=b"v")
    once(live, live.op("AssignVariableOp", handle, value))
    return handle


def ref_variable(live: LiveGraph, value: Any) -> Any:
    """A reference to an initialized variable."""
    reference = live.op("VariableV2", dtype=value.dtype, shape=value.shape)
    once(live, live.op("Assign", reference, value))
    return reference


@pytest.mark.parametrize("shape", [[], LARGE])
def test_sums_in_resource_variables(live: LiveGraph, shape: Any) -> None:
    """Every addition and subtraction counts, and no reader sees half of one."""
    handle = resource_variable(live, np.zeros(shape, np.float32))
    ones = np.ones(shape, np.float32)
    changes = [live.op("AssignAddVariableOp", handle, 3 * ones), live.op("AssignSubVariableOp", handle, ones)]
    value = live.op("ReadVariableOp", handle, dtype=tf.float32)
    seen = all_at_once(live, [value, *changes])
    assert all(np.ptp(values[0]) == 0 for values in seen)
    assert (once(live, value) == 2 * TOTAL).all()


@pytest.mark.parametrize("use_locking", [True, False])
@pytest.mark.parametrize("shape", [[], LARGE])
def test_sums_in_reference_variables(live: LiveGraph, shape: Any, use_locking: bool) -> None:
    """Every addition counts, whether the node asks for the lock or not."""
    reference = ref_variable(live, np.zeros(shape, np.float32))
    change = live.op("AssignAdd", reference, np.ones(shape, np.float32), use_locking=use_locking)
    all_at_once(live, change.op)
    assert (once(live, live.op("Identity", reference)) == TOTAL).all()


@pytest.mark.parametrize("kind", ["ref", "resource"])
def test_rows(live: LiveGraph, kind: str) -> None:
    """Rows that many runs add to at once get what all of them add."""
    rows = np.zeros([8, 4], np.float32)
    which, updates = i32(1, 3, 1), np.ones([3, 4], np.float32)
    if kind == "ref":
        variable = ref_variable(live, rows)
        change, value = live.op("ScatterAdd", variable, which, updates).op, live.op("Identity", variable)
    else:
        variable = resource_variable(live, rows)
        change = live.op("ResourceScatterAdd", variable, which, updates)
        value = live.op("ReadVariableOp", variable, dtype=tf.float32)
    all_at_once(live, change)
    assert once(live, value)[:, 0].tolist() == [0, 2 * TOTAL, 0, TOTAL, 0, 0, 0, 0]


@pytest.mark.parametrize("kind", ["ref", "resource"])
def test_counts(live: LiveGraph, kind: str) -> None:
    """No number is counted twice."""
    zero = np.zeros([], np.int64)
    if kind == "ref":
        count = live.op("CountUpTo", ref_variable(live, zero), limit=1000)
    else:
        count = live.op("ResourceCountUpTo", resource_variable(live, zero), limit=1000, T=tf.int64)
    assert sorted(int(number) for number in all_at_once(live, count)) == list(range(TOTAL))


def test_optimizer_steps(live: LiveGraph) -> None:
    """Steps of an optimizer that change two variables are whole: both have seen all of them."""
    reference, momentum = ref_variable(live, f32([0, 0])), ref_variable(live, f32([0, 0]))
    step = live.op("ApplyMomentum", reference, momentum, f32(0.5), f32([1, 2]), f32(1.0), use_locking=True)
    all_at_once(live, step.op)
    after = once(live, [live.op("Identity", reference), live.op("Identity", momentum)])
    assert after[1].tolist() == [TOTAL, 2 * TOTAL]  # a sum of all gradients, and below a sum of all such sums
    assert after[0].tolist() == [-0.5 * TOTAL * (TOTAL + 1) / 2, -1.0 * TOTAL * (TOTAL + 1) / 2]


@pytest.mark.parametrize(("op", "attrs"), [
    ("FIFOQueueV2", {}), ("PaddingFIFOQueueV2", {}), ("PriorityQueueV2", {}),
    ("RandomShuffleQueueV2", {"min_after_dequeue": 0, "seed": 1, "seed2": 2}),
])  # fmt: skip
def test_queues(live: LiveGraph, op: str, attrs: Any) -> None:
    """Elements that go through a small queue all come out, each once."""
    queue = live.op(op, component_types=[tf.int64], shapes=[[]], capacity=4, **attrs)
    number = live.placeholder(tf.int64, [])
    is_ordered = op.startswith("Priority")
    types = [tf.int64, tf.int64] if is_ordered else [tf.int64]
    enqueue = live.op("QueueEnqueueV2", queue, [number, number] if is_ordered else [number])
    dequeue = live.op("QueueDequeueV2", queue, component_types=types)
    taken = all_at_once(live, [enqueue, dequeue], lambda n: {number: np.int64(n)})
    assert sorted(int(np.ravel(element)[-1]) for _, element in taken) == list(range(TOTAL))
    assert once(live, live.op("QueueSizeV2", queue)) == 0


@pytest.mark.parametrize(("op", "attrs"), [
    ("MutableHashTableV2", {}),
    ("MutableDenseHashTableV2", {"initial_num_buckets": 4}),
])  # fmt: skip
def test_tables(live: LiveGraph, op: str, attrs: Any) -> None:
    """Every run's entries are in the table, and those that runs remove are not."""
    types: Any = {"key_dtype": tf.int64, "value_dtype": tf.int64}
    special = [i64(-1), i64(-2)] if "Dense" in op else []
    special = [value.reshape([]) for value in special]
    table = live.op(op, *special, **types, **attrs)
    keys = live.placeholder(tf.int64, [2])
    insert = live.op("LookupTableInsertV2", table, keys, live.op("Mul", keys, keys))
    first = live.op("Slice", keys, i32([0]), i32([1]))
    remove = live.op("LookupTableRemoveV2", table, first, after=insert)
    found = live.op("LookupTableFindV2", table, keys, i64([-3]).reshape([]), after=remove)
    seen = all_at_once(live, found, lambda n: {keys: i64(2 * n, 2 * n + 1)})
    assert sorted(int(values[1]) for values in seen) == [(2 * n + 1) ** 2 for n in range(TOTAL)]
    assert all(values[0] == -3 for values in seen)
    assert once(live, live.op("LookupTableSizeV2", table)) == TOTAL


def test_accumulators(live: LiveGraph) -> None:
    """Gradients that many runs add make one sum."""
    sums = live.op("ConditionalAccumulator", dtype=tf.float32, shape=[2], reduction_type=b"SUM")
    add = live.op("AccumulatorApplyGradient", sums, i64(0).reshape([]), f32(1, 2))
    all_at_once(live, add)
    total = live.op("AccumulatorTakeGradient", sums, i32(TOTAL).reshape([]), dtype=tf.float32)
    assert once(live, total).tolist() == [TOTAL, 2 * TOTAL]


def test_staging_areas(live: LiveGraph) -> None:
    """What many runs stage and unstage through little room goes through once."""
    number = live.placeholder(tf.int64, [])
    stage = live.op("Stage", [number], capacity=3, dtypes=[tf.int64], shared_name=b"s")
    unstage = live.op("Unstage", capacity=3, dtypes=[tf.int64], shared_name=b"s")
    taken = all_at_once(live, [stage, unstage], lambda n: {number: np.int64(n)})
    assert sorted(int(np.ravel(element)[0]) for _, element in taken) == list(range(TOTAL))


def test_random_streams(live: LiveGraph) -> None:
    """Runs of one random node share its stream: together they draw what as many runs draw one after the other."""
    node = live.op("RandomUniform", i32([2]), dtype=tf.float32, seed=1, seed2=2)
    together = all_at_once(live, node)
    with tf.Session(graph=live.graph) as session:
        in_turn = [session.run_sync(node) for _ in range(TOTAL)]
    assert sorted(values.tolist() for values in together) == sorted(values.tolist() for values in in_turn)


def test_resources_are_made_once(live: LiveGraph) -> None:
    """Runs that race for a queue or a variable that is not there yet share the one that is made."""
    queue = live.op("FIFOQueueV2", component_types=[tf.int64], shapes=[[]], shared_name=b"q")
    enqueue = live.op("QueueEnqueueV2", queue, [i64(7).reshape([])])
    handle = live.op("VarHandleOp", dtype=tf.int64, shape=[], shared_name=b"v")
    assign = live.op("AssignVariableOp", handle, i64(5).reshape([]))
    all_at_once(live, [enqueue, assign])
    value = live.op("ReadVariableOp", handle, dtype=tf.int64)
    assert once(live, [live.op("QueueSizeV2", queue), value]) == [TOTAL, 5]
