"""A worker, asked over a simulated network as TensorFlow's masters and workers ask."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow._proto.graph_pb2 import GraphDef
from aioflow.distributed.interfaces.worker import GraphRun
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.statuses import DERIVED, POSSIBLY_RESTARTED
from aioflow.distributed.transport.transport import Call, Channel, Services
from aioflow.distributed.wire.methods import WORKER
from aioflow.distributed.wire.run_graph import write_run
from aioflow.distributed.worker.remote_worker import RemoteWorker
from aioflow.distributed.worker.service import worker_handlers
from aioflow.framework import dtypes
from tests.distributed.clusters import Cluster, run

DEVICE = "/job:w/replica:0/task:0/device:CPU:0"
OTHER = "/job:other/replica:0/task:0/device:CPU:0"
MASTER_TASK = "/job:m/replica:0/task:0"
X = np.array([1.0, 2.0], np.float32)


class Ends:
    """A worker, a way to it, and a session there.

    Attributes:
        worker: The worker over the network.
        channel: The way to it.
        incarnation: That of its device.
    """

    def __init__(self, made: Cluster, channel: Channel) -> None:
        self.made = made
        self.channel = channel
        self.worker = RemoteWorker(channel)
        self.incarnation = made.servers["w0"].task.devices[0].attributes.incarnation

    def key(self, sender: str, receiver: str, name: str, incarnation: int | None = None) -> str:
        """The key of a transfer outside of loops."""
        return f"{sender};{self.incarnation if incarnation is None else incarnation:016x};{receiver};{name};0:0"

    def part(self) -> GraphDef:
        """x comes from the client; y = x + x goes to another task, and back to the client."""
        graph = GraphDef()
        receive = graph.node.add(name="_recv_x_0", op="_Recv", device=DEVICE)
        receive.attr["tensor_type"].type = 1  # type: ignore[assignment]
        self._transfer(receive, "x:0", DEVICE, True)
        add = graph.node.add(name="y", op="AddV2", input=["_recv_x_0", "_recv_x_0"], device=DEVICE)
        add.attr["T"].type = 1  # type: ignore[assignment]
        for name, receiver, is_client in (("edge_1_y", OTHER, False), ("y:0", DEVICE, True)):
            send = graph.node.add(name=f"y/_{len(name)}", op="_Send", input=["y"], device=DEVICE)
            send.attr["T"].type = 1  # type: ignore[assignment]
            self._transfer(send, name, receiver, is_client)
        return graph

    def _transfer(self, node: Any, name: str, receiver: str, is_client: bool) -> None:
        node.attr["tensor_name"].s = name.encode()
        node.attr["send_device"].s = DEVICE.encode()
        node.attr["recv_device"].s = receiver.encode()
        node.attr["send_device_incarnation"].i = self.incarnation
        if is_client:  # left out where it is the default, as masters do
            node.attr["client_terminated"].b = True

    async def registered(self) -> str:
        """Opens a session and registers the part; returns its handle."""
        await self.worker.create_session(pb.CreateWorkerSessionRequest(session_handle="s"))
        request = pb.RegisterGraphRequest(session_handle="s", create_worker_session_called=True, graph_def=self.part())
        return await self.worker.register_graph(request)

    def step(self, handle: str, step_id: int, feeds: bool = True, **settings: Any) -> GraphRun:
        """A run of the part."""
        fed: Any = {self.key(DEVICE, DEVICE, "x:0"): (dtypes.float32, X)} if feeds else {}
        return GraphRun("s", handle, step_id, fed, [self.key(DEVICE, DEVICE, "y:0")], **settings)


def with_worker(program: Callable[[Ends], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Runs a program with a worker."""

    async def whole() -> None:
        made = Cluster(SimulatedNetwork(), {"w": 1}, **settings)
        server = await made.start("w0")
        await program(Ends(made, made.network.transport("m").connect("w0:1")))
        await server.stop()
        assert not len(server.worker.steps)

    run(whole())


