"""Requests have spans where a provider records them: request, queue, batch, run, node."""
from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import aioflow as tf
from aioflow.serving import Batching, Loading, Model, ModelServer, Request
from tests.observe.span_recorder import SpanRecorder, recorder, trace
from tests.serving.models import floats

ONCE = Loading(poll_wait_s=0, max_retries=0)
SENT = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> SpanRecorder:
    """Keeps all spans."""
    return recorder(monkeypatch)


async def test_requests_that_share_a_batch(half: Path, found: SpanRecorder) -> None:
    """The batch is in the first one's trace and linked with the other's; each has waited by itself."""
    async with ModelServer([Model("half", half)], batching=Batching(), loading=ONCE) as server:
        first = Request("half", {"x": floats(1)}, protocol="rest", request_id="r1", trace=SENT)
        second = Request("half", {"x": floats(2, 3)}, protocol="grpc")
        await asyncio.gather(server.predict(first), server.predict(second))
    one, other = found.named("aioflow.request")
    assert one.parent.trace_id == 0x0AF7651916CD43DD8448EB211C80319C
    assert one.kind is trace.SpanKind.SERVER
    assert one.attributes == {
        "aioflow.model": "half", "aioflow.protocol": "rest", "aioflow.request.id": "r1", "aioflow.version": 1,
        "aioflow.signature": "serving_default",
    }  # fmt: skip
    queue, batch = found.children(one)
    assert (queue.name, batch.name) == ("aioflow.queue", "aioflow.batch")
    assert batch.links == [other.get_span_context()]
    assert [span.name for span in found.children(other)] == ["aioflow.queue"]
    assert queue.start_ns is not None and queue.end_ns is not None and queue.start_ns <= queue.end_ns
    (run,) = found.children(batch)
    assert run.name == "aioflow.run serving_default" and not found.children(run)
    assert all(span.num_ends == 1 for span in found.spans)


async def test_context_of_a_recorded_request(half: Path, found: SpanRecorder) -> None:
    """Whoever answers the client can tell it the span of its request."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        request = Request("half", {"x": floats(1)}, trace=SENT)
        await server.predict(request)
        (span,) = found.named("aioflow.request")
        assert request.trace is not None
        assert int(request.trace["traceparent"].split("-")[2], 16) == span.get_span_context().span_id


async def test_nodes_where_they_are_asked_for(half: Path, found: SpanRecorder) -> None:
    """The step runs node by node, and its nodes are within its run."""
    async with ModelServer([Model("half", half)], loading=ONCE, traces_nodes=True) as server:
        assert (await server["half"].predict({"x": [2.0]}))["y"].tolist() == [4.0]
    (request,) = found.named("aioflow.request")
    (run,) = found.children(request)
    nodes = found.children(run)
    assert "aioflow.node Mul" in {node.name for node in nodes}
    assert "y" in [node.attributes["aioflow.node"] for node in nodes]
    assert all(node.start_ns and node.end_ns and node.start_ns <= node.end_ns for node in nodes)
    assert [node.start_ns for node in nodes] == sorted(node.start_ns or 0 for node in nodes)


async def test_failures(half: Path, found: SpanRecorder) -> None:
    """Their code is on the request's span."""
    async with ModelServer([Model("half", half)], batching=Batching(), loading=ONCE) as server:
        with pytest.raises(tf.errors.NotFoundError):
            await server["none"].predict({"x": [1.0]})
        with pytest.raises(tf.errors.InvalidArgumentError):
            await server["half"].predict({"x": ["text"]})
    assert [span.attributes["error.type"] for span in found.spans] == ["NOT_FOUND", "INVALID_ARGUMENT"]


async def test_requests_that_nobody_records(
    half: Path, found: SpanRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the sampler leaves a request out, nothing below it is asked about."""
    monkeypatch.setattr(found, "start_span", lambda name, context=None, **how: trace.INVALID_SPAN)
    added: list[str] = []
    monkeypatch.setattr("aioflow.observe.spans.add", lambda tracer, name, *others: added.append(name))
    async with ModelServer([Model("half", half)], batching=Batching(), loading=ONCE, traces_nodes=True) as server:
        assert (await server["half"].predict({"x": [2.0]}))["y"].tolist() == [4.0]
    assert not added


async def test_no_provider(half: Path) -> None:
    """Requests keep the context that came with them."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        request = Request("half", {"x": floats(1)}, trace=SENT)
        await server.predict(request)
        assert request.trace == SENT
