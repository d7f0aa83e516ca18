"""A server of one task, asked by messages as they come from a network."""
from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.distributed import master_pb2 as pb
from aioflow.distributed.client.remote_master import RemoteMaster
from aioflow.distributed.client.tokens import use_token
from aioflow.distributed.interfaces.master import StepRequest
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.transport import Buffer, Call, Channel, Services
from aioflow.distributed.wire.methods import MASTER
from aioflow.framework import dtypes
from aioflow.testing.clock import JumpingLoop


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server at a free port."""
    async with Server.create_local_server(settings=MasterSettings(max_sessions=3, max_steps=2)) as server:
        yield server


@pytest.fixture
async def channel(server: Server) -> AsyncIterator[Channel]:
    """A way to it."""
    channel = GrpcTransport().connect(server.address)
    yield channel
    await channel.close()


@pytest.fixture
def graph() -> Iterator[tf.Graph]:
    """x is fed, y is x + 1, v is a variable, take waits."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.add(x, 1.0, name="y")
        v = tf.get_variable("v", initializer=2.0)
        tf.group(v.initializer, name="init")
        tf.FIFOQueue(1, [tf.float32], name="q").dequeue(name="take")
        yield graph


@pytest.fixture
async def session(channel: Channel, graph: tf.Graph) -> tuple[RemoteMaster, str]:
    """A master, and the handle of a session there."""
    master = RemoteMaster(channel)
    answer = await master.create_session(pb.CreateSessionRequest(graph_def=graph.as_graph_def()))
    return master, answer.session_handle


def step(handle: str, fetches: list[str], feeds: Any = (), **settings: Any) -> StepRequest:
    """A request for a step; feeds are pairs of names and values."""
    named = [(name, dtypes.as_dtype(np.asarray(value).dtype), np.asarray(value)) for name, value in feeds]
    return StepRequest(handle, named, fetches, **settings)


X = ("x:0", np.array([1.0], np.float32))


async def test_names_with_and_without_an_index(session: tuple[RemoteMaster, str]) -> None:
    """D-30: answers have the spelling that was asked for."""
    master, handle = session
    reply = await master.run_step(step(handle, ["y", "y:0"], [("x", X[1])]))
    assert reply.values.keys() == {"y", "y:0"}


@pytest.mark.parametrize(("fetches", "feeds", "targets", "error", "text"), [
    (["nope:0"], [], [], tf.errors.NotFoundError, "FetchOutputs node nope:0: not found"),
    (["y:5"], [], [], tf.errors.InvalidArgumentError, "FetchOutputs y:5: output index too large, must be < 1"),
    (["y:0"], [("no:0", X[1])], [], tf.errors.NotFoundError, "FeedInputs: unable to find feed output no:0"),
    ([], [], ["nope"], tf.errors.NotFoundError, "PruneForTargets: Some target nodes not found: nope "),
    ([], [], [], tf.errors.InvalidArgumentError, "Must specify at least one target to fetch or execute."),
    (["x:0"], [X], [], tf.errors.InvalidArgumentError, "x:0 is both fed and fetched."),
    (["y:0"], [("x:0", np.array([1], np.int32))], [], tf.errors.InternalError,
     "Output 0 of type int32 does not match declared output type float for node {{node _recv_x_0}}"),
])  # fmt: skip
async def test_what_is_wrong_with_a_step(
    session: tuple[RemoteMaster, str], fetches: list[str], feeds: Any, targets: list[str], error: type[Exception],
    text: str,
) -> None:  # fmt: skip
    """In TensorFlow's words."""
    master, handle = session
    with pytest.raises(error) as caught:
        await master.run_step(step(handle, fetches, feeds, targets=targets))
    assert getattr(caught.value, "message", "").startswith(text)


async def test_the_same_request_runs_once(session: tuple[RemoteMaster, str]) -> None:
    """D-24: it is refused when it comes again; id 0 is not compared."""
    master, handle = session
    await master.run_step(step(handle, ["y:0"], [X], request_id=-7))
    with pytest.raises(tf.errors.AbortedError, match=r"The same RunStep \(Master\) request was received twice\."):
        await master.run_step(step(handle, ["y:0"], [X], request_id=-7))
    for _ in range(2):
        await master.run_step(step(handle, ["y:0"], [X]))


