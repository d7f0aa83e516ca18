"""HandlerOrder: which thread serves which handler. No threads."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.pools.handler_order import MAX_RUNNING_PER_HANDLER, HandlerOrder, RunHandler, primaries
from aioflow.pools.thread_pool import ThreadPool

VECTORS = [
    (1, 4, "0000"), (2, 4, "0011"), (3, 8, "00001122"), (4, 8, "00011223"), (8, 4, "0123"), (5, 16, "0000000111122334"),
]  # fmt: skip


@pytest.mark.parametrize(("handlers", "threads", "expected"), VECTORS)
def test_published_vectors(handlers: int, threads: int, expected: str) -> None:
    """Threads are divided among handlers as TensorFlow divides them."""
    assert "".join(map(str, primaries(handlers, threads))) == expected


@given(st.integers(1, 200), st.integers(1, 200))
def test_primaries(handlers: int, threads: int) -> None:
    """Threads have handlers in order; where there are enough, each handler has one, and none more than those before."""
    assigned = primaries(handlers, threads)
    assert len(assigned) == threads and assigned == sorted(assigned)
    counts = [assigned.count(handler) for handler in range(handlers)]
    if threads >= handlers:
        assert min(counts) >= 1
        assert counts == sorted(counts, reverse=True)


def handlers_in(order: HandlerOrder, *priorities: int) -> list[RunHandler]:
    """One handler per priority, in the order of their arrival."""
    pool = ThreadPool("never started", 1)
    handlers = [RunHandler(pool, priority, number, lambda handler: None) for number, priority in enumerate(priorities)]
    for handler in handlers:
        order.add(handler)
    pool.close()
    return handlers


def popped(order: HandlerOrder, worker: int) -> str | None:
    """The label of the task that a worker takes, and that goes on running."""
    task = order.pop(worker)
    if task is None:
        return None
    if task[0] is not None:
        task[0].num_running += 1
    return str(task[2][0])


def test_order_of_handlers() -> None:
    """Handlers are ordered by falling priority, and then by age."""
    order = HandlerOrder(4)
    a, b, c, d = handlers_in(order, 0, 5, 0, 5)
    assert order.active == [b, d, a, c]


def test_a_thread_serves_its_own_handler_first() -> None:
    """A thread takes from its primary handler, and then from the others in their order."""
    order = HandlerOrder(2)
    first, second = handlers_in(order, 1, 0)
    for handler, label in ((first, "first"), (second, "second")):
        for _ in range(2):
            order.push((handler, print, (label,), 0), False)
    assert [popped(order, 1) for _ in range(5)] == ["second", "second", "first", "first", None]


def test_at_most_ten_tasks_of_a_handler() -> None:
    """While ten tasks of a handler run, nobody takes another one of it."""
    order = HandlerOrder(16)
    busy, other = handlers_in(order, 1, 0)
    for i in range(15):
        order.push((busy, print, (f"busy {i}",), 0), False)
    order.push((other, print, ("other",), 0), False)
    taken = [popped(order, 0) for _ in range(12)]
    assert taken == [*(f"busy {i}" for i in range(MAX_RUNNING_PER_HANDLER)), "other", None]
    busy.num_running -= 1
    assert popped(order, 0) == "busy 10"


def test_work_apart_comes_last() -> None:
    """What belongs to no run is done when no run has work."""
    order = HandlerOrder(1)
    [handler] = handlers_in(order, 0)
    order.push((None, print, ("apart",), 0), False)
    order.push((handler, print, ("run",), 0), False)
    assert [popped(order, 0) for _ in range(3)] == ["run", "apart", None]


def test_withdrawn_handler() -> None:
    """A handler that was given back is served no more, and threads still find the others."""
    order = HandlerOrder(4)
    gone, other = handlers_in(order, 1, 0)
    for handler in (gone, other):
        order.push((handler, print, (f"of {handler.priority}",), 0), False)
    order.withdraw(gone)
    assert order.active == [other]
    assert [popped(order, worker) for worker in range(4)] == ["of 0", None, None, None]
