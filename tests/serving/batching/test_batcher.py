"""Requests run together, on a clock that jumps."""
from __future__ import annotations

import asyncio
import functools
import gc
import random
import weakref
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.serving.batching import batcher
from aioflow.serving.batching.batcher import Batcher, Call
from aioflow.serving.batching.events import BatchEvents
from aioflow.serving.batching.executors import Executors
from aioflow.serving.settings.batching import Batching, QueuePolicy
from aioflow.testing import JumpingLoop

RUN_S = 1.0
#: TensorFlow Serving's rules.
STRICT = {"is_strict": True, "is_adaptive": False, "splits": False}


class Counted(BatchEvents):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def rejected(self, reason: str) -> None:
        self.told.append(("rejected", reason))

    def cancelled(self, phase: str) -> None:
        self.told.append(("cancelled", phase))

    def retried_alone(self) -> None:
        self.told.append(("alone",))


class Model:
    """Adds one to rows, a second for each batch. A negative row makes it fail, and 99 gives an output too short.

    Attributes:
        ran: Of each batch the time when it began and its rows.
        ended: How many batches ran to their end.
    """

    def __init__(self, num_executors: int = 1, **settings: Any) -> None:
        self.ran: list[tuple[float, list[float]]] = []
        self.ended = 0
        self.events = Counted()
        self.executors = Executors(num_executors)
        self.batcher = Batcher(Batching(**{"max_rows": 4, **settings}), self.executors, self.events)
        self.call = Call("f", ("y",), self._run, lambda: {"y": np.zeros(0, np.float32)})

    async def _run(self, inputs: Mapping[str, np.ndarray], deadline_s: float) -> Mapping[str, np.ndarray]:
        x = inputs["x"]
        self.ran.append((asyncio.get_running_loop().time(), x.ravel().tolist()))
        await asyncio.sleep(RUN_S)
        self.ended += 1
        if (x < 0).any():
            raise errors.invalid_argument("negative")
        return {"y": x[:-1] if (x == 99).any() else x + 1}

    async def ask(self, *rows: float, after_s: float = 0.0, dtype: Any = np.float32, **how: Any) -> list[float]:
        """The answer to a request."""
        await asyncio.sleep(after_s)
        outputs = await self.batcher.run(self.call, {"x": np.array(rows, dtype)}, **how)
        return list(outputs["y"].ravel().tolist())

    @property
    def batches(self) -> list[list[float]]:
        """The rows of each batch."""
        return [rows for _, rows in self.ran]


