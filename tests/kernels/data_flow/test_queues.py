"""Queues: who waits for what, in which order calls are served, and how they end."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.kernels.data_flow.element_stores import ElementStore, FifoStore, PriorityStore, ShuffledStore
from aioflow.kernels.data_flow.queues import Queue
from aioflow.kernels.random.philox import stream_from_seeds
from tests.kernels.live_graph import LiveGraph, f32, i32, i64, strings
from tests.kernels.waiting_calls import settled, started


def fifo(capacity: int = -1, shapes: Any = ((),)) -> Queue:
    """A queue of floats."""
    return Queue("FIFOQueue", "q", [tf.float32], [tf.TensorShape(shape) for shape in shapes], capacity, FifoStore())


def elements(*values: float) -> list[tuple[Any]]:
    """Elements of one scalar component."""
    return [(np.float32(value),) for value in values]


def plain(taken: Sequence[tuple[Any, ...]]) -> list[Any]:
    """The first components of elements."""
    return [element[0].tolist() for element in taken]


async def test_first_in_first_out() -> None:
    """R-49: elements leave in the order in which they came, one or many at a time."""
    queue = fifo()
    await queue.enqueue(elements(1, 2, 3))
    assert plain(await queue.dequeue_many(2, False)) == [1, 2]
    assert queue.size() == 1
    assert await queue.dequeue_many(0, False) == []
    with pytest.raises(errors.InvalidArgumentError, match="requested -1 < 0 elements"):
        await queue.dequeue_many(-1, False)
    assert plain([await queue.dequeue()]) == [3]


@pytest.mark.parametrize("make_store", [FifoStore, PriorityStore, lambda: ShuffledStore(stream_from_seeds(1, 2))])
async def test_put_and_taken_back(make_store: Callable[[], ElementStore]) -> None:
    """All elements of a put are taken back, or none where one is gone; others stay, and find room."""
    queue = Queue("FIFOQueue", "q", [tf.float32], [tf.TensorShape([])], 6, make_store())
    put, others = elements(3, 5, 3), elements(3, 4, 5)
    await queue.enqueue(others[:2])
    await queue.enqueue(put)
    await queue.enqueue(others[2:])
    waiting = await started(queue.enqueue(elements(6)))
    queue.take_back(put)
    await waiting
    assert queue.size() == 4
    queue.take_back(put)  # is there no more
    assert queue.size() == 4
    assert sorted(plain(await queue.dequeue_many(4, False))) == [3, 4, 5, 6]
    await queue.enqueue(put)
    await queue.dequeue()
    queue.take_back(put)
    assert queue.size() == 2


async def test_taken_back_on_its_way_in() -> None:
    """What stands behind an element that may not come leaves the line."""
    queue = fifo(capacity=1)
    await queue.enqueue(elements(0))
    unsure, put = await started(queue.enqueue(elements(1))), elements(2)
    queue.capacity = 3
    taking = asyncio.create_task(queue.dequeue())
    behind = asyncio.create_task(queue.enqueue(put))
    await behind
    queue.take_back(put)
    await asyncio.gather(unsure, taking)
    assert plain(await queue.dequeue_many(1, False)) == [1] and queue.size() == 0


async def test_a_full_queue_makes_enqueues_wait() -> None:
    """R-50: elements go in one by one as room appears; a queue of no capacity takes none."""
    queue = fifo(capacity=2)
    await queue.enqueue(elements(1))
    waiting = await started(queue.enqueue(elements(2, 3, 4, 5)))
    later = await started(queue.enqueue(elements(6)))
    assert queue.size() == 2
    for expected in (1, 2, 3):
        assert not waiting.done()
        assert plain([await queue.dequeue()]) == [expected]
        await settled()
    assert waiting.done() and not later.done()
    assert plain(await queue.dequeue_many(3, False)) == [4, 5, 6]
    await later
    blocked = await started(fifo(capacity=0).enqueue(elements(1)))
    assert not blocked.done()
    blocked.cancel()


async def test_dequeues_are_served_in_turn() -> None:
    """A dequeue of many keeps those behind it waiting, and takes elements as they come."""
    queue = fifo()
    many = await started(queue.dequeue_many(3, False))
    one = await started(queue.dequeue())
    await queue.enqueue(elements(1, 2))
    assert queue.size() == 0 and not many.done() and not one.done()
    await queue.enqueue(elements(3, 4))
    assert plain(await many) == [1, 2, 3] and plain([await one]) == [4]


async def test_close_gives_elements_back() -> None:
    """R-51: a dequeue that cannot be served any more leaves what it has taken in the queue."""
    queue = fifo()
    await queue.enqueue(elements(1))
    waiting = await started(queue.dequeue_many(3, False))
    assert queue.size() == 0
    await queue.close(False)
    with pytest.raises(errors.OutOfRangeError, match=r"FIFOQueue 'q' is closed .* \(requested 2, current size 0\)"):
        await waiting
    assert queue.size() == 1 and plain([await queue.dequeue()]) == [1]
    with pytest.raises(errors.OutOfRangeError, match=r"\(requested 1, current size 0\)"):
        await queue.dequeue()


async def test_plain_close_waits_in_line() -> None:
    """R-52: a close stands behind the enqueues that wait; what comes later fails."""
    queue = fifo(capacity=1)
    await queue.enqueue(elements(1))
    enqueue = await started(queue.enqueue(elements(2)))
    close = await started(queue.close(False))
    late = await started(queue.enqueue(elements(3)))
    assert not (queue.is_closed or enqueue.done() or close.done() or late.done())
    assert plain([await queue.dequeue()]) == [1]
    await asyncio.gather(enqueue, close)
    assert queue.is_closed
    with pytest.raises(errors.CancelledError, match="FIFOQueue 'q' is closed"):
        await late
    assert plain([await queue.dequeue()]) == [2]


async def test_closing_twice() -> None:
    """R-53: a second plain close fails, a cancelling one may be repeated."""
    queue = fifo()
    await queue.close(False)
    with pytest.raises(errors.CancelledError, match="Queue 'q' is already closed"):
        await queue.close(False)
    for _ in range(2):
        await queue.close(True)


async def test_cancelling_close() -> None:
    """R-54: waiting enqueues fail, while elements that are in the queue still leave it."""
    queue = fifo(capacity=1)
    await queue.enqueue(elements(1))
    waiting = [await started(queue.enqueue(elements(2))), await started(queue.close(False))]
    await queue.close(True)
    for task in waiting:
        with pytest.raises(errors.CancelledError, match="Enqueue operation was cancelled"):
            await task
    assert plain([await queue.dequeue()]) == [1]
    with pytest.raises(errors.OutOfRangeError):
        await queue.dequeue()


async def test_dequeue_up_to() -> None:
    """R-55: a closed queue gives what is left, at least one element."""
    queue = fifo()
    await queue.enqueue(elements(1))
    waiting = await started(queue.dequeue_many(5, True))
    await queue.enqueue(elements(2))
    assert not waiting.done()
    await queue.close(False)
    assert plain(await waiting) == [1, 2]
    with pytest.raises(errors.OutOfRangeError):
        await queue.dequeue_many(5, True)
    assert await queue.dequeue_many(0, True) == []


async def test_empty_batch_on_a_closed_queue() -> None:
    """R-56: nothing can always be added."""
    queue = fifo()
    await queue.close(False)
    await queue.enqueue([])
    with pytest.raises(errors.CancelledError, match="is closed"):
        await queue.enqueue(elements(1))


async def test_cancelled_waits() -> None:
    """A cancelled call gives back what it took and makes way for those behind it."""
    queue = fifo()
    many = await started(queue.dequeue_many(2, False))
    one = await started(queue.dequeue())
    await queue.enqueue(elements(1))
    assert queue.size() == 0
    many.cancel()
    with pytest.raises(errors.CancelledError, match="Dequeue operation was cancelled"):
        await many
    assert plain([await one]) == [1]
    full = fifo(capacity=1)
    await full.enqueue(elements(1))
    waiting = await started(full.enqueue(elements(2)))
    waiting.cancel()
    with pytest.raises(errors.CancelledError, match="Enqueue operation was cancelled"):
        await waiting
    assert full.size() == 1


async def test_shapes_are_needed_for_batches() -> None:
    """R-63: without declared shapes there are no batches."""
    queue = fifo(shapes=())
    await queue.enqueue(elements(1))
    with pytest.raises(errors.InvalidArgumentError, match="require the components to have specified shapes"):
        await queue.dequeue_many(1, False)


def test_queues_join_threads() -> None:
    """Callers on different event loops wait for each other."""
    queue, back = fifo(capacity=2), fifo()

    async def produce() -> None:
        for i in range(200):
            await queue.enqueue(elements(i))
        await queue.close(False)

    async def double() -> None:
        with pytest.raises(errors.OutOfRangeError):
            while True:
                element = await queue.dequeue()
                await back.enqueue([(element[0] * 2,)])

    threads = [threading.Thread(target=asyncio.run, args=(call(),)) for call in (double, produce, double)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert sorted(plain(asyncio.run(back.dequeue_many(200, False)))) == [2.0 * i for i in range(200)]


# ---- ops


def queue_node(live: LiveGraph, op: str = "FIFOQueueV2", **attrs: Any) -> Any:
    """A queue's handle."""
    return live.op(op, **{"component_types": [tf.float32], "shapes": [[]], "capacity": 10, **attrs})