async def _a_step(ends: Ends) -> None:
    status = await ends.worker.get_status()
    assert [device.name for device in status.device_attributes] == [DEVICE]
    handle = await ends.registered()
    # The receiver may come first.
    early = asyncio.ensure_future(ends.worker.recv_tensor(7, ends.key(DEVICE, OTHER, "edge_1_y"), 1))
    await asyncio.sleep(1.0)
    result = await ends.worker.run_graph(ends.step(handle, 7, request_id=5))
    np.testing.assert_array_equal(result.values[ends.key(DEVICE, DEVICE, "y:0")][0], X + X)
    np.testing.assert_array_equal((await early)[0], X + X)
    with pytest.raises(errors.AbortedError, match=r"same RunGraph .* received twice"):
        await ends.worker.run_graph(ends.step(handle, 7, request_id=5))
    with pytest.raises(errors.AbortedError, match=r"same RecvTensor .* received twice"):
        await ends.worker.recv_tensor(7, ends.key(DEVICE, OTHER, "edge_1_y"), 1)
    # What was taken is gone: a second receiver waits until the step is over.
    late = asyncio.ensure_future(ends.worker.recv_tensor(7, ends.key(DEVICE, OTHER, "edge_1_y"), 2))
    await asyncio.sleep(1.0)
    assert not late.done()
    await ends.worker.cleanup_graph(7)
    for waiting in (late, ends.worker.recv_tensor(7, ends.key(DEVICE, OTHER, "edge_1_y"), 3)):
        with pytest.raises(errors.AbortedError, match="Cleanup 7") as caught:
            await waiting
        assert DERIVED in caught.value.experimental_payloads


def test_a_step() -> None:
    """D-34, D-37, D-43: receivers before and behind it; requests that come twice; its end."""
    with_worker(_a_step)


async def _wrong(ends: Ends) -> None:
    handle = await ends.registered()
    with pytest.raises(errors.InvalidArgumentError, match="Invalid incarnation in a rendezvous key: no number"):
        await ends.worker.recv_tensor(1, f"{DEVICE};no number;{OTHER};edge_1_y;0:0", 0)
    with pytest.raises(errors.AbortedError, match="expects a different device incarnation") as caught:
        await ends.worker.recv_tensor(1, ends.key(DEVICE, OTHER, "edge_1_y", 77), 0)
    assert POSSIBLY_RESTARTED in caught.value.experimental_payloads
    with pytest.raises(errors.AbortedError, match="Graph handle is not found: beef"):
        await ends.worker.run_graph(ends.step("beef", 1))
    lost = GraphRun("nobody", handle, 1)
    with pytest.raises(errors.AbortedError, match="Session handle is not found: nobody") as caught:
        await ends.worker.run_graph(lost)
    assert POSSIBLY_RESTARTED in caught.value.experimental_payloads
    # With the error in the body, as TensorFlow's masters ask for it.
    request = pb.RunGraphRequest(session_handle="nobody", graph_handle=handle, store_errors_in_response_body=True)
    body = await ends.channel.call(WORKER + "RunGraph", request.SerializeToString())
    assert pb.RunGraphResponse.FromString(bytes(body)).status_code == errors.ABORTED
    nowhere = pb.RegisterGraphRequest(session_handle="s")
    nowhere.graph_def.node.add(name="fx", op="NoOp")
    with pytest.raises(errors.InvalidArgumentError, match="Node 'fx' is missing a device specification"):
        await ends.worker.register_graph(nowhere)
    files = pb.RegisterGraphRequest(session_handle="s")
    files.graph_def.node.add(name="wf", op="MatchingFiles", input=["c"], device=DEVICE)
    with pytest.raises(errors.PermissionDeniedError, match="'wf'"):
        await ends.worker.register_graph(files)
    await ends.worker.delete_session("nobody")
    for method in ("Logging", "MarkRecvFinished"):
        assert await ends.channel.call(WORKER + method, b"") == b""
    for method in ("RunGraph", "RecvTensor", "RegisterGraph"):
        with pytest.raises(errors.InternalError, match="Unable to parse request"):
            await ends.channel.call(WORKER + method, b"\xff\xff")


