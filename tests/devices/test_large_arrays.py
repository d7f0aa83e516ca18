"""Large results live in memory that is used again: nobody can tell, and it is given back."""
from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.memory import large_arrays
from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions
from aioflow.framework.memory.host_memory import Allocation
from aioflow.framework.memory.large_arrays import LARGE_NBYTES, Arena, large_array, use_arena
from aioflow.framework.memory.recent_first import RecentFirst
from tests.devices.few_settings import *  # noqa: F403
from tests.devices.simulated_memory import SimulatedMemory

MIB = 1 << 20
SIZE = MIB // 2  # elements of float32: 2 MiB


@pytest.fixture
def arena() -> Iterator[Arena]:
    """An arena of the test's own, of 64 MiB."""
    arena = Arena(64 * MIB)
    before = use_arena(arena)
    yield arena
    use_arena(before)


def in_use(arena: Arena) -> int:
    """Bytes of the arena that arrays live in."""
    gc.collect()
    return arena.allocator.bytes_in_use


def chain() -> tuple[tf.Tensor, tf.Tensor]:
    """A placeholder and what some elementwise nodes make of it: 15 x + 1."""
    x = tf.placeholder(tf.float32, [None], "x")
    y = x
    for _ in range(3):
        y = tf.add(tf.multiply(y, 2.0), x)
    return x, tf.add(y, 1.0)