async def test_ops(live: LiveGraph) -> None:
    """Queues live as long as the session and are told apart by node."""
    queue, other = queue_node(live), queue_node(live)
    await live("QueueEnqueueManyV2", queue, [f32(1, 2, 3)])
    await live("QueueEnqueueV2", queue, [f32(4)])
    assert await live("QueueDequeueV2", queue, component_types=[tf.float32]) == 1
    assert await live("QueueDequeueManyV2", queue, i32(2), component_types=[tf.float32]) == pytest.approx([2, 3])
    assert await live.run([live.op("QueueSizeV2", q) for q in (queue, other)]) == [1, 0]
    await live("QueueCloseV2", queue)
    assert await live.run([live.op("QueueIsClosedV2", q) for q in (queue, other)]) == [True, False]
    assert (await live("QueueDequeueUpToV2", queue, i32(5), component_types=[tf.float32])).tolist() == [4]


async def test_first_generation(live: LiveGraph) -> None:
    """The first generation's handles are references to container and name."""
    queue = queue_node(live, "FIFOQueue", shared_name=b"shared")
    await live("QueueEnqueue", queue, [f32(1)])
    assert (await live.run(live.op("Identity", queue))).tolist() == [b"localhost", b"shared"]
    assert await live("QueueDequeue", queue, component_types=[tf.float32]) == 1


