"""What each device of a session runs."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aioflow as tf


async def partitions(session: tf.Session, fetches: Sequence[Any]) -> dict[str, Any]:
    """The partition graphs of a run, by the number of their device."""
    metadata = tf.RunMetadata()
    targets = [getattr(fetch, "op", fetch) for fetch in fetches]
    await session.run(targets, None, tf.RunOptions(output_partition_graphs=True), metadata)
    return {_device(part): part for part in metadata.partition_graphs}


async def places(session: tf.Session, *fetches: Any) -> dict[str, str]:
    """The number of the device on which each node of a run is."""
    parts = await partitions(session, fetches)
    return {node.name: device for device, part in parts.items() for node in part.node}


def _device(part: Any) -> str:
    (device,) = {node.device for node in part.node}
    return str(device).rpartition(":")[2]
