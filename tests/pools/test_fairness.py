"""Other tasks on the event loop have their turns while sessions run, and who held the loop up can be told."""
from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor import node_calls, program, step
from aioflow.session.steps import loop_turns, prepared_run, step_runner
from aioflow.testing import LoopLag
from aioflow.testing.lag_causes import Lateness, Moment, cause_of

PATIENCE_S = 120.0
LONGEST_TURN_S = 1.5e-3  # a millisecond is meant; the kernel that exceeds it still ends


class Turns:
    """Counts the turns of the event loop while it is entered."""

    async def __aenter__(self) -> Turns:
        self.count = 0
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.count += 1


class WorkClock:
    """What the runtime measures its own work with: time passes when kernels say so, and with every reading."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, reading_s: float = 0.0) -> None:
        self.now_s = 0.0
        self._reading_s = reading_s
        for module in (prepared_run, program, node_calls, step, step_runner):
            monkeypatch.setattr(module, "perf_counter", self)

    def __call__(self) -> float:
        self.now_s += self._reading_s
        return self.now_s


@pytest.mark.parametrize("has_state", [False, True])
async def test_cheap_runs_one_after_the_other(
    session: tf.Session, monkeypatch: pytest.MonkeyPatch, has_state: bool
) -> None:
    """Runs that never wait still give the loop to others every millisecond."""
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0 + (tf.random_uniform([]) if has_state else 1.0)
    for i in range(300):
        await session.run(y, {x: i})
    clock = WorkClock(monkeypatch, reading_s=20e-6)
    async with Turns() as turns:
        for i in range(600):
            await session.run(y, {x: i})
    assert turns.count >= clock.now_s / LONGEST_TURN_S > 10


async def test_many_callers_share_a_turn(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tasks make runs that never wait: when the turn is over each of the others makes one run more."""
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0 + 1.0
    for i in range(300):
        await session.run(y, {x: i})
    WorkClock(monkeypatch, reading_s=20e-6)
    num_callers, made = 50, 0
    in_turn: list[int] = []

    async def call() -> None:
        nonlocal made
        for i in range(60):
            await session.run(y, {x: i})
            made += 1

    async def watch() -> None:
        while True:
            before = made
            await asyncio.sleep(0)
            in_turn.append(made - before)

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(call() for _ in range(num_callers)))
    watching.cancel()
    alone = loop_turns.MAX_RUNS_IN_TURN_S / 20e-6  # runs in a turn of one caller, at most
    assert num_callers <= max(in_turn) <= num_callers + alone
    assert sum(in_turn) >= 60 * num_callers - max(in_turn)


def test_turns_of_a_closed_loop() -> None:
    """A loop that was closed in the middle of its turn leaves nothing to the next one of its thread."""
    closed = asyncio.new_event_loop()
    closed.call_soon(loop_turns.must_yield, 1.0)
    closed.call_soon(closed.stop)  # before the loop begins the turn that was asked for
    closed.run_forever()
    closed.close()

    async def next_loop() -> list[bool]:
        answers = [loop_turns.must_yield(0.0)]
        await asyncio.sleep(0)
        return [*answers, loop_turns.must_yield(0.0)]

    assert asyncio.run(next_loop()) == [True, False]


