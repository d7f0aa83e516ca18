"""Ops of datasets that no recorded pipeline has, and what they refuse."""
from __future__ import annotations

import asyncio
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.kernels import ops_with_kernels
from aioflow.framework.limits import touches_outside_world
from aioflow.framework.op_def import OPS
from tests.full_disk import full_disk
from tests.functions.building import define
from tests.kernels.dataset_nodes import ANY, INT64, elements, iterator_over, numbers, slices
from tests.kernels.live_graph import LiveGraph, i64, strings
from tests.kernels.reader_programs import RECORDS
from tests.kernels.waiting_calls import started

TEXT: dict[str, Any] = {"output_types": [tf.string], "output_shapes": [[]]}
NONE = np.empty(0, np.int64)


def scalar(value: Any) -> Any:
    """An int64, a bool or a string as an input."""
    if isinstance(value, bytes):
        return np.array(value, object)
    return np.bool_(value) if isinstance(value, bool) else np.int64(value) if isinstance(value, int) else value


# ---- that change nothing


@pytest.mark.parametrize(
    ("op", "arguments"),
    [
        ("FinalizeDataset", []), ("NonSerializableDataset", []), ("ExperimentalNonSerializableDataset", []),
        ("MaxIntraOpParallelismDataset", [2]), ("ExperimentalMaxIntraOpParallelismDataset", [0]),
        ("PrivateThreadPoolDataset", [2]), ("ExperimentalPrivateThreadPoolDataset", [0]),
        ("LatencyStatsDataset", [b"tag"]), ("BytesProducedStatsDataset", [b"tag"]),
        ("ExperimentalLatencyStatsDataset", [b"tag"]), ("ExperimentalBytesProducedStatsDataset", [b"tag"]),
        ("OptimizeDatasetV2", [strings(b"a"), strings(), strings()]), ("RewriteDataset", [b"replicate_on_split"]),
        ("AutoShardDataset", [1, 0]), ("ExperimentalAutoShardDataset", [1, 0]), ("ExperimentalUnbatchDataset", None),
        ("ExperimentalUniqueDataset", []), ("ExperimentalIgnoreErrorsDataset", []), ("ExperimentalSleepDataset", [0]),
    ],
)  # fmt: skip
async def test_same_elements_as_before(op: str, arguments: Any) -> None:
    """Datasets that say how fast elements come, or are called otherwise, give those of the dataset before."""
    async with LiveGraph() as live:
        source = numbers(live, 3)
        if arguments is None:
            source, arguments = live.op("BatchDataset", source, np.int64(2), **ANY), []
        assert await elements(live, live.op(op, source, *map(scalar, arguments), **ANY), **ANY) == [0, 1, 2]


async def test_thread_pools() -> None:
    """The handle of a pool of threads is one, though it has none."""
    async with LiveGraph() as live:
        for prefix in ("", "Experimental"):
            pool = live.op(f"{prefix}ThreadPoolHandle", num_threads=2, display_name="pool")
            dataset = live.op(f"{prefix}ThreadPoolDataset", numbers(live, 3), pool, **ANY)
            assert await elements(live, dataset) == [0, 1, 2]


async def test_statistics_that_nobody_gathers() -> None:
    """Datasets whose statistics are to be gathered give their elements."""
    async with LiveGraph() as live:
        text = np.array(b"text", object)
        for handle in ("StatsAggregatorHandle", "StatsAggregatorHandleV2", "ExperimentalStatsAggregatorHandle"):
            dataset = live.op("SetStatsAggregatorDataset", numbers(live, 3), live.op(handle), text, text, **ANY)
            assert await elements(live, dataset) == [0, 1, 2]


