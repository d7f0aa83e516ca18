"""Faults over gRPC: processes that are killed or stand still, connections that break, peers that never answer.

Each step ends once, with the right error; nothing of it is left; and a new session works.
"""
from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import aioflow as tf
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.local_links import LocalLinks
from tests.distributed.server.proxies import proxy
from tests.distributed.server.task_processes import TaskProcesses, free_addresses, task_processes

_CONFIG = tf.ConfigProto(operation_timeout_in_ms=20_000)
_CONFIG.rpc_options.use_rpc_for_inprocess_master = True


@asynccontextmanager
async def _cluster() -> AsyncIterator[tuple[dict[str, list[str]], Server, TaskProcesses]]:
    """Two tasks: a is here, b is to be started in a process of its own."""
    a, b = free_addresses(2)
    cluster = {"a": [a], "b": [b]}
    async with task_processes() as processes, Server(cluster, "a", 0) as server:
        yield cluster, server, processes
        await _rests(server)


async def _rests(server: Server) -> None:
    """Waits until nothing of a step, and no session, is left."""
    async with asyncio.timeout(10.0):
        while len(server.worker.steps) or server.master.sessions or server.worker.sessions:
            await asyncio.sleep(0.01)


def _graph() -> tuple[tf.Graph, Any]:
    """x + 1 on a of an x that b makes of what a has sent."""
    with tf.Graph().as_default() as graph:
        with tf.device("/job:a"):
            sent = tf.random_uniform([], 1.0, 1.0)
        with tf.device("/job:b"):
            x = sent * 2.0
        with tf.device("/job:a"):
            return graph, x + 1.0


async def _works(target: str) -> None:
    graph, y = _graph()
    async with tf.Session(target, graph, _CONFIG) as session:
        assert await session.run(y) == 3.0


@pytest.mark.parametrize("phase", [
    "create_session", "register_graph", "_run", "recv_tensor", "cleanup_graph", "delete_session",
])  # fmt: skip
async def test_a_worker_is_killed(phase: str) -> None:
    """D-47: in each phase; after a restart the old session says that it is none, and a new one works."""
    async with _cluster() as (cluster, server, processes):
        worker = await processes.start(cluster, "b", stops_at=phase)
        graph, y = _graph()
        session = tf.Session(server.target, graph, _CONFIG)
        step = asyncio.ensure_future(session.run(y))
        if phase == "delete_session":
            assert await step == 3.0
            step = asyncio.ensure_future(session.close())
        await worker.reached
        worker.signal(signal.SIGKILL)
        if phase in ("cleanup_graph", "delete_session"):  # what comes behind the result harms nobody
            assert await step in (3.0, None)
        else:
            with pytest.raises(tf.errors.UnavailableError):
                await step
        await processes.start(cluster, "b")
        await _works(server.target)
        if phase not in ("create_session", "delete_session"):
            with pytest.raises(tf.errors.AbortedError):
                await session.run(y)
        await session.close()


async def test_a_worker_stands_still() -> None:
    """A step ends when its time is over; when the process goes on, so does the session."""
    async with _cluster() as (cluster, server, processes):
        worker = await processes.start(cluster, "b")
        graph, y = _graph()
        async with tf.Session(server.target, graph, _CONFIG) as session:
            assert await session.run(y) == 3.0
            worker.signal(signal.SIGSTOP)
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(y, options=tf.RunOptions(timeout_in_ms=200))
            worker.signal(signal.SIGCONT)
            assert await session.run(y) == 3.0


async def test_a_peer_never_answers() -> None:
    """It takes connections and what is sent; a session with it ends when its time is over, one without it works."""

    connections: list[asyncio.StreamWriter] = []

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        await reader.read()

    mute = await asyncio.start_server(swallow, "127.0.0.1", 0)
    [a] = free_addresses(1)
    cluster = {"a": [a], "b": [f"127.0.0.1:{mute.sockets[0].getsockname()[1]}"]}
    async with mute, Server(cluster, "a", 0) as server:
        graph, y = _graph()
        hurried = tf.ConfigProto()
        hurried.CopyFrom(_CONFIG)
        hurried.operation_timeout_in_ms = 300
        async with tf.Session(server.target, graph, hurried) as session:
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(y)
        await _rests(server)
        hurried.operation_timeout_in_ms = 20_000
        hurried.device_filters.append("/job:a")
        with tf.Graph().as_default():
            one = tf.constant(1.0)
            async with tf.Session(server.target, config=hurried) as session:
                assert await session.run(one) == 1.0
        await _rests(server)
        for writer in connections:  # within: from Python 3.12 on a server's end waits for its connections
            writer.close()
            await writer.wait_closed()


