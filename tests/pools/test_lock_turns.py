"""Tasks that need the interpreter's lock take turns, whatever pools they are in, and hold nobody else up."""
from __future__ import annotations

import random
import threading
import zlib
from collections.abc import Callable, Iterator

import pytest

from aioflow.pools import lock_turns
from aioflow.pools.lock_turns import LOCK_TURNS, MAX_TURN_S, OVERDUE_S, LockTurns, offer
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.thread_pool import ThreadPool

from .blocked import WAIT_S, Blocked

_BYTES = bytes(50_000)


class Taker:
    """In place of a pool's threads: takes up the turn, or has no use for it."""

    def __init__(self, has_use: bool = True) -> None:
        self.has_use = has_use
        self.num_offers = 0

    def offer_turn(self) -> bool:
        """See `TurnTaker.offer_turn`."""
        self.num_offers += 1
        return self.has_use


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    """The clock of `turns`."""
    return Clock()


@pytest.fixture
def turns(clock: Clock) -> LockTurns:
    """Turns that nobody has."""
    return LockTurns(clock)


# ---- who may
def test_one_task_at_a_time(turns: LockTurns) -> None:
    """While a task runs no other one begins, in no pool; when it has ended its pool goes on."""
    first, second = Taker(), Taker()
    number = turns.begin(first)
    assert number and not turns.begin(first) and not turns.begin(second)
    turns.end(number)
    assert not turns.begin(second), "its pool still has the turn"
    assert turns.begin(first)


def test_the_turn_is_passed_on(turns: LockTurns) -> None:
    """Who has no more tasks passes the turn on to who asked first, who passes it on if there is no use for it."""
    first, second, third = Taker(), Taker(has_use=False), Taker()
    number = turns.begin(first)
    assert turns.pass_on(first) is None, "a task runs"
    turns.begin(second), turns.begin(third), turns.begin(second)
    turns.end(number)
    assert turns.pass_on(second) is None, "it is not theirs"
    taker = turns.pass_on(first)
    assert taker is second and turns.owner is second
    offer(taker, turns)
    assert (second.num_offers, third.num_offers) == (1, 1) and turns.owner is third
    number = turns.begin(third)
    turns.end(number)
    assert turns.pass_on(third) is None and turns.owner is None


def test_a_turn_is_long_enough(turns: LockTurns, clock: Clock) -> None:
    """A pool keeps the turn for many short tasks, but not for longer than it should while others wait."""
    first, second = Taker(), Taker()
    clock_step_s = MAX_TURN_S / 10
    number = turns.begin(first)
    turns.begin(second)
    num_tasks = 0
    while number:
        clock.now_s += clock_step_s
        turns.end(number)
        num_tasks += 1
        number = turns.begin(first)
    assert 10 <= num_tasks <= 12
    assert turns.pass_on(first) is second
    number = turns.begin(second)
    assert number
    turns.end(number)
    clock.now_s += 2 * MAX_TURN_S
    assert not turns.begin(second) and turns.pass_on(second) is first, "the first one asked again"


def test_nobody_else_waits(turns: LockTurns, clock: Clock) -> None:
    """Without others a turn has no end."""
    first = Taker()
    for _ in range(100):
        number = turns.begin(first)
        assert number
        clock.now_s += MAX_TURN_S
        turns.end(number)


def test_overdue(turns: LockTurns, clock: Clock) -> None:
    """A task that hangs keeps nobody waiting, and its late end is not taken for that of another one."""
    first, second = Taker(), Taker()
    hanging = turns.begin(first)
    assert not turns.begin(second)
    clock.now_s += 1.01 * OVERDUE_S
    number = turns.begin(second)
    assert number
    turns.end(hanging)
    assert not turns.begin(first), "the second task runs"
    turns.end(number)
    assert turns.pass_on(second) is first