async def test_options() -> None:
    """Options are those of all datasets that one is made of; later ones count more, as in a message."""
    async with LiveGraph() as live:
        first, second = b"\x08\x01\x12\x00", b"*\x02\x08\x02"
        assert await live("GetOptions", numbers(live, 3)) == b""
        source = live.op("OptionsDataset", numbers(live, 3), serialized_options=first, **ANY)
        later = live.op("OptionsDataset", live.op("TakeDataset", source, np.int64(2), **ANY),
                        serialized_options=second, **ANY)  # fmt: skip
        two: dict[str, Any] = {"output_types": [tf.int64] * 2, "output_shapes": [None] * 2}
        assert await live("GetOptions", source) == first
        assert await live("GetOptions", live.op("ZipDataset", [later, later], **two)) == first + second
        assert await elements(live, later) == [0, 1]


async def test_the_first_of_equal_ones() -> None:
    """Of several datasets that are to be equal, or branches that make equal ones, the first is taken."""
    async with LiveGraph() as live:
        for prefix in ("", "Experimental"):
            sources = [numbers(live, 3), numbers(live, 3)]
            chosen = live.op(f"{prefix}ChooseFastestDataset", sources, num_experiments=2, **ANY)
            assert await elements(live, chosen) == [0, 1, 2]
        with live.graph.as_default():

            def take(dataset: Any, count: Any) -> Any:
                return tf.raw_ops.TakeDataset(input_dataset=dataset, count=count, **ANY)

            branch = define("branch", [tf.variant, tf.int64], take)
        attrs = {"num_elements_per_branch": 1, "branches": [branch] * 2, "other_arguments_lengths": [1, 1], **ANY}
        counts = [np.int64(2), np.int64(2)]
        chosen = live.op("ChooseFastestBranchDataset", numbers(live, 3), np.int64(1), np.int64(1), counts, **attrs)
        assert await elements(live, chosen) == [0, 1]


async def test_parts_for_workers() -> None:
    """Elements are shared out between workers where the policy says so; files are not."""
    async with LiveGraph() as live:

        def part(policy: int) -> Any:
            return live.op(
                "AutoShardDataset", numbers(live, 5), np.int64(2), np.int64(1), auto_shard_policy=policy, **ANY
            )

        assert await elements(live, part(-1)) == await elements(live, part(3)) == [0, 1, 2, 3, 4]
        assert await elements(live, part(2)) == [1, 3]
        for policy in (0, 1):
            with pytest.raises(tf.errors.UnimplementedError, match="over several workers"):
                await live.run(part(policy).op)


async def test_experimental_names() -> None:
    """Every op that was experimental has a kernel if the op that it became has one."""
    known = set(ops_with_kernels())
    became = [name for name in OPS.names() if name.startswith("Experimental") and name[len("Experimental") :] in known]
    assert len(became) > 25
    assert known.issuperset(became)


# ---- caches


async def test_shared_caches() -> None:
    """Datasets with one memory cache give the elements of the pass that was over first."""
    async with LiveGraph() as live:
        cache, deleter = live.op("AnonymousMemoryCache")
        text = np.array(b"", object)
        first, second = (live.op("CacheDatasetV2", numbers(live, n), text, cache, **ANY) for n in (2, 4))
        both = live.op("ConcatenateDataset", first, second, **ANY)
        assert await elements(live, both) == [0, 1, 0, 1]
        await live.run(live.op("DeleteMemoryCache", cache, deleter))


async def test_caches_of_their_own() -> None:
    """Without a cache, each dataset has one of its own."""
    async with LiveGraph() as live:
        text, dummy = np.array(b"", object), live.op("DummyMemoryCache")
        first, second = (live.op("CacheDatasetV2", numbers(live, n), text, dummy, **ANY) for n in (2, 3))
        assert await elements(live, live.op("ConcatenateDataset", first, second, **ANY)) == [0, 1, 0, 1, 2]


# ---- read at once