async def test_long_step_in_place(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of many nodes that has to run on the calling thread gives the loop to others between them."""
    clock = WorkClock(monkeypatch)

    def work(value: Any) -> Any:
        clock.now_s += 0.2e-3
        return value

    value: Any = tf.placeholder_with_default(np.float32(1.0), [])
    for _ in range(300):
        value = tf.py_func(work, [value], tf.float32)
    async with Turns() as turns:
        await session.run(value, options=tf.RunOptions(inter_op_thread_pool=-1))
    assert turns.count >= clock.now_s / LONGEST_TURN_S > 30


def test_turns_are_counted_per_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn of one event loop is over by what its own runs took."""
    used: list[bool] = []
    thread = threading.Thread(target=lambda: used.append(loop_turns.must_yield(1.0)))
    assert [loop_turns.must_yield(1.0), loop_turns.must_yield(0.0)] == [True, False]
    thread.start()
    thread.join()
    assert used == [True] and not loop_turns.must_yield(0.0)
    assert loop_turns.must_yield(loop_turns.MAX_RUNS_IN_TURN_S * 2)


def work_numpy() -> None:
    """Some numpy that gives up the interpreter's lock."""
    a = np.ones((100, 100))
    a @ a


def work_python() -> None:
    """Some Python that does not."""
    sum(range(100))


@pytest.mark.parametrize("work", [work_numpy, work_python])
async def test_long_kernel(session: tf.Session, work: Callable[[], None]) -> None:
    """S-112: while a long kernel runs other tasks on the loop go on; it ends when they have had a hundred turns."""
    give_up_s = time.monotonic() + PATIENCE_S

    def compute(turns: Turns) -> bool:
        enough = turns.count + 100
        while turns.count < enough and time.monotonic() < give_up_s:
            work()
        return turns.count >= enough

    async with Turns() as turns:
        assert await session.run(tf.py_func(lambda: compute(turns), [], tf.bool))


# ---- who held the loop up
def moments(lag_s: float, thread_s: float, process_s: float) -> tuple[Moment, Moment, float]:
    """Clocks before and after the loop was late by `lag_s`: by how much those of the CPU went on."""
    return Moment(100.0, 5.0, 20.0), Moment(100.002 + lag_s, 5.0 + thread_s, 20.0 + process_s), lag_s


@pytest.mark.parametrize(
    ("thread_s", "process_s", "watcher_late_s", "cause"),
    [
        (0.09, 0.09, 0.09, "callback"),  # it computed in Python, and held the lock
        (0.09, 0.09, 0.00, "callback"),  # it computed in numpy
        (0.00, 0.00, 0.00, "callback"),  # it waited, such as for a file
        (0.00, 0.15, 0.01, "callback"),  # it waited while other threads worked
        (0.00, 0.09, 0.09, "interpreter lock"),
        (0.00, 0.01, 0.09, "unknown"),  # the machine had other things to do
    ],
)
def test_who_is_to_blame(thread_s: float, process_s: float, watcher_late_s: float, cause: str) -> None:
    """What is told of 100 ms that the loop was late, by the clocks and by how late a watching thread was."""
    assert cause_of(*moments(0.1, thread_s, process_s), watcher_late_s) == cause


def test_lateness() -> None:
    """How long somebody was late within a time: what lies outside does not count, and who still sleeps is late."""
    watcher = Lateness()
    assert watcher.late_s(0.0, 100.0) == 0.0
    for due_s, woke_s in [(1.0, 1.5), (3.0, 4.0), (9.0, 11.0)]:
        watcher.sleep(due_s)
        watcher.wake(woke_s)
    assert watcher.late_s(0.0, 100.0) == 3.5
    assert watcher.late_s(3.5, 10.0) == 1.5
    assert watcher.late_s(5.0, 8.0) == 0.0
    watcher.sleep(12.0)
    assert watcher.late_s(11.5, 15.0) == 3.0


def compute() -> None:
    """Computes on the event loop's thread."""
    end = time.thread_time() + 0.02
    while time.thread_time() < end:
        pass


def wait_for_nothing() -> None:
    """Blocks the event loop's thread without using the CPU."""
    threading.Event().wait(0.02)


@pytest.mark.parametrize("disturb", [compute, wait_for_nothing])
async def test_causes_are_told(disturb: Callable[[], None]) -> None:
    """Each time that the loop is late by more than ten milliseconds a cause is told, if only that it is unknown."""
    async with LoopLag(tells_causes=True) as lag:
        while len(lag.long_lags) < 3:
            disturb()
            await asyncio.sleep(0.005)
    assert all(each.seconds >= 0.01 for each in lag.long_lags)
    assert {each.cause for each in lag.long_lags} <= {"callback", "interpreter lock", "unknown"}


async def test_causes_nobody_asked_for() -> None:
    """Without being asked for no causes are told, and no thread looks for them."""
    async with LoopLag() as lag:
        assert not [thread for thread in threading.enumerate() if thread.name == "aioflow_lag_watcher"]
        compute()
        while not lag.lags_s:
            await asyncio.sleep(0)
    assert lag.long_lags == []
