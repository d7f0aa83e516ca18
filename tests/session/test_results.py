"""Whose arrays: nothing that a caller does to fed or fetched arrays reaches the graph, and little is copied."""
from __future__ import annotations

import asyncio
import tracemalloc
from typing import Any

import numpy as np
import pytest

from aioflow._proto.config_pb2 import RunOptions
from aioflow.framework import dtypes
from aioflow.session.session import Session

from .building import GATES, SHARED, Nodes

LARGE = (1000, 1000)


async def test_changing_a_result(session: Session, nodes: Nodes) -> None:
    """S-36, E-62: results can be written to, and writing to them changes no later result."""
    c = nodes.constant([1, 2])
    shape = nodes.constant([2, 1], dtypes.int32)
    view = nodes.op("Reshape", [c, shape], T=dtypes.float32, Tshape=dtypes.int32).outputs[0]
    outputs = [c, nodes.identity(c), view, nodes.shared("changed", [1, 2])]
    for _ in range(2):
        for value in await session.run(outputs):
            assert value.ravel().tolist() == [1, 2]
            value += 1
    assert SHARED["changed"].tolist() == [1, 2]


async def test_results_are_distinct(session: Session, nodes: Nodes) -> None:
    """S-36: two fetches that share memory inside the step do not share it outside."""
    x = nodes.placeholder()
    y = nodes.add(x, x)
    one, other = await session.run([y, nodes.identity(y)], {x: [1.0]})
    one[0] = 5
    assert other.tolist() == [2]


@pytest.mark.parametrize("view", [lambda a: a, lambda a: a[:], lambda a: a.T])
async def test_changing_a_fed_array(session: Session, nodes: Nodes, view: Any) -> None:
    """S-36, E-62: what was fed is copied, so that writing to it, or to what came back, has no effect on the other."""
    x = nodes.placeholder()
    same = nodes.identity(x)
    array = np.array([1, 2], np.float32)
    fed = view(array)
    fed.flags.writeable = fed is array
    result = await session.run(same, {x: fed})
    array[:] = 5
    assert result.tolist() == [1, 2]
    result[:] = 7
    assert array.tolist() == [5, 5]


async def test_fed_array_is_copied_while_the_step_waits(session: Session, nodes: Nodes) -> None:
    """A fed array that is written to while the step is under way does not change the step's result."""
    x = nodes.placeholder()
    total = nodes.add(x, nodes.wait("copy"))
    array = np.array([1, 2], np.float32)
    run = asyncio.create_task(session.run(total, {x: array}))
    await asyncio.sleep(0)
    array[:] = 100
    GATES["copy"].set()
    assert (await run).tolist() == [2, 3]


async def test_read_only_feed(session: Session, nodes: Nodes) -> None:
    """A read-only array may be fed, and its identity comes back writable."""
    x = nodes.placeholder()
    array = np.array([1, 2], np.float32)
    array.flags.writeable = False
    result = await session.run(nodes.identity(x), {x: array})
    assert result.flags.writeable and not np.shares_memory(result, array)
    frozen = np.frombuffer(array.tobytes(), np.float32)
    assert (await session.run(nodes.add(x, x), {x: frozen})).tolist() == [2, 4]


async def test_fed_strings_are_private(session: Session, nodes: Nodes) -> None:
    """Writing to a fed array of strings later has no effect."""
    x = nodes.placeholder(dtypes.string)
    array = np.array([b"a", b"b"], object)
    result = await session.run(nodes.identity(x), {x: array})
    array[0] = b"z"
    assert result.tolist() == [b"a", b"b"]


async def test_large_results_are_not_copied(session: Session, nodes: Nodes) -> None:
    """A result that only the step held is handed over as it is, in memory that was used before: none is allocated."""
    x = nodes.placeholder()
    y = nodes.add(x, x)
    value = np.zeros(LARGE, np.float32)
    value.flags.writeable = False
    on_this_thread = RunOptions(inter_op_thread_pool=-1)
    await session.run(y, {x: value}, on_this_thread)
    peaks = []
    tracemalloc.start()
    try:
        for _ in range(5):  # threads of earlier tests may be at work on something of their own
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            result = await session.run(y, {x: value}, on_this_thread)
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
            nbytes = result.nbytes
            del result
    finally:
        tracemalloc.stop()
    assert min(peaks) < 0.5 * nbytes


async def test_part_of_a_large_array(session: Session, nodes: Nodes) -> None:
    """A small part of a large temporary does not keep the large one alive."""
    x = nodes.placeholder()
    begin, size = nodes.constant([0, 0], dtypes.int32), nodes.constant([1, 2], dtypes.int32)
    part = nodes.op("Slice", [nodes.add(x, x), begin, size], T=dtypes.float32, Index=dtypes.int32).outputs[0]
    result = await session.run(part, {x: np.ones(LARGE, np.float32)})
    assert result.tolist() == [[2, 2]] and (result.base is None or result.base.nbytes == result.nbytes)
