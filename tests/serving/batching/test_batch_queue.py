"""The queue of a batcher: order, batches, bounds."""
from __future__ import annotations

import math
import random
from typing import Any

import pytest

from aioflow import errors
from aioflow.serving.batching.batch_queue import AGEING_S, BatchQueue
from aioflow.serving.batching.tasks import Part, Task
from aioflow.serving.settings.batching import Batching, QueuePolicy


def queue_of(*sizes: int, **settings: Any) -> BatchQueue:
    """A queue in which tasks of these rows wait, one second after the other."""
    queue = BatchQueue(Batching(**{"max_rows": 4, "splits": False, **settings}))
    for second, size in enumerate(sizes):
        queue.add(Task(size, float(second)))
    return queue


def rows(parts: list[Part]) -> list[int]:
    """Rows of the parts of a batch."""
    return [part.num_rows for part in parts]


def batches(queue: BatchQueue) -> list[list[int]]:
    """The rows of all batches that a queue makes."""
    found = []
    while parts := queue.take():
        found.append(rows(parts))
    assert queue.num_rows == 0 and not len(queue)
    return found


def test_batches_of_whole_requests() -> None:
    """V-45: A request that does not fit opens another batch."""
    assert batches(queue_of(3, 2, 1, 4)) == [[3], [2, 1], [4]]


def test_batches_of_parts() -> None:
    """A request fills the open batch and goes on in the next."""
    assert batches(queue_of(3, 2, 1, 4, splits=True)) == [[3, 1], [1, 1, 2], [2]]
    assert batches(queue_of(10, splits=True)) == [[4], [4], [2]]
    (first,), (second,) = (queue_of(3, splits=True).take(), queue_of(3, splits=True).take())
    assert (first.start, first.end, second.start) == (0, 3, 0)


def test_the_largest_allowed_size_bounds_batches_of_parts() -> None:
    """As the cap of executions does."""
    assert batches(queue_of(5, splits=True, allowed_rows=(1, 2))) == [[2], [2], [1]]
    assert batches(queue_of(5, splits=True, max_rows=8, max_execution_rows=3)) == [[3], [2]]


def test_when_a_batch_is_due() -> None:
    """When it is full, when its first request has waited, or when no other can join it."""
    assert queue_of().due_s(0.5) == math.inf
    assert queue_of(1, 1).due_s(0.5) == 0.5
    assert queue_of(1, 3).due_s(0.5) == -math.inf
    assert queue_of(3, 2).due_s(0.5) == -math.inf
    assert queue_of(1).due_s(0.0) == -math.inf
    queue = queue_of(1)
    queue.add(Task(1, 0.1, deadline_s=0.3))
    assert queue.due_s(0.5, run_s=0.08) == pytest.approx(0.2)


def test_requests_that_are_too_large() -> None:
    """V-36: They may be larger than a batch where they are split, but not under TensorFlow Serving's rules."""
    text = "Task size 5 is larger than maximum input batch size 4"
    for settings in ({}, {"splits": True, "is_strict": True}):
        with pytest.raises(errors.InvalidArgumentError, match=text):
            queue_of(5, **settings)


def test_a_full_queue() -> None:
    """The batches that wait are counted, and what fits into the last one is taken."""
    queue = queue_of(3, 2, max_queued_batches=2)
    queue.add(Task(2, 3.0))
    with pytest.raises(errors.UnavailableError, match="currently 2 batches enqueued and max_enqueued_batches is 2"):
        queue.add(Task(1, 3.0))
    queue = queue_of(6, splits=True, max_queued_batches=2)
    with pytest.raises(errors.UnavailableError, match="task size is 3 but scheduling capacity is 2"):
        queue.add(Task(3, 3.0))
    queue.add(Task(2, 3.0))


def test_bounds_of_levels() -> None:
    """Each level has its own."""
    settings = {"num_priorities": 2, "queues": {2: QueuePolicy(max_rows=2)}, "queue": QueuePolicy(max_requests=1)}
    queue = queue_of(max_queued_batches=9, **settings)
    queue.add(Task(2, 0.0, level=2))
    with pytest.raises(errors.UnavailableError, match="2 rows wait for a batch, of at most 2: no room for 1 more"):
        queue.add(Task(1, 0.0, level=2))
    queue.add(Task(4, 0.0, level=1))
    with pytest.raises(errors.UnavailableError, match="1 requests wait for a batch, of at most 1"):
        queue.add(Task(1, 0.0, level=1))


def test_priorities_and_ageing() -> None:
    """A lower level waits for what comes a while later with a higher one, and no longer."""
    queue = BatchQueue(Batching(max_rows=1, num_priorities=2, splits=False, max_queued_batches=9))
    low = Task(1, 0.0, level=2)
    queue.add(low)
    before, behind = Task(1, AGEING_S / 2, level=1), Task(1, AGEING_S * 1.5, level=1)
    queue.add(before)
    queue.add(behind)
    assert list(queue.tasks) == [before, low, behind]


def test_leaving() -> None:
    """A task leaves with what no batch has of it; where it was not, nothing happens."""
    queue = queue_of(6, 1, splits=True)
    first, second = queue.tasks
    assert rows(queue.take()) == [4]
    assert queue.discard(first) and not queue.discard(first)
    assert (queue.num_rows, list(queue.tasks)) == (1, [second])


def test_put_behind() -> None:
    """One that has waited too long goes behind those that have not."""
    queue = queue_of(1, 2)
    first, second = queue.tasks
    queue.put_behind(first)
    assert list(queue.tasks) == [second, first]
    queue.put_behind(Task(1, 0.0))
    assert len(queue) == 2


def served_batches(sizes: list[int], most: int, splits: bool) -> list[list[int]]:
    """The batches of a queue that holds batches: each task joins the last or opens one."""
    found: list[list[int]] = []
    for size in sizes:
        while size:
            room = most - sum(found[-1]) if found else 0
            if not room or (size > room and not splits):
                found.append([])
                room = most
            found[-1].append(min(size, room))
            size -= found[-1][-1]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_batches_are_those_of_a_queue_of_batches(seed: int) -> None:
    """Filled as requests come."""
    chosen = random.Random(seed)
    most, splits = chosen.randint(1, 6), chosen.random() < 0.5
    sizes = [chosen.randint(1, most) for _ in range(chosen.randint(0, 30))]
    queue = queue_of(*sizes, max_rows=most, splits=splits, max_queued_batches=100)
    assert batches(queue) == served_batches(sizes, most, splits)
