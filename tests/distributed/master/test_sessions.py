"""Sessions on a cluster on a simulated network: their settings, names and ends as they are on the wire."""
from __future__ import annotations

import asyncio
from typing import cast

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.distributed import master_pb2 as pb
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.transport import Buffer, Call, Handler, answered
from aioflow.distributed.wire.methods import MASTER
from tests.distributed.clusters import NETWORK, Cluster, cluster, run


def _late() -> tf.Tensor:
    """A node on a that waits for one on b, which waits for a queue."""
    with tf.device("/job:b"):
        taken = tf.FIFOQueue(1, [tf.float32], shapes=[[]], name="q").dequeue()
    with tf.device("/job:a"):
        return tf.identity(taken, name="late")


async def _rests(made: Cluster) -> None:
    """Soon after a step nothing of it runs anywhere."""
    await asyncio.sleep(5.0)
    assert not any(session.num_steps for session in made.servers["a0"].master.sessions.values())
    assert not any(len(server.worker.steps) for server in made.servers.values())


async def _deadline() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            late = _late()
            async with tf.Session(made.target("a0")) as session:
                with pytest.raises(tf.errors.DeadlineExceededError):
                    await session.run(late, options=tf.RunOptions(timeout_in_ms=2000))
                await _rests(made)


def test_a_deadline_ends_a_step_on_all_tasks() -> None:
    """D-23, D-37, D-40: the master's step, and what runs, is waited for and is kept at the workers."""
    run(_deadline())


async def _lost() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            late = _late()
            channel = made.network.transport("client").connect("a0:1")
            create = pb.CreateSessionRequest(graph_def=late.graph.as_graph_def())
            body = await channel.call(MASTER + "CreateSession", create.SerializeToString())
            handle = pb.CreateSessionResponse.FromString(bytes(body)).session_handle
            request = pb.RunStepRequest(
                session_handle=handle, fetch=["late:0"], store_errors_in_response_body=True, request_id=5
            )
            waiting = asyncio.ensure_future(channel.call(MASTER + "RunStep", request.SerializeToString()))
            await asyncio.sleep(1.0)
            made.network.crash("b0")
            answer = pb.RunStepResponse.FromString(bytes(await waiting))
            assert answer.status_code == tf.errors.UNAVAILABLE
            await channel.close()


def test_a_task_that_is_lost_is_told_of_in_the_body() -> None:
    """D-29: the call itself is answered, and no client sends it again."""
    run(_lost())


async def _zeros() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                y = tf.constant(1.0, name="one") + 1.0
            channel = made.network.transport("client").connect("a0:1")
            create = pb.CreateSessionRequest(graph_def=y.graph.as_graph_def())
            answer = pb.CreateSessionResponse.FromString(
                bytes(await channel.call(MASTER + "CreateSession", create.SerializeToString()))
            )
            # Nothing but the name: a number 0 is not written.
            assert answer.SerializeToString() == pb.CreateSessionResponse(
                session_handle=answer.session_handle
            ).SerializeToString()
            make = pb.MakeCallableRequest(session_handle=answer.session_handle)
            make.options.fetch.append(y.name)
            assert await channel.call(MASTER + "MakeCallable", make.SerializeToString()) == b""
            await channel.close()
            async with tf.Session(made.target("a0")) as session:
                options = tf.CallableOptions(fetch=[y.name])
                call = session._make_callable_from_options(options)
                assert await call() == [2.0]
                z = y + 1.0  # the version that it is added to is 0, too
                assert await session.run(z) == 3.0
                assert await call() == [2.0]


def test_the_first_numbers_are_not_on_the_wire() -> None:
    """D-6: the first callable, and the first version of a graph, are number 0."""
    run(_zeros())