async def test_unknown_sessions(channel: Channel, session: tuple[RemoteMaster, str]) -> None:
    """Each method has its words for them; a step's error is in the body only if that was asked for."""
    master, _ = session
    with pytest.raises(tf.errors.AbortedError, match=r"^Session beef is not found\.$"):
        await master.run_step(step("beef", ["y:0"]))
    with pytest.raises(tf.errors.AbortedError, match=r"^Session beef is not found\.$"):
        await channel.call(MASTER + "RunStep", pb.RunStepRequest(session_handle="beef").SerializeToString())
    with pytest.raises(tf.errors.AbortedError, match="Possibly, this master has restarted"):
        await master.close_session("beef")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Session beef is not found"):
        await master.list_devices("beef")


async def test_extending(session: tuple[RemoteMaster, str], graph: tf.Graph) -> None:
    """D-26: by the last version; nothing that is there already; an empty graph is a new version, too."""
    master, handle = session
    num_nodes = graph.version
    with graph.as_default():
        y: Any = graph.get_tensor_by_name("y:0")
        z = tf.identity(y, name="z")
        with tf.colocate_with(z.op), tf.control_dependencies([y.op]):
            tf.identity(z, name="beside")
    new = graph.as_graph_def(from_version=num_nodes)
    answer = await master.extend_session(pb.ExtendSessionRequest(session_handle=handle, graph_def=new))
    assert answer.new_graph_version == 1
    reply = await master.run_step(step(handle, ["beside:0"], [X]))
    np.testing.assert_array_equal(reply.values["beside:0"], [2.0])
    with pytest.raises(tf.errors.AbortedError, match=r"Current version is 1 but caller expected 0\."):
        await master.extend_session(pb.ExtendSessionRequest(session_handle=handle))
    again = pb.ExtendSessionRequest(session_handle=handle, graph_def=new, current_graph_version=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"includes node '.*', which was created by a previous"):
        await master.extend_session(again)
    empty = pb.ExtendSessionRequest(session_handle=handle, current_graph_version=1)
    assert (await master.extend_session(empty)).new_graph_version == 2
    lost = pb.ExtendSessionRequest(session_handle=handle, current_graph_version=2)
    lost.graph_def.node.add(name="q1", op="Identity", input=["zz"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Node 'q1': Unknown input node 'zz'"):
        await master.extend_session(lost)
    unknown = pb.CreateSessionRequest()
    unknown.graph_def.node.add(name="q1", op="NoSuchOp")
    with pytest.raises(tf.errors.NotFoundError, match="Op type not registered 'NoSuchOp'"):
        await master.create_session(unknown)


async def test_closing_ends_steps(server: Server, session: tuple[RemoteMaster, str]) -> None:
    """D-27: with TensorFlow's words, and without waiting for them to end by themselves."""
    master, handle = session
    waiting = asyncio.ensure_future(master.run_step(step(handle, ["take:0"])))
    await master.run_step(step(handle, ["y:0"], [X]))
    await master.close_session(handle)
    with pytest.raises(tf.errors.CancelledError, match=r"cancelled by an explicit call to `Session::Close\(\)`"):
        await waiting
    assert not server.master.sessions


async def test_state_outlives_sessions(channel: Channel, graph: tf.Graph) -> None:
    """D-28: until a reset, which ends all sessions; isolated sessions have their own."""
    master = RemoteMaster(channel)
    request = pb.CreateSessionRequest(graph_def=graph.as_graph_def())
    first = (await master.create_session(request)).session_handle
    await master.run_step(StepRequest(first, targets=["init"]))
    await master.close_session(first)
    second = (await master.create_session(request)).session_handle
    assert (await master.run_step(step(second, ["v/read:0"]))).values
    request.config.isolate_session_state = True
    apart = (await master.create_session(request)).session_handle
    with pytest.raises(tf.errors.FailedPreconditionError):
        await master.run_step(step(apart, ["v/read:0"]))
    await master.reset(pb.ResetRequest())
    with pytest.raises(tf.errors.AbortedError):
        await master.run_step(step(second, ["y:0"], [X]))
    request.config.isolate_session_state = False
    third = (await master.create_session(request)).session_handle
    with pytest.raises(tf.errors.FailedPreconditionError):
        await master.run_step(step(third, ["v/read:0"]))


async def test_partial_runs_and_callables(session: tuple[RemoteMaster, str]) -> None:
    """What is wrong with them is told; they go on."""
    master, handle = session
    with pytest.raises(tf.errors.InvalidArgumentError, match="Must run PartialRunSetup before performing partial"):
        await master.run_step(step(handle, ["y:0"], partial_run_handle="17"))
    setup = pb.PartialRunSetupRequest(session_handle=handle, feed=["x:0"], fetch=["y:0"])
    run = (await master.partial_run_setup(setup)).partial_run_handle
    assert run == "0"
    with pytest.raises(tf.errors.InvalidArgumentError, match="Fetch y:0 can't be computed from the feeds"):
        await master.run_step(step(handle, ["y:0"], partial_run_handle=run))
    await master.run_step(step(handle, [], [X], partial_run_handle=run))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"The feed x:0 has already been fed\."):
        await master.run_step(step(handle, [], [X], partial_run_handle=run))
    assert (await master.run_step(step(handle, ["y:0"], partial_run_handle=run))).values["y:0"] == [2.0]
    make = pb.MakeCallableRequest(session_handle=handle)
    make.options.feed.append("x:0")
    make.options.fetch.append("y:0")
    number = (await master.make_callable(make)).handle
    with pytest.raises(tf.errors.InvalidArgumentError):
        await master.run_callable(pb.RunCallableRequest(session_handle=handle, handle=number))
    with pytest.raises(tf.errors.InvalidArgumentError, match="No such callable handle: 44"):
        await master.run_callable(pb.RunCallableRequest(session_handle=handle, handle=44))
    await master.release_callable(pb.ReleaseCallableRequest(session_handle=handle, handle=number))
    with pytest.raises(tf.errors.InvalidArgumentError, match="callable after handle was released: 0"):
        await master.run_callable(pb.RunCallableRequest(session_handle=handle, handle=number))
    await master.release_callable(pb.ReleaseCallableRequest(session_handle=handle, handle=44))


async def test_garbage(channel: Channel, session: tuple[RemoteMaster, str]) -> None:
    """D-31: it is refused, as an unknown method is, and the server goes on."""
    for method in ("RunStep", "CreateSession", "ListDevices", "RunCallable"):
        with pytest.raises(tf.errors.InternalError, match="Unable to parse request"):
            await channel.call(MASTER + method, b"\xff\xff\xff")
    with pytest.raises(tf.errors.UnimplementedError):
        await channel.call(MASTER + "NoSuchMethod", b"")
    master, handle = session
    with pytest.raises(tf.errors.InternalError, match="Unable to parse request"):
        await master.run_step(step(handle, ["y:0"], [X], options=b"\xff"))
    assert (await master.run_step(step(handle, ["y:0"], [X]))).values["y:0"] == [2.0]


async def test_bounds(server: Server, session: tuple[RemoteMaster, str]) -> None:
    """Of sessions and of steps in flight."""
    master, handle = session
    for _ in range(2):
        await master.create_session(pb.CreateSessionRequest())
    with pytest.raises(tf.errors.ResourceExhaustedError, match="3 sessions"):
        await master.create_session(pb.CreateSessionRequest())
    waiting = [asyncio.ensure_future(master.run_step(step(handle, ["take:0"]))) for _ in range(2)]
    while server.master.sessions[handle].num_steps < 2:
        await asyncio.sleep(0)
    with pytest.raises(tf.errors.ResourceExhaustedError, match="2 steps in flight"):
        await master.run_step(step(handle, ["y:0"], [X]))
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)


