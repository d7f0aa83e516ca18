"""Metrics of a server."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

import aioflow as tf
from aioflow.observe.live.loop_lag import LagMeter
from aioflow.serving import Batching, Loading, Model, ModelServer, Request, RestApp, ServingMetrics
from aioflow.testing import JumpingLoop
from tests.serving.models import floats
from tests.serving.rest.client import Client

ONCE = Loading(poll_wait_s=0, max_retries=0)


async def samples(metrics: ServingMetrics) -> dict[tuple[Any, ...], float]:
    """All numbers by name and labels, as Prometheus reads them: counters end in `_total`. Buckets are left out."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families((await metrics.text()).decode())
        for sample in family.samples
        if "le" not in sample.labels
    }


async def test_requests(half: Path) -> None:
    """V-58: Of each protocol; latencies of those that were answered; strangers' names are no labels."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server, ServingMetrics(server) as metrics:
        for protocol in ("rest", "grpc", "python"):
            await server.predict(Request("half", {"x": floats(1, 2)}, protocol=protocol))
        for bad in (Request("half", {}), Request("nothing", {}), Request("else", {})):
            with pytest.raises(tf.errors.OpError):
                await server.predict(bad)
        found = await samples(metrics)
        text = (await metrics.text()).decode()
    count = ":tensorflow:serving:request_count_total"
    assert found[count, "half", "OK"] == 3 and found[count, "half", "INVALID_ARGUMENT"] == 1
    assert found[count, "(unknown)", "NOT_FOUND"] == 2
    for api, entrypoint in (("predict", "REST"), ("Predict", "GRPC")):
        assert found[":tensorflow:serving:request_latency_count", "half", api, entrypoint] == 1
    assert found[":tensorflow:serving:request_example_count_total", "half"] == 6
    assert found["aioflow_serving_requests_total", "half", "1", "serving_default", "rest", "OK"] == 1
    assert found["aioflow_serving_model_state", "half", "1"] == 30
    assert 'request_latency_bucket{model_name="half",API="predict",entrypoint="REST",le="18"}' in text
    assert "nothing" not in text


async def test_batches(half: Path) -> None:
    """V-62: How many rows, how long, and what was refused."""
    batching = Batching(allowed_rows=(4,), max_rows=4, num_executors=1, splits=False, name="pool")
    async with (
        ModelServer([Model("half", half)], batching=batching, loading=ONCE) as server,
        ServingMetrics(server) as metrics,
    ):
        await asyncio.gather(server["half"].predict({"x": [1]}), server["half"].predict({"x": [1, 2]}))
        with pytest.raises(tf.errors.InvalidArgumentError):
            await server["half"].predict({"x": [1, 2, 3, 4, 5]})
        found = await samples(metrics)
    session = ":tensorflow:serving:batching_session:"
    assert found[session + "wrapped_run_count_total",] == 1 and found[session + "queuing_latency_count", "pool"] == 2
    assert found[session + "input_batch_size_sum",] == 3 and found[session + "processed_batch_size_sum",] == 4
    assert found[session + "padding_size_sum", "4"] == 1
    assert found["aioflow_serving_batch_rows_sum", "half"] == 4
    assert found["aioflow_serving_batch_padding_rows_total", "half"] == 1
    assert found["aioflow_serving_rejected_total", "half", "size"] == 1
    assert found["aioflow_serving_queue_rows", "half", "1"] == 0 and found["aioflow_serving_in_flight",] == 0


async def test_over_http(half: Path) -> None:
    """At TensorFlow Serving's path, where it is mounted."""
    path = "/monitoring/prometheus/metrics"
    async with ModelServer([Model("half", half)], loading=ONCE) as server, ServingMetrics(server) as metrics:
        client = Client(RestApp(server, mounted={path: metrics}))
        await client.post("/v1/models/half:predict", {"instances": [1]})
        reply = await client.get(path)
        assert reply.status == 200 and reply.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert b':tensorflow:serving:request_count{model_name="half",status="OK"} 1' in reply.body
        assert (await client.post(path)).status == 405
        assert (await Client(RestApp(server)).get(path)).status == 404


async def test_closed_metrics_count_no_more(half: Path) -> None:
    """And leave nothing behind."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        async with ServingMetrics(server) as metrics:
            pass
        await server["half"].predict({"x": [1]})
        assert not server.listeners
        assert (":tensorflow:serving:request_count_total", "half", "OK") not in await samples(metrics)


def test_lag() -> None:
    """The longest of the last half minute."""

    async def main(loop: JumpingLoop) -> list[float]:
        meter = LagMeter()
        meter.start()
        await asyncio.sleep(0.12)
        loop.jump(2.0)
        found = [meter.worst_s()]
        await asyncio.sleep(0.1)
        found.append(meter.worst_s())
        await asyncio.sleep(60)
        found.append(meter.worst_s())
        meter.stop()
        return found

    loop = JumpingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        before, stalled, after = runner.run(main(loop))
    assert before == pytest.approx(0) and stalled == pytest.approx(2.0, abs=0.1) and after == pytest.approx(0, abs=1e-6)
