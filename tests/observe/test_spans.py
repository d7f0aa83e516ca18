"""Spans are made where a program has set a provider of OpenTelemetry, with parents, links, times and ends."""
from __future__ import annotations

import sys

import pytest

from aioflow import errors
from aioflow.observe import spans
from tests.observe.span_recorder import recorder, trace


def test_nothing_without_a_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    """O-23: no span is made then, nor where the API is not imported, which no program is made to do."""
    assert spans.recording_tracer() is None
    monkeypatch.setattr(trace, "get_tracer_provider", trace.NoOpTracerProvider)
    assert spans.recording_tracer() is None
    monkeypatch.delitem(sys.modules, "opentelemetry.trace")
    assert spans.recording_tracer() is None


def test_parents_and_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """The current span is the parent unless another context is given; what has ended already has its own times."""
    found = recorder(monkeypatch)
    tracer = spans.recording_tracer()
    assert tracer is not None
    outer = spans.begin(tracer, "outer", is_server=True, attributes={"a": 1})
    with spans.current(outer), spans.current(spans.begin(tracer, "inner", links=[outer])):
        pass
    spans.add(tracer, "past", spans.context_with(outer), 5, 7)
    first, inner, past = found.spans
    assert first.parent is None and first.kind is trace.SpanKind.SERVER and first.attributes == {"a": 1}
    assert inner.parent == past.parent == first.get_span_context()
    assert inner.links == [first.get_span_context()]
    assert (past.start_ns, past.end_ns) == (5, 7)
    assert [span.num_ends for span in found.spans] == [1, 1, 1]


def test_contexts_that_come_and_go_in_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As W3C's traceparent; what is none counts for nothing."""
    found = recorder(monkeypatch)
    sent = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
    span = spans.begin(found, "remote", spans.context_of(sent))
    assert found.spans[0].parent.trace_id == 0x0AF7651916CD43DD8448EB211C80319C
    _, trace_id, span_id, _ = spans.headers_of(span)["traceparent"].split("-")
    assert trace_id == "0af7651916cd43dd8448eb211c80319c" and int(span_id, 16) == span.get_span_context().span_id
    spans.begin(found, "lost", spans.context_of({"traceparent": "nonsense"}))
    assert found.spans[1].parent is None
    with spans.current(span):
        spans.begin(found, "own", spans.context_of({}))
    assert found.spans[2].parent == span.get_span_context()


@pytest.mark.parametrize(("error", "kind"), [
    (errors.invalid_argument("no"), "INVALID_ARGUMENT"), (ValueError("no"), "ValueError"),
])  # fmt: skip
def test_failures(monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str) -> None:
    """O-23: a failure is the span's status, and its kind an attribute of few values."""
    found = recorder(monkeypatch)
    with pytest.raises(type(error)), spans.current(spans.begin(found, "failing")):
        raise error
    (span,) = found.spans
    assert span.attributes["error.type"] == kind
    assert span.status.status_code is trace.StatusCode.ERROR and "no" in span.status.description
