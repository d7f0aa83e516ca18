"""Resource variables: reads are snapshots, updates happen one after the other."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.resources.resource_handle import ANONYMOUS_NAME
from aioflow.framework.resources.resource_variable import ResourceVariable
from tests.kernels.live_graph import LiveGraph, f32, i32, i64


def handle(live: LiveGraph, name: bytes = b"v", dtype: Any = tf.float32, **attrs: Any) -> Any:
    """A handle to a variable."""
    return live.op("VarHandleOp", shared_name=name, dtype=dtype, shape=tf.TensorShape(None), **attrs)


def read(live: LiveGraph, variable: Any, dtype: Any = tf.float32, after: Any = ()) -> Any:
    """A read of a variable."""
    return live.op("ReadVariableOp", variable, dtype=dtype, after=after)


async def initialized(live: LiveGraph, value: Any, name: bytes = b"v") -> Any:
    """A handle to a variable that has a value."""
    array = np.array(value)
    array = array.astype(np.float32) if array.dtype == np.float64 else array
    made = handle(live, name, tf.as_dtype(array.dtype))
    await live("AssignVariableOp", made, array)
    return made


async def test_missing_variable(live: LiveGraph) -> None:
    """R-1, R-3: reading fails as a precondition, updating as a lookup."""
    missing = handle(live)
    with pytest.raises(errors.FailedPreconditionError, match="Could not find variable v"):
        await live.run(read(live, missing))
    with pytest.raises(errors.NotFoundError):
        await live("AssignAddVariableOp", missing, f32(1))
    with pytest.raises(errors.NotFoundError):
        await live("ResourceGather", missing, i32(0), dtype=tf.float32)


async def test_life_of_a_variable(live: LiveGraph) -> None:
    """R-2, R-4: a variable is there from its first assignment to its destruction, which may be repeated."""
    made = handle(live)
    is_there = live.op("VarIsInitializedOp", made)
    assert not await live.run(is_there)
    await live("AssignVariableOp", made, f32(1))
    assert await live.run(is_there)
    for _ in range(2):
        await live("DestroyResourceOp", made)
    assert not await live.run(is_there)
    with pytest.raises(errors.NotFoundError):
        await live("DestroyResourceOp", made, ignore_lookup_error=False)


async def test_names_are_taken_as_they_are(live: LiveGraph) -> None:
    """R-5, R-6: the empty name is a name, and no character is forbidden."""
    await live("AssignVariableOp", handle(live, b""), f32(1))
    assert await live.run(read(live, handle(live, b""))) == 1
    odd = {"name": b"_bad", "container": b"a b"}
    await live("AssignVariableOp", handle(live, **odd), f32(2))
    assert await live.run(read(live, handle(live, **odd))) == 2
    assert not await live("VarIsInitializedOp", handle(live, b"_bad"))


async def test_anonymous_variables(live: LiveGraph) -> None:
    """Each run of an anonymous handle's node names another variable."""
    made = handle(live, ANONYMOUS_NAME)
    assigned = live.op("AssignVariableOp", made, f32(3))
    value = read(live, made, after=assigned)
    assert await live.run(value) == 3
    with pytest.raises(errors.FailedPreconditionError):
        await live.run(read(live, made))


async def test_handles_of_another_kind(live: LiveGraph) -> None:
    """R-8: a table's handle is no variable's, and the other way round."""
    variable = await initialized(live, 1.0)
    table = live.op("HashTableV2", key_dtype=tf.string, value_dtype=tf.int64)
    assert not await live("VarIsInitializedOp", table)
    for op, wrong, attrs in (
        ("LookupTableSizeV2", variable, {}),
        ("ReadVariableOp", table, {"dtype": tf.float32}),
    ):
        with pytest.raises(errors.InvalidArgumentError, match="wrong type"):
            await live(op, wrong, **attrs)


async def test_dtypes(live: LiveGraph) -> None:
    """R-9: a variable keeps the dtype of its first value."""
    made = await initialized(live, 1.0)
    for op, args, attrs in (
        ("AssignVariableOp", (i32(1),), {}),
        ("AssignAddVariableOp", (i32(1),), {}),
        ("ReadVariableOp", (), {"dtype": tf.int32}),
        ("ResourceGather", (i32(0),), {"dtype": tf.int32}),
    ):
        with pytest.raises(errors.InvalidArgumentError, match="wrong dtype"):
            await live(op, made, *args, **attrs)