def test_what_it_refuses() -> None:
    """D-42: in TensorFlow's words, with what tells a worker that was started anew."""
    with_worker(_wrong)


async def _stopped(ends: Ends) -> None:
    handle = await ends.registered()
    # Without its feed the part waits; who waits for what it sends hears of its end.
    running = asyncio.ensure_future(ends.worker.run_graph(ends.step(handle, 3, feeds=False)))
    waiting = asyncio.ensure_future(ends.worker.recv_tensor(3, ends.key(DEVICE, OTHER, "edge_1_y"), 0))
    await asyncio.sleep(1.0)
    running.cancel()
    with pytest.raises(errors.CancelledError) as caught:
        await waiting
    assert DERIVED in caught.value.experimental_payloads
    await ends.worker.cleanup_graph(3)


def test_cancelling_a_part() -> None:
    """Ends it, and whoever waits for what it sends."""
    with_worker(_stopped)


async def _given_up(ends: Ends) -> None:
    handle = await ends.registered()
    waiting = [
        asyncio.ensure_future(ends.worker.recv_tensor(8, ends.key(DEVICE, OTHER, "edge_1_y"), number))
        for number in (1, 2)
    ]  # fmt: skip
    steps = ends.made.servers["w0"].worker.steps
    for receiver, left in zip(waiting, (1, 0), strict=True):
        await asyncio.sleep(1.0)
        receiver.cancel()
        await asyncio.sleep(1.0)
        assert len(steps) == left
    # It is not over: it may still come.
    await ends.worker.run_graph(ends.step(handle, 8, request_id=5))
    np.testing.assert_array_equal((await ends.worker.recv_tensor(8, ends.key(DEVICE, OTHER, "edge_1_y"), 3))[0], X + X)
    await ends.worker.cleanup_graph(8)


def test_receivers_that_give_up_before_the_step_comes() -> None:
    """The last of them leaves nothing."""
    with_worker(_given_up)


async def _not_cleaned_up(ends: Ends) -> None:
    handle = await ends.registered()
    await ends.worker.run_graph(ends.step(handle, 9, request_id=5))
    assert len(ends.made.servers["w0"].worker.steps) == 1
    await ends.worker.delete_session("s")
    assert not len(ends.made.servers["w0"].worker.steps)


def test_a_sessions_end_is_that_of_its_steps() -> None:
    """Also of those that have ended without a word from their master."""
    with_worker(_not_cleaned_up)


async def _pieces(ends: Ends) -> None:
    handle = await ends.registered()
    fed, fetched = {ends.key(DEVICE, DEVICE, "x:0"): (dtypes.float32, X)}, [ends.key(DEVICE, DEVICE, "y:0")]
    # The first call starts the step, whatever it brings; the last one waits for its end.
    fetching = asyncio.ensure_future(ends.worker.run_graph(GraphRun("s", handle, 4, fetches=fetched, is_partial=True)))
    await asyncio.sleep(1.0)
    assert not fetching.done()
    assert not (await ends.worker.run_graph(GraphRun("s", handle, 4, fed, is_partial=True))).values
    np.testing.assert_array_equal((await fetching).values[fetched[0]][0], X + X)
    await ends.worker.run_graph(GraphRun("s", handle, 4, is_partial=True, is_last=True))
    await ends.worker.cleanup_graph(4)
    with pytest.raises(errors.AbortedError, match="Cleanup 4"):
        await ends.worker.run_graph(GraphRun("s", handle, 4, is_partial=True))
    for step_id, end in ((5, ends.worker.cleanup_graph(5)), (6, ends.worker.delete_session("s"))):
        calls = [
            asyncio.ensure_future(ends.worker.run_graph(GraphRun("s", handle, step_id, is_partial=True, **settings)))
            for settings in ({"fetches": fetched}, {"is_last": True})
        ]
        await asyncio.sleep(1.0)
        await end
        for call in calls:
            with pytest.raises((errors.AbortedError, errors.CancelledError)):
                await call


