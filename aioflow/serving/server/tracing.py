"""Tracing: the spans of a request, from its arrival to its nodes.

A request's span has as children the time in the queue, the batch and the run; where several requests share a batch,
that is the first one's child and linked with the others. Requests that nobody records have none of them.
"""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.observe import spans
from aioflow.serving.server.request import Request, Response

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

#: Of a step with more nodes the longest ones are shown: each costs some tens of microseconds.
MAX_NODES = 128


class Tracing:
    """Makes the spans of a server.

    Args:
        tracer: Of the program's provider.
        shows_nodes: Whether steps of recorded requests show their nodes, too, for which they run node by node.
    """

    def __init__(self, tracer: Tracer, shows_nodes: bool = False) -> None:
        self._tracer = tracer
        self._shows_nodes = shows_nodes

    async def request(self, request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        """Answers a request within a span of its own.

        Args:
            request: The request.
            answer: Answers it.
        """
        attributes = {"aioflow.model": request.model, "aioflow.protocol": request.protocol}
        if request.request_id:
            attributes["aioflow.request.id"] = request.request_id
        span = spans.begin(
            self._tracer, "aioflow.request", spans.context_of(request.trace or {}),
            attributes=attributes, is_server=request.protocol != "python",
        )  # fmt: skip
        with spans.current(span):
            if span.is_recording():
                request.trace = spans.headers_of(span)
            response = await answer(request)
            span.set_attribute("aioflow.version", response.version)
            span.set_attribute("aioflow.signature", response.signature)
            return response

    def mark(self) -> Span | None:
        """The current span, if it is recorded."""
        span = spans.current_span()
        return span if span.is_recording() else None

    @contextmanager
    def batch(self, model: str, marks: Sequence[tuple[Span, float]]) -> Iterator[None]:
        """A context in which a batch runs.

        Args:
            model: The model's name.
            marks: The spans of its requests, and for how many seconds they have waited.
        """
        now_ns = spans.now_ns()
        for span, waited_s in marks:
            spans.add(self._tracer, "aioflow.queue", spans.context_with(span), now_ns - int(waited_s * 1e9), now_ns)
        first, *others = [span for span, _ in marks]
        attributes: spans.Attributes = {"aioflow.model": model, "aioflow.batch.recorded_requests": len(marks)}
        parent = spans.context_with(first)
        with spans.current(
            spans.begin(self._tracer, "aioflow.batch", parent, attributes=attributes, links=others, start_ns=now_ns)
        ):
            yield

    async def run(
        self, label: str, call: Callable[..., Awaitable[dict[str, Any]]], values: Sequence[Any],
        options: RunOptions | None,
    ) -> dict[str, Any]:  # fmt: skip
        """Runs a step, within a span where the request or batch around it is recorded.

        Args:
            label: The signature's name.
            call: Runs it: a callable of a session.
            values: What it is fed.
            options: Options of the step.
        """
        if self.mark() is None:
            return await call(*values, options=options)
        with spans.current(spans.begin(self._tracer, f"aioflow.run {label}")) as span:
            if not self._shows_nodes:
                return await call(*values, options=options)
            traced, metadata = RunOptions(trace_level=RunOptions.FULL_TRACE), RunMetadata()
            if options is not None:
                traced.MergeFrom(options)
            found = await call(*values, options=traced, run_metadata=metadata)
            self._add_nodes(span, metadata)
            return found

    def _add_nodes(self, span: Span, metadata: RunMetadata) -> None:
        nodes = [node for device in metadata.step_stats.dev_stats for node in device.node_stats]
        longest = sorted(nodes, key=lambda node: node.all_end_rel_nanos, reverse=True)[:MAX_NODES]
        parent = spans.context_with(span)
        for node in sorted(longest, key=lambda node: node.all_start_nanos):
            # "name = Op(inputs)": the op is of few values, as names of spans are to be.
            op = node.timeline_label.partition(" = ")[2].partition("(")[0] or node.node_name
            end_ns = node.all_start_nanos + node.all_end_rel_nanos
            spans.add(
                self._tracer, f"aioflow.node {op}", parent, node.all_start_nanos, end_ns,
                {"aioflow.node": node.node_name},
            )  # fmt: skip


def tracing_of_process(shows_nodes: bool) -> Tracing | None:
    """Traces where the program has set a provider of OpenTelemetry; None where nobody would see it."""
    tracer = spans.recording_tracer()
    return None if tracer is None else Tracing(tracer, shows_nodes)
