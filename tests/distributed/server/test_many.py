"""A server that many ask, and one that is told garbage."""
from __future__ import annotations

import asyncio

import numpy as np
import pytest

import aioflow as tf
from aioflow.distributed.client import grpc_session_factory
from aioflow.distributed.server.server import Server
from tests.distributed.server.garbage import MESSAGES_PER_ROUND, one_round

NUM_CLIENTS = 200


@pytest.mark.parametrize("seed", range(3))
def test_garbage_to_every_method(seed: int) -> None:
    """Every call ends with an answer or an error that says what is wrong; nothing is left, a new session works."""
    assert sum(one_round(seed).values()) == MESSAGES_PER_ROUND


async def _client(target: str, number: int) -> float:
    """Opens a session with a connection of its own, and counts in a variable of its own and in one of all."""
    config = tf.ConfigProto()
    config.rpc_options.disable_session_connection_sharing = True
    with tf.Graph().as_default():
        with tf.variable_scope(f"of{number}"):
            own = tf.get_variable("own", [], initializer=tf.constant_initializer(float(number)))
        shared = tf.get_variable("shared", [], initializer=tf.zeros_initializer())
        result = tf.group(own.assign_add(1.0), shared.assign_add(1.0))
        init = own.initializer
        async with tf.Session(target, config=config) as session:
            await session.run(init)
            for _ in range(3):
                await session.run(result)
            return float(await session.run(own))


async def test_many_clients_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets its own values, no addition is lost, and no session is left."""
    monkeypatch.setattr(grpc_session_factory, "local_master", lambda address: None)
    async with Server.create_local_server() as server:
        with tf.Graph().as_default():
            shared = tf.get_variable("shared", [], initializer=tf.zeros_initializer())
            async with tf.Session(server.target) as session:
                await session.run(shared.initializer)
                found = await asyncio.gather(*(_client(server.target, number) for number in range(NUM_CLIENTS)))
                assert await session.run(shared) == 3 * NUM_CLIENTS
        np.testing.assert_array_equal(found, np.arange(NUM_CLIENTS) + 3.0)
        assert not server.master.sessions and not len(server.worker.steps)
