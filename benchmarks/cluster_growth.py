"""How a step's cost grows with its cluster: `python -m benchmarks.cluster_growth [WORKERS ...]`.

The master is a real one, on a simulated network in virtual time; the workers answer at once and compute nothing, so
that the processor's time is the master's own, with what the network costs. A message takes 50 to 200 µs each way.
One step has a part on every task: each gets a value from the master's task and gives one back. The other has parts on
two tasks of the same cluster. "Slow" is one worker, the last, whose messages take 10 ms longer.
"""
from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import aioflow as tf
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.client.grpc_session import GrpcSession
from aioflow.distributed.client.remote_master import RemoteMaster
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.transport import Body, Buffer, Call, Handler, Services
from aioflow.distributed.wire.device_messages import device_message
from aioflow.distributed.wire.methods import WORKER
from aioflow.distributed.wire.run_graph import write_received
from aioflow.distributed.worker.task import Task
from aioflow.framework import dtypes
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.testing.clock import JumpingLoop

WORKERS = (2, 10, 100, 1000)
_STEPS = {2: 400, 10: 400, 100: 100}
_SLOW_S = 10e-3


@dataclass
class Steps:
    """What steps of one kind have cost.

    Attributes:
        messages: Calls of a step, the client's among them.
        cpu_s: The processor's time of a step.
        p99_s: How long the slowest but 1 % took, by the simulated clock.
    """

    messages: float
    cpu_s: float
    p99_s: float


def _answers(task: Task) -> Mapping[str, Handler]:
    """A worker that does nothing."""
    status = pb.GetStatusResponse(device_attributes=[device_message(each.attributes) for each in task.devices])
    answers: dict[str, Body] = {
        "GetStatus": status.SerializeToString(), "CreateWorkerSession": b"", "DeleteWorkerSession": b"",
        "RegisterGraph": pb.RegisterGraphResponse(graph_handle="1").SerializeToString(), "RunGraph": b"",
        "RecvTensor": write_received(np.float32(1.0), dtypes.float32, False, 0), "CleanupGraph": b"",
    }  # fmt: skip

    def answering(body: Body) -> Handler:
        async def answer(call: Call, _: Buffer) -> Body:
            return body

        return answer

    return {WORKER + name: answering(body) for name, body in answers.items()}


class _Sessions(SessionFactory):
    def __init__(self, network: SimulatedNetwork) -> None:
        self._network = network

    def accepts_options(self, options: SessionOptions) -> bool:
        return options.target == "growth://"

    def new_session(self, options: SessionOptions) -> GrpcSession:
        return GrpcSession(options, lambda: RemoteMaster(self._network.transport("client").connect("w0:1")))


async def _cluster(network: SimulatedNetwork, count: int) -> Server:
    spec = {"w": [f"w{index}:1" for index in range(count)]}
    for index in range(1, count):
        services = Services(_answers(Task("w", index, tf.ConfigProto())))
        await network.transport(f"w{index}").serve(f"w{index}:1", services)
    server = Server(spec, "w", 0, insecure=True, transport=network.transport("w0"), seed=0)
    await server.start()
    return server


def _graph(count: int) -> tuple[Any, Any, Any]:
    """What is fed; a value of all tasks; one of the first two."""
    x = tf.placeholder(tf.float32, [])
    parts = []
    for index in range(1, count):
        with tf.device(f"/job:w/task:{index}"):
            parts.append(x * 2.0)
    with tf.device("/job:w/task:0"):
        return x, tf.add_n(parts) + 1.0, parts[0] + 1.0


async def _steps(network: SimulatedNetwork, run: Callable[[], Any], count: int) -> Steps:
    loop = asyncio.get_running_loop()
    before, times_s, began_s = network.calls.total(), [], time.process_time()
    for _ in range(count):
        at_s = loop.time()
        await run()
        times_s.append(loop.time() - at_s)
    cpu_s = (time.process_time() - began_s) / count
    await asyncio.sleep(10.0)  # what is told after the steps
    messages = (network.calls.total() - before) / count
    return Steps(messages, cpu_s, float(np.quantile(times_s, 0.99)))


async def measure(count: int, num_steps: int) -> str:
    """The row of a cluster of so many workers, after so many steps of each kind."""
    network = SimulatedNetwork()
    SessionFactory.register("GROWTH_SESSION", _Sessions(network), override=True)
    server = await _cluster(network, count)
    loop = asyncio.get_running_loop()
    with tf.Graph().as_default():
        x, everything, two = _graph(count)
        async with tf.Session("growth://") as session:
            await session.list_devices()
            created_s = loop.time()
            rows = []
            for fetch in (everything, two):
                call = session.make_callable(fetch, [x])
                await call(1.0)
                usual = await _steps(network, lambda call=call: call(1.0), num_steps)  # type: ignore[misc]
                network.slow_s[f"w{count - 1}"] = _SLOW_S
                slow = await _steps(network, lambda call=call: call(1.0), num_steps)  # type: ignore[misc]
                network.slow_s.clear()
                rows.append((usual, slow))
    await server.stop()
    cells = [
        f"{usual.messages:.0f} | {1e3 * usual.cpu_s:.2f} ms | {1e3 * usual.p99_s:.2f} ms | {1e3 * slow.p99_s:.2f} ms"
        for usual, slow in rows
    ]
    return f"| {count} | {1e3 * created_s:.1f} ms | {' | '.join(cells)} |"


def main(counts: list[int]) -> None:
    """Prints the table."""
    cost = "messages | master's CPU | p99 | p99, one slow"
    print(f"| workers | session opens in | all: {cost} | two: {cost} |")
    print(f"|{' --- |' * 10}")
    for count in counts:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            print(runner.run(measure(count, _STEPS.get(count, 30))), flush=True)


if __name__ == "__main__":
    main(list(map(int, sys.argv[1:])) or list(WORKERS))