def jumping(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Has a test run on a loop whose clock jumps, and leave no task behind."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def main() -> None:
            await test(*args, **kwargs)
            for _ in range(5):
                await asyncio.sleep(0)
            assert asyncio.all_tasks() == {asyncio.current_task()}

        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(main())

    return run


@jumping
async def test_a_lone_request_waits_for_others_and_a_full_batch_does_not() -> None:
    """V-34: With a fixed window."""
    model = Model(**STRICT, timeout_s=0.3)
    assert await model.ask(1) == [2]
    assert model.ran[0][0] == pytest.approx(0.3)
    began_s = asyncio.get_running_loop().time()
    assert list(await asyncio.gather(*[model.ask(row) for row in range(4)])) == [[1], [2], [3], [4]]
    assert model.ran[1] == (began_s, [0, 1, 2, 3])


@jumping
async def test_an_idle_server_answers_at_once() -> None:
    """V-47: With a window that adapts, however long it may be."""
    model = Model(timeout_s=10.0)
    await model.ask(1)
    await model.ask(2, after_s=100.0)
    assert [when for when, _ in model.ran] == [0.0, 101.0]


@jumping
async def test_requests_of_one_turn_share_a_batch() -> None:
    """And the next batch is what came meanwhile."""
    model = Model(max_rows=8)
    await asyncio.gather(*[model.ask(row) for row in range(3)], *[model.ask(row, after_s=0.5) for row in (7, 8)])
    assert model.ran == [(0.0, [0, 1, 2]), (1.0, [7, 8])]


@jumping
async def test_a_request_that_was_answered_is_gone() -> None:
    """With its arrays, at once: nothing of it is left to the garbage collector."""
    model = Model(max_rows=8)
    gc.collect()
    gc.disable()
    try:
        inputs = [np.array([float(row)], np.float32) for row in range(3)]
        left = [weakref.ref(each) for each in inputs]
        deadlines_s = (1e9, 1e6, 1e9)
        found = await asyncio.gather(*[
            model.batcher.run(model.call, {"x": each}, deadline_s=deadline_s)
            for each, deadline_s in zip(inputs, deadlines_s, strict=True)
        ])  # fmt: skip
        del inputs, found
        await asyncio.sleep(0)
        assert [each() for each in left] == [None] * 3
    finally:
        gc.enable()


@jumping
async def test_allowed_sizes() -> None:
    """V-35: Batches are filled up, and the answers have the rows that were asked for."""
    model = Model(**STRICT, allowed_rows=(2, 4))
    assert await model.ask(5) == [6]
    assert list(await asyncio.gather(model.ask(1, 2), model.ask(3))) == [[2, 3], [4]]
    assert model.batches == [[5, 5], [1, 2, 3, 3]]


@jumping
async def test_splitting() -> None:
    """V-37, V-38: A large request lies in several batches, the first of which may be open already."""
    model = Model(num_executors=4, timeout_s=0.3, is_adaptive=False)
    assert await model.ask(*range(10)) == list(range(1, 11))
    assert sorted(map(len, model.batches)) == [2, 4, 4]
    model.ran.clear()
    assert list(await asyncio.gather(model.ask(1, 2, 3), model.ask(4, 5))) == [[2, 3, 4], [5, 6]]
    assert model.batches == [[1, 2, 3, 4], [5]]


@jumping
async def test_a_full_queue_refuses_at_once() -> None:
    """V-39: One runs and two wait; the fourth is refused."""
    model = Model(**STRICT, max_queued_batches=2)
    asked = [asyncio.create_task(model.ask(*[row] * 4, after_s=row / 10)) for row in range(3)]
    with pytest.raises(errors.UnavailableError, match="currently 2 batches enqueued and max_enqueued_batches is 2"):
        await model.ask(1, 1, 1, 1, after_s=0.9)
    assert asyncio.get_running_loop().time() == pytest.approx(0.9)
    await asyncio.gather(*asked)
    assert model.events.told == [("rejected", "full")]


@jumping
async def test_no_rows() -> None:
    """V-40: They are answered without a run; a scalar has none."""
    model = Model()
    assert await model.ask() == [] and not model.ran
    with pytest.raises(errors.InvalidArgumentError, match="at least one dimension"):
        await model.batcher.run(model.call, {"x": np.array(1.0)})


@jumping
async def test_strangers_of_other_shapes() -> None:
    """V-41: They share no batch, unless inputs are padded; under TensorFlow Serving's rules both fail."""
    model = Model()
    one, two = model.ask([1, 2]), model.ask([3])  # type: ignore[arg-type]
    assert list(await asyncio.gather(one, two)) == [[2, 3], [4]]
    assert model.batches == [[1, 2], [3]]
    model = Model(pad_inputs=True)
    await asyncio.gather(model.ask([1, 2]), model.ask([3]))  # type: ignore[arg-type]
    assert model.batches == [[1, 2, 3, 3]]
    model = Model(**STRICT)
    one, two = model.ask([1, 2]), model.ask([3])  # type: ignore[arg-type]
    for outcome in await asyncio.gather(one, two, return_exceptions=True):
        assert isinstance(outcome, errors.FailedPreconditionError)


@jumping
async def test_strangers_of_other_dtypes() -> None:
    """They share no batch."""
    model = Model()
    await asyncio.gather(model.ask(1), model.ask(2, dtype=np.float64))
    assert model.batches == [[1], [2]]


@jumping
async def test_a_request_that_fails_fails_alone() -> None:
    """V-42: Those that shared its batch are answered."""
    model = Model()
    outcomes = await asyncio.gather(model.ask(1), model.ask(-1), model.ask(2), return_exceptions=True)
    assert outcomes[0] == [2] and outcomes[2] == [3]
    assert isinstance(outcomes[1], errors.InvalidArgumentError)
    assert model.batches == [[1, -1, 2], [1], [-1], [2]]
    assert model.events.told == [("alone",)] * 3


@jumping
async def test_under_strict_rules_all_fail_each_with_an_error_of_its_own() -> None:
    """As in TensorFlow Serving."""
    model = Model(**STRICT)
    first, second = await asyncio.gather(model.ask(1), model.ask(-1), return_exceptions=True)
    assert isinstance(first, errors.InvalidArgumentError) and isinstance(second, errors.InvalidArgumentError)
    assert first is not second


@jumping
async def test_outputs_without_a_row_for_each() -> None:
    """Are an error of the model, which no guess hides."""
    with pytest.raises(errors.FailedPreconditionError, match="0th dimension"):
        await Model().ask(99, 1)


@jumping
async def test_a_cancelled_request_leaves_the_queue() -> None:
    """V-43: It is never run."""
    model = Model()
    first = asyncio.create_task(model.ask(1))
    waiting = asyncio.create_task(model.ask(2, after_s=0.1))
    await asyncio.sleep(0.5)
    assert model.batcher.num_rows == 1
    waiting.cancel()
    await asyncio.wait([waiting])
    assert model.batcher.num_rows == 0
    assert await first == [2]
    assert model.batches == [[1]] and model.events.told == [("cancelled", "queue")]


@jumping
async def test_a_batch_that_nobody_waits_for_is_cancelled() -> None:
    """V-43: And not before the last has left."""
    model = Model()
    first, second = asyncio.create_task(model.ask(1)), asyncio.create_task(model.ask(2))
    await asyncio.sleep(0.2)
    first.cancel()
    assert await second == [3] and model.ended == 1
    both = [asyncio.create_task(model.ask(row)) for row in (1, 2)]
    await asyncio.sleep(0.2)
    for task in both:
        task.cancel()
    await asyncio.wait(both)
    await asyncio.sleep(RUN_S)
    assert model.ended == 1 and len(model.ran) == 2
    assert await model.ask(5) == [6]


@jumping
async def test_deadlines() -> None:
    """V-43: In the queue and while a batch runs; what the others asked for goes on."""
    model = Model()
    first = asyncio.create_task(model.ask(1))
    with pytest.raises(errors.DeadlineExceededError, match=r"deadline, 0.4 s, passed while waiting for a batch"):
        await model.ask(2, after_s=0.1, deadline_s=0.5)
    assert asyncio.get_running_loop().time() == 0.5
    assert await first == [2]
    third = asyncio.create_task(model.ask(3))
    with pytest.raises(errors.DeadlineExceededError, match="passed while its batch ran"):
        await model.ask(4, deadline_s=asyncio.get_running_loop().time() + 0.3)
    assert await third == [4]
    assert [sorted(rows) for rows in model.batches] == [[1], [3, 4]]


@jumping
async def test_deadlines_under_strict_rules() -> None:
    """The queue's has another class."""
    model = Model(**STRICT)
    first = asyncio.create_task(model.ask(1))
    with pytest.raises(errors.ResourceExhaustedError, match=r"Run\(\) timeout exceeded while waiting in batching"):
        await model.ask(2, after_s=0.1, deadline_s=0.5)
    await first


@jumping
async def test_a_window_ends_early_enough_for_a_deadline() -> None:
    """Once it is known how long a batch takes."""
    model = Model(timeout_s=5.0)
    for _ in range(30):  # a busy server, which waits
        await asyncio.gather(*[model.ask(row) for row in range(4)])
    lane_free_s = asyncio.get_running_loop().time()
    assert await model.ask(1, deadline_s=lane_free_s + 1.5) == [2]


@jumping
async def test_the_queues_own_time() -> None:
    """Who waits longer is refused, or goes behind those who do not."""
    model = Model(max_rows=1, queue=QueuePolicy(timeout_s=0.5))
    first = asyncio.create_task(model.ask(1))
    with pytest.raises(errors.DeadlineExceededError, match=r"as long as it may, 0\.5 s"):
        await model.ask(2, after_s=0.1)
    await first
    model = Model(max_rows=1, queue=QueuePolicy(timeout_s=0.5, on_timeout="delay"))
    await asyncio.gather(model.ask(1), model.ask(2, after_s=0.1), model.ask(3, after_s=0.7))
    assert model.batches == [[1], [3], [2]]


@jumping
async def test_priorities() -> None:
    """V-48: Level 1 goes first under load, and level 2 still gets on."""
    model = Model(max_rows=1, num_priorities=2, max_queued_batches=100)
    low = [model.ask(row, after_s=0.01, level=2) for row in (101, 102)]
    high = [model.ask(row, after_s=0.01 + row / 4, level=1) for row in range(12)]
    await asyncio.gather(model.ask(100, level=1), *low, *high)
    order = [rows[0] for rows in model.batches]
    assert order.index(1) < order.index(101) and order.index(102) < order.index(11)
    with pytest.raises(errors.InvalidArgumentError, match="priority 3 is none of the 2 levels"):
        await model.ask(1, level=3)


@jumping
async def test_order_of_answers() -> None:
    """V-49: Kept across executors, also when one in the middle leaves."""
    model = Model(num_executors=3, max_rows=1, preserves_order=True)
    answered: list[float] = []

    async def ask(row: float) -> None:
        await model.ask(row)
        answered.append(row)

    original = model.call.run

    async def slow_first(inputs: Mapping[str, np.ndarray], deadline_s: float) -> Mapping[str, np.ndarray]:
        await asyncio.sleep(5.0 if inputs["x"][0] == 0 else 0.0)
        return await original(inputs, deadline_s)

    model.call = Call("f", ("y",), slow_first, model.call.empty)
    asked = [asyncio.create_task(ask(row)) for row in range(4)]
    await asyncio.sleep(3.0)
    assert answered == []
    asked[1].cancel()
    await asyncio.wait(asked)
    assert answered == [0, 2, 3]


@jumping
async def test_lanes_take_turns() -> None:
    """One with many requests does not keep others waiting, and none is remembered behind its last request."""
    model = Model(max_rows=1, max_queued_batches=100)
    other = Call("g", ("y",), model.call.run, model.call.empty)
    many = [model.ask(row) for row in range(6)]
    one = model.batcher.run(other, {"x": np.array([50.0], np.float32)})
    await asyncio.gather(*many, one)
    assert [rows[0] for rows in model.batches].index(50) <= 2
    assert not model.batcher._lanes and not model.executors._lanes


@jumping
async def test_hurry() -> None:
    """What waits for others runs at once, and so does what comes later."""
    model = Model(timeout_s=50.0, is_adaptive=False)
    asked = asyncio.create_task(model.ask(1))
    await asyncio.sleep(1.0)
    model.executors.hurry()
    assert await asked == [2] and await model.ask(2) == [3]
    assert asyncio.get_running_loop().time() == 3.0


@pytest.mark.parametrize("seed", range(30))
@jumping
async def test_each_request_gets_its_own_rows(seed: int) -> None:
    """Random sizes, times, shapes, failures, cancellations and deadlines: right, or the error that it asked for."""
    chosen = random.Random(seed)
    settings = {"splits": chosen.random() < 0.5, "is_adaptive": chosen.random() < 0.5}
    sizes = () if chosen.random() < 0.5 else (2, 4)
    model = Model(
        chosen.randint(1, 3), **settings, timeout_s=chosen.choice([0.0, 0.5]), max_queued_batches=1000,
        allowed_rows=sizes, preserves_order=chosen.random() < 0.3,
    )  # fmt: skip

    async def ask(number: int) -> None:
        rows = [float(number)] * chosen.randint(1, 4)
        fails, after_s = chosen.random() < 0.1, chosen.random() * 10
        if fails:
            rows[-1] = -1.0
        asked = asyncio.create_task(model.ask(*rows, after_s=after_s))
        if chosen.random() < 0.2:
            await asyncio.sleep(chosen.random() * 12)
            asked.cancel()
        (outcome,) = await asyncio.gather(asked, return_exceptions=True)
        if isinstance(outcome, BaseException):
            assert isinstance(outcome, asyncio.CancelledError) or (fails and "negative" in str(outcome)), outcome
        else:
            assert not fails and outcome == [row + 1 for row in rows]

    await asyncio.gather(*map(ask, range(60)))
    assert model.batcher.num_rows == 0 and not model.batcher._lanes


# ---- requests that are there already, and come one by one
async def _one_by_one(model: Model, *, turns_between: int = 2, settle_turns: int = 3) -> None:
    """Four requests, each some turns of the event loop behind the one before."""
    asking = []
    for row in range(4):
        asking.append(asyncio.ensure_future(model.ask(row, settle_turns=settle_turns)))
        for _ in range(turns_between):
            await asyncio.sleep(0)
    assert await asyncio.gather(*asking) == [[row + 1.0] for row in range(4)]


@jumping
async def test_batches_wait_some_turns_for_requests_that_come_one_by_one() -> None:
    """But no time: the batch begins when it begins for a lone one."""
    model = Model(max_rows=8)
    await _one_by_one(model)
    assert model.ran == [(0.0, [0.0, 1.0, 2.0, 3.0])]


@jumping
async def test_batches_wait_for_no_more_turns_than_they_are_told_to() -> None:
    """The first of those that come more seldom, or bring no number of turns, runs alone."""
    for how in ({"turns_between": 9}, {"settle_turns": 0}):
        model = Model(max_rows=8)
        await _one_by_one(model, **how)
        assert model.batches == [[0.0], [1.0, 2.0, 3.0]]


@jumping
async def test_full_batches_do_not_wait_for_requests_that_come_one_by_one() -> None:
    model = Model(num_executors=9, max_rows=2)
    await _one_by_one(model, settle_turns=50)
    assert model.ran == [(0.0, [0.0, 1.0]), (0.0, [2.0, 3.0])]


@jumping
async def test_nothing_waits_for_turns_when_the_server_stops_or_is_strict() -> None:
    """Nor beyond its time."""
    model = Model(max_rows=8)
    asking = asyncio.ensure_future(model.ask(1, settle_turns=10**9))
    await asyncio.sleep(0)
    model.executors.hurry()
    assert await asking == [2.0]
    strict = Model(max_rows=8, **STRICT)
    assert await strict.ask(1, settle_turns=10**9) == [2.0]


def test_a_batch_waits_for_turns_as_long_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where requests never end."""
    monkeypatch.setattr(batcher, "MAX_SETTLE_S", 0.0)

    @jumping
    async def look() -> None:
        assert await Model(max_rows=8).ask(1, settle_turns=10**9) == [2.0]

    look()