async def test_how_many() -> None:
    """Datasets say how many elements they have as TensorFlow's do: a number, -1 for endless ones, -2 for who knows."""
    async with LiveGraph() as live:
        seven, one, two = numbers(live, 7), np.int64(1), np.int64(2)
        endless = live.op("RepeatDataset", seven, np.int64(-1), **ANY)
        batches, none = live.op("BatchDataset", seven, two, **ANY), numbers(live, 0)
        wanted = {
            live.op("RebatchDataset", batches, two, **ANY): -2,
            live.op("RebatchDatasetV2", batches, two, np.False_, **ANY): -2,
            live.op("SamplingDataset", endless, np.float32(0.5), one, one, **ANY): -2,
            live.op("ShuffleAndRepeatDataset", seven, two, one, one, np.int64(3), **ANY): 21,
            live.op("ShuffleAndRepeatDataset", none, two, one, one, np.int64(-1), **ANY): -1,
            live.op("SlidingWindowDataset", seven, np.int64(3), two, one, **ANY): 3,
            live.op("SlidingWindowDataset", seven, np.int64(3), two, one, drop_remainder=False, **ANY): 4,
            live.op("DenseToSparseBatchDataset", seven, two, NONE, output_types=[tf.variant], output_shapes=[None]): 4,
            live.op("UniqueDataset", seven, **ANY): -2,
            live.op("AssertCardinalityDataset", seven, np.int64(4), **ANY): 4,
            live.op("DirectedInterleaveDataset", seven, [seven, endless], **ANY): -1,
            live.op("DirectedInterleaveDataset", endless, [seven, none], **ANY): -2,
            live.op("ShardDataset", seven, two, one, require_non_empty=True, **ANY): 3,
            live.op("AutoShardDataset", seven, two, one, auto_shard_policy=2, **ANY): 3,
            live.op("SleepDataset", endless, one, **ANY): -1,
            live.op("RandomDataset", one, two, **INT64): -1,
            live.op("SparseTensorSliceDataset", i64([[1, 0]]), i64([3]), i64(5, 2)): 5,
            live.op("ListDataset", [one, two, one], **INT64): 3,
        }  # fmt: skip
        assert await live.run([live.op("DatasetCardinality", each) for each in wanted]) == list(wanted.values())


async def test_elements_by_number() -> None:
    """An element is found by its number; where that is too large, or datasets have no numbers, there is an error."""
    async with LiveGraph() as live:

        async def element(dataset: Any, index: int) -> Any:
            return await live("GetElementAtIndex", dataset, np.int64(index), **ANY)

        chain = live.op("ConcatenateDataset", numbers(live, 2), numbers(live, 5), **ANY)
        assert [int(await element(chain, i)) for i in (0, 1, 2, 6)] == [0, 1, 0, 4]
        for index in (7, -1):
            with pytest.raises(tf.errors.OutOfRangeError, match=r"Index out of range \[0, 7\):"):
                await element(chain, index)
        with pytest.raises(tf.errors.FailedPreconditionError, match="infinite cardinality"):
            await element(live.op("RepeatDataset", chain, np.int64(-1), **ANY), 0)
        shuffled = live.op("ShuffleDataset", chain, np.int64(3), np.int64(0), np.int64(0), **INT64)
        with pytest.raises(tf.errors.UnimplementedError, match="Random access is not implemented"):
            await element(live.op("BatchDataset", shuffled, np.int64(2), **ANY), 0)


async def test_tables_from_datasets() -> None:
    """A table is filled with the pairs of a dataset; other elements are refused."""
    async with LiveGraph() as live:
        table = live.op("HashTableV2", key_dtype=tf.string, value_dtype=tf.int64, shared_name="table")
        pairs = live.op("TensorSliceDataset", [strings(b"a", b"b"), i64(5, 6)], output_shapes=[[], []])
        await live.run(live.op("InitializeTableFromDataset", table, pairs))
        found = await live("LookupTableFindV2", table, strings(b"b", b"c", b"a"), np.int64(-1))
        assert found.tolist() == [6, -1, 5]
        whole = live.op("TensorDataset", [strings(b"a", b"b"), i64(5, 6)], output_shapes=[[2], [2]])
        other = live.op("HashTableV2", key_dtype=tf.string, value_dtype=tf.int64, shared_name="other")
        for dataset, message in ((whole, "one key and one value"), (numbers(live, 3), "two output types")):
            with pytest.raises(tf.errors.InvalidArgumentError, match=message):
                await live.run(live.op("InitializeTableFromDataset", other, dataset))


