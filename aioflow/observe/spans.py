"""OpenTelemetry's spans: made where the program has set a provider that records, and nowhere else.

Only the API is used, and only where the program has imported it: whoever sets a provider has. A span costs tens of
microseconds, so that callers decide once per request whether there is anybody to record it.
"""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from aioflow import errors

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, SpanKind, Tracer

Attributes = Mapping[str, str | int | float | bool]
SCOPE = "aioflow"
#: Names of headers and metadata in which W3C's trace context travels (https://www.w3.org/TR/trace-context/).
TRACEPARENT, TRACESTATE = "traceparent", "tracestate"


def recording_tracer() -> Tracer | None:
    """A tracer of the provider that the program has set; None where there is none."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return None
    provider = trace.get_tracer_provider()
    if isinstance(provider, (trace.ProxyTracerProvider, trace.NoOpTracerProvider)):
        return None
    tracer: Tracer = provider.get_tracer(SCOPE, getattr(sys.modules.get("aioflow"), "__version__", None))
    return tracer


def context_of(headers: Mapping[str, str]) -> Context:
    """The context that a client has sent, by lower-case names of headers; else the caller's own."""
    from opentelemetry.context import get_current
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    if TRACEPARENT not in headers:
        return get_current()
    return TraceContextTextMapPropagator().extract(headers)


def current_span() -> Span:
    """The span in which the caller is; one that records nothing where there is none."""
    span: Span = _trace().get_current_span()
    return span


def context_with(span: Span) -> Context:
    """The context of what a span is the parent of."""
    context: Context = _trace().set_span_in_context(span)
    return context


def headers_of(span: Span) -> dict[str, str]:
    """The headers in which a span's context goes to whoever is to go on with its trace."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    headers: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(headers, context_with(span))
    return headers


def begin(
    tracer: Tracer,
    name: str,
    parent: Context | None = None,
    *,
    attributes: Attributes | None = None,
    links: Sequence[Span] = (),
    is_server: bool = False,
    start_ns: int | None = None,
) -> Span:
    """Begins a span, which `end` ends.

    Args:
        tracer: Whose it is.
        name: Of few values: what differs from request to request is an attribute.
        parent: The context that it is in; None for the current one.
        attributes: What is known of it.
        links: Spans that it belongs to, without being their child.
        is_server: Whether it answers somebody in another process.
        start_ns: When it began, by `time.time_ns`; None for now.
    """
    trace = _trace()
    kind: SpanKind = trace.SpanKind.SERVER if is_server else trace.SpanKind.INTERNAL
    linked = [trace.Link(each.get_span_context()) for each in links]
    return tracer.start_span(
        name, parent, kind=kind, attributes=dict(attributes or {}), links=linked, start_time=start_ns
    )


def end(span: Span, error: BaseException | None = None, end_ns: int | None = None) -> None:
    """Ends a span, as failed if there is an error."""
    if error is not None:
        trace = _trace()
        span.set_attribute("error.type", error_type(error))
        span.set_status(trace.Status(trace.StatusCode.ERROR, str(error)))
    span.end(end_ns)


def add(
    tracer: Tracer, name: str, parent: Context, start_ns: int, end_ns: int, attributes: Attributes | None = None
) -> None:
    """Adds a span of something that has ended already."""
    begin(tracer, name, parent, attributes=attributes, start_ns=start_ns).end(end_ns)


@contextmanager
def current(span: Span) -> Iterator[Span]:
    """A context in which a span is the current one, and at whose end it ends."""
    from opentelemetry import context

    token = context.attach(context_with(span))
    failure: BaseException | None = None
    try:
        yield span
    except BaseException as error:
        failure = error
        raise
    finally:
        context.detach(token)
        end(span, failure)


def error_type(error: BaseException) -> str:
    """A failure in few words: the name of its code, or of its class."""
    if isinstance(error, errors.OpError):
        return _CODES.get(error.code, "UNKNOWN")
    return type(error).__name__


def now_ns(seconds_ago: float = 0.0) -> int:
    """The time of spans, now or some seconds ago."""
    return time.time_ns() - int(seconds_ago * 1e9)


def _trace() -> Any:
    trace: ModuleType = sys.modules["opentelemetry.trace"]  # there has been a tracer, so it is there
    return trace


#: As W3C's and OpenTelemetry's conventions write them.
_CODES = {
    getattr(errors, name): name
    for name in (
        "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
        "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
    )
}  # fmt: skip
