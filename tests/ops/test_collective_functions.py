"""The functions of TensorFlow's module `collective_ops`."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import aioflow as tf
from aioflow.ops.namespaces import collective_ops


async def test_each_function() -> None:
    """What two devices get of each."""
    with tf.Graph().as_default():
        fetches: list[Any] = []
        for cpu in range(2):
            with tf.device(f"/cpu:{cpu}"):
                own = tf.constant([1.0 + cpu])
                fetches.append([
                    collective_ops.all_reduce(own, 2, 1, 1, final_op="Div"),
                    collective_ops.all_gather(own, 2, 1, 2),
                    collective_ops.broadcast_send(own, [1], tf.float32, 2, 1, 3)
                    if cpu else collective_ops.broadcast_recv([1], tf.float32, 2, 1, 3),
                ])  # fmt: skip
        async with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as session:
            for values in await session.run(fetches):
                assert [value.tolist() for value in values] == [[1.5], [1.0, 2.0], [2.0]]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: collective_ops.all_reduce([1.0], 0, 1, 1), "`group_size` to all_reduce must be at least 1. Received: 0"),
    (lambda: collective_ops.all_gather([1.0], 0, 1, 1), "`group_size` to all_gather must be at least 1"),
    (lambda: collective_ops.broadcast_recv([1], tf.float32, 1, 1, 1), "to broadcast_send must be at least 2"),
    (lambda: collective_ops.broadcast_send([1.0], [2], tf.float32, 2, 1, 1), "not equal to declared shape"),
    (lambda: collective_ops.broadcast_send([1.0], [1], tf.int32, 2, 1, 1), "not equal to declared type"),
])  # fmt: skip
def test_what_is_refused(call: Callable[[], Any], message: str) -> None:
    """With TensorFlow's texts."""
    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        call()