async def test_a_generator_is_finished_once() -> None:
    """The function for the end is called with the state at the end, once; the next pass has a state of its own."""
    async with LiveGraph() as live:
        calls: list[Any] = []

        def noted(name: str, result: Any) -> Any:
            def note(state: Any) -> Any:
                calls.append((name, int(state)))
                value = result(state)
                if value is None:
                    raise StopIteration
                return np.int64(value)

            return lambda state: tf.py_func(note, [state], tf.int64)

        with live.graph.as_default():
            counter = iter([1, 2, None, 3, None])
            functions: dict[str, Any] = {
                "init_func": define("init", [tf.int64], noted("init", lambda x: x * 10)),
                "next_func": define("next", [tf.int64], noted("next", lambda _: next(counter))),
                "finalize_func": define("finalize", [tf.int64], noted("finalize", lambda x: x)),
            }
        dataset = live.op("GeneratorDataset", [np.int64(4)], [], [], **functions, **INT64)
        start, following = iterator_over(live, dataset)
        for wanted in ([1, 2], [3]):
            await live.run(start)
            assert [await live.run(following) for _ in wanted] == wanted
            for _ in range(2):
                with pytest.raises(tf.errors.OutOfRangeError):
                    await live.run(following)
        assert [call for call in calls if call[0] != "next"] == [("init", 4), ("finalize", 40)] * 2


# ---- shared by devices


async def test_devices_take_turns() -> None:
    """Each device gets every second element; one that is far ahead waits for the other; a new start ends the old."""
    async with LiveGraph() as live:
        attrs: dict[str, Any] = {"devices": ["/cpu:0", "/cpu:0"], "shared_name": "", "container": "", **INT64}
        iterator = live.op("MultiDeviceIterator", **attrs)
        device, incarnation = live.placeholder(tf.int32, []), live.placeholder(tf.int64, [])
        begin = live.op("MultiDeviceIteratorInit", numbers(live, 7), iterator, np.int64(1))
        following = live.op("MultiDeviceIteratorGetNextFromShard", iterator, device, incarnation, **INT64)

        async def taken(number: int, start: int) -> int:
            return int(await live.run(following, {device: number, incarnation: start}))

        with pytest.raises(tf.errors.FailedPreconditionError, match="not been initialized"):
            await taken(0, 1)
        assert await live.run(begin) == 1
        assert [await taken(each, 1) for each in (0, 1, 0, 0)] == [0, 1, 2, 4]
        ahead = await started(taken(0, 1))
        assert not ahead.done()
        assert [await taken(1, 1), await ahead, await taken(1, 1)] == [3, 6, 5]
        for each in (0, 1, 1):
            with pytest.raises(tf.errors.OutOfRangeError):
                await taken(each, 1)
        with pytest.raises(tf.errors.InvalidArgumentError, match="shard_num 2"):
            await taken(2, 1)
        assert await live.run(begin) == 2
        with pytest.raises(tf.errors.InvalidArgumentError, match="Provided: 1; Expected: 2"):
            await taken(0, 1)
        assert await taken(0, 2) == 0


async def test_a_device_that_waits_is_cancelled() -> None:
    """A call that waits for another device can be cancelled, and nothing is lost."""
    async with LiveGraph() as live:
        attrs: dict[str, Any] = {"devices": ["a", "b"], "shared_name": "", "container": "", **INT64}
        iterator = live.op("MultiDeviceIterator", **attrs)
        await live.run(live.op("MultiDeviceIteratorInit", numbers(live, 9), iterator, np.int64(1)))
        first, second = (
            live.op("MultiDeviceIteratorGetNextFromShard", iterator, np.int32(each), np.int64(1), **INT64)
            for each in (0, 1)
        )
        assert [await live.run(first), await live.run(first)] == [0, 2]
        call = await started(live.run(first))
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        assert [await live.run(second), await live.run(first), await live.run(second)] == [1, 4, 3]


