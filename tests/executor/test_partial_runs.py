"""Partial runs: one step that is fed and fetched in several calls (executor.md 4.5; E-64 to E-67, S-87 to S-92)."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated.control_flow import switch
from aioflow.session.steps.partial_run import PartialRunHandle
from aioflow.testing import Gate

from .census import census, settle
from .settings import virtual_time
from .witness import Witness


@pytest.fixture
async def sums(graph: tf.Graph) -> list[tf.Tensor]:
    """Two placeholders a, b; c = a + 1; d = c * b."""
    a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
    c = tf.add(a, 1.0, name="c")
    return [a, b, c, tf.multiply(c, b, name="d")]


async def test_result_fed_back(session: tf.Session) -> None:
    """S-87: what a first call fetched may be fed back in the second one, which gives the full result."""
    a, b, factor = (tf.placeholder(tf.float32, [], name=name) for name in ("a", "b", "factor"))
    total = a + b
    product = total * factor
    handle = await session.partial_run_setup([total, product], [a, b, factor])
    first = await session.partial_run(handle, total, {a: 1.0, b: 2.0})
    assert first == 3 and await session.partial_run(handle, product, {factor: first * 10}) == 90


async def test_missing_feed(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """E-64, S-88: a fetch that needs what was not fed yet is refused; the run goes on after that."""
    a, b, c, d = sums
    handle = await session.partial_run_setup([c, d], [a, b])
    for fetches, feeds in ((c, None), (d, None), (d, {a: 1.0})):
        with pytest.raises(errors.InvalidArgumentError, match="can't be computed from the feeds"):
            await session.partial_run(handle, fetches, feeds)
    assert await session.partial_run(handle, c, {a: 1.0}) == 2
    with pytest.raises(errors.InvalidArgumentError, match="can't be computed from the feeds"):
        await session.partial_run(handle, d)
    assert await session.partial_run(handle, d, {b: 5.0}) == 10


async def test_twice_and_unannounced(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """E-65, S-88: feeding or fetching a tensor twice, or one the setup did not name, is refused and ends nothing."""
    a, b, c, d = sums
    e = tf.negative(c)
    other = tf.placeholder(tf.float32, [])
    handle = await session.partial_run_setup([c, d], [a, b])
    assert await session.partial_run(handle, c, {a: 1.0}) == 2
    for fetches, feeds, message in (
        ([], {a: 2.0}, "has already been fed"),
        (c, {}, "has already been fetched"),
        (e, {}, "was not specified in partial_run_setup"),
        ([], {other: 1.0}, "was not specified in partial_run_setup"),
    ):
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await session.partial_run(handle, fetches, feeds)
    assert await session.partial_run(handle, d, {b: 5.0}) == 10


async def test_used_up(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """E-66, S-89: when everything has been fed and fetched the handle is of no more use; a new one is."""
    a, b, c, d = sums
    for value in (1.0, 2.0):
        handle = await session.partial_run_setup([c, d], [a, b])
        assert await session.partial_run(handle, [d, c], {a: value, b: 3.0}) == [3 * value + 3, value + 1]
        with pytest.raises(errors.InvalidArgumentError, match="Must run 'setup'"):
            await session.partial_run(handle, c)
    with pytest.raises(errors.InvalidArgumentError, match="Must run 'setup'"):
        await session.partial_run("nobody", c)


async def test_operation_as_fetch(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """S-90: an operation cannot be fetched; the partial run goes on after that."""
    a, b, c, d = sums
    handle = await session.partial_run_setup([c, d.op], [a, b])
    for fetches in (d.op, [c, d.op], "d"):
        with pytest.raises(RuntimeError, match=r"does not accept operations.*'d'"):
            await session.partial_run(handle, fetches, {a: 1.0, b: 2.0})
    assert await session.partial_run(handle, c, {a: 1.0, b: 2.0}) == 2


async def test_targets_run_at_setup(session: tf.Session) -> None:
    """S-91: an operation of the setup that needs no feed runs before anything has been fed; one that needs it, then."""
    gate, witness = Gate(is_open=True), Witness()
    a = tf.placeholder(tf.float32, [])
    early, late = gate.node(1.0).op, witness.node(a, "late").op
    handle = await session.partial_run_setup([early, late, a + 1.0], [a])
    await gate.entered()
    assert witness.seen == []
    assert await session.partial_run(handle, "add:0", {a: 1.0}) == 2
    assert witness.seen == ["late"]


async def test_handles_of_one_signature(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """S-92: partial runs of one signature go on independently of each other and of plain runs."""
    a, b, c, d = sums
    handles = [await session.partial_run_setup([c, d], [a, b]) for _ in range(3)]
    assert len(set(handles)) == 3
    for number, handle in enumerate(handles):
        assert await session.partial_run(handle, c, {a: number}) == number + 1
    assert await session.run(d, {a: 7.0, b: 2.0}) == 16
    for number, handle in reversed(list(enumerate(handles))):
        assert await session.partial_run(handle, d, {b: 10.0}) == 10 * (number + 1)


async def test_refused_setups(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """1.9: a setup with nothing to run, a tensor fed twice, fed and fetched, or a feed that is none, is refused."""
    a, _, c, d = sums
    for fetches, feeds, kind, message in (
        ([], [a], errors.InvalidArgumentError, "at least one target"),
        ([c], [a, "a:0"], errors.InvalidArgumentError, "a:0"),
        ([c, a], [a], errors.InvalidArgumentError, "a:0.*both fed and fetched"),
        ([c], ["nobody:0"], TypeError, "nobody"),
        ([c], [d.op], TypeError, "'d'"),
    ):
        with pytest.raises(kind, match=message):
            await session.partial_run_setup(fetches, feeds)


async def test_fed_alone_and_without_a_handle(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """1.9: a call may feed without fetching, but not a wrong shape; no handle means a plain run."""
    a, b, c, d = sums
    handle = await session.partial_run_setup([d], [a, b])
    with pytest.raises(ValueError, match="a:0"):
        await session.partial_run(handle, [], {a: [1.0, 2.0]})
    assert await session.partial_run(handle, [], {a: 1.0}) == []
    assert await session.partial_run(handle, [], {b: 5.0}) == []
    assert await session.partial_run(handle, d) == 10
    assert await session.partial_run(None, [c, d], {a: 1.0, b: 3.0}) == [2, 6]


async def test_dead_fetch(session: tf.Session) -> None:
    """E-67: a dead fetch is refused as not valid."""
    p = tf.placeholder(tf.bool, [])
    dead, live = switch(tf.constant(1.0), p)
    handle = await session.partial_run_setup([dead, live], [p])
    assert await session.partial_run(handle, live, {p: True}) == 1
    with pytest.raises(errors.InvalidArgumentError, match="was not valid"):
        await session.partial_run(handle, dead)


async def test_one_step(session: tf.Session) -> None:
    """4.5: all calls are one step: nodes run once, some before all feeds are there, and random numbers stay."""
    witness = Witness()
    a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    drawn = tf.random.uniform([])
    first = witness.node(a, "first") + drawn
    second = witness.node(first + b, "second") - drawn
    handle = await session.partial_run_setup([first, second, drawn], [a, b])
    one = await session.partial_run(handle, first, {a: 1.0})
    assert witness.seen == ["first"]
    total, value = await session.partial_run(handle, [second, drawn], {b: 2.0})
    assert one == pytest.approx(1 + value) and total == pytest.approx(3)
    assert witness.seen == ["first", "second"]


async def test_failure(session: tf.Session) -> None:
    """S-89: a failing node ends the partial run, with its error; its handle is of no more use, the session goes on."""
    a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    fails, works = Witness().failing(a), tf.negative(b)
    handle = await session.partial_run_setup([fails, works], [a, b])
    with pytest.raises(errors.InvalidArgumentError, match="ValueError: failing"):
        await session.partial_run(handle, fails, {a: 1.0})
    with pytest.raises(errors.InvalidArgumentError, match="Must run 'setup'"):
        await session.partial_run(handle, works, {b: 1.0})
    assert await session.run(works, {b: 1.0}) == -1


async def test_left_half_way(session: tf.Session) -> None:
    """S-113: as a context a handle ends its run, whatever still waits, and nothing of it is left."""
    gate = Gate()
    a = tf.placeholder(tf.float32, [])
    slow, quick = gate.node(a), tf.negative(a)
    counts = []
    for times in (1, 2, 3):
        async with await session.partial_run_setup([slow, quick], [a]) as handle:
            assert await session.partial_run(handle, quick, {a: 1.0}) == -1
            await gate.entered(times)
        del handle
        await settle()
        counts.append(census())
    assert gate.num_inside == 0 and counts[-1] <= counts[0]


async def test_waits_in_loops(session: tf.Session) -> None:
    """4.5: a fetch may wait for a loop; others are fetched meanwhile."""
    gate = Gate()
    n = tf.placeholder(tf.int32, [])
    last = tf.while_loop(lambda i: i < n, lambda i: gate.node(i) + 1, [tf.constant(0)])
    other = n * 2
    handle = await session.partial_run_setup([last, other], [n])
    assert await session.partial_run(handle, other, {n: 3}) == 6
    waiting = asyncio.ensure_future(session.partial_run(handle, last))
    gate.open()
    assert await waiting == 3


async def test_nothing_fed_and_nothing_fetched(session: tf.Session, sums: list[tf.Tensor]) -> None:
    """A call that feeds and fetches nothing gives nothing, before, after and without a run, and ends none."""
    a, b, c, d = sums
    handle = await session.partial_run_setup([c, d], [a, b])
    assert await session.partial_run(handle, [], {}) == []
    assert await session.partial_run(handle, c, {a: 1.0}) == 2
    assert await session.partial_run(handle, [], {}) == []
    assert await session.partial_run(handle, d, {b: 5.0}) == 10
    assert await session.partial_run(handle, [], {}) == []
    assert await session.partial_run("no handle", [], {}) == []
    with pytest.raises(errors.InvalidArgumentError, match="Must run 'setup'"):
        await session.partial_run(handle, [d])


class Taking:
    """Queues with an element each, whose elements a partial run takes at once, and the run's third fetch."""

    def __init__(self, session: tf.Session, num_queues: int = 1) -> None:
        self.session = session
        self.queues = [tf.FIFOQueue(5, [tf.float32], [[]]) for _ in range(num_queues)]
        self.puts = [queue.enqueue([7.0]) for queue in self.queues]
        self.sizes = [queue.size() for queue in self.queues]
        self.taken = [tf.negative(queue.dequeue()) for queue in self.queues]
        self.a = tf.placeholder(tf.float32, [])
        self.other = tf.negative(self.a)

    async def begin(self) -> PartialRunHandle:
        """Starts the run; returns when the elements are taken."""
        await self.drain()
        await self.session.run(self.puts)
        handle = await self.session.partial_run_setup([*self.taken, self.other], [self.a])
        while any(await self.left()):
            pass
        return handle

    async def drain(self) -> None:
        """Takes what is left."""
        await self.session.run([taken for taken, size in zip(self.taken, await self.left(), strict=True) if size])

    async def left(self) -> list[int]:
        """How many elements are in the queues."""
        return [int(size) for size in await self.session.run(self.sizes)]