async def test_shared_queues(live: LiveGraph) -> None:
    """R-57: nodes of one shared name are one queue, which they must declare alike."""
    first = queue_node(live, shared_name=b"s")
    await live("QueueEnqueueV2", first, [f32(1)])
    assert await live("QueueSizeV2", queue_node(live, shared_name=b"s")) == 1
    for op, attrs in (
        ("FIFOQueueV2", {"capacity": 11}),
        ("FIFOQueueV2", {"component_types": [tf.int32]}),
        ("FIFOQueueV2", {"shapes": [[1]]}),
        ("FIFOQueueV2", {"shapes": []}),
        ("PaddingFIFOQueueV2", {}),
        ("RandomShuffleQueueV2", {}),
    ):
        with pytest.raises(errors.InvalidArgumentError, match="Shared queue 's' has"):
            await live("QueueSizeV2", queue_node(live, op, shared_name=b"s", **attrs))


async def test_wrong_components(live: LiveGraph) -> None:
    """Elements must have the declared dtypes and shapes."""
    queue = queue_node(live, component_types=[tf.float32, tf.int32], shapes=[[], [2]])
    a, b = live.placeholder(tf.float32), live.placeholder(tf.int32)
    one = live.op("QueueEnqueueV2", queue, [a, b])
    many = live.op("QueueEnqueueManyV2", queue, [a, b])
    for node, first, second, message in (
        (one, f32(1), i32(1, 2, 3), "Shape mismatch in tuple component 1"),
        (many, f32(1, 2), i32([[1, 2]]), "All input tensors must have the same size in the 0th dimension"),
        (many, f32(1), i32([[1, 2]]), "Shape mismatch in tuple component 0"),
        (many, f32([1]), i32([[1]]), "Shape mismatch in tuple component 1"),
        (live.op("QueueEnqueueV2", queue, [b, a]), f32(1), i32(1, 2), "Signature mismatch"),
    ):
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(node, {a: first, b: second})
    with pytest.raises(errors.InvalidArgumentError, match="Timeout not supported yet"):
        await live("QueueDequeueV2", queue, component_types=[tf.float32, tf.int32], timeout_ms=5)


