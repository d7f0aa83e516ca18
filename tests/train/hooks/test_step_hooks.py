"""Hooks that look at the global step."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.testing import JumpingLoop


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


async def steps(step: Any, *hooks: tf.train.SessionRunHook) -> int:
    """Runs until a hook stops; returns how many runs that were."""
    number = 0
    async with tf.train.MonitoredSession(hooks=hooks) as session:
        while not session.should_stop():
            await session.run(step)
            number += 1
    return number


async def test_stops_at_a_step() -> None:
    """After a number of steps, or at a step; the step is that behind the update."""
    step = tf.train.get_or_create_global_step().assign_add(1)
    assert await steps(step, tf.train.StopAtStepHook(num_steps=3)) == 3
    assert await steps(step, tf.train.StopAtStepHook(last_step=4)) == 4


async def test_the_end_is_fixed_once() -> None:
    """After a loss the training goes to the end that was counted from its beginning."""
    counted = tf.train.get_or_create_global_step()
    step, begin = counted.assign_add(1), counted.assign(10)
    starts = iter([0, 10])

    async def init_fn(scaffold: Any, session: Any) -> None:
        if next(starts):
            await session.run(begin)

    class LostOnce(tf.train.SessionRunHook):
        lost = False

        def after_run(self, run_context: Any, run_values: Any) -> None:
            if not self.lost:
                self.lost = True
                raise errors.AbortedError(None, None, "lost")

    creator = tf.train.ChiefSessionCreator(tf.train.Scaffold(init_fn=init_fn))
    hooks = [tf.train.StopAtStepHook(num_steps=3), LostOnce()]
    async with tf.train.MonitoredSession(creator, hooks) as session:
        assert await session.run(step) == 11
        assert session.should_stop()


def test_arguments() -> None:
    """S-110: just one end is given; and there must be a global step."""
    with pytest.raises(ValueError, match=r"One of num_steps or last_step must be specified\."):
        tf.train.StopAtStepHook()
    with pytest.raises(ValueError, match=r"Only one of num_steps or last_step can be specified\."):
        tf.train.StopAtStepHook(1, 1)
    for hook in (tf.train.StopAtStepHook(1), tf.train.GlobalStepWaiterHook(1), tf.train.StepCounterHook()):
        with pytest.raises(RuntimeError, match=f"Global step should be created to use {type(hook).__name__}."):
            hook.begin()


async def test_a_step_that_stands_still(caplog: pytest.LogCaptureFixture) -> None:
    """T-142: the counter says that a global step does not grow; one that grows is counted."""
    step = tf.train.get_or_create_global_step()
    grow, stay = step.assign_add(1), tf.no_op()
    with caplog.at_level(logging.INFO, "aioflow"):
        async with tf.train.MonitoredSession(hooks=[tf.train.StepCounterHook(every_n_steps=1)]) as session:
            for op in (grow, grow, *[stay] * 12):
                await session.run(op)
    texts = [record.getMessage() for record in caplog.records if "step" in record.name or "hooks" in record.name]
    assert any(text.startswith("global_step/sec: ") for text in texts)
    warnings = [text for text in texts if "has not been increased" in text]
    assert warnings and warnings[0].startswith(
        "It seems that global step (tf.train.get_global_step) has not been increased. Current value (could be stable): "
    )


def test_waits_for_a_step() -> None:
    """The first run waits until others have come so far; later ones do not."""
    counted = tf.train.get_or_create_global_step()
    forward, step = counted.assign_add(2000), counted.assign_add(1)

    async def main() -> list[float]:
        clock = asyncio.get_running_loop().time
        times = []
        async with tf.train.MonitoredSession(hooks=[tf.train.GlobalStepWaiterHook(4000), Raw()]) as session:
            task = asyncio.create_task(session.run(step))
            for _ in range(2):
                await asyncio.sleep(10)
                await Raw.session.run(forward)
            assert await task == 4001
            times.append(clock())
            await session.run(step)
            times.append(clock())
        return times

    class Raw(tf.train.SessionRunHook):
        session: Any

        def after_create_session(self, session: Any, coord: Any) -> None:
            Raw.session = session

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        first, second = runner.run(main())
    assert 20 <= first <= 20.5 and second == first


async def test_waits_for_nothing() -> None:
    """A step of 0 or less holds nobody back."""
    step = tf.train.get_or_create_global_step().assign_add(1)
    assert await steps(step, tf.train.GlobalStepWaiterHook(0), tf.train.StopAtStepHook(1)) == 1
