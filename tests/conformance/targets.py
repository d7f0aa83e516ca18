"""Sessions beyond one process for recorded traces: at a server, or at a cluster over which their nodes are spread."""
from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import Any

import aioflow as tf
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.framework.devices.device_spec import DeviceSpec
from tests.distributed.clusters import NETWORK, Cluster

#: Recorded graphs may touch files; their sessions are trusted in one process, too.
_SETTINGS = MasterSettings(unsafe_ops=True)
#: Variants have no form for a network: who makes them, or may fetch them, is at the task of the master; and so are
#: nodes that name the one task that there is without a cluster.
_WITH_CLIENT = "with the client"
#: What these write is a name by which the same task has to look something up, and comes as a string.
_BY_STRING = ("SessionHandle", "SessionTensor", "Iterator", "Fact")


class Servers:
    """What a session runs at.

    Args:
        kind: "grpc" for a server over gRPC, or "tasks:SEED" for two tasks on a simulated network, over which the seed
            spreads the nodes.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._servers: list[Server] = []

    async def session(self, graph: tf.Graph, config: tf.ConfigProto) -> tf.Session:
        """Starts them; returns a session."""
        if self._kind == "grpc":
            server = Server.create_local_server(config, settings=_SETTINGS)
            config.rpc_options.use_rpc_for_inprocess_master = True
            await server.start()
            self._servers = [server]
            return tf.Session(server.target, graph, config)
        spread(graph, int(self._kind.removeprefix("tasks:")))
        network = SimulatedNetwork(delay_s=(0.0, 0.0))
        NETWORK.set(network)
        made = Cluster(network, {"w": 2}, settings=_SETTINGS, config=config)
        self._servers = [await made.start("w0"), await made.start("w1")]
        return tf.Session(made.target("w0"), graph, config)

    async def stop(self) -> None:
        """Stops them.

        Raises:
            AssertionError: Something of a step is left.
        """
        servers, self._servers = self._servers, []
        for server in servers:
            await server.stop()


def spread(graph: tf.Graph, seed: int) -> int:
    """Puts each node of a graph on one of two tasks, at random, where it may be; returns how many are on the second.

    Nodes stay together of which one has the state of another, or a value that cannot leave its task.
    """
    ops = graph.get_operations()
    groups = _Groups([op.name for op in ops])
    for op in ops:
        for other in _beside(op):
            groups.join(op.name, other)
    # The same for a graph each time, and another one for each graph.
    rng = random.Random(zlib.crc32("".join(op.name for op in ops).encode()) + seed)
    task_of = {name: rng.randrange(2) for name in sorted(set(map(groups.find, groups)))}
    task_of[groups.find(_WITH_CLIENT)] = 0
    for op in ops:
        task = f"/job:w/replica:0/task:{task_of[groups.find(op.name)]}"
        op.device = str(DeviceSpec.parse_request(op.device or "").override(DeviceSpec.parse(task)))
    return sum(task_of[groups.find(op.name)] for op in ops)


def _beside(op: Any) -> Iterator[str]:
    """The names of what a node must be together with."""
    for entry in op.attrs.get("_class", ()):
        yield entry.decode().removeprefix("loc:@")
    for tensor in op.inputs:
        if tensor.dtype.is_ref or tensor.dtype == tf.resource:
            yield tensor.op.name
    names_task = DeviceSpec.parse_request(op.device or "").task is not None
    if names_task or any(tensor.dtype == tf.variant for tensor in (*op.inputs, *op.outputs)):
        yield _WITH_CLIENT
    if op.attrs.get("shared_name"):
        yield "shared_name " + op.attrs["shared_name"].decode()
    for part in _BY_STRING:
        if part in op.type:
            yield part


class _Groups(dict[str, str]):
    """Names that belong together: each leads to another one of its group, or to itself."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(zip(names, names, strict=True))

    def find(self, name: str) -> str:
        """The name that stands for a group."""
        while self.setdefault(name, name) != name:
            name = self[name]
        return name

    def join(self, name: str, other: str) -> None:
        """Puts two groups together."""
        self[self.find(name)] = self.find(other)
