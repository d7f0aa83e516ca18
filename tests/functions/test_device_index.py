"""DeviceIndex chooses an implementation by the device that runs it."""
from __future__ import annotations

import aioflow as tf


async def test_index_of_own_device_type() -> None:
    """The node's device type is looked up; a type that is not listed gives the length of the list, as in TensorFlow."""
    names = [["CPU", "GPU"], ["TPU", "CPU"], ["TPU", "GPU"]]
    with tf.Graph().as_default() as graph:
        nodes = [tf.raw_ops.DeviceIndex(device_names=each) for each in names]
    async with tf.Session(graph=graph) as session:
        assert [int(index) for index in await session.run(nodes)] == [0, 1, 2]
