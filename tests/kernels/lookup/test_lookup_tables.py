"""Lookup tables: static, mutable and dense ones."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.live_graph import LiveGraph, f32, i32, i64, strings

TYPES: Any = {"key_dtype": tf.string, "value_dtype": tf.int64}
EXPORTED: Any = {"Tkeys": tf.string, "Tvalues": tf.int64}


def static(live: LiveGraph, **attrs: Any) -> Any:
    """A static table."""
    return live.op("HashTableV2", **{**TYPES, **attrs})


def mutable(live: LiveGraph, **attrs: Any) -> Any:
    """A mutable table."""
    return live.op("MutableHashTableV2", **{**TYPES, **attrs})


async def found(live: LiveGraph, table: Any, *keys: bytes, default: Any = -1) -> Any:
    """The values of keys."""
    return (await live("LookupTableFindV2", table, strings(*keys), i64(default))).tolist()


async def test_before_initialisation(live: LiveGraph) -> None:
    """R-69: there is nothing to find or export yet, and the size is 0."""
    table = static(live)
    with pytest.raises(errors.FailedPreconditionError, match="Table not initialized"):
        await found(live, table, b"a")
    assert await live("LookupTableSizeV2", table) == 0
    with pytest.raises(errors.AbortedError, match="is not initialized"):
        await live("LookupTableExportV2", table, **EXPORTED)


async def test_static_tables(live: LiveGraph) -> None:
    """R-70: a table is filled once; a second time with as many entries changes nothing, with others it fails."""
    table = static(live)
    await live("InitializeTableV2", table, strings(b"a", b"b"), i64(1, 2))
    assert await found(live, table, b"b", b"x", b"a") == [2, -1, 1]
    await live("InitializeTableV2", table, strings(b"c", b"d"), i64(3, 4))
    assert await found(live, table, b"a", b"c") == [1, -1]
    for op in ("InitializeTableV2", "LookupTableImportV2"):
        with pytest.raises(errors.FailedPreconditionError, match="already initialized with different data"):
            await live(op, table, strings(b"c"), i64([3]))
    keys, values = await live("LookupTableExportV2", table, **EXPORTED)
    assert dict(zip(keys.tolist(), values.tolist(), strict=True)) == {b"a": 1, b"b": 2}


async def test_conflicting_entries(live: LiveGraph) -> None:
    """R-71: a key with two values leaves the table as it was; with the same value twice it is fine."""
    table = static(live)
    with pytest.raises(errors.FailedPreconditionError, match="Key a has 1 and trying to add value 2"):
        await live("InitializeTableV2", table, strings(b"a", b"a"), i64(1, 2))
    with pytest.raises(errors.FailedPreconditionError, match="not initialized"):
        await found(live, table, b"a")
    await live("InitializeTableV2", table, strings(b"a", b"a"), i64(1, 1))
    assert await found(live, table, b"a") == [1]


async def test_static_tables_do_not_change(live: LiveGraph) -> None:
    """R-72: there is no inserting and removing."""
    table = static(live)
    with pytest.raises(errors.UnimplementedError, match="Insert not supported"):
        await live("LookupTableInsertV2", table, strings(b"a"), i64([1]))
    with pytest.raises(errors.UnimplementedError, match="Remove not supported"):
        await live("LookupTableRemoveV2", table, strings(b"a"))
    with pytest.raises(errors.InvalidArgumentError, match="is not initializable"):
        await live("InitializeTableV2", mutable(live), strings(b"a"), i64([1]))


async def test_mutable_tables(live: LiveGraph) -> None:
    """R-73: the last of equal keys wins, missing ones may be removed, and an import replaces everything."""
    table = mutable(live)
    await live("LookupTableInsertV2", table, strings(b"a", b"b", b"a"), i64(1, 2, 3))
    assert await found(live, table, b"a", b"b", b"c") == [3, 2, -1]
    await live("LookupTableRemoveV2", table, strings(b"b", b"zz"))
    assert await live("LookupTableSizeV2", table) == 1
    await live("LookupTableImportV2", table, strings(b"q"), i64([7]))
    keys, values = await live("LookupTableExportV2", table, **EXPORTED)
    assert (keys.tolist(), values.tolist()) == ([b"q"], [7])


async def test_defaults(live: LiveGraph) -> None:
    """A default is one value, or one per key, of which a static table uses the first."""
    table, fixed = mutable(live), static(live)
    await live("LookupTableInsertV2", table, strings(b"a"), i64([1]))
    await live("InitializeTableV2", fixed, strings(b"a"), i64([1]))
    assert await found(live, table, b"a", b"b", b"c", default=[7, 8, 9]) == [1, 8, 9]
    for any_table in (table, fixed):
        assert await found(live, any_table, b"b", default=[7]) == [7]
        with pytest.raises(errors.InvalidArgumentError, match=r"Expected shape \[\] or \[1\] for default value"):
            await found(live, any_table, b"b", default=[7, 8])
    assert await found(live, fixed, b"a", b"b", b"c", default=[7, 8, 9]) == [1, 7, 7]
    with pytest.raises(errors.InvalidArgumentError, match=r"Expected shape \[\] or \[2\] for default value"):
        await found(live, table, b"a", b"b", default=[7])
    assert await live("LookupTableFindV2", table, np.array(b"a", object), i64(0)) == 1


async def test_tables_of_vectors(live: LiveGraph) -> None:
    """Values may be vectors."""
    table = live.op(
        "MutableHashTableOfTensorsV2", key_dtype=tf.string, value_dtype=tf.float32, value_shape=[2], shared_name=b"v"
    )
    await live("LookupTableInsertV2", table, strings(b"a"), f32([[1, 2]]))
    keys = np.array([[b"a", b"b"]], object)
    assert (await live("LookupTableFindV2", table, keys, f32(0, 9))).tolist() == [[[1, 2], [0, 9]]]
    per_key = f32([[[5, 6], [7, 8]]])
    assert (await live("LookupTableFindV2", table, keys, per_key)).tolist() == [[[1, 2], [7, 8]]]
    await live("LookupTableRemoveV2", table, strings(b"a"))
    exported = await live("LookupTableExportV2", table, Tkeys=tf.string, Tvalues=tf.float32)
    assert [part.shape for part in exported] == [(0,), (0, 2)]
    with pytest.raises(errors.InvalidArgumentError, match=r"Expected shape \[1,2\] for value, got \[2\]"):
        await live("LookupTableInsertV2", table, strings(b"a"), f32(1, 2))


async def test_dtypes(live: LiveGraph) -> None:
    """Keys and values must have the table's dtypes."""
    table = mutable(live)
    for op, args in (
        ("LookupTableFindV2", (i64([1]), i64(1))),
        ("LookupTableFindV2", (strings(b"a"), f32(1))),
        ("LookupTableInsertV2", (strings(b"a"), f32([1]))),
        ("LookupTableRemoveV2", (i64([1]),)),
    ):
        with pytest.raises(errors.InvalidArgumentError, match="Signature mismatch"):
            await live(op, table, *args)