async def test_shapes(live: LiveGraph) -> None:
    """R-10, R-11: an assignment may bring a new shape unless that is to be checked; an update may not."""
    made = await initialized(live, np.zeros([3, 3]))
    with pytest.raises(errors.InvalidArgumentError, match="shapes must be equal"):
        await live("AssignAddVariableOp", made, f32(1, 2))
    with pytest.raises(errors.InvalidArgumentError, match="wrong shape"):
        await live("AssignVariableOp", made, f32(1, 2), validate_shape=True)
    await live("AssignVariableOp", made, f32(1, 2))
    assert (await live.run(read(live, made))).tolist() == [1, 2]
    assert (await live("VariableShape", made, out_type=tf.int64)).tolist() == [2]
    await live("AssignVariableOp", handle(live, b"new"), f32(1, 2), validate_shape=True)


async def test_reads_are_snapshots(live: LiveGraph) -> None:
    """R-12: what was read does not change with a later update of the same step."""
    made = await initialized(live, [1.0, 2.0])
    before = read(live, made)
    added = live.op("AssignAddVariableOp", made, f32(10, 10), after=before)
    after = read(live, made, after=added)
    late = live.op("AddV2", before, f32(0, 0), after=after)
    assert [v.tolist() for v in await live.run([before, after, late])] == [[1, 2], [11, 12], [1, 2]]


async def test_values_belong_to_the_variable(live: LiveGraph) -> None:
    """An update changes neither the constant or feed that was assigned, nor what was fetched or shared before."""
    fed, array = live.placeholder(tf.float32), f32(1, 2)
    first, second = handle(live, b"a"), handle(live, b"b")
    shared = live.op("Identity", fed)
    await live.run([live.op("AssignVariableOp", v, shared) for v in (first, second)], {fed: array})
    fetched = await live.run(read(live, first))
    for _ in range(3):
        await live("AssignAddVariableOp", first, f32(1, 1))
    assert array.tolist() == fetched.tolist() == (await live.run(read(live, second))).tolist() == [1, 2]
    assert (await live.run(read(live, first))).tolist() == [4, 5]


async def test_no_update_is_lost(live: LiveGraph) -> None:
    """Concurrent updates all count, and readers never see half of one."""
    made = await initialized(live, np.zeros(20_000))
    add = live.op("AssignAddVariableOp", made, np.ones(20_000, np.float32))
    value = read(live, made)
    results = await asyncio.gather(*(live.run(node) for _ in range(50) for node in (add, value)))
    assert all(len(set(seen.tolist())) == 1 for seen in results[1::2])
    assert (await live.run(value)).tolist() == [50] * 20_000


def test_updates_in_place_as_long_as_nobody_looks() -> None:
    """A variable copies its value before it writes to it only while someone else can see it."""
    variable = ResourceVariable(tf.float32, f32(1, 2))
    with variable.lock:
        own = id(variable.writable())
        assert id(variable.writable()) == own
    seen = variable.read()
    with variable.lock:
        variable.writable()[:] = 7
    assert seen.tolist() == [1, 2] and variable.read().tolist() == [7, 7]
    view = variable.read()[1:]
    with variable.lock:
        variable.writable()[:] = 8
    assert view.tolist() == [7]


async def test_count_up_to(live: LiveGraph) -> None:
    """The old value comes out, until the limit is reached."""
    made = await initialized(live, np.int64(0))
    count = live.op("ResourceCountUpTo", made, limit=2, T=tf.int64)
    assert [await live.run(count) for _ in range(2)] == [0, 1]
    with pytest.raises(errors.OutOfRangeError, match="Reached limit of 2"):
        await live.run(count)