async def test_results(arena: Arena, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Large results come from the arena, temporaries and fetched ones; small ones do not; memory is free afterwards."""
    x, y = chain()
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(4):
            value = await session.run(y, {x: np.ones(SIZE)})
            np.testing.assert_array_equal(value, np.full(SIZE, 16.0))
        assert isinstance(value.base, Allocation) and in_use(arena) >= 2 * MIB
        small = await session.run(y, {x: np.ones(1000)})
        assert small.base is None
        for _ in range(12):
            value = await session.run(y, {x: np.ones(SIZE)})
        assert arena.chunks.get_stats().num_allocs < 20 < 16 * 7  # results that came from it
        del value
    await asyncio.sleep(0)
    assert in_use(arena) == 0
    arena.give_back()
    assert arena.chunks.get_stats().pool_bytes == 0


async def test_results_are_the_callers_own(arena: Arena, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What was fetched stays as it is while later runs use the arena, and writing to it changes nothing else."""
    x, y = chain()
    async with tf.Session(graph=graph, config=config) as session:
        kept = [await session.run(y, {x: np.full(SIZE, float(i))}) for i in range(5)]
        kept[0][:] = -1
        again, twice = await session.run([y, tf.identity(y)], {x: np.ones(SIZE)})
        again[:] = 7
        assert twice[0] == twice[-1] == 16
        for i, value in enumerate(kept[1:], 1):
            np.testing.assert_array_equal(value, np.full(SIZE, 15.0 * i + 1))


async def test_closing_gives_back(arena: Arena, graph: tf.Graph) -> None:
    """When a session is closed, memory that nobody uses goes back to the system."""
    x, y = chain()
    async with tf.Session(graph=graph) as session:
        await session.run(y.op, {x: np.ones(SIZE)})
        pool_nbytes = arena.chunks.get_stats().pool_bytes
        assert pool_nbytes is not None and pool_nbytes > 0
    await asyncio.sleep(0)
    gc.collect()
    async with tf.Session(graph=graph):
        pass
    assert arena.chunks.get_stats().pool_bytes == 0


async def test_variables(arena: Arena, graph: tf.Graph) -> None:
    """A large result may become a variable's value, which later updates change alone."""
    x = tf.placeholder(tf.float32, [SIZE])
    variable = tf.get_variable("v", shape=[SIZE], use_resource=True)
    async with tf.Session(graph=graph) as session:
        await session.run(variable.assign(tf.add(x, 1.0), read_value=False), {x: np.ones(SIZE)})
        before = await session.run(variable.read_value())
        await session.run(variable.assign_add(x, read_value=False), {x: np.ones(SIZE)})
        after = await session.run(variable.read_value())
        assert (before[0], before[-1], after[0], after[-1]) == (2, 2, 3, 3)


def test_full_arena(arena: Arena, caplog: pytest.LogCaptureFixture) -> None:
    """What the arena has no room for is numpy's, silently; when room is made the arena gives again."""
    dtype = np.dtype(np.uint8)
    first, second = large_array((60 * MIB,), dtype), large_array((10 * MIB,), dtype)
    assert isinstance(first.base, Allocation) and second.base is None and caplog.messages == []
    del first
    assert isinstance(large_array((10 * MIB,), dtype).base, Allocation)


@pytest.mark.parametrize("shape", [(LARGE_NBYTES // 4 - 1,), (0,), ()])
def test_small_arrays(arena: Arena, shape: tuple[int, ...]) -> None:
    """Small arrays are numpy's."""
    assert large_array(shape, np.dtype(np.float32)).base is None
    assert large_array((LARGE_NBYTES // 4,), np.dtype(np.float32)).base is not None


def test_objects(arena: Arena) -> None:
    """Arrays of Python objects are numpy's."""
    assert large_array((MIB,), np.dtype(object)).base is None


def test_turned_off() -> None:
    """The environment may bound the arena, or leave it without any memory."""
    code = """
import numpy as np
from aioflow.framework.memory.large_arrays import arena, large_array
assert arena().chunks.get_stats().bytes_limit == 0
assert large_array((1 << 20,), np.dtype(np.float32)).base is None
"""
    environment = {**os.environ, large_arrays.LIMIT_VARIABLE: "0"}
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, env=environment)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_child() -> None:
    """A forked child has an arena of its own, whatever its parent's threads were about."""
    code = """
import os
import numpy as np
from aioflow.framework.memory.large_arrays import arena, large_array
dtype = np.dtype(np.float32)
array = large_array((1 << 20,), dtype)
array[:] = 5
with arena().chunks._lock:
    child = os.fork()
    if child == 0:
        mine = large_array((1 << 20,), dtype)
        mine[:] = 7
        fine = mine.base is not None and (array == 5).all() and (mine == 7).all()
        del array, mine
        os._exit(0 if fine else 1)
assert os.waitpid(child, 0)[1] == 0 and (array == 5).all()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


# ---- what was freed last comes first
def recent_first(nbytes: int) -> tuple[RecentFirst, BFCAllocator]:
    """An allocator over one that may take `nbytes`, and that one."""
    base = BFCAllocator(SimulatedMemory(), nbytes, "base", BFCOptions(allow_retry_on_failure=False))
    return RecentFirst(base), base


def test_recent_first() -> None:
    """Memory that was freed last comes first, for its size only; its base sees it as in use until it is given back."""
    allocator, base = recent_first(8 * MIB)
    first, second = allocator.allocate_raw(64, 1000), allocator.allocate_raw(64, 1000)
    assert first is not None and second is not None and allocator.bytes_in_use == 2048
    allocator.deallocate_raw(first)
    allocator.deallocate_raw(second)
    assert allocator.bytes_in_use == 0 and base.get_stats().bytes_in_use == 2048
    assert allocator.allocate_raw(64, 2000) not in (first, second)
    assert [allocator.allocate_raw(64, size) for size in (1024, 900)] == [second, first]
    assert allocator.allocated_size_slow(second) == 1024
    allocator.deallocate_raw(second)
    assert allocator.give_back() and not allocator.give_back()
    assert base.get_stats().bytes_in_use == 3072 and allocator.name == "base"
    with pytest.raises(errors.InternalError, match="nothing is allocated"):
        allocator.deallocate_raw(second)


def test_kept_memory_makes_room() -> None:
    """When there is no more memory, what is kept of other sizes is given back."""
    allocator, _ = recent_first(2 * MIB)
    for size in (MIB, MIB // 2, MIB // 4):
        address = allocator.allocate_raw(64, size)
        assert address is not None
        allocator.deallocate_raw(address)
    assert allocator.allocate_raw(64, 2 * MIB) is not None
    assert allocator.allocate_raw(64, 256) is None


def test_threads_never_share(arena: Arena) -> None:
    """Arrays of many threads never overlap while they live."""
    wrong: list[int] = []

    def work(number: int) -> None:
        kept = []
        for i in range(40):
            array = large_array((LARGE_NBYTES + 4096 * (i % 3),), np.dtype(np.uint8))
            array[:] = number
            kept.append(array)
            if len(kept) > 3:
                wrong.append(sum(int(np.count_nonzero(each != number)) for each in kept))
                kept.clear()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wrong) == 40 and sum(wrong) == 0 and in_use(arena) == 0
