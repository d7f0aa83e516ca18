"""The metrics of a process: what pools and sessions tell, in the forms of Prometheus."""
from __future__ import annotations

import asyncio

import pytest

import aioflow as tf
from aioflow.observe import PrometheusCollector
from aioflow.observe.process_metrics import BOUNDS_S, ProcessMetrics
from aioflow.testing import JumpingLoop

prometheus_client = pytest.importorskip("prometheus_client", reason="needs the extra `serve`")

CONFIG = tf.ConfigProto(
    session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2, global_name="measured_pool")]
)
CONFIG.experimental.session_metadata.name = "measured"
CONFIG.experimental.session_metadata.version = 3
SESSION, POOL = {"session": "measured/3"}, {"pool": "measured_pool"}


async def test_values_are_those_of_pools_and_sessions(graph: tf.Graph) -> None:
    """O-24: each number is the one that statistics tell, and nothing is registered but where the program does so."""
    default = {metric.name for metric in prometheus_client.REGISTRY.collect()}
    registry = prometheus_client.CollectorRegistry()
    y = tf.py_func(lambda: 1.0, [], tf.double)
    failing = tf.Assert(tf.constant(False), ["no"])
    async with tf.Session(graph=graph, config=CONFIG) as session, PrometheusCollector(with_runs=True) as collector:
        registry.register(collector)
        for _ in range(5):
            await session.run(y)
        with pytest.raises(tf.errors.InvalidArgumentError):
            await session.run(failing)
        (pool,) = (pool.statistics() for pool in tf.pools() if pool.name == "measured_pool")
        sample = registry.get_sample_value
        assert sample("aioflow_runs_total", {**SESSION, "outcome": "succeeded"}) == 5
        assert sample("aioflow_runs_total", {**SESSION, "outcome": "failed"}) == 1
        assert sample("aioflow_runs_in_flight", SESSION) == sample("aioflow_abandoned_kernels", SESSION) == 0
        assert sample("aioflow_pool_threads", POOL) == pool.num_threads == 2
        assert sample("aioflow_pool_busy", POOL) == pool.busy
        assert sample("aioflow_pool_queued", POOL) == pool.queued
        assert sample("aioflow_pool_rejected_total", POOL) == pool.rejected
        assert sample("aioflow_pool_tasks_total", POOL) == pool.completed > 0
        for name, histogram in (("wait", pool.queue_wait), ("task", pool.run_time)):
            full = f"aioflow_pool_{name}_seconds"
            assert sample(f"{full}_count", POOL) == histogram.count > 0
            assert sample(f"{full}_sum", POOL) == histogram.total_s
            assert sample(f"{full}_bucket", {**POOL, "le": "+Inf"}) == histogram.count
            within = sum(count for upper_s, count in histogram.buckets if upper_s <= BOUNDS_S[10])
            assert sample(f"{full}_bucket", {**POOL, "le": f"{BOUNDS_S[10]:.6g}"}) == within
        assert sample("aioflow_run_seconds_count", SESSION) == 6
        assert b"# TYPE aioflow_pool_wait_seconds histogram" in prometheus_client.generate_latest(registry)
    assert {metric.name for metric in prometheus_client.REGISTRY.collect()} == default


def test_blocked_loop() -> None:
    """O-22: an event loop that is held up is late, also by its metric."""
    name = "aioflow_event_loop_lag_seconds"

    async def main(loop: JumpingLoop) -> float:
        async with ProcessMetrics() as metrics:
            await asyncio.sleep(0.06)
            loop.jump(0.15)
            await asyncio.sleep(0.06)
            (late,) = (family for family in metrics.metrics if family.name == name)
        assert all(family.name != name for family in metrics.metrics)
        return late.rows[0][2]

    loop = JumpingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        assert runner.run(main(loop)) >= 0.05


async def test_memory_of_devices(graph: tf.Graph) -> None:
    """Devices that count what tensors take tell it."""
    config = tf.ConfigProto()
    config.graph_options.build_cost_model = 1
    config.experimental.session_metadata.name = "counted"
    config.experimental.session_metadata.version = 1
    async with tf.Session(graph=graph, config=config) as session:
        x = tf.placeholder(tf.float32, [1000])
        kept = await session.run(x + 1.0, {x: [1.0] * 1000})
        (memory,) = (each for each in ProcessMetrics().metrics if each.name == "aioflow_device_bytes_in_use")
        assert [value for _, labels, value in memory.rows if labels["session"] == "counted/1"] == [kept.nbytes]