async def test_names_of_shared_iterators() -> None:
    """A string handle leads back to the iterator; anonymous ones work alike."""
    async with LiveGraph() as live:
        attrs: dict[str, Any] = {"devices": ["a"], **INT64}
        named = live.op("MultiDeviceIterator", shared_name="it", container="", **attrs)
        text = live.op("MultiDeviceIteratorToStringHandle", named)
        found = live.op("MultiDeviceIteratorFromStringHandle", text, **INT64)
        anonymous, deleter = live.op("AnonymousMultiDeviceIterator", **attrs)
        for iterator in (found, anonymous, live.op("AnonymousMultiDeviceIteratorV3", **attrs)):
            begin = live.op("MultiDeviceIteratorInit", numbers(live, 2), iterator, np.int64(2))
            following = live.op("MultiDeviceIteratorGetNextFromShard", iterator, np.int32(0), begin, **INT64)
            assert await live.run(following) == 0
        await live.run(live.op("DeleteMultiDeviceIterator", anonymous, [found], deleter))
        iterator = live.op("IteratorV2", shared_name="", container="", **INT64)
        assert (await live("IteratorGetDevice", iterator)).endswith(b"device:CPU:0")


# ---- files


@pytest.mark.parametrize("compression", [b"", b"ZLIB", b"GZIP"])
async def test_records_written(compression: bytes, tmp_path: Path) -> None:
    """A file that a dataset is written to is TensorFlow's, byte for byte before compression, and is read again."""
    async with LiveGraph() as live:
        name, kind = np.array(bytes(tmp_path / "new"), object), np.array(compression, object)
        source = slices(live, strings(b"a", b"", b"ccc"))
        await live.run(live.op("DatasetToTFRecord", source, name, kind))
        assert await elements(live, live.op("TFRecordDataset", name, kind, np.int64(0)), **TEXT) == [b"a", b"", b"ccc"]
        data = (tmp_path / "new").read_bytes()
        assert (zlib.decompress(data, wbits=47) if compression else data) == RECORDS
        with pytest.raises(tf.errors.InvalidArgumentError, match="must be one string"):
            await live.run(live.op("DatasetToTFRecord", numbers(live, 2), name, kind))
        with pytest.raises(tf.errors.NotFoundError):
            nowhere = np.array(bytes(tmp_path / "no" / "new"), object)
            await live.run(live.op("DatasetToTFRecord", source, nowhere, kind))


@pytest.mark.parametrize("compression", [b"", b"ZLIB", b"GZIP"])
@pytest.mark.parametrize("nbytes", [0, 10, 9000])
async def test_records_on_a_full_disk(compression: bytes, nbytes: int, tmp_path: Path) -> None:
    """The system's error has its class, whether a record finds no room or, at the end, the rest of a buffer."""
    async with LiveGraph() as live:
        name, kind = np.array(bytes(tmp_path / "new"), object), np.array(compression, object)
        write = live.op("DatasetToTFRecord", slices(live, strings(random.Random(1).randbytes(nbytes + 1))), name, kind)
        with pytest.raises(tf.errors.OutOfRangeError, match="new; "), full_disk(nbytes):
            await live.run(write)


async def test_long_fields(tmp_path: Path) -> None:
    """Fields and lines that are longer than what is read at once are put together."""
    long = b"x" * 150_000 + b'""' + b"\r\n" * 40_000
    (tmp_path / "table").write_bytes(b'"%s",1\r\n%s,2\r\n' % (long, b"y" * 70_000))
    async with LiveGraph() as live:
        texts = [np.array(each, object) for each in (bytes(tmp_path / "table"), b"", b",", b"")]
        defaults = [np.empty(0, object), i64(0)]
        dataset = live.op(
            "CSVDataset", texts[0], texts[1], np.int64(1), np.False_, texts[2], np.True_, texts[3], NONE, defaults,
            output_shapes=[[], []],
        )  # fmt: skip
        declared: dict[str, Any] = {"output_types": [tf.string, tf.int64], "output_shapes": [[], []]}
        start, following = iterator_over(live, dataset, **declared)
        await live.run(start)
        assert await live.run(following) == [long.replace(b'""', b'"'), 1]
        assert await live.run(following) == [b"y" * 70_000, 2]


