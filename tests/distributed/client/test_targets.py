"""Targets that name no server."""
from __future__ import annotations

import pytest

import aioflow as tf


@pytest.mark.parametrize("target", ["grpc://", "grpc://localhost", "grpc://localhost:x", "grpc://localhost:99999"])
async def test_target_without_host_or_port(target: str) -> None:
    """Refused at once: gRPC would try a port modulo 65536, or for ever."""
    with tf.Graph().as_default():
        y = tf.constant(1.0)
        with pytest.raises(tf.errors.InvalidArgumentError, match="no host and port"):
            async with tf.Session(target) as session:
                await session.run(y)