async def test_sharing(live: LiveGraph) -> None:
    """R-115: tables are told apart by node, unless they share a name or share by the node's name."""
    first, second = static(live), static(live)
    await live("InitializeTableV2", first, strings(b"a"), i64([1]))
    assert await live.run([live.op("LookupTableSizeV2", t) for t in (first, second)]) == [1, 0]
    shared = mutable(live, shared_name=b"s")
    await live("LookupTableInsertV2", shared, strings(b"a"), i64([1]))
    assert await live("LookupTableSizeV2", mutable(live, shared_name=b"s")) == 1
    named = live.op("MutableHashTableV2", name="named", use_node_name_sharing=True, **TYPES)
    await live("LookupTableInsertV2", named, strings(b"a"), i64([1]))
    assert await live("LookupTableSizeV2", mutable(live, shared_name=b"named")) == 1
    other = live.op("MutableHashTableV2", key_dtype=tf.int64, value_dtype=tf.int64, shared_name=b"s")
    with pytest.raises(errors.InvalidArgumentError, match="Conflicting key/value dtypes"):
        await live("LookupTableSizeV2", other)


async def test_anonymous_tables(live: LiveGraph) -> None:
    """An anonymous table is new in each step, and lives as long as its handle."""
    table = live.op("AnonymousMutableHashTable", **TYPES)
    inserted = live.op("LookupTableInsertV2", table, strings(b"a"), i64([1]))
    size = live.op("LookupTableSizeV2", table, after=inserted)
    assert await live.run(size) == 1
    assert await live("LookupTableSizeV2", table) == 0
    assert await live("LookupTableSizeV2", live.op("AnonymousHashTable", **TYPES)) == 0