# ---- pools
@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No task is overdue, however slow the machine."""
    monkeypatch.setattr(lock_turns, "OVERDUE_S", 1e9)


@pytest.fixture
def two_pools(size: int) -> Iterator[tuple[ThreadPool, ThreadPool]]:
    """Two pools, closed at the end; nobody has the turn then."""
    pools = ThreadPool("one", size), ThreadPool("two", size)
    yield pools
    for pool in pools:
        pool.close()
    for pool in pools:
        assert pool.join(WAIT_S)
    assert LOCK_TURNS.owner is None


class Together:
    """A task that counts how many of its kind are at work."""

    def __init__(self, num_tasks: int) -> None:
        self._lock = threading.Lock()
        self._at_work = self.most = 0
        self._left = num_tasks
        self.all_done = threading.Event()
        self.order = list[object]()

    def __call__(self, label: object = None) -> None:
        with self._lock:
            self._at_work += 1
            self.most = max(self.most, self._at_work)
            self.order.append(label)
        zlib.crc32(_BYTES)  # gives the interpreter's lock up, so that others may come in between
        with self._lock:
            self._at_work -= 1
            self._left -= 1
            if self._left == 0:
                self.all_done.set()


@pytest.mark.usefixtures("patience")
def test_tasks_of_two_pools(two_pools: tuple[ThreadPool, ThreadPool]) -> None:
    """All are done, never two at once."""
    num_tasks = 400
    task = Together(num_tasks)
    for number in range(num_tasks):
        PoolRun(two_pools[number % 2]).submit_alone(task)
    assert task.all_done.wait(WAIT_S)
    assert task.most == 1


@pytest.mark.usefixtures("patience")
def test_other_tasks_go_on(two_pools: tuple[ThreadPool, ThreadPool], size: int) -> None:
    """What does not need the lock does not wait for the turn: not in another pool, nor beside it on other threads."""
    entered, release = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        release.wait(WAIT_S)

    PoolRun(two_pools[0]).submit_alone(hold)
    assert entered.wait(WAIT_S)
    task = Together(2)
    for pool in two_pools:
        PoolRun(pool).submit_alone(task)
    for pool in two_pools if size > 1 else two_pools[1:]:
        done = threading.Event()
        PoolRun(pool).submit(done.set)
        assert done.wait(WAIT_S), pool
    assert not task.order
    release.set()
    assert task.all_done.wait(WAIT_S)


def test_a_hanging_task(two_pools: tuple[ThreadPool, ThreadPool]) -> None:
    """When it is overdue those that wait go on, though nobody submits anything more."""
    entered, release, done = threading.Event(), threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        release.wait(WAIT_S)

    PoolRun(two_pools[0]).submit_alone(hold)
    assert entered.wait(WAIT_S)
    PoolRun(two_pools[1]).submit_alone(done.set)
    assert done.wait(WAIT_S)
    release.set()


@pytest.mark.usefixtures("patience")
def test_priorities(two_pools: tuple[ThreadPool, ThreadPool]) -> None:
    """Tasks that were passed over keep their order, and make way for those of higher priority."""
    pool = two_pools[0]
    others = Blocked(two_pools[1])
    elsewhere = threading.Event()
    entered = threading.Event()

    def hold() -> None:
        entered.set()
        elsewhere.wait(WAIT_S)

    others.release()
    PoolRun(two_pools[1]).submit_alone(hold)
    assert entered.wait(WAIT_S)
    task = Together(5)
    for label, priority in enumerate([0, 1, 0, 2, 1]):
        PoolRun(pool, priority).submit_alone(task, label)
    elsewhere.set()
    assert task.all_done.wait(WAIT_S)
    # The first of priority 0 may have been in the hands of a thread when the others came.
    assert [label for label in task.order if label] in ([3, 1, 4, 2], [3, 4, 1, 2])
    assert task.order.index(1) < task.order.index(4)


@pytest.mark.usefixtures("patience")
def test_withdrawn(two_pools: tuple[ThreadPool, ThreadPool]) -> None:
    """A run that ends while its task waits for the turn takes it along."""
    entered, release = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        release.wait(WAIT_S)

    PoolRun(two_pools[0]).submit_alone(hold)
    assert entered.wait(WAIT_S)
    task = Together(1)
    withdrawn, kept = PoolRun(two_pools[1]), PoolRun(two_pools[1])
    withdrawn.submit_alone(task, "withdrawn")
    kept.submit_alone(task, "kept")
    withdrawn.withdraw()
    assert two_pools[1].num_queued == 1
    release.set()
    assert task.all_done.wait(WAIT_S)
    assert task.order == ["kept"] and two_pools[1].num_queued == 0


@pytest.mark.usefixtures("patience")
def test_closing(size: int) -> None:
    """A pool that closes does what it has, whoever has the turn."""
    holder, closing = ThreadPool("holder", 1), ThreadPool("closing", size)
    entered, release = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        release.wait(WAIT_S)

    PoolRun(holder).submit_alone(hold)
    assert entered.wait(WAIT_S)
    task = Together(3)
    for _ in range(3):
        PoolRun(closing).submit_alone(task)
    closing.close()
    assert closing.join(WAIT_S) and len(task.order) == 3
    release.set()
    holder.close()
    assert holder.join(WAIT_S) and LOCK_TURNS.owner is None


@pytest.mark.parametrize("seed", range(5))
def test_any_mixture(two_pools: tuple[ThreadPool, ThreadPool], size: int, seed: int) -> None:
    """Tasks of all kinds, from outside and from tasks, resized meanwhile: each is done once, and nothing stays."""
    chosen = random.Random(seed)
    num_tasks, all_done, lock, done = 600, threading.Event(), threading.Lock(), list[int]()

    def task(number: int, then: Callable[[], None] | None) -> None:
        if then is not None:
            then()
        with lock:
            done.append(number)
            if len(done) == num_tasks:
                all_done.set()

    def submit(number: int, then: Callable[[], None] | None = None) -> None:
        run = PoolRun(chosen.choice(two_pools), chosen.randrange(2))
        (run.submit_alone if chosen.random() < 0.7 else run.submit)(task, number, then)

    for number in range(0, num_tasks, 2):
        submit(number, lambda number=number: submit(number + 1))  # type: ignore[misc]
        if number % 100 == 0:
            chosen.choice(two_pools).resize(chosen.randint(1, size))
    assert all_done.wait(WAIT_S)
    assert sorted(done) == list(range(num_tasks))
    assert all(pool.num_queued == 0 for pool in two_pools)
