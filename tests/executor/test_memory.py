"""What a step holds: intermediate values go when their last reader has run."""
from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.dataflow import kernel_stats
from aioflow.executor.segments.plan import MODES, ViewPlan
from aioflow.framework.memory import large_arrays

LENGTH = 24
NBYTES = 1 << 19  # larger ones live in an arena that keeps its memory
MOST_AT_ONCE = 6  # the feed and its copy, the value that is read, the one that is made, and one that waits in between


@pytest.fixture
def peak_nbytes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Memory is traced while the test runs, value by value: none lives in the arena, whose regions are traced whole."""
    monkeypatch.setattr(large_arrays, "LARGE_NBYTES", sys.maxsize)
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.parametrize("mode", MODES)
async def test_a_chain_holds_few_values(mode: str, monkeypatch: pytest.MonkeyPatch, peak_nbytes: None) -> None:
    """A chain of operations on large arrays never holds more than a few of them, however long it is."""
    monkeypatch.setattr(ViewPlan, "mode", mode)
    monkeypatch.setattr(kernel_stats, "_UNKNOWN_S", 0.0)  # so that segments made before the first step are long
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None])
        y = x
        for i in range(LENGTH):
            y = tf.negative(y) if i % 2 else y + 1.0
    value = np.ones(NBYTES // 4, np.float32)
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: value[:1]})  # whatever is imported and compiled is there now
        for _ in range(4):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            result = await session.run(y, {x: value})
            assert tracemalloc.get_traced_memory()[1] - before < MOST_AT_ONCE * NBYTES
            assert result.shape == value.shape
            del result


async def test_values_go_before_the_step_ends(peak_nbytes: None) -> None:
    """While a later operation of the step runs, what only earlier ones read is gone."""
    held: list[int] = []

    def look(total: np.float32) -> np.float32:
        held.append(tracemalloc.get_traced_memory()[0])
        return total

    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None])
        wide = [x * float(i + 2) for i in range(LENGTH)]
        total = tf.add_n([tf.reduce_sum(value) for value in wide])
        y = tf.py_func(look, [total], tf.float32)
    value = np.ones(NBYTES // 4, np.float32)
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: value[:1]})
        held.clear()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(4):
            await session.run(y, {x: value})
    assert len(held) == 4 and max(held) - before < MOST_AT_ONCE * NBYTES