async def test_a_connection_breaks_in_the_middle_of_a_large_tensor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step says that the peer is away, and the next one gets all of the 40 MB."""
    monkeypatch.setattr(LocalLinks, "offer", lambda links, peer: None)  # tasks are on several machines
    a, b = free_addresses(2)
    async with proxy(b) as between, Server({"b": [b]}, "b", 0) as sender:
        async with Server({"a": [a], "b": [between.address]}, "a", 0) as server:
            with tf.Graph().as_default():
                with tf.device("/job:b"):
                    large = tf.range(0.0, 10_000_000.0)
                with tf.device("/job:a"):
                    y = large + 1.0
                async with tf.Session(server.target, config=_CONFIG) as session:
                    between.cut_at = 20_000_000
                    with pytest.raises(tf.errors.UnavailableError):
                        await session.run(y)
                    assert between.num_back >= 20_000_000
                    await server.worker.peers.find("/job:b/replica:0/task:0").get_status()  # until it is there again
                    assert (await session.run(y))[-1] == 10_000_000.0
        await _rests(server)
        assert not len(sender.worker.steps) and not sender.worker.sessions


async def test_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one client takes nothing of its 40 MB, others are served; when he is gone nothing of his step is left."""
    monkeypatch.setattr(LocalLinks, "offer", lambda links, peer: None)  # else he reads beside the proxy
    async with Server.create_local_server() as server, proxy(server.address) as between:
        with tf.Graph().as_default():
            large, small = tf.ones([10_000_000]), tf.constant(1.0)
            slow = tf.Session(f"grpc://{between.address}", config=_CONFIG)
            assert await slow.run(small) == 1.0
            between.flows.clear()
            reading = asyncio.ensure_future(slow.run(large))
            async with tf.Session(server.target, config=_CONFIG) as session:
                for _ in range(100):
                    assert await session.run(small) == 1.0
            assert not reading.done()
            reading.cancel()
            await asyncio.wait({reading})
            between.flows.set()
            await slow.close()
        await _rests(server)


async def test_a_master_vanishes() -> None:
    """The worker's part ends at once; what is left of its session goes when the master's next process makes one."""
    a, b = free_addresses(2)
    cluster = {"a": [a], "b": [b]}
    async with task_processes() as processes, Server(cluster, "b", 0) as server:
        master = await processes.start(cluster, "a")
        with tf.Graph().as_default() as graph:
            with tf.device("/job:b"):
                queue = tf.FIFOQueue(1, [tf.float32], shapes=[[]], shared_name="queue")
                taken = queue.dequeue()
                more = queue.enqueue(1.0)
            with tf.device("/job:a"):
                y = taken + 1.0
            session = tf.Session(f"grpc://{a}", graph, _CONFIG)
            await session.run(more)
            assert await session.run(y) == 2.0
            async with asyncio.timeout(10.0):
                while len(server.worker.steps):  # the master tells of a step's end behind its result
                    await asyncio.sleep(0.01)
            waiting = asyncio.ensure_future(session.run(y))
            async with asyncio.timeout(10.0):
                while not server.worker.steps.num_running:
                    await asyncio.sleep(0.01)
            master.signal(signal.SIGKILL)
            with pytest.raises(tf.errors.UnavailableError):
                await waiting
            async with asyncio.timeout(10.0):
                while server.worker.steps.num_running:
                    await asyncio.sleep(0.01)
            [former] = server.worker.sessions
            await processes.start(cluster, "a")
            await session.close()
            async with tf.Session(f"grpc://{a}", graph, _CONFIG) as session:
                await session.run(more)
                assert await session.run(y) == 2.0
                assert former not in server.worker.sessions
        await _rests(server)


async def test_many_cancelled_steps() -> None:
    """Each of 1,000 ends as cancelled, none is left at either task, and the session works."""
    a, b = free_addresses(2)
    cluster = {"a": [a], "b": [b]}
    async with Server(cluster, "a", 0) as server, Server(cluster, "b", 0) as worker:
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                taken = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue()
                two = tf.constant(2.0) * 1.0
            with tf.device("/job:a"):
                y, z = taken + 1.0, two + 1.0
            async with tf.Session(server.target, config=_CONFIG) as session:
                assert await session.run(z) == 3.0
                before = len(asyncio.all_tasks())
                for _ in range(10):
                    steps = [asyncio.ensure_future(session.run(y)) for _ in range(100)]
                    while len(worker.worker.steps) < 50:
                        await asyncio.sleep(0)
                    for step in steps:
                        step.cancel()
                    await asyncio.wait(steps)
                    assert all(step.cancelled() for step in steps)
                async with asyncio.timeout(10.0):
                    while len(server.worker.steps) or len(worker.worker.steps) or len(asyncio.all_tasks()) > before:
                        await asyncio.sleep(0.01)
                assert await session.run(z) == 3.0
        await _rests(server)
        await _rests(worker)