def test_files_need_trust() -> None:
    """Graphs that are not trusted have no datasets of files."""
    for op in ("TextLineDataset", "TFRecordDatasetV2", "FixedLengthRecordDatasetV2", "CSVDatasetV2",
               "ExperimentalCSVDataset", "MatchingFilesDataset", "DatasetToTFRecord"):  # fmt: skip
        assert touches_outside_world(op)
        assert op in ops_with_kernels()


# ---- refused


def csv_arguments(**changed: Any) -> list[Any]:
    """The inputs of `CSVDatasetV2`, some of them changed."""
    inputs: dict[str, Any] = {
        "filenames": b"f", "compression_type": b"", "buffer_size": 9, "header": False, "field_delim": b",",
        "use_quote_delim": True, "na_value": b"", "select_cols": NONE, "record_defaults": [NONE], "exclude_cols": NONE,
    }  # fmt: skip
    return list((inputs | changed).values())


FIXED = {"names": b"f", "header": 0, "record": 2, "footer": 0, "buffer": 0, "compression": b""}


@pytest.mark.parametrize(
    ("op", "arguments", "message"),
    [
        ("TextLineDataset", [b"f", b"", -1], "`buffer_size` must be >= 0"),
        ("TextLineDataset", [b"f", b"LZ4", 0], "Unsupported compression_type"),
        ("TextLineDataset", [np.array([[b"f"]], object), b"", 0], "`filenames` must be a scalar or a vector"),
        ("TFRecordDatasetV2", [strings(b"f"), b"", 0, i64([[1]])], "`byte_offsets` must be a scalar or a vector"),
        ("TFRecordDatasetV2", [strings(b"f"), b"", 0, np.int64(1)], "`byte_offsets` must be of same size"),
        ("TFRecordDatasetV2", [strings(b"f", b"f"), b"", 0, i64([1])], "`byte_offsets` must be of same size"),
        ("FixedLengthRecordDatasetV2", [*(FIXED | {"header": -1}).values()], "`header_bytes` must be >= 0"),
        ("FixedLengthRecordDatasetV2", [*(FIXED | {"record": 0}).values()], "`record_bytes` must be >= 1"),
        ("FixedLengthRecordDatasetV2", [*(FIXED | {"footer": -1}).values()], "`footer_bytes` must be >= 0"),
        ("FixedLengthRecordDataset", [*(FIXED | {"buffer": -1}).values()][:-1], "`buffer_size` must be >= 0"),
        ("CSVDatasetV2", csv_arguments(buffer_size=0), "`buffer_size` must be >= 1"),
        ("CSVDatasetV2", csv_arguments(field_delim=b"::"), "should be only 1 char"),
        ("CSVDatasetV2", csv_arguments(record_defaults=[i64([[1]])]), "at most rank 1"),
        ("CSVDatasetV2", csv_arguments(record_defaults=[i64(1, 2)]), "only be 1 default per field"),
        ("CSVDatasetV2", csv_arguments(select_cols=i64(2, 1)), "select_cols should be strictly increasing"),
        ("CSVDatasetV2", csv_arguments(select_cols=i64([-1])), "select_cols should be non-negative"),
        ("CSVDatasetV2", csv_arguments(select_cols=i64(1, 2)), "select_cols should match output size"),
        ("CSVDatasetV2", csv_arguments(exclude_cols=i64([-1])), "exclude_cols should be non-negative"),
        ("CSVDatasetV2", csv_arguments(select_cols=i64([1]), exclude_cols=i64([1])), "should be empty"),
        ("SparseTensorSliceDataset", [i64([[1]]), i64(1, 2), i64([3])], "vector of 1 elements"),
        ("SparseTensorSliceDataset", [np.empty((1, 0), np.int64), i64([1]), NONE], "at least one dimension"),
    ],
)
async def test_sources_refused(op: str, arguments: list[Any], message: str) -> None:
    """Arguments of sources that make no sense are refused when the dataset is made."""
    async with LiveGraph() as live:
        declared: dict[str, Any] = {"output_shapes": [[]]} if op.startswith("CSV") else {}
        inputs = [x if isinstance(x, list) else fed(live, scalar(x)) for x in arguments]
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            await live.run(live.op(op, *inputs, **declared).op)


