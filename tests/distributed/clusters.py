"""Clusters on a simulated network, in the time of the event loop; `sim://HOST:PORT` is a session's target there."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from aioflow.distributed.client.grpc_session import GrpcSession
from aioflow.distributed.client.remote_master import RemoteMaster
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.testing.clock import JumpingLoop

NETWORK: ContextVar[SimulatedNetwork] = ContextVar("NETWORK")
"""The network of the running test."""


class _Simulated(SessionFactory):
    def accepts_options(self, options: SessionOptions) -> bool:
        return options.target.startswith("sim://")

    def new_session(self, options: SessionOptions) -> GrpcSession:
        network = NETWORK.get()
        address = options.target.removeprefix("sim://")
        return GrpcSession(options, lambda: RemoteMaster(network.transport("client").connect(address)))


SessionFactory.register("SIMULATED_SESSION", _Simulated(), override=True)


class Cluster:
    """Servers on one network.

    Attributes:
        network: The network.
        servers: By host, "worker0" for task 0 of the job worker.
        spec: The cluster.
    """

    def __init__(self, network: SimulatedNetwork, jobs: dict[str, int], **settings: Any) -> None:
        self.network = network
        self.spec = {job: [f"{job}{index}:1" for index in range(count)] for job, count in jobs.items()}
        self._settings = settings
        self.servers: dict[str, Server] = {}
        self._num_started = 0  # no two processes count their steps from the same number

    async def start(self, host: str) -> Server:
        """Starts the server of a host, or starts it anew."""
        job = host.rstrip("0123456789")
        server = self.servers[host] = Server(
            self.spec, job, int(host.removeprefix(job)), insecure=True, transport=self.network.transport(host),
            seed=self._num_started, **self._settings,
        )  # fmt: skip
        self._num_started += 1
        await server.start()
        return server

    def target(self, host: str) -> str:
        """The target of sessions at a host."""
        return f"sim://{host}:1"


@asynccontextmanager
async def cluster(jobs: dict[str, int], seed: int = 0, **settings: Any) -> AsyncIterator[Cluster]:
    """Runs a cluster; at the end nothing of its steps is left."""
    network = SimulatedNetwork(seed)
    NETWORK.set(network)
    made = Cluster(network, jobs, **settings)
    for job, addresses in made.spec.items():
        for index in range(len(addresses)):
            await made.start(f"{job}{index}")
    try:
        yield made
        await asyncio.sleep(5000.0)  # what is told after a step, and what is over when nobody asks for it any more
        living = {server.task.devices[0].attributes.incarnation & (2**64 - 1) for server in made.servers.values()}
        for host, server in made.servers.items():
            if network.listener(f"{host}:1") is None:
                continue  # it has crashed
            assert not len(server.worker.steps), f"{host} still has steps"
            # Of those that live, garbage may have opened sessions of which they know nothing.
            masters = {session.master_incarnation & (2**64 - 1) for session in server.worker.sessions.values()}
            assert masters <= living, f"{host} still has sessions of masters that are gone"
            assert not server.master.sessions, f"{host} still has sessions of clients"
        assert not network.num_open, "calls are on their way"
    finally:
        for server in made.servers.values():
            await server.stop()


def run(program: Coroutine[Any, Any, Any]) -> Any:
    """Runs a program on virtual time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(program)