async def test_what_was_taken(session: tf.Session) -> None:
    """An element that was not fetched is there again when the run ends early; one that was fetched is not."""
    taking = Taking(session, 2)
    async with await taking.begin():
        pass
    assert await taking.left() == [1, 1]
    async with await taking.begin() as handle:
        assert await session.partial_run(handle, taking.taken[1]) == -7
    assert await taking.left() == [1, 0]
    async with await taking.begin() as handle:
        assert await session.partial_run(handle, taking.taken) == [-7, -7]
    assert await taking.left() == [0, 0]
    handle = await taking.begin()
    assert await session.partial_run(handle, [*taking.taken, taking.other], {taking.a: 1}) == [-7, -7, -1]
    assert await taking.left() == [0, 0]


async def test_taken_by_a_call_that_is_cancelled(session: tf.Session) -> None:
    """Either a call gives the element, or it is in the queue; also where two calls fetch of one run."""
    taking = Taking(session)
    for turns in range(12):
        handle = await taking.begin()
        call = asyncio.create_task(session.partial_run(handle, taking.taken))
        for _ in range(turns):
            await asyncio.sleep(0)
        call.cancel()
        outcome: Any = (await asyncio.gather(call, return_exceptions=True))[0]
        await handle._run.close()
        assert await taking.left() == ([0] if outcome == [-7] else [1])
    for turns in range(12):
        await taking.drain()
        handle = await session.partial_run_setup([*taking.taken, taking.other], [taking.a])
        call = asyncio.create_task(session.partial_run(handle, taking.taken))
        other = asyncio.create_task(session.partial_run(handle, taking.other, {taking.a: 1}))
        for _ in range(4):
            await asyncio.sleep(0)
        await session.run(taking.puts)
        for _ in range(turns):
            await asyncio.sleep(0)
        other.cancel()
        outcome = (await asyncio.gather(call, other, return_exceptions=True))[0]
        await handle._run.close()
        assert await taking.left() == ([0] if outcome == [-7] else [1])


@virtual_time
async def test_taken_when_time_is_up_or_a_node_fails(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """A deadline gives elements back, as in other runs; a failure does not."""
    config.operation_timeout_in_ms = 1000
    async with tf.Session(graph=graph, config=config) as session:
        queue = tf.FIFOQueue(5, [tf.float32], [[]])
        put, size, taken = queue.enqueue([7.0]), queue.size(), queue.dequeue()
        awaited = tf.FIFOQueue(5, [tf.float32], [[]]).dequeue()
        a = tf.placeholder(tf.int32, [])
        failing = tf.reshape(taken, [a])
        await session.run(put)
        handle = await session.partial_run_setup([taken, awaited], [])
        with pytest.raises(errors.DeadlineExceededError):
            await session.partial_run(handle, awaited)
        assert await session.run(size) == 1
        handle = await session.partial_run_setup([taken, failing], [a])
        with pytest.raises(errors.InvalidArgumentError):
            await session.partial_run(handle, failing, {a: 3})
        assert await session.run(size) == 0