async def test_first_generation(live: LiveGraph) -> None:
    """The first generation's handles are references."""
    table = live.op("HashTable", **TYPES)
    await live("InitializeTable", table, strings(b"a"), i64([1]))
    assert await live("LookupTableFind", table, strings(b"a", b"b"), i64(-1)) == pytest.approx([1, -1])
    assert await live("LookupTableSize", table) == 1


async def test_concurrent_inserts(live: LiveGraph) -> None:
    """Concurrent inserts all count."""
    table = live.op("MutableHashTableV2", key_dtype=tf.int64, value_dtype=tf.int64)
    inserts = [live.op("LookupTableInsertV2", table, np.arange(i, i + 50), np.arange(50)) for i in range(0, 1000, 50)]
    await asyncio.gather(*map(live.run, inserts))
    assert await live("LookupTableSizeV2", table) == 1000


# ---- dense tables


def dense(live: LiveGraph, empty: Any = 0, deleted: Any = -1, **attrs: Any) -> Any:
    """A dense table."""
    attrs = {"value_dtype": tf.int64, "initial_num_buckets": 4, **attrs}
    return live.op("MutableDenseHashTableV2", i64(empty), i64(deleted), **attrs)


async def test_dense_tables(live: LiveGraph) -> None:
    """All buckets are exported; removed entries leave their mark."""
    table = dense(live)
    for key in (11, 12, 13):
        await live("LookupTableInsertV2", table, i64([key]), i64([key]))
    export = live.op("LookupTableExportV2", table, Tkeys=tf.int64, Tvalues=tf.int64)
    assert [part[:, 0].tolist() for part in await live.run(export)] == [[12, 13, 0, 11]] * 2
    await live("LookupTableRemoveV2", table, i64(12, 99))
    keys, values = await live.run(export)
    assert (keys[:, 0].tolist(), values[:, 0].tolist()) == ([-1, 13, 0, 11], [12, 13, 0, 11])
    assert await live("LookupTableSizeV2", table) == 2
    assert (await live("LookupTableFindV2", table, i64(12, 11), i64(8, 9))).tolist() == [8, 11]
    other = dense(live, shared_name=b"other")
    await live("LookupTableImportV2", other, keys, values)
    assert (await live("LookupTableFindV2", other, i64(13, 12), i64(7))).tolist() == [13, 7]


async def test_growing_dense_tables(live: LiveGraph) -> None:
    """A table grows before it is too full, and keeps its entries."""
    table = dense(live)
    keys = np.arange(1, 101) * 8
    await live("LookupTableInsertV2", table, keys, keys + 1)
    await live("LookupTableInsertV2", table, keys[:50], keys[:50] + 2)
    values = await live("LookupTableFindV2", table, keys, i64(0))
    assert values.tolist() == [*(keys[:50] + 2).tolist(), *(keys[50:] + 1).tolist()]
    exported = (await live("LookupTableExportV2", table, Tkeys=tf.int64, Tvalues=tf.int64))[0]
    assert exported.shape == (256, 1) and np.count_nonzero(exported) == 100


async def test_vector_keys(live: LiveGraph) -> None:
    """Keys may be vectors."""
    table = dense(live, [0, 0], [1, 1])
    await live("LookupTableInsertV2", table, i64([1, 2], [3, 4]), i64(5, 6))
    assert (await live("LookupTableFindV2", table, i64([1, 2], [3, 5]), i64(-7))).tolist() == [5, -7]
    with pytest.raises(errors.InvalidArgumentError, match="Expected key shape"):
        await live("LookupTableFindV2", table, i64(1, 2, 3), i64(-7))


