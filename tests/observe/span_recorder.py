"""A provider of OpenTelemetry's API that keeps its spans, for tests."""
from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import pytest

trace = pytest.importorskip("opentelemetry.trace", reason="needs the extra `otel`")


@dataclasses.dataclass
class RecordedSpan(trace.Span):  # type: ignore[misc, name-defined]
    """A span that keeps what it is told.

    Attributes:
        name: Its name.
        parent: The span context that it is in; None for the first one of a trace.
        attributes: What is known of it.
        links: The span contexts of others that it is linked with.
        kind: Its kind.
        start_ns: When it began.
        end_ns: When it ended; None before that.
        status: How it ended.
    """

    name: str
    parent: Any
    attributes: dict[str, Any]
    links: list[Any]
    kind: Any
    start_ns: int | None
    end_ns: int | None = None
    status: Any = None
    num_ends: int = 0

    def __post_init__(self) -> None:
        trace_id = random.getrandbits(127) + 1 if self.parent is None else self.parent.trace_id
        self._context = trace.SpanContext(
            trace_id, random.getrandbits(63) + 1, is_remote=False, trace_flags=trace.TraceFlags(1)
        )

    def get_span_context(self) -> Any:
        return self._context

    def is_recording(self) -> bool:
        return self.end_ns is None

    def set_attribute(self, key: str, value: Any) -> None:
        self.attributes[key] = value

    def set_attributes(self, attributes: Any) -> None:
        self.attributes.update(attributes)

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.status = status

    def end(self, end_time: int | None = None) -> None:
        self.num_ends += 1
        self.end_ns = end_time or 0

    def update_name(self, name: str) -> None:
        self.name = name

    def add_event(self, name: str, attributes: Any = None, timestamp: int | None = None) -> None: ...

    def record_exception(self, *args: Any, **kwargs: Any) -> None: ...


class SpanRecorder(trace.TracerProvider, trace.Tracer):  # type: ignore[misc, name-defined]
    """Keeps all spans.

    Attributes:
        spans: In the order in which they began.
    """

    def __init__(self) -> None:
        self.spans: list[RecordedSpan] = []

    def get_tracer(self, *args: Any, **kwargs: Any) -> SpanRecorder:
        return self

    def start_span(self, name: str, context: Any = None, **how: Any) -> RecordedSpan:
        parent = trace.get_current_span(context).get_span_context()
        span = RecordedSpan(
            name, parent if parent.is_valid else None, dict(how.get("attributes") or {}),
            [link.context for link in how.get("links") or ()], how.get("kind"), how.get("start_time"),
        )  # fmt: skip
        self.spans.append(span)
        return span

    start_as_current_span: Callable[..., Any]

    def named(self, name: str) -> list[RecordedSpan]:
        """The spans whose names begin so."""
        return [span for span in self.spans if span.name.startswith(name)]

    def children(self, of: RecordedSpan) -> list[RecordedSpan]:
        """The spans whose parent is this one."""
        return [span for span in self.spans if span.parent == of.get_span_context()]


SpanRecorder.start_as_current_span = trace.NoOpTracer.start_as_current_span
SpanRecorder.__abstractmethods__ = frozenset()


def recorder(monkeypatch: pytest.MonkeyPatch) -> SpanRecorder:
    """Sets a provider, for one test."""
    made = SpanRecorder()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: made)
    return made