def test_a_step_in_pieces() -> None:
    """As masters ask for partial runs; without an end of its own it ends with its step, or its session."""
    with_worker(_pieces)


async def _vanished(ends: Ends) -> None:
    server = ends.made.servers["w0"]
    handlers, way = worker_handlers(server.worker, None), asyncio.get_running_loop().create_future()
    handle = await ends.registered()
    for step_id in (1, 2):
        call: Any = Call(WORKER + "RunGraph", way=way)
        await handlers[call.method](call, b"".join(write_run(ends.step(handle, step_id))))  # type: ignore[misc]
    running = asyncio.ensure_future(ends.worker.run_graph(ends.step(handle, 3, feeds=False)))
    await asyncio.sleep(1.0)
    assert len(server.worker.steps) == 3
    way.set_result(None)
    await asyncio.sleep(10.0)
    assert len(server.worker.steps) == 1, "what runs ends with its call"
    assert len(server.worker.sessions) == 1, "its master may come back"
    await asyncio.sleep(5000.0)
    assert len(server.worker.sessions) == 1, "a step runs"
    running.cancel()
    await asyncio.sleep(5000.0)
    assert not server.worker.sessions
    with pytest.raises(errors.AbortedError, match="Session handle is not found: s"):
        await ends.worker.run_graph(ends.step(handle, 4))


def test_a_master_that_vanishes() -> None:
    """D-53: its steps end with its connection, and its session when nothing is heard of it."""
    with_worker(_vanished)


async def _there(ends: Ends) -> None:
    server = ends.made.servers["w0"]
    server.worker.peers.addresses[MASTER_TASK] = "m0:1"

    def status(call: Call, body: Any) -> bytes:
        answer = pb.GetStatusResponse()
        answer.device_attributes.add(incarnation=incarnation)
        return answer.SerializeToString()

    incarnation = 2**63 + 5
    listener = await ends.made.network.transport("m0").serve("m0:1", Services({WORKER + "GetStatus": status}))
    made = pb.CreateWorkerSessionRequest(session_handle="s", master_task=MASTER_TASK)
    made.master_incarnation = incarnation - 2**64  # signed there, and not where devices have it
    await ends.worker.create_session(made)
    handle = await ends.registered()
    handlers, way = worker_handlers(server.worker, None), asyncio.get_running_loop().create_future()
    call: Any = Call(WORKER + "RunGraph", way=way)
    await handlers[call.method](call, b"".join(write_run(ends.step(handle, 1))))  # type: ignore[misc]
    way.set_result(None)
    await asyncio.sleep(100.0)
    assert len(server.worker.steps) == 1, "others may still fetch something of it"
    await ends.worker.cleanup_graph(1)
    await asyncio.sleep(20_000.0)
    assert server.worker.sessions, "its master is there, and has a lease of its own"
    incarnation += 1
    await asyncio.sleep(5000.0)
    assert not server.worker.sessions
    await listener.stop()


def test_a_master_that_is_only_silent() -> None:
    """Keeps its session until its process is another one; a lost connection alone ends no step."""
    with_worker(_there)


async def _many(ends: Ends) -> None:
    for name in ("a", "b", "b"):
        await ends.worker.create_session(pb.CreateWorkerSessionRequest(session_handle=name))
    with pytest.raises(errors.ResourceExhaustedError, match="2 sessions of masters"):
        await ends.worker.create_session(pb.CreateWorkerSessionRequest(session_handle="c"))
    await ends.worker.delete_session("a")
    await ends.worker.create_session(pb.CreateWorkerSessionRequest(session_handle="c"))


def test_too_many_sessions() -> None:
    """Are refused; one that is open already is none more."""
    with_worker(_many, settings=MasterSettings(max_worker_sessions=2))
