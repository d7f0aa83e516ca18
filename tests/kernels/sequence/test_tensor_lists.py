"""Lists of tensors and optionals: values that never change."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.kernels.sequence.persistent_list import PersistentList
from tests.kernels.live_graph import LiveGraph, f32, i32, i64

UNKNOWN = i32(-1)


def test_persistent_lists() -> None:
    """Every change gives a list as a Python list would have it, and leaves the old one alone."""
    model: list[int] = []
    mine: PersistentList[int] = PersistentList()
    history = [(mine, list(model))]
    for i in range(300):
        if i % 7 == 6 and model:
            model.pop()
            mine, _ = mine.popped()
        elif i % 5 == 4 and model:
            model[i * 31 % len(model)] = -i
            mine = mine.with_item(i * 31 % (len(model)), -i)
        else:
            model.append(i)
            mine = mine.pushed(i)
        history.append((mine, list(model)))
    for kept, expected in history:
        assert list(kept) == expected and len(kept) == len(expected)
        assert [kept[i] for i in range(len(kept))] == expected
    assert list(PersistentList(range(130))) == list(range(130))


def empty(live: LiveGraph, shape: Any = UNKNOWN, max_num_elements: int = -1, dtype: Any = tf.float32) -> Any:
    """An empty list."""
    return live.op("EmptyTensorList", shape, i32(max_num_elements), element_dtype=dtype)


def listed(live: LiveGraph, *values: Any) -> Any:
    """A list of values."""
    result = empty(live)
    for value in values:
        result = live.op("TensorListPushBack", result, value)
    return result


def stacked(live: LiveGraph, source: Any, shape: Any = UNKNOWN, **attrs: Any) -> Any:
    """The elements as one tensor."""
    return live.op("TensorListStack", source, shape, element_dtype=tf.float32, **attrs)


def item(live: LiveGraph, source: Any, index: int, shape: Any = UNKNOWN, dtype: Any = tf.float32) -> Any:
    """One element."""
    return live.op("TensorListGetItem", source, i32(index), shape, element_dtype=dtype)


async def test_changes_make_new_lists(live: LiveGraph) -> None:
    """R-68: the original is as it was after a push, a pop, or a change of an element."""
    one = listed(live, f32(1))
    two = live.op("TensorListPushBack", one, f32(2))
    changed = live.op("TensorListSetItem", two, i32(0), f32(7))
    popped, value = live.op("TensorListPopBack", changed, UNKNOWN, element_dtype=tf.float32)
    results = await live.run([stacked(live, x) for x in (one, two, changed, popped)])
    assert [r.tolist() for r in results] == [[1], [1, 2], [7, 2], [7]]
    assert await live.run([value, live.op("TensorListLength", two)]) == [2, 2]


async def test_errors(live: LiveGraph) -> None:
    """R-68: full and empty lists, indices out of range, and wrong dtypes."""
    full = live.op("TensorListPushBack", empty(live, max_num_elements=1), f32(1))
    reserved = live.op("TensorListReserve", UNKNOWN, i32(2), element_dtype=tf.float32)
    three = live.op("PlaceholderWithDefault", f32(1, 2, 3), shape=tf.TensorShape(None))  # a graph shows no shape of it
    for node, message in (
        (live.op("TensorListPushBack", full, f32(2)), "Tried to push item into a full list"),
        (live.op("TensorListPopBack", empty(live), UNKNOWN, element_dtype=tf.float32)[1], "from an empty list"),
        (item(live, full, 1), "Trying to access element 1 in a list with 1 elements"),
        (item(live, full, -1), "Trying to access element -1"),
        (live.op("TensorListSetItem", full, i32(2), f32(1)), "Trying to modify element 2 in a list with 1 elements"),
        (live.op("TensorListPushBack", full, i32(2)), "Invalid data types"),
        (live.op("TensorListSetItem", full, i32(0), i32(2)), "Invalid data types"),
        (item(live, full, 0, dtype=tf.int32), "Invalid data types"),
        (stacked(live, full, num_elements=2), "expected a list with 2 elements but got a list with 1 elements"),
        (stacked(live, empty(live)), "empty list with a non-fully-defined element_shape"),
        (item(live, reserved, 0), "uninitialized tensor but element_shape is not fully defined"),
        (live.op("TensorListPushBack", empty(live, i32([2])), three), "incompatible shape to a list"),
        (live.op("TensorListLength", live.op("OptionalNone")), "not a list"),
    ):
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(node if node.dtype is not tf.variant else node.op)


async def test_elements_that_were_not_set(live: LiveGraph) -> None:
    """They are zeros where the list, the op or the other elements tell the shape."""
    reserved = live.op("TensorListReserve", i32([2]), i32(3), element_dtype=tf.float32)
    assert (await live.run(item(live, reserved, 1))).tolist() == [0, 0]
    free = live.op("TensorListReserve", UNKNOWN, i32(2), element_dtype=tf.float32)
    assert (await live.run(item(live, free, 1, i32([1])))).tolist() == [0]
    set_one = live.op("TensorListSetItem", free, i32(0), f32(1, 2))
    assert (await live.run(item(live, set_one, 1))).tolist() == [0, 0]
    assert (await live.run(stacked(live, set_one))).tolist() == [[1, 2], [0, 0]]


async def test_resizing(live: LiveGraph) -> None:
    """A list can be cut, made longer, and grow when an element behind its end is set."""
    source = listed(live, f32(1), f32(2))
    shorter = live.op("TensorListResize", source, i32(1))
    longer = live.op("TensorListResize", source, i32(3))
    grown = live.op("TensorListSetItem", source, i32(3), f32(9), resize_if_index_out_of_bounds=True)
    results = await live.run([stacked(live, x, np.zeros(0, np.int32)) for x in (shorter, longer, grown)])
    assert [r.tolist() for r in results] == [[1], [1, 2, 0], [1, 2, 0, 9]]


async def test_element_shape(live: LiveGraph) -> None:
    """A list tells what it knows of its elements."""
    for shape, expected in ((i32(-1), -1), (i32([-1, 3]), [-1, 3]), (np.zeros(0, np.int32), [])):
        told = await live("TensorListElementShape", empty(live, shape), shape_type=tf.int64)
        assert told.tolist() == expected and told.dtype == np.int64


async def test_to_and_from_tensors(live: LiveGraph) -> None:
    """Rows become elements; elements are picked, put and joined by number."""
    source = live.op("TensorListFromTensor", f32([1, 2], [3, 4], [5, 6]), i32([2]))
    picked = live.op("TensorListGather", source, i32(2, 0), UNKNOWN, element_dtype=tf.float32)
    assert (await live.run(picked)).tolist() == [[5, 6], [1, 2]]
    one = live.op("TensorListGather", source, np.int32(2), UNKNOWN, element_dtype=tf.float32)
    assert (await live.run(one)).tolist() == [[5, 6]]
    put = live.op("TensorListScatterV2", f32([1], [2]), i32(3, 1), i32([1]), i32(-1))
    assert (await live.run(stacked(live, put))).tolist() == [[0], [2], [0], [1]]
    into = live.op("TensorListScatterIntoExistingList", put, f32([8], [9]), i32(0, 4))
    assert (await live.run(stacked(live, into))).tolist() == [[8], [2], [0], [1], [9]]
    both = live.op("TensorListConcatLists", put, into, element_dtype=tf.float32)
    assert await live("TensorListLength", both) == 9


async def test_concat_and_split(live: LiveGraph) -> None:
    """Elements of different lengths are joined, and split again."""
    source = live.op("TensorListSplit", f32(1, 2, 3), i32([-1]), i64(2, 0, 1))
    no_dims = np.zeros(0, np.int64)
    joined = live.op("TensorListConcatV2", source, i32([-1]), no_dims, element_dtype=tf.float32)
    value, lengths = await live.run(joined)
    assert (value.tolist(), lengths.tolist()) == ([1, 2, 3], [2, 0, 1])
    reserved = live.op("TensorListReserve", i32([-1, 1]), i32(2), element_dtype=tf.float32)
    unset = live.op("TensorListConcatV2", reserved, i32([-1, 1]), i64(1, 2), element_dtype=tf.float32)
    assert (await live.run(unset))[0].tolist() == [[0], [0], [0]]
    for lengths_in, message in ((i64(2, 2), "Unused values|Values used"), (i64(-1, 4), "Invalid value in lengths")):
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(live.op("TensorListSplit", f32(1, 2, 3), i32([-1]), lengths_in).op)


async def test_batches_of_lists(live: LiveGraph) -> None:
    """A tensor of lists takes a batch of elements."""
    lists = live.op("Pack", [listed(live, f32(1)), empty(live)])
    pushed = live.op("TensorListPushBackBatch", lists, f32(5, 6))
    first, second = live.op("Unpack", pushed, num=2)
    assert [r.tolist() for r in await live.run([stacked(live, first), stacked(live, second)])] == [[1, 5], [6]]


async def test_nested_lists(live: LiveGraph) -> None:
    """Lists may hold lists; they are added and zeroed element by element."""
    inner = listed(live, f32(1, 2))
    outer = live.op("TensorListPushBack", empty(live, dtype=tf.variant), inner)
    total = live.op("AddN", [outer, outer, live.op("ZerosLike", outer)])
    nested = live.op("TensorListGetItem", total, i32(0), UNKNOWN, element_dtype=tf.variant)
    assert (await live.run(stacked(live, nested))).tolist() == [[2, 4]]


async def test_optionals(live: LiveGraph) -> None:
    """An optional has a tuple of tensors, or nothing."""
    full = live.op("OptionalFromValue", [f32(1, 2), i32(3)])
    none = live.op("OptionalNone")
    has = [live.op("OptionalHasValue", x) for x in (full, none)]
    assert await live.run(has) == [True, False]
    types: Any = {"output_types": [tf.float32, tf.int32], "output_shapes": [[2], []]}
    first, second = await live("OptionalGetValue", full, **types)
    assert (first.tolist(), second) == ([1, 2], 3)
    doubled = live.op("AddN", [full, full])
    assert (await live("OptionalGetValue", doubled, **types))[0].tolist() == [2, 4]
    for optional, attrs in (
        (none, types),
        (full, {"output_types": [tf.float32], "output_shapes": [[2]]}),
        (full, {"output_types": [tf.float32, tf.float32], "output_shapes": [[2], []]}),
        (full, {"output_types": [tf.float32, tf.int32], "output_shapes": [[3], []]}),
        (live.op("AddN", [full, none]), types),
    ):
        with pytest.raises(errors.InvalidArgumentError):
            await live("OptionalGetValue", optional, **attrs)


async def test_maps(live: LiveGraph) -> None:
    """A map is a value, too: entries are put, found, counted and taken out in new maps."""
    one = live.op("TensorMapInsert", live.op("EmptyTensorMap"), f32(1), f32(2, 3))
    two = live.op("TensorMapInsert", one, f32(4), f32([5]))
    other = live.op("TensorMapInsert", two, f32(1), i32(7))
    less = live.op("TensorMapErase", two, f32(1), value_dtype=tf.float32)
    sizes = [live.op("TensorMapSize", m) for m in (one, two, other, less)]
    assert await live.run(sizes) == [1, 2, 2, 1]
    assert await live("TensorMapLookup", other, f32(1), value_dtype=tf.int32) == 7
    assert (await live("TensorMapLookup", two, f32(1), value_dtype=tf.float32)).tolist() == [2, 3]
    assert await live.run([live.op("TensorMapHasKey", two, f32(k)) for k in (1, 9)]) == [True, False]
    assert (await live("TensorMapStackKeys", two, key_dtype=tf.float32)).tolist() == [4, 1]
    doubled = live.op("AddN", [two, one, live.op("ZerosLike", two)])
    assert (await live("TensorMapLookup", doubled, f32(1), value_dtype=tf.float32)).tolist() == [4, 6]
    for node in (
        live.op("TensorMapLookup", two, f32(9), value_dtype=tf.float32),
        live.op("TensorMapLookup", two, f32(1), value_dtype=tf.int32),
        live.op("TensorMapErase", two, f32(9), value_dtype=tf.float32).op,
        live.op("TensorMapStackKeys", live.op("EmptyTensorMap"), key_dtype=tf.float32),
        live.op("TensorMapStackKeys", two, key_dtype=tf.int32),
        live.op("TensorMapSize", live.op("OptionalNone")),
    ):
        with pytest.raises(errors.InvalidArgumentError):
            await live.run(node)


async def test_composite_variants(live: LiveGraph) -> None:
    """A composite value is its parts under the name of its type."""
    made = live.op("CompositeTensorVariantFromComponents", [f32(1, 2), i32(3)], metadata=b"pair")
    types: Any = {"Tcomponents": [tf.float32, tf.int32]}
    doubled = live.op("AddN", [made, made, live.op("ZerosLike", made)])
    floats, integer = await live("CompositeTensorVariantToComponents", doubled, metadata=b"pair", **types)
    assert (floats.tolist(), integer) == ([2, 4], 6)
    for wrong in (
        live.op("CompositeTensorVariantToComponents", made, metadata=b"other", **types),
        live.op("CompositeTensorVariantToComponents", made, metadata=b"pair", Tcomponents=[tf.float32, tf.float32]),
        live.op("CompositeTensorVariantToComponents", live.op("OptionalNone"), metadata=b"pair", **types),
    ):
        with pytest.raises(errors.InvalidArgumentError):
            await live.run(wrong)
