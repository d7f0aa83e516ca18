"""Functions whose calls at the same time become one."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.serving import Batching, batched
from tests.serving.models import floats

Seen = list[list[float]]


async def test_calls_of_one_turn_are_one() -> None:
    """Each gets its own rows."""
    seen: Seen = []

    @batched(Batching(max_rows=8))
    async def double(x: Any) -> Any:
        """Doubles."""
        seen.append(x.tolist())
        return 2 * x

    found = await asyncio.gather(double(floats(1)), double(floats(2, 3)), double([4.0]))
    assert [each.tolist() for each in found] == [[2], [4, 6], [8]]
    assert seen == [[1, 2, 3], [4]]  # Python's floats are of another dtype
    assert double.__doc__ == "Doubles."


async def test_plain_functions_run_on_threads() -> None:
    """By position and by name, with a tuple or a dict of results."""

    @batched()
    def both(x: Any, *, y: Any) -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return x + y, x * y

    @batched()
    def named(x: Any) -> Any:
        return {"a": x, "b": -x}

    total, product = await both(floats(1, 2), y=floats(3, 4))
    assert (total.tolist(), product.tolist()) == ([4, 6], [3, 8])
    assert {name: array.tolist() for name, array in (await named(floats(1))).items()} == {"a": [1], "b": [-1]}


async def test_callables_of_sessions() -> None:
    """A graph runs once for all."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None])
        y = x * 2
    async with tf.Session(graph=graph) as session:
        double = batched(Batching(max_rows=8))(session.make_callable(y, [x]))
        found = await asyncio.gather(*(double(floats(value)) for value in range(5)))
        assert [each.tolist() for each in found] == [[0], [2], [4], [6], [8]]
        assert session.statistics().succeeded == 1


class Scorer:
    """Has a method that is batched."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self.num_calls = 0

    @batched(Batching(max_rows=8))
    async def score(self, x: Any) -> Any:
        """Scores."""
        self.num_calls += 1
        return self.factor * x


async def test_methods() -> None:
    """Of each object by itself."""
    first, second = Scorer(2), Scorer(3)
    found = await asyncio.gather(first.score(floats(1)), first.score(floats(2)), second.score(floats(1)))
    assert [each.tolist() for each in found] == [[2], [4], [3]]
    assert (first.num_calls, second.num_calls) == (1, 1)


async def test_failures_are_the_call_s_own() -> None:
    """So are results without rows, and single values are refused."""
    seen: Seen = []

    @batched(Batching(max_rows=8))
    async def root(x: Any) -> Any:
        seen.append(x.tolist())
        if (x < 0).any():
            raise ValueError("negative")
        return np.sqrt(x)

    calls: list[Any] = [root(floats(4)), root(floats(-1))]
    good, bad = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(good, np.ndarray) and good.tolist() == [2]
    assert isinstance(bad, ValueError)
    assert (await root(floats())).shape == (0,)
    with pytest.raises(tf.errors.InvalidArgumentError, match="single values"):
        await root(3.0)


@pytest.mark.asyncio(loop_factories=["jumping"])
async def test_time_of_a_call() -> None:
    """It leaves the queue when its time is over, or when it is cancelled."""
    free = asyncio.Event()

    @batched(Batching(max_rows=1, max_queued_batches=100))
    async def wait(x: Any) -> Any:
        await free.wait()
        return x

    first, second = asyncio.ensure_future(wait(floats(1))), asyncio.ensure_future(wait(floats(2)))
    await asyncio.sleep(1)
    with pytest.raises(tf.errors.DeadlineExceededError):
        await wait(floats(3), timeout_s=1)
    second.cancel()
    free.set()
    assert (await first).tolist() == [1]


def test_several_loops_one_after_the_other() -> None:
    """A function outlives them."""

    @batched()
    async def double(x: Any) -> Any:
        return 2 * x

    for _ in range(2):
        assert asyncio.run(_first(double)) == [2]


async def _first(double: Any) -> Any:
    return (await double(floats(1))).tolist()