async def test_gather(live: LiveGraph) -> None:
    """Rows by number, also batch by batch, and elements by position."""
    made = await initialized(live, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert (await live("ResourceGather", made, i32(2, 0), dtype=tf.float32)).tolist() == [[5, 6], [1, 2]]
    batched = await live("ResourceGather", made, i64([1], [0], [1]), dtype=tf.float32, batch_dims=1)
    assert batched.tolist() == [[2], [3], [6]]
    assert (await live("ResourceGatherNd", made, i32([2, 1], [0, 0]), dtype=tf.float32)).tolist() == [6, 1]
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[0\] = 3 is not in \[0, 3\)"):
        await live("ResourceGather", made, i32([3]), dtype=tf.float32)


@pytest.mark.parametrize(("op", "expected"), [
    ("ResourceScatterUpdate", [1, 7, 3]), ("ResourceScatterAdd", [1, 13, 3]), ("ResourceScatterSub", [1, -9, 3]),
    ("ResourceScatterMul", [1, 56, 3]), ("ResourceScatterDiv", [1, 2 / 4 / 7, 3]),
    ("ResourceScatterMin", [1, 2, 3]), ("ResourceScatterMax", [1, 7, 3]),
])  # fmt: skip
async def test_scatter(live: LiveGraph, op: str, expected: list[float]) -> None:
    """Updates of one row are applied in order; what was read before stays."""
    made = await initialized(live, [1.0, 2.0, 3.0])
    before = await live.run(read(live, made))
    await live(op, made, i32(1, 1), f32(4, 7))
    np.testing.assert_allclose(await live.run(read(live, made)), expected, rtol=1e-6)
    assert before.tolist() == [1, 2, 3]


@pytest.mark.parametrize(("op", "expected"), [
    ("ResourceScatterNdUpdate", [1, 7, 3]), ("ResourceScatterNdAdd", [1, 13, 3]), ("ResourceScatterNdSub", [1, -9, 3]),
    ("ResourceScatterNdMin", [1, 2, 3]), ("ResourceScatterNdMax", [1, 7, 3]),
])  # fmt: skip
async def test_scatter_nd(live: LiveGraph, op: str, expected: list[float]) -> None:
    """As scatter, with positions of any depth."""
    made = await initialized(live, [1.0, 2.0, 3.0])
    await live(op, made, i32([1], [1]), f32(4, 7))
    assert (await live.run(read(live, made))).tolist() == expected


async def test_scatter_errors(live: LiveGraph) -> None:
    """Updates must fit the rows, and indices be rows."""
    made = await initialized(live, [1.0, 2.0, 3.0])
    indices, updates = live.placeholder(tf.int32), live.placeholder(tf.float32)
    scatter = live.op("ResourceScatterAdd", made, indices, updates)
    for bad, value in ((i32(0, 5), f32(1, 2)), (i32(0, 1), f32(1, 2, 3)), (i32(0, 1), f32([[1, 2]]))):
        with pytest.raises(errors.InvalidArgumentError):
            await live.run(scatter, {indices: bad, updates: value})
    await live.run(scatter, {indices: i32(0, 1), updates: 5.0})
    assert (await live.run(read(live, made))).tolist() == [6, 7, 3]


async def test_slice_assignment(live: LiveGraph) -> None:
    """A slice of a variable can be assigned to."""
    made = await initialized(live, [1.0, 2.0, 3.0, 4.0])
    await live("ResourceStridedSliceAssign", made, i32([1]), i32([4]), i32([2]), f32(8, 9))
    assert (await live.run(read(live, made))).tolist() == [1, 8, 3, 9]


async def test_static_shapes(live: LiveGraph) -> None:
    """What is read has the declared shape before anything runs."""
    made = live.op("VarHandleOp", shared_name=b"v", dtype=tf.float32, shape=[3, None])
    assert read(live, live.op("Identity", made)).shape == [3, None]
    assert live.op("ResourceGather", made, i32(1, 2), dtype=tf.float32).shape == [2, None]
    assert live.op("VariableShape", made).shape == [2]


async def test_containers_are_cleaned_by_reset() -> None:
    """R-26: `reset` closes every session, also those that have nothing in the containers."""
    async with LiveGraph() as live:
        made = await initialized(live, 1.0)
        await tf.Session.reset("", ["other"])
        with pytest.raises((errors.CancelledError, RuntimeError), match=r"[Cc]losed"):
            await live.run(read(live, made))


@pytest.mark.parametrize(("shape", "indices", "updates", "is_refused"), [
    ((1, 0), (2, 1), (2, 0), True), ((0,), (1, 1), (1,), True), ((3, 2), (0, 0), (0, 3, 2), True),
    ((0, 2), (0, 1), (0, 2), False), ((3, 0), (0, 1), (0, 0), False), ((3, 2), (0, 2), (0,), False),
])  # fmt: skip
async def test_scattering_nothing(
    live: LiveGraph, shape: tuple[int, ...], indices: tuple[int, ...], updates: tuple[int, ...], is_refused: bool
) -> None:
    """Positions in variables without elements, and those without a dimension, are refused; no positions are not."""
    handle = live.op("VarHandleOp", dtype=tf.float32, shape=None)
    await live("AssignVariableOp", handle, np.zeros(shape, np.float32))
    add = live.op("ResourceScatterNdAdd", handle, np.zeros(indices, np.int32), np.ones(updates, np.float32))
    if is_refused:
        with pytest.raises(errors.InvalidArgumentError):
            await live.run(add)
        return
    await live.run(add)
    np.testing.assert_array_equal(await live("ReadVariableOp", handle, dtype=tf.float32), np.zeros(shape))