def fed(live: LiveGraph, value: Any) -> Any:
    """A tensor of which nothing is known before the run."""
    with live.graph.as_default():
        return tf.placeholder_with_default(value, None)


@pytest.mark.parametrize(
    ("op", "arguments", "message"),
    [
        ("ShuffleAndRepeatDataset", [4, 1, 1, 0], "count must be greater than zero or equal to -1"),
        ("ShuffleAndRepeatDataset", [0, 1, 1, 1], "buffer_size must be greater than zero"),
        ("RebatchDataset", [0], "num_replicas must be greater than zero"),
        ("RebatchDatasetV2", [i64(1, -1), False], "not negative"),
        ("RebatchDatasetV2", [NONE, False], "must be some numbers"),
        ("SlidingWindowDataset", [0, 1, 1], "Window size must be greater than zero"),
        ("ExperimentalSlidingWindowDataset", [1, 1, 0], "Window stride must be greater than zero"),
        ("DenseToSparseBatchDataset", [0, i64([1])], "Batch size must be greater than zero"),
        ("DenseToSparseBatchDataset", [1, i64([-2])], "row_shape must be -1 or not negative"),
        ("AutoShardDataset", [0, 0], "num_workers must be greater than zero"),
        ("AutoShardDataset", [2, 2], "index must be between 0 and 1"),
        ("MaxIntraOpParallelismDataset", [-1], "`max_intra_op_parallelism` must be >= 0"),
        ("PrivateThreadPoolDataset", [-1], "`num_threads` must be >= 0"),
    ],
)
async def test_refused(op: str, arguments: list[Any], message: str) -> None:
    """Arguments that make no sense are refused when the dataset is made."""
    async with LiveGraph() as live:
        inputs = [fed(live, scalar(argument)) for argument in arguments]
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            await live.run(live.op(op, numbers(live, 3), *inputs, **ANY).op)


async def test_elements_refused() -> None:
    """Datasets of elements that an op cannot take are refused."""
    async with LiveGraph() as live:
        floats = slices(live, np.zeros(3, np.float32))
        declared: dict[str, Any] = {"output_types": [tf.float32], "output_shapes": [[]]}
        cases = [
            (live.op("UniqueDataset", floats, **declared), "only supports inputs with a single"),
            (live.op("DirectedInterleaveDataset", floats, [floats], **declared), "dataset of scalar int64 elements"),
            (live.op("DirectedInterleaveDataset", numbers(live, 3), [floats, numbers(live, 3)], **ANY), "mismatch"),
            (live.op("ChooseFastestDataset", [floats, numbers(live, 3)], num_experiments=1, **declared), "mismatch"),
            (live.op("UnwrapDatasetVariant", floats), "must be a WrappedDataset variant"),
            (live.op("WrapDatasetVariant", live.op("WrapDatasetVariant", floats)), "must be a Dataset object"),
            (live.op("UncompressElement", floats, **ANY), "does not contain a compressed element"),
        ]
        for node, message in cases:
            with pytest.raises(tf.errors.InvalidArgumentError, match=message):
                await live.run(node.op)
        unordered = live.op("SparseTensorSliceDataset", i64([[1], [0]]), i64(1, 2), i64([3]))
        with pytest.raises(tf.errors.UnimplementedError, match="ordered in the batch dimension"):
            await live.run(unordered.op)


async def test_compressed_elements_of_other_types() -> None:
    """A compressed element is taken out only as what it was."""
    async with LiveGraph() as live:
        element = live.op("CompressElement", [i64(1, 2), strings(b"a")])
        for dtypes in ([tf.int64], [tf.int32, tf.string]):
            node = live.op("UncompressElement", element, output_types=dtypes, output_shapes=[None] * len(dtypes))
            with pytest.raises(tf.errors.FailedPreconditionError, match="Expected"):
                await live.run(node[0].op if isinstance(node, list) else node.op)
