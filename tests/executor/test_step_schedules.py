"""A step whose pool is the test: tasks run in a seeded order, also in the midst of kernels, as on threads at once."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.executor import Executor
from aioflow.executor.segments.plan import ViewPlan
from aioflow.executor.step import Step
from aioflow.passes.prune import prune
from aioflow.testing import Reference

SEEDS = range(30)
MAX_NESTING = 8

pytestmark = pytest.mark.asyncio(loop_factories=["asyncio"])


class ManualPool:
    """In place of a `PoolRun`: keeps tasks until one is to run.

    Attributes:
        step: The step that they belong to, once it has started.
        num_started: How many kernels have started.
        num_late: How many of them when the step had been stopped.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.tasks: list[Callable[[], Any]] = []
        self.step: Step | None = None
        self.num_started = self.num_late = 0
        self._nesting = 0

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """See `PoolRun.submit`."""
        self.tasks.append(lambda: function(*args))

    submit_alone = submit_last = submit_apart = submit

    def withdraw(self) -> None:
        """See `PoolRun.withdraw`."""

    @property
    def pool(self) -> object:
        """Itself."""
        return self

    def sibling(self) -> ManualPool:
        """See `PoolRun.sibling`."""
        return self

    def run_one(self) -> None:
        """Runs one of the tasks."""
        task = self.tasks.pop(self.random.randrange(len(self.tasks)))
        tell_end = task()
        if tell_end is not None:
            tell_end()

    def _note_start(self) -> None:
        self.num_started += 1
        self.num_late += self.step is not None and self.step.is_stopping

    def in_kernel(self, value: Any) -> Any:
        """What a kernel does: nothing, or it is slow, so that others run meanwhile."""
        self._note_start()
        while self.tasks and self._nesting < MAX_NESTING and self.random.random() < 0.4:
            self._nesting += 1
            self.run_one()
            self._nesting -= 1
        return value

    async def in_coroutine(self, value: Any) -> Any:
        """What a waiting kernel does."""
        self._note_start()
        while self.random.random() < 0.5:
            await asyncio.sleep(0)
        return value

    def node(self, value: Any) -> tf.Tensor:
        """A node that hands `value` on."""
        function, build = self.random.choice([(self.in_kernel, tf.py_func), (self.in_coroutine, tf.async_py_func)])
        result: tf.Tensor = build(function, [value], tf.int32)  # type: ignore[operator]
        result.set_shape([])
        return result

    def failing(self, value: Any) -> tf.Tensor:
        """A node that fails after others have run, perhaps."""

        def fail(array: Any) -> Any:
            self.in_kernel(array)
            raise ValueError("on purpose")

        result: tf.Tensor = tf.py_func(fail, [value], tf.int32)
        result.set_shape([])
        return result


def nested_loops(pool: ManualPool, x: tf.Tensor) -> tf.Tensor:
    """Loops in loops, and branches in them."""

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        inner = tf.while_loop(lambda j: j < i, lambda j: pool.node(j) + 1, [tf.constant(0)], parallel_iterations=2)
        return i + 1, total + tf.cond(i % 2 < 1, lambda: pool.node(inner), lambda: inner * 10)

    start = [tf.constant(0), tf.constant(0)]
    last: tf.Tensor = tf.while_loop(lambda i, t: i < x, body, start, parallel_iterations=2)[1]
    return last


def wide(pool: ManualPool, x: tf.Tensor) -> tf.Tensor:
    """Nodes side by side, in three layers."""
    layer = [pool.node(x + i) for i in range(5)]
    layer = [pool.node(a + b) for a, b in pairwise(layer)]
    return tf.add_n([pool.node(value) for value in layer])


WANTED = {nested_loops: 0 + 10 + 2 + 30, wide: 2 * (4 + 5 + 6 + 7) + 4}
shapes = pytest.mark.parametrize("build", WANTED, ids=lambda build: build.__name__)


async def run(
    build: Callable[[ManualPool, tf.Tensor], tf.Tensor], seed: int, fails: bool = False, stop_at: int | None = None
) -> tuple[Step, list[Any]]:
    """Runs a step to its end; checks that it ended once, and that its counts are right then.

    Args:
        build: Makes the graph.
        seed: Decides everything.
        fails: Whether a node fails.
        stop_at: At which move the step is stopped.

    Returns:
        The step, and what it computed.
    """
    pool = ManualPool(Random(seed))
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.int32, [])
        fetches = [build(pool, x)] + ([pool.failing(pool.node(x))] if fails else [])
    reference = Reference(graph)
    pruned = prune(graph, [x], fetches, [])
    context = reference.context(pruned, [np.int32(4)], len(fetches))
    context.pool = pool
    ends: list[str] = []
    step = pool.step = Executor(reference.view(pruned)).start(context)
    step.call_at_end(lambda: ends.append("end"))
    for move in range(100_000):
        if step.ended:
            break
        if move == stop_at:
            step.stop(errors.cancelled("stopped"))
        elif pool.tasks and pool.random.random() < 0.7:
            pool.run_one()
        else:
            await asyncio.sleep(0)
    assert step.ended, "the step does not come to an end"
    assert not pool.num_late, "kernels started after the step was stopped"
    num_started = pool.num_started
    while pool.tasks:  # what was handed to the pool before the step was stopped
        pool.run_one()
    await asyncio.sleep(0)
    assert ends == ["end"] and pool.num_started == num_started
    step.check_rest()
    assert step.error is not None or not step.is_stopping
    context.clean_up()
    return step, context.call_frame.results


@pytest.fixture(autouse=True)
def node_by_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments have no choices."""
    monkeypatch.setattr(ViewPlan, "mode", "off")


@shapes
async def test_orders(build: Any) -> None:
    """Whatever the order, and whatever runs meanwhile, a step computes the same, and ends once."""
    for seed in SEEDS:
        step, results = await run(build, seed)
        assert step.error is None and results == [WANTED[build]], f"seed {seed}"


@shapes
async def test_failures(build: Any) -> None:
    """When a node fails nothing starts any more, and the step ends once, with its error."""
    for seed in SEEDS:
        step, _ = await run(build, seed, fails=True)
        assert isinstance(step.error, errors.InvalidArgumentError), f"seed {seed}"
        assert "on purpose" in step.error.message


@shapes
async def test_stops(build: Any) -> None:
    """The same for a step that is stopped at any move, with a failing node or without."""
    for seed in SEEDS:
        step, results = await run(build, seed, fails=seed % 2 > 0, stop_at=seed)
        assert step.error is not None or results == [WANTED[build]], f"seed {seed}"