async def _names() -> None:
    async with cluster({"a": 1}) as made:
        listener = made.network.listener("a0:1")
        assert listener is not None
        handlers = cast(dict[str, Handler], listener.services.handlers)
        answer, seen = handlers[MASTER + "MakeCallable"], pb.MakeCallableRequest()

        async def noting(call: Call, body: Buffer) -> Buffer:
            seen.ParseFromString(bytes(body))
            return await answered(answer, call, body)

        handlers[MASTER + "MakeCallable"] = noting
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [], name="x")
            tf.add(x, 1.0, name="y")
            async with tf.Session(made.target("a0")) as session:
                options = tf.CallableOptions(feed=["x"], fetch=["y"], target=["y"])
                assert await session._make_callable_from_options(options)(np.float32(2.0)) == [3.0]
        assert [*seen.options.feed, *seen.options.fetch, *seen.options.target] == ["x:0", "y:0", "y"]


def test_tensors_of_callables_have_whole_names() -> None:
    """Feeds and fetches have an index on the wire, also where the options have none; targets have none."""
    run(_names())


async def _named_by_the_client() -> None:
    network = SimulatedNetwork()
    NETWORK.set(network)
    addresses = {job: [f"{job}0:1"] for job in "ab"}
    everywhere = MasterSettings(cluster_addresses=["b0:*", "a0:1"])
    servers = {
        job: Server({job: addresses[job]}, job, 0, insecure=True, transport=network.transport(f"{job}0"),
                    settings=everywhere)
        for job in "ab"
    }  # fmt: skip
    for server in servers.values():
        await server.start()

    def config(**jobs: list[str]) -> tf.ConfigProto:
        return tf.ConfigProto(cluster_def=tf.train.ClusterSpec(jobs).as_cluster_def())

    with tf.Graph().as_default():
        with tf.device("/job:a"):
            x = tf.placeholder(tf.float32, [])
        with tf.device("/job:b"):
            y = x * 2.0
        with tf.device("/job:a"):
            z = y + 1.0
        async with tf.Session("sim://a0:1", config=config(**addresses)) as session:
            assert await session.run(z, {x: 1.0}) == 3.0
            assert len(await session.list_devices()) == 2
        async with tf.Session("sim://a0:1") as session:
            assert len(await session.list_devices()) == 1
        wrong = (
            (config(a=["a0:1"], c=["c0:1"]), tf.errors.PermissionDeniedError, "may not be at c0:1"),
            (config(b=["b0:1"]), tf.errors.InvalidArgumentError, "lacks the task of its master"),
        )  # fmt: skip
        for refused, kind, text in wrong:
            async with tf.Session("sim://a0:1", config=refused) as session:
                with pytest.raises(kind, match=text):
                    await session.run(z, {x: 1.0})
    for server in servers.values():
        await server.stop()


def test_a_client_names_the_cluster() -> None:
    """Where operators say at which addresses that may be; its tasks are those of this session alone."""
    run(_named_by_the_client())


async def _settings() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            variables = []
            for job in "ab":
                with tf.device(f"/job:{job}"):
                    variables.append(tf.get_variable(f"v{job}", initializer=2.0))
            start = tf.global_variables_initializer()
            async with tf.Session(made.target("a0")) as session:
                await session.run(start)
            config = tf.ConfigProto(isolate_session_state=True)
            async with tf.Session(made.target("a0"), config=config) as session:
                for variable in variables:
                    with pytest.raises(tf.errors.FailedPreconditionError):
                        await session.run(variable)
                await session.run(start)
                await session.run([variable.assign_add(1.0) for variable in variables])
                assert await session.run(variables) == [3.0, 3.0]
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(variables) == [2.0, 2.0]
            config = tf.ConfigProto(cluster_def=tf.train.ClusterSpec({"a": ["elsewhere:1"]}).as_cluster_def())
            async with tf.Session(made.target("a0"), config=config) as session:
                with pytest.raises(tf.errors.UnimplementedError, match="cluster_def"):
                    await session.run(variables)


def test_settings() -> None:
    """State that is a session's own is so on all tasks; a cluster that a client names is refused."""
    run(_settings())