async def test_padding(live: LiveGraph) -> None:
    """R-58: elements of a batch are padded to the largest one."""
    queue = queue_node(
        live, "PaddingFIFOQueueV2", component_types=[tf.float32, tf.string], shapes=[[None], [None, 1]]
    )
    for n in (1, 2, 3):
        text = np.full([n, 1], b"x", object)
        await live("QueueEnqueueV2", queue, [np.full(n, n, np.float32), text])
    numbers, texts = await live("QueueDequeueManyV2", queue, i32(3), component_types=[tf.float32, tf.string])
    assert numbers.tolist() == [[1, 0, 0], [2, 2, 0], [3, 3, 3]]
    assert texts[:, :, 0].tolist() == [[b"x", b"", b""], [b"x", b"x", b""], [b"x"] * 3]
    nothing = await live("QueueDequeueManyV2", queue, i32(0), component_types=[tf.float32, tf.string])
    assert [part.shape for part in nothing] == [(0, 0), (0, 0, 1)]
    with pytest.raises(errors.InvalidArgumentError, match="Shapes must be provided for all components"):
        await live("QueueSizeV2", queue_node(live, "PaddingFIFOQueueV2", shapes=[]))


async def test_priorities(live: LiveGraph) -> None:
    """R-59: the smallest priority first; of equal ones the one that TensorFlow's heap gives."""
    queue = queue_node(live, "PriorityQueueV2", component_types=[tf.int64])
    types = [tf.int64, tf.int64]
    for priorities, expected in (
        ([1, 1, 1], [0, 1, 2]),
        ([2, 1, 2, 1, 2, 1, 1], [1, 5, 6, 3, 2, 0, 4]),
        ([3, 0, 2, 1], [1, 3, 2, 0]),
    ):
        await live("QueueEnqueueManyV2", queue, [i64(priorities), np.arange(len(priorities))])
        taken = await live("QueueDequeueManyV2", queue, i32(len(expected)), component_types=types)
        assert taken[1].tolist() == expected
    with pytest.raises(errors.InvalidArgumentError, match="Signature mismatch"):
        await live("QueueEnqueueV2", queue, [i32(1), i64(1)])


async def test_random_order(live: LiveGraph) -> None:
    """R-60: TensorFlow's order for these seeds; as long as the queue is open, some elements stay."""
    queue = queue_node(
        live, "RandomShuffleQueueV2", component_types=[tf.int64], min_after_dequeue=2, capacity=20, seed=1, seed2=2
    )
    await live("QueueEnqueueManyV2", queue, [np.arange(10)])
    dequeue = live.op("QueueDequeueV2", queue, component_types=[tf.int64])
    taken = [int(await live.run(dequeue)) for _ in range(8)]
    last = asyncio.create_task(live.run(dequeue))
    await live("QueueCloseV2", queue)
    taken += [int(await last), int(await live.run(dequeue))]
    assert taken == [9, 8, 6, 3, 5, 1, 4, 7, 2, 0]


async def test_random_queue_arguments(live: LiveGraph) -> None:
    """R-61: what must stay in a queue must fit in it."""
    for minimum in (-1, 10):
        with pytest.raises(errors.InvalidArgumentError, match=f"min_after_dequeue {minimum} must be"):
            await live("QueueSizeV2", queue_node(live, "RandomShuffleQueueV2", min_after_dequeue=minimum))


@pytest.mark.asyncio(loop_factories=["jumping"])
async def test_run_timeout(live: LiveGraph) -> None:
    """R-62: a dequeue that waits too long ends the run, names itself, and takes nothing later."""
    queue = queue_node(live)
    dequeue = live.op("QueueDequeueV2", queue, component_types=[tf.float32], name="taker")
    with pytest.raises(errors.DeadlineExceededError, match=r"Timed out waiting for notification.*taker"):
        await live.session.run(dequeue, options=tf.RunOptions(timeout_in_ms=20))
    await live("QueueEnqueueV2", queue, [f32(1)])
    assert await live("QueueSizeV2", queue) == 1


async def test_closing_the_session() -> None:
    """R-28, E-42: closing the session ends a waiting dequeue, which the error names, with the queue's message."""
    live = LiveGraph()
    dequeue = live.op("QueueDequeueV2", queue_node(live), component_types=[tf.float32])
    gate = live.op("QueueEnqueueV2", queue_node(live, shared_name=b"gate"), [f32(1)])
    waiting = asyncio.create_task(live.run([dequeue, gate]))
    await live("QueueDequeueV2", queue_node(live, shared_name=b"gate"), component_types=[tf.float32])
    await live.session.close()
    with pytest.raises(errors.CancelledError, match=r"^Dequeue operation was cancelled") as caught:
        await waiting
    assert caught.value.op is dequeue.op and caught.value.message.count(dequeue.op.name) == 1


