"""Traffic: what is counted of which model, and what is kept."""
from __future__ import annotations

import asyncio

import numpy as np
import pytest

import aioflow as tf
from aioflow.serving.admin.traffic import Counts, Traffic
from aioflow.serving.lifecycle.states import State
from aioflow.serving.server.events import (
    UNKNOWN_MODEL,
    BatchingRefused,
    BatchingWaited,
    BatchRan,
    RequestEnded,
    StateChanged,
)
from aioflow.serving.server.request import Request, Response


def ended(model: str, error: BaseException | None = None, seconds: float = 0.001) -> RequestEnded:
    """A request that was answered, or failed."""
    response = Response({}, model, 1, "serving_default") if error is None else None
    return RequestEnded(Request(model, {"x": np.ones(1)}), response, error, seconds)


def test_each_event_counts_for_its_model_and_for_all() -> None:
    """Fillers are no rows; who did not wait is no failure."""
    traffic = Traffic()
    traffic.know(["a", "b"])
    fault = tf.errors.InternalError(None, None, "x")
    for event in (
        ended("a", seconds=0.004), ended("a", seconds=0.004), ended("b"), ended("a", fault),
        ended("b", asyncio.CancelledError()), BatchRan("a", 8, 3, 0.1), BatchingWaited("a", [0.2]),
        BatchingRefused("b", "full"),
    ):  # fmt: skip
        traffic.note(event)
    a, b = traffic.counts_of("a"), traffic.counts_of("b")
    assert (a.answered, a.failed, a.gone, a.refused, a.batches, a.rows) == (2, 1, 0, 0, 1, 5)
    assert (b.answered, b.failed, b.gone, b.refused, b.batches) == (1, 0, 1, 1, 0)
    assert a.latency.count == 2 and a.latency.max_s == pytest.approx(0.004) and a.waited.count == 1
    total = traffic.total()
    assert (total.answered, total.failed, total.gone, total.refused, total.rows) == (3, 1, 1, 1, 5)
    assert total.latency.count == 3


def test_models_that_do_nothing_cost_nothing() -> None:
    """Their numbers are those of the last reading; one more request, and they are read anew."""
    traffic = Traffic()
    traffic.note(ended("a"))
    first = traffic.counts()["a"]
    assert traffic.counts()["a"] is first
    traffic.note(BatchingWaited("a", [0.1]))
    assert traffic.counts()["a"].waited.count == 1
    assert traffic.counts_of("never seen") == Counts()


def test_models_that_have_gone() -> None:
    """Are forgotten, but for what all have done; a name that only failures bring is nobody's."""
    traffic = Traffic()
    traffic.know(["a"])
    traffic.note(ended("a"))
    traffic.know([])
    traffic.note(ended("a", tf.errors.NotFoundError(None, None, "gone")))
    assert set(traffic.counts()) == {UNKNOWN_MODEL} and traffic.total().answered == 1
    assert [(each.model, each.code) for each in traffic.failures()] == [(UNKNOWN_MODEL, "NOT_FOUND")]


def test_what_comes_last_is_kept() -> None:
    """Of kinds of failures, and of changes of states."""
    traffic = Traffic()
    traffic.know(["a"])
    for number in range(80):
        error = tf.errors.InternalError(None, None, "m" * 5000).at_node(f"node{number}")
        traffic.note(ended("a", error))
        traffic.note(StateChanged("a", number, State.AVAILABLE))
    failures = traffic.failures()
    assert len(failures) == 50 and {each.node for each in failures} == {f"node{number}" for number in range(30, 80)}
    assert all(len(each.message) <= 600 for each in failures)
    assert [change.version for change in traffic.changes] == list(range(30, 80))
    traffic.note(ended("a", ValueError("what a bug says")))
    assert traffic.failures()[0].code == "ValueError"
