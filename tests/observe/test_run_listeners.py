"""Spans of runs, and records for `logging`."""
from __future__ import annotations

import logging

import pytest

import aioflow as tf
from aioflow.observe import export_spans, log_runs, spans
from tests.observe.span_recorder import recorder, trace


async def test_a_span_for_each_run(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """O-23: a run is one span of the caller's trace, with its times; a failure has its code."""
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.py_func(lambda value: value + 1, [x], tf.float32, name="y")
    failing = tf.Assert(tf.constant(False), ["no"], name="failing")
    found = recorder(monkeypatch)
    tracer = spans.recording_tracer()
    assert tracer is not None
    request = spans.begin(tracer, "request")
    with export_spans(session), spans.current(request):
        await session.run(y, {x: 1.0})
        with pytest.raises(tf.errors.InvalidArgumentError):
            await session.run(failing)
    await session.run(y, {x: 1.0})  # nobody exports any more
    _, run, failed = found.spans
    assert run.name == "aioflow.run y(x)" and run.kind is trace.SpanKind.INTERNAL
    assert run.parent == failed.parent == request.get_span_context()
    times = [time or 0 for each in (run, failed) for time in (each.start_ns, each.end_ns)]
    assert times == sorted(times) and times[0] > 0
    assert run.attributes["aioflow.session.name"] == session.statistics().name
    assert run.attributes["aioflow.queue.wait_s"] > 0 and run.attributes["aioflow.pool"]
    assert run.attributes["aioflow.run.id"] < failed.attributes["aioflow.run.id"]
    assert failed.attributes["error.type"] == "INVALID_ARGUMENT" and "error.type" not in run.attributes


async def test_no_span_without_a_provider(session: tf.Session) -> None:
    """Where nobody records spans, none is made."""
    y = tf.constant(1.0) + 1.0
    with export_spans():
        assert await session.run(y) == 2


async def test_log_records(session: tf.Session, caplog: pytest.LogCaptureFixture) -> None:
    """Failing and slow runs are warnings with fields of their own, others are for those who debug."""
    y = tf.add(tf.constant(1.0), 1.0, name="y")
    failing = tf.Assert(tf.constant(False), ["no"], name="failing")
    caplog.set_level(logging.DEBUG, "aioflow.runs")
    with log_runs(session), pytest.raises(tf.errors.InvalidArgumentError):
        await session.run(y)
        await session.run(failing)
    with log_runs(session, slower_than_s=0.0):
        await session.run(y)
    fine, failed, slow = caplog.records
    assert [record.levelname for record in caplog.records] == ["DEBUG", "WARNING", "WARNING"]
    assert {record.name for record in caplog.records} == {"aioflow.runs"}
    fields = vars(failed)
    assert (fields["outcome"], fields["node"], fields["session"]) == (
        "INVALID_ARGUMENT", "failing", session.statistics().name,
    )  # fmt: skip
    assert vars(fine)["run"] < fields["run"] < vars(slow)["run"] and vars(slow)["seconds"] > 0
    assert "failed with INVALID_ARGUMENT" in failed.getMessage() and vars(fine)["signature"] == "y()"
    caplog.clear()
    caplog.set_level(logging.WARNING, "aioflow.runs")
    with log_runs(session):
        await session.run(y)
    assert not caplog.records