async def test_runs_feed_each_other(live: LiveGraph) -> None:
    """E-48: within one run and between runs, what waits does not keep others from running."""
    queue = queue_node(live, component_types=[tf.string], shapes=[[]])
    dequeue = live.op("QueueDequeueV2", queue, component_types=[tf.string])
    enqueue = live.op("QueueEnqueueManyV2", queue, [strings(b"a", b"b")])
    values = await asyncio.gather(live.run(dequeue), live.run([dequeue, enqueue]))
    assert sorted([values[0], values[1][0]]) == [b"a", b"b"]


async def test_large_batches_are_joined_elsewhere(live: LiveGraph) -> None:
    """A large batch comes from a thread of the run's pool, and is the same."""
    shape = [100_000]
    queue = queue_node(live, shapes=[shape])
    rows = np.arange(300_000, dtype=np.float32).reshape(3, *shape)
    await live("QueueEnqueueManyV2", queue, [rows])
    taken = await live("QueueDequeueManyV2", queue, i32(3), component_types=[tf.float32])
    np.testing.assert_array_equal(taken, rows)


async def turns_of(loop_turns: list[int], call: Any) -> Any:
    """Awaits a call, and counts the turns of the event loop meanwhile."""
    task = asyncio.ensure_future(call)
    while not task.done():
        await asyncio.sleep(0)
        loop_turns.append(1)
    return await task


async def test_large_batches_of_priorities_take_turns() -> None:
    """Whoever takes many elements lets others have the event loop in between, and none of them gets an element."""
    size, most = 20_000, PriorityStore.most_at_once
    queue = Queue("PriorityQueue", "q", [tf.int64], [tf.TensorShape([])], -1, PriorityStore())
    await queue.enqueue([(np.int64(value),) for value in range(size, 0, -1)])
    turns: list[int] = []
    batch = asyncio.create_task(turns_of(turns, queue.dequeue_many(size - 1, False)))
    await asyncio.sleep(0)
    late = await started(queue.dequeue())
    assert plain(await batch) == list(range(1, size))
    assert len(turns) >= size // most
    assert plain([await late]) == [size]


@pytest.mark.parametrize("wait", ["one", "many"])
async def test_large_batches_of_priorities_are_sorted_in_parts(wait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch is put at once, and sorted in by whoever takes from it, a part in each turn of the event loop."""
    part, size = 8, 100
    monkeypatch.setattr(PriorityStore, "_MOST_SORTED_AT_ONCE", part)
    rise, risen, most = PriorityStore._rise, 0, 0

    def counted(self: PriorityStore, hole: int, entry: Any) -> None:
        nonlocal risen, most
        risen += 1
        most = max(most, risen)
        rise(self, hole, entry)

    monkeypatch.setattr(PriorityStore, "_rise", counted)
    queue = Queue("PriorityQueue", "q", [tf.int64], [tf.TensorShape([])], -1, PriorityStore())
    await queue.enqueue([(np.int64(value),) for value in range(size, 0, -1)])
    assert queue.size() == size and risen == 0
    took: asyncio.Future[Any] = asyncio.ensure_future(
        queue.dequeue() if wait == "one" else queue.dequeue_many(1, False)
    )
    turns = 0
    while not took.done():
        risen = 0
        await asyncio.sleep(0)
        turns += 1
    assert plain(await took if wait == "many" else [await took]) == [1]
    assert turns >= size // part and most <= part + 2  # taking lets the last element of the heap rise, too
    await queue.enqueue([(np.int64(0),)])
    assert plain(await queue.dequeue_many(3, False)) == [0, 2, 3]


@pytest.mark.parametrize("ends", ["cancelled", "closed"])
async def test_large_batches_that_end_half_way(ends: str) -> None:
    """All elements are there again, or are taken in full."""
    size = 60 * PriorityStore.most_at_once
    queue = Queue("PriorityQueue", "q", [tf.int64], [tf.TensorShape([])], -1, PriorityStore())
    await queue.enqueue([(np.int64(value),) for value in range(size)])
    batch = await started(queue.dequeue_many(size, False))
    assert 0 < queue.size() < size
    if ends == "cancelled":
        batch.cancel()
        with pytest.raises(errors.CancelledError):
            await batch
        assert queue.size() == size
    else:
        await queue.close(False)
        assert len(await batch) == size
