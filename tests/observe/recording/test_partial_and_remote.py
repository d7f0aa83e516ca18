"""Recordings of partial runs, and of runs at a server."""
from __future__ import annotations

import logging

import pytest

import aioflow as tf
from aioflow.observe import log_runs

TWO_THREADS = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2)


async def test_partial_runs(graph: tf.Graph) -> None:
    """A partial run is one run, from its setup to its end, with its tasks and, if wanted, its nodes."""
    x, y = (tf.placeholder(tf.float32, [], name=name) for name in "xy")
    called = tf.py_func(lambda value: value + 1, [x], tf.float32, name="called")
    total = tf.add(called, y, name="total")
    async with tf.Session(graph=graph, config=TWO_THREADS) as session:
        for _ in range(3):  # the code that tells of nodes is made meanwhile
            with tf.record(session, every=1) as recording:
                handle = await session.partial_run_setup([called, total], [x, y])
                assert await session.partial_run(handle, called, {x: 1.0}) == 2
                assert not recording.runs
                assert await session.partial_run(handle, total, {y: 5.0}) == 7
            (run,) = recording.runs
            assert (run.signature, run.form, run.outcome) == ("called, total(x, y)", "partial run", "OK")
            assert all(task.run == run.number for task in recording.tasks) and recording.tasks
        assert run.pool and {"called", "total"} <= {node.name for node in run.nodes}
        assert all(run.asked_ns <= node.began_ns <= node.ended_ns <= run.ended_ns for node in run.nodes)


async def test_partial_runs_that_fail_or_are_closed(graph: tf.Graph, caplog: pytest.LogCaptureFixture) -> None:
    """A partial run that fails ends with its error, one that is closed is cancelled; each once."""
    x = tf.placeholder(tf.int32, [], name="x")
    y = tf.floordiv(1, x, name="y")
    async with tf.Session(graph=graph) as session:
        with tf.record(session) as recording, log_runs(session), caplog.at_level(logging.DEBUG, "aioflow.runs"):
            handle = await session.partial_run_setup([y], [x])
            with pytest.raises(tf.errors.InvalidArgumentError):
                await session.partial_run(handle, y, {x: 0})
            async with await session.partial_run_setup([y], [x]):
                pass
    assert [run.outcome for run in recording.runs] == ["INVALID_ARGUMENT", "CANCELLED"]
    assert len([record for record in caplog.records if record.name == "aioflow.runs"]) == 2


async def test_runs_at_a_server(graph: tf.Graph) -> None:
    """A session at a server records how long its runs, callables and partial runs take as it sees them."""
    pytest.importorskip("grpc")
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.add(x, 1.0, name="y")
    wrong = tf.floordiv(1, tf.cast(x, tf.int32), name="wrong")
    async with tf.train.Server.create_local_server() as server:
        session, other = tf.Session(server.target, graph=graph), tf.Session(server.target, graph=graph)
        async with session, other, tf.record(session, every=1) as recording:
            assert await session.run(y, {x: 1.0}) == 2
            assert await session.make_callable(y, [x])(2.0) == 3
            handle = await session.partial_run_setup([y], [x])
            assert await session.partial_run(handle, y, {x: 3.0}) == 4
            with pytest.raises(tf.errors.InvalidArgumentError):
                await session.run(wrong, {x: 0.0})
            await other.run(y, {x: 1.0})
    labels = [(run.session, run.signature, run.form, run.outcome) for run in recording.runs]
    assert labels == [
        (server.target, "y(x)", "remote", "OK"), (server.target, "y(x)", "remote", "OK"),
        (server.target, "y(x)", "remote", "OK"), (server.target, "wrong(x)", "remote", "INVALID_ARGUMENT"),
    ]  # fmt: skip
    assert all(0 < run.asked_ns < run.ended_ns and not run.nodes for run in recording.runs)