async def test_graphs_may_not_touch_the_world(session: tuple[RemoteMaster, str]) -> None:
    """The refusal names the node."""
    master, handle = session
    reads = pb.ExtendSessionRequest(session_handle=handle)
    reads.graph_def.node.add(name="file", op="Const").attr["dtype"].type = 7  # type: ignore[assignment]
    reads.graph_def.node[0].attr["value"].tensor.dtype = 7  # type: ignore[assignment]
    reads.graph_def.node[0].attr["value"].tensor.string_val.append(b"/etc/passwd")
    reads.graph_def.node.add(name="reads", op="ReadFile", input=["file"])
    with pytest.raises(tf.errors.PermissionDeniedError, match="'reads'"):
        await master.extend_session(reads)


async def test_tokens(graph: tf.Graph) -> None:
    """A call without the right one is refused whatever its body is."""
    async with Server.create_local_server(token="secret") as server:
        for options in (GrpcOptions(), GrpcOptions(token="other")):
            channel = GrpcTransport(options).connect(server.address)
            with pytest.raises(tf.errors.OpError) as caught:
                await channel.call(MASTER + "RunStep", b"\xff")
            assert caught.value.code == 16
            await channel.close()
        channel = GrpcTransport(GrpcOptions(token="secret")).connect(server.address)
        await RemoteMaster(channel).create_session(pb.CreateSessionRequest(graph_def=graph.as_graph_def()))
        await channel.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize("is_shared", [False, True])
