"""A collective of two tasks over gRPC."""
from __future__ import annotations

import socket
from contextlib import AsyncExitStack

import numpy as np

import aioflow as tf
from aioflow.kernels.collective.ring import Reduction, ring_reduce
from tests.distributed.collective.test_collectives import devices, reduced, settings


def _addresses(count: int) -> list[str]:
    """Addresses where nobody listens, all held until there are enough."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    addresses = [f"localhost:{each.getsockname()[1]}" for each in sockets]
    for each in sockets:
        each.close()
    return addresses


async def test_sums_over_grpc() -> None:
    """Parts of values, and what the leader is asked, travel as messages; a part may be larger than one piece."""
    names, spec = devices(2, 2), {"worker": _addresses(2)}
    values = [np.random.default_rng(i).standard_normal(20_000).astype(np.float32) for i in range(4)]
    expected = ring_reduce(values, [Reduction("Add", "Div", (0, -1))] * 4, [2, 2])
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(tf.train.Server(spec, "worker", task, config=settings(2)))
            for task in range(2)
        ]
        with tf.Graph().as_default():
            sums = [
                reduced(name, value, 4, final_op="Div", subdiv_offsets=[0, -1])
                for name, value in zip(names, values, strict=True)
            ]
            async with tf.Session(servers[1].target) as session:
                for _ in range(3):
                    assert {total.tobytes() for total in await session.run(sums)} == {expected.tobytes()}
