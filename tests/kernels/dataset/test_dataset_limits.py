"""Very long, very deep and very slow datasets: they work or say why not, can be cancelled, and leave nothing behind."""
from __future__ import annotations

import asyncio
import gc
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.limits import Limits
from aioflow.framework.op_def import FunctionName
from aioflow.kernels import arrays
from aioflow.kernels.dataset.datasets import Stage
from tests.functions.building import define
from tests.kernels.dataset_nodes import ANY, INT64, elements, iterator_over, numbers, slices
from tests.kernels.live_graph import LiveGraph, i64
from tests.kernels.waiting_calls import started

TINY = np.int64(1)


def chained(live: LiveGraph, length: int) -> Any:
    """Numbers behind many datasets, each of which passes all of them on, every fourth one increased by 1."""
    with live.graph.as_default():
        plus = define("plus", [tf.int64], lambda x: x + 1)
    dataset = numbers(live, 3)
    for _ in range(length // 4):
        dataset = live.op("TakeDataset", dataset, np.int64(9), **ANY)
        dataset = live.op("SkipDataset", dataset, np.int64(0), **ANY)
        dataset = live.op("RepeatDataset", dataset, TINY, **ANY)
        dataset = live.op("MapDataset", dataset, [], f=plus, **INT64)
    return dataset


async def test_a_very_long_chain() -> None:
    """Thousands of datasets, one behind the other, give their elements; Python's stack does not bound them."""
    async with LiveGraph() as live:
        assert await elements(live, chained(live, 1200)) == [300, 301, 302]


async def test_datasets_in_datasets_without_end() -> None:
    """A function that makes datasets of itself is stopped with an error of its own."""
    async with LiveGraph() as live:
        with live.graph.as_default():

            def itself(x: Any) -> Any:
                one = tf.raw_ops.RangeDataset(start=x, stop=x + 1, step=TINY, **INT64)
                again = FunctionName("itself")
                return tf.raw_ops.FlatMapDataset(input_dataset=one, other_arguments=[], f=again, **INT64)

            function = define("itself", [tf.int64], itself)
        start, following = iterator_over(live, live.op("FlatMapDataset", numbers(live, 3), [], f=function, **INT64))
        await live.run(start)
        with pytest.raises(tf.errors.ResourceExhaustedError, match="nested more than 10000 deep"):
            await live.run(following)


async def test_datasets_that_double() -> None:
    """A few datasets that each ask the one before twice are refused before a pass over them takes all memory."""
    async with LiveGraph() as live:
        with live.graph.as_default():
            first = define("first", [tf.int64, tf.int64], lambda x, _: x + 0)
        dataset = numbers(live, 3)
        for _ in range(30):
            two: dict[str, Any] = {"output_types": [tf.int64] * 2, "output_shapes": [[], []]}
            dataset = live.op("MapDataset", live.op("ZipDataset", [dataset, dataset], **two), [], f=first, **INT64)
        with pytest.raises(tf.errors.ResourceExhaustedError, match="more than 100000 stages"):
            await live.run(dataset.op)


async def test_a_very_long_chain_is_cancelled() -> None:
    """A run that waits at the far end of a long chain can be cancelled; at most its element is lost."""
    async with LiveGraph() as live:
        dataset = permitted(live)
        for _ in range(300):
            dataset = live.op("TakeDataset", dataset, np.int64(9), **ANY)
        start, following = iterator_over(live, dataset)
        await live.run(start)
        call = await started(live.run(following))
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        permit = live.op("QueueEnqueueV2", live.op("FIFOQueueV2", **PERMITS), [np.int64(0)])
        await live.run(permit)
        assert await live.run(following) in (0, 1)


async def test_a_batch_of_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of more elements than there are is fine; one of endless many is refused when it is too large for a tensor."""
    monkeypatch.setattr(arrays, "DEFAULT_LIMITS", Limits(tensor_nbytes=1000))
    async with LiveGraph() as live:
        endless = live.op("RepeatDataset", numbers(live, 3), np.int64(-1), **ANY)
        three, endless = (live.op("BatchDataset", d, np.int64(1 << 62), **ANY) for d in (numbers(live, 3), endless))
        assert await elements(live, three, **ANY) == [[0, 1, 2]]
        with pytest.raises(tf.errors.ResourceExhaustedError, match=r"shape\[128\] and type int64"):
            await elements(live, endless, **ANY)


PERMITS: dict[str, Any] = {"component_types": [tf.int64], "shapes": [[]], "shared_name": "permits"}


def permitted(live: LiveGraph) -> Any:
    """Numbers, each of which waits until there is something in a queue."""
    with live.graph.as_default():

        def wait(number: Any) -> Any:
            queue = tf.raw_ops.FIFOQueueV2(**PERMITS)
            return number + 0 * tf.raw_ops.QueueDequeueV2(handle=queue, component_types=[tf.int64])[0]

        function = define("wait", [tf.int64], wait)
    return live.op("MapDataset", numbers(live, 9), [], f=function, **INT64)


async def test_sleeping_holds_no_thread() -> None:
    """A dataset that sleeps for years can be cancelled at once; one that sleeps no time gives all elements."""
    async with LiveGraph() as live:
        years = live.op("SleepDataset", numbers(live, 3), np.int64(1 << 46), **INT64)
        start, following = iterator_over(live, years)
        await live.run(start)
        call = await started(live.run(following))
        assert not call.done()
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        for op in ("SleepDataset", "ExperimentalSleepDataset"):
            assert await elements(live, live.op(op, numbers(live, 3), np.int64(0), **INT64)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("op", "arguments", "attrs"),
    [
        ("IgnoreErrorsDataset", [], {}),
        ("UniqueDataset", [], {}),
        ("ShuffleAndRepeatDataset", [np.int64(9), TINY, TINY, np.int64(-1)], {}),
        ("RebatchDatasetV2", [np.int64(4), np.bool_(True)], {}),
        ("SlidingWindowDataset", [np.int64(9), TINY, TINY], {}),
        ("SamplingDataset", [np.float32(0.5), TINY, TINY], {}),
        ("AssertCardinalityDataset", [np.int64(9)], {}),
    ],
)
async def test_cancelled_while_it_waits(op: str, arguments: list[Any], attrs: Any) -> None:
    """A run that waits for an element of the dataset before can be cancelled; nothing of it passes for an error."""
    async with LiveGraph() as live:
        dataset = permitted(live)
        if op == "RebatchDatasetV2":
            dataset = live.op("BatchDataset", dataset, np.int64(2), **ANY)
        start, following = iterator_over(live, live.op(op, dataset, *arguments, **ANY, **attrs), **ANY)
        await live.run(start)
        call = await started(live.run(following))
        assert not call.done()
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()


def alive() -> int:
    """How many passes there are in the process."""
    gc.collect()
    return sum(isinstance(each, Stage) for each in gc.get_objects())


@pytest.mark.slow
async def test_nothing_is_left_behind() -> None:
    """Passes go with their iterator, or when it starts again, also in the middle of shuffles and long chains."""
    before = alive()
    async with LiveGraph() as live:
        dataset = live.op(
            "ShuffleAndRepeatDataset", chained(live, 80), np.int64(9), TINY, TINY, np.int64(-1), **INT64
        )
        iterator = live.op("IteratorV2", shared_name="", container="", **INT64)
        start, following = live.op("MakeIterator", dataset, iterator), live.op("IteratorGetNext", iterator, **INT64)
        for _ in range(3):
            await live.run(start)
            await live.run(following)
        assert 60 < alive() - before < 120
        await live.run(live.op("MakeIterator", numbers(live, 2), iterator))
        assert alive() - before == 1
    del live
    assert alive() == before


@pytest.mark.parametrize(
    ("size", "error"), [(1 << 40, tf.errors.ResourceExhaustedError), (1 << 62, tf.errors.InvalidArgumentError)]
)
async def test_padding_that_does_not_fit(size: int, error: type[Exception]) -> None:
    """What is padded must have room, and two rows of 2**62 elements cannot be counted. TensorFlow dies of either."""
    async with LiveGraph() as live:
        rows = slices(live, np.zeros((3, 1), np.int64))
        inputs: list[Any] = [rows, np.int64(2), [i64([size])], [np.int64(0)], np.bool_(False)]
        padded = live.op("PaddedBatchDatasetV2", *inputs, output_shapes=[None])
        start, following = iterator_over(live, padded, **ANY)
        await live.run(start)
        with pytest.raises(error):
            await live.run(following)