async def test_tasks_that_clients_name_get_no_token(is_shared: bool) -> None:
    """Unless the operator says so: a client could have it sent to a server of its own."""
    settings = MasterSettings(cluster_addresses=["127.0.0.1:*"], shares_token=is_shared)
    tokens: set[str | None] = set()

    def status(call: Call, body: Buffer) -> bytes:
        tokens.add(call.metadata.get("authorization"))
        raise tf.errors.InvalidArgumentError(None, None, "that is all")

    listener = await GrpcTransport().serve("127.0.0.1:0", Services({"/tensorflow.WorkerService/GetStatus": status}))
    async with Server.create_local_server(token="secret", settings=settings) as server:
        use_token(server.address, "secret")
        jobs = {"localhost": [server.address], "chosen": [listener.address]}
        config = tf.ConfigProto(cluster_def=tf.train.ClusterSpec(jobs).as_cluster_def())
        with tf.Graph().as_default():
            y = tf.constant(1.0) + 1.0
            async with tf.Session(server.target, config=config) as session:
                with pytest.raises(tf.errors.OpError, match="that is all"):
                    await session.run(y)
        use_token(server.address, "")
    await listener.stop()
    assert tokens == {"Bearer secret" if is_shared else None}


async def test_tasks_and_sessions_with_a_token() -> None:
    """Both send it; a session without it is refused."""
    cluster = {job: [f"127.0.0.1:{_free_port()}"] for job in ("a", "b")}
    async with Server(cluster, "a", token="secret") as server, Server(cluster, "b", token="secret"):
        config = tf.ConfigProto()
        config.rpc_options.use_rpc_for_inprocess_master = True
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                there = tf.constant([1.0]) * 2.0
            y = there + 1.0
            async with tf.Session(server.target, config=config) as session:
                with pytest.raises(tf.errors.OpError, match="no valid token"):
                    await session.run(y)
            use_token(server.address, "secret")
            async with tf.Session(server.target, config=config) as session:
                assert await session.run(y) == [3.0]
        use_token(server.address, "")


def test_where_it_may_listen() -> None:
    """On this machine, unless somebody says that others may come."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="insecure=True"):
        Server({"worker": ["10.0.0.1:2222"]})
    Server({"worker": ["10.0.0.1:2222"]}, insecure=True)
    for address in ("localhost:0", "127.0.0.1:0", "[::1]:0"):
        Server({"worker": [address]})


def test_which_task() -> None:
    """As far as the cluster leaves it open, it has to be said."""
    cluster = {"ps": ["localhost:0"], "worker": ["localhost:0", "localhost:0"]}
    with pytest.raises(ValueError, match="job_name"):
        Server(cluster)
    with pytest.raises(ValueError, match="task_index"):
        Server(cluster, "worker")
    with pytest.raises(tf.errors.InvalidArgumentError, match="was not defined"):
        Server(cluster, "chief")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Task 2"):
        Server(cluster, "worker", 2)
    assert Server(cluster, "ps").server_def.task_index == 0
    assert Server(cluster, "worker", 1).task.name == "/job:worker/replica:0/task:1"


async def test_its_end() -> None:
    """Who has joined goes on; a second stop does nothing; sessions in this process need no network."""
    server = Server.create_local_server()
    joined = asyncio.ensure_future(server.join())
    await server.start()
    with tf.Graph().as_default():
        one = tf.constant(1.0)
        async with tf.Session(server.target) as session:
            assert await session.run(one) == 1.0
    await server.stop()
    await server.stop()
    await joined
    with pytest.raises(RuntimeError):
        await server.start()


async def _lease() -> None:
    network = SimulatedNetwork()
    server = Server(
        {"w": ["w:1"]}, insecure=True, settings=MasterSettings(lease_s=100.0), transport=network.transport("w"), seed=1
    )
    async with server:
        master = RemoteMaster(network.transport("client").connect("w:1"))
        used = (await master.create_session(pb.CreateSessionRequest())).session_handle
        idle = (await master.create_session(pb.CreateSessionRequest())).session_handle
        for _ in range(5):
            await asyncio.sleep(50.0)
            await master.list_devices(used)
        with pytest.raises(tf.errors.AbortedError):
            await master.run_step(StepRequest(idle, fetches=["a:0"]))
        assert list(server.master.sessions) == [used]


def test_sessions_that_nobody_uses_end() -> None:
    """D-53: behind their lease, which each call renews; in virtual time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(_lease())