async def test_special_keys(live: LiveGraph) -> None:
    """The two keys that have a meaning cannot be used."""
    table = dense(live)
    for key, name in ((0, "empty_key"), (-1, "deleted_key")):
        for op, more in (
            ("LookupTableInsertV2", (i64([1]),)), ("LookupTableFindV2", (i64(1),)), ("LookupTableRemoveV2", ()),
        ):  # fmt: skip
            with pytest.raises(errors.InvalidArgumentError, match=f"Using the {name} as a table key is not allowed"):
                await live(op, table, i64([key]), *more)


@pytest.mark.parametrize(("args", "message"), [
    ({"deleted": 0}, "cannot be equal"), ({"deleted": [0, 1]}, "must have same shape"),
    ({"initial_num_buckets": 5}, "power of 2"), ({"max_load_factor": 1.5}, "between 0 and 1"),
])  # fmt: skip
async def test_impossible_dense_tables(live: LiveGraph, args: dict[str, Any], message: str) -> None:
    """What a dense table is made of is checked."""
    with pytest.raises(errors.InvalidArgumentError, match=message):
        await live("LookupTableSizeV2", dense(live, **args))


# ---- text files

LINES = b"a\t10\nb\t20\nc\t30\n"


@pytest.mark.parametrize(("key_index", "value_index", "attrs", "expected"), [
    (0, 1, {}, {b"a": 10, b"b": 20, b"c": 30}),
    (0, -1, {}, {b"a": 0, b"b": 1, b"c": 2}),
    (-2, -1, {"offset": 5}, {b"a\t10": 5, b"b\t20": 6, b"c\t30": 7}),
    (0, 1, {"vocab_size": 2}, {b"a": 10, b"b": 20}),
])  # fmt: skip
async def test_text_files(
    live: LiveGraph, tmp_path: Path, key_index: int, value_index: int, attrs: Any, expected: dict[bytes, int]
) -> None:
    """A line gives a key and a value: a column, its number, or all of it."""
    path = tmp_path / "vocabulary"
    path.write_bytes(LINES)
    table = static(live)
    filename = np.array(str(path).encode(), object)
    fill = live.op(
        "InitializeTableFromTextFileV2", table, filename, key_index=key_index, value_index=value_index, **attrs
    )
    for _ in range(2):
        await live.run(fill)
    keys, values = await live("LookupTableExportV2", table, **EXPORTED)
    assert dict(zip(keys.tolist(), values.tolist(), strict=True)) == expected


@pytest.mark.parametrize(("content", "attrs", "error", "message"), [
    (None, {}, errors.NotFoundError, "No such file"),
    (b"", {}, errors.OutOfRangeError, "less bytes than requested"),
    (b"a\tx\n", {}, errors.InvalidArgumentError, "Field x in line 0 is not a valid int64"),
    (b"a\t1\nb\n", {}, errors.InvalidArgumentError, r"line 1 \(b\) : expected at least 2 got 1"),
    (b"a\t1\n\n", {}, errors.InvalidArgumentError, "empty line"),
    (LINES, {"vocab_size": 5}, errors.InvalidArgumentError, "Invalid vocab_size .* expected 5 but got 3"),
    (LINES, {"delimiter": b",,"}, errors.InvalidArgumentError, "only 1 char"),
    (LINES, {"key_index": -1}, errors.InvalidArgumentError, "line number requires table key dtype of int64"),
    (b"a\t1\na\t2\n", {}, errors.FailedPreconditionError, "different value for same key"),
])  # fmt: skip
async def test_bad_text_files(
    live: LiveGraph, tmp_path: Path, content: bytes | None, attrs: Any, error: Any, message: str
) -> None:
    """What is wrong with a file is said, with file and line."""
    path = tmp_path / "vocabulary"
    if content is not None:
        path.write_bytes(content)
    attrs = {"key_index": 0, "value_index": 1, **attrs}
    with pytest.raises(error, match=message):
        await live("InitializeTableFromTextFileV2", static(live), np.array(str(path).encode(), object), **attrs)


async def test_integer_and_string_values(live: LiveGraph) -> None:
    """Any dtypes go together."""
    table = live.op("HashTableV2", key_dtype=tf.int32, value_dtype=tf.string)
    await live("InitializeTableV2", table, i32(1, 2), strings(b"one", b"two"))
    found_values = await live("LookupTableFindV2", table, i32([2], [3]), np.array(b"?", object))
    assert found_values.tolist() == [[b"two"], [b"?"]]
