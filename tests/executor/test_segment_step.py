"""A step that is one call on a thread: it is stopped, fails and ends as any other, whenever the thread comes."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.lock_share import LockShare
from aioflow.executor.program import OnThread
from aioflow.executor.segment_step import SegmentStep
from aioflow.executor.segments.plan import ViewPlan
from aioflow.framework.kernels import CallFrame, StepContext
from tests.executor.views import signature_view

pytestmark = pytest.mark.usefixtures("default_graph")


class OneTask:
    """In place of a `PoolRun`: keeps the task until the test runs it."""

    def __init__(self, refusal: errors.OpError | None = None) -> None:
        self.task: Callable[[], Any] | None = None
        self._refusal = refusal

    @property
    def pool(self) -> object:
        """See `PoolRun.pool`."""
        return self

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """See `PoolRun.submit`."""
        if self._refusal is not None:
            raise self._refusal
        self.task = lambda: function(*args)

    submit_alone = submit_last = submit_apart = submit

    def withdraw(self) -> None:
        """See `PoolRun.withdraw`."""

    def sibling(self) -> OneTask:
        """See `PoolRun.sibling`."""
        return self

    def run(self) -> None:
        """Does the task as a worker does: the end is told of behind it."""
        assert self.task is not None
        tell_end = self.task()
        if tell_end is not None:
            tell_end()


class Watched:
    """A step, and how often its end was told."""

    def __init__(self, value: Any, pool: OneTask | None, timeout_s: float | None = None) -> None:
        x = tf.placeholder(tf.int32, [], name="x")
        plan = ViewPlan(signature_view([tf.math.floordiv(tf.constant(12), x, name="quotient")], [x]))
        plan.mode = "always"
        plan.make_segments()
        assert plan.only_segment is not None
        self.context = StepContext(1, CallFrame([np.int32(value)], 1), pool)
        if timeout_s is not None:
            self.context.deadline_s = time.monotonic() + timeout_s
        self.choice = OnThread(plan.only_segment, plan.only_segment.stats, LockShare())
        self.step = SegmentStep(self.choice, self.context)
        self.num_ends = 0
        self.step.call_at_end(self._note_end)
        self.step.start()

    def _note_end(self) -> None:
        self.num_ends += 1

    def results(self) -> list[Any]:
        """The results of the step, which has ended once."""
        assert self.step.ended and self.num_ends == 1
        self.step.raise_error()
        return self.context.call_frame.take_results()


def test_on_a_thread() -> None:
    """The end is told when the thread is free again, and the time is noted."""
    pool = OneTask()
    watched = Watched(5, pool)
    num_before = watched.choice.step_stats.is_measured
    assert not watched.step.ended and not watched.step.pending_nodes() and num_before
    pool.run()
    assert watched.results() == [2]


def test_without_threads() -> None:
    """A step that has no pool has ended when it has started."""
    assert Watched(5, None).results() == [2]


def test_a_node_fails() -> None:
    """The error is that of the node."""
    pool = OneTask()
    watched = Watched(0, pool)
    pool.run()
    with pytest.raises(errors.InvalidArgumentError, match="zero") as caught:
        watched.results()
    assert caught.value.node_name == "quotient"


def test_stopped_before_a_thread_comes() -> None:
    """It ends at once, and the thread that comes later finds nothing to do."""
    pool = OneTask()
    watched = Watched(5, pool)
    watched.step.stop(errors.cancelled("enough"))
    watched.step.stop(errors.cancelled("once more"))
    assert watched.num_ends == 1
    pool.run()
    with pytest.raises(errors.CancelledError, match="enough"):
        watched.results()


def test_stopped_at_work() -> None:
    """It ends when the thread has left it, with the error that it was stopped with."""
    pool = OneTask()
    watched = Watched(5, pool)

    def stop(*_: Any) -> None:
        assert watched.step.pending_nodes() == [watched.choice.item.name]
        assert watched.step.running_nodes() == [(watched.choice.item.name, watched.choice.item.op.type)]
        watched.step.stop(errors.cancelled("in the midst"))
        assert not watched.step.ended

    watched.choice.item.code.call = stop
    pool.run()
    assert not watched.step.running_nodes()
    with pytest.raises(errors.CancelledError, match="in the midst"):
        watched.results()


def test_an_error_behind_the_stop() -> None:
    """What fails because the step was stopped does not hide why it was."""
    pool = OneTask()
    watched = Watched(5, pool)

    def fail(*_: Any) -> None:
        watched.step.stop(errors.deadline_exceeded("late"))
        raise errors.internal("torn down")

    watched.choice.item.code.call = fail
    pool.run()
    with pytest.raises(errors.DeadlineExceededError, match="late"):
        watched.results()


def test_a_deadline_that_has_passed_before_a_thread_comes() -> None:
    """Nothing is computed for a caller who has been told that it is too late."""
    pool = OneTask()
    watched = Watched(5, pool, timeout_s=-1.0)

    def never(*_: Any) -> None:
        raise AssertionError("computed")

    watched.choice.item.code.call = never
    pool.run()
    with pytest.raises(errors.DeadlineExceededError):
        watched.results()


def test_a_pool_that_takes_nothing() -> None:
    """The step ends with the pool's error."""
    with pytest.raises(errors.CancelledError, match="closed"):
        Watched(5, OneTask(errors.cancelled("thread pool 'p' is closed"))).results()
