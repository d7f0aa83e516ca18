"""Ends of sessions that somebody does not hear of at once."""
from __future__ import annotations

import asyncio

import pytest

import aioflow as tf
from tests.distributed.clusters import Cluster, cluster, run


def _graph() -> tf.Tensor:
    with tf.device("/job:b"):
        y = tf.constant(1.0, name="y")
    with tf.device("/job:a"):
        return y + 1.0


async def _session(made: Cluster) -> tf.Session:
    with tf.Graph().as_default():
        z = _graph()
        session = tf.Session(made.target("a0"), config=tf.ConfigProto(operation_timeout_in_ms=5000))
        assert await session.run(z) == 2.0
    return session


async def _told_later() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        session = await _session(made)
        made.network.cut("a0", "b0")
        await session.close()
        await asyncio.sleep(1000.0)
        assert made.servers["b0"].worker.sessions
        made.network.mend("a0", "b0")
        await asyncio.sleep(100.0)
        assert not made.servers["b0"].worker.sessions


def test_a_worker_is_told_of_a_sessions_end_when_it_can_be_reached() -> None:
    """However long that takes."""
    run(_told_later())


async def _half_made() -> None:
    async with cluster({"a": 1, "b": 2}) as made:
        made.network.slow_s["b1"] = 2.0  # tells its devices in time, and not that it has the session
        with tf.Graph().as_default():
            z = _graph()
            session = tf.Session(made.target("a0"), config=tf.ConfigProto(operation_timeout_in_ms=5000))
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(z)
            assert made.servers["b0"].worker.sessions
            await session.close()
        await asyncio.sleep(100.0)
        assert not any(server.worker.sessions for server in made.servers.values())


def test_a_session_that_is_not_made_leaves_nothing() -> None:
    """At the workers that had it already, either."""
    run(_half_made())


async def _another_process() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        await _session(made)
        [former] = made.servers["b0"].worker.sessions
        made.network.crash("a0")
        await made.servers["a0"].stop()
        await made.start("a0")
        session = await _session(made)
        assert len(made.servers["b0"].worker.sessions) == 1
        assert former not in made.servers["b0"].worker.sessions
        await session.close()


def test_a_masters_new_process_ends_the_sessions_of_the_former() -> None:
    """Nobody else would: who knew of them is gone."""
    run(_another_process())


async def _first_runs() -> None:
    async with cluster({"a": 1}) as made:
        made.network.cut("client", "a0")
        loop = asyncio.get_running_loop()
        with tf.Graph().as_default():
            z = tf.constant(1.0) + 1.0
            session = tf.Session(made.target("a0"), config=tf.ConfigProto(operation_timeout_in_ms=5000))
            ends = await asyncio.gather(*(session.run(z) for _ in range(4)), return_exceptions=True)
            assert [type(end) for end in ends] == [tf.errors.DeadlineExceededError] * 4
            assert loop.time() == pytest.approx(5.0)
            made.network.mend("client", "a0")
            assert await session.run(z) == 2.0
            await session.close()


def test_first_runs_wait_no_longer_together_than_one() -> None:
    """The time that one waits until another has made the session counts, too."""
    run(_first_runs())
