"""What a traced step on several tasks tells, on a simulated network."""
from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.executor.tracing.transfer_log import TransferLog
from tests.distributed.clusters import cluster, run

DEVICE_A, DEVICE_B = (f"/job:{job}/replica:0/task:0/device:CPU:0" for job in "ab")


async def traced() -> tuple[Any, Any]:
    """The metadata of a step of which each task has a part, and the value of its fetch."""
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None], name="x")
            with tf.device("/job:b"):
                large = tf.exp(x, name="large")
                small = tf.reduce_sum(large, name="small")
                text = tf.as_string(tf.cast(small, tf.int32), name="text")
            with tf.device("/job:a"):
                last = tf.add(large, small, name="last")
                longer = tf.strings.join([text, "!"], name="longer")
            async with tf.Session(made.target("a0")) as session:
                options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
                for _ in range(2):
                    metadata = tf.RunMetadata()
                    values = await session.run([last, longer], {x: np.zeros(200_000)}, options, metadata)
                assert values[1] == b"200000!"
                return metadata, values[0]


async def _statistics() -> None:
    metadata, value = await traced()
    np.testing.assert_array_equal(value, np.full(200_000, 200_001.0))
    parts = metadata.step_stats.dev_stats
    # Transfers are a part of their own, with the name of a device that has another one.
    devices = Counter(part.device for part in parts)
    assert devices == {DEVICE_A: 2, DEVICE_B: 2}
    nodes = {(part.device, node.node_name) for part in parts for node in part.node_stats}
    assert {(DEVICE_A, "last"), (DEVICE_B, "large"), (DEVICE_B, "small")} <= nodes
    received = {
        device: [node for part in parts if part.device == device for node in part.node_stats if _is_transfer(node)]
        for device in (DEVICE_A, DEVICE_B)
    }
    assert {device: len(found) for device, found in received.items()} == {DEVICE_A: 3, DEVICE_B: 1}
    for device, found in received.items():
        source = DEVICE_B if device == DEVICE_A else DEVICE_A
        for entry in found:
            form = rf"\[[\d.]+M?B\] \[[\d.]+[GM]b/s\] edge_\d+_\w+ from {source} to {device}"
            assert re.fullmatch(form, entry.timeline_label), entry.timeline_label
            assert entry.all_start_micros > 1e15 and entry.all_end_rel_micros == entry.op_end_rel_micros >= 0
            assert not entry.all_start_nanos and not entry.thread_id
    sizes = {
        node.timeline_label.split()[2].partition("_")[2].partition("_")[2]:
            node.output[0].tensor_description.allocation_description.requested_bytes
        for node in received[DEVICE_A]
    }  # fmt: skip
    assert sizes == {"large": 800_000, "small": 4, "text": 6}
    assert len(metadata.partition_graphs) == 2
    text = tf.timeline.Timeline(metadata.step_stats).generate_chrome_trace_format(show_memory=True)
    assert '"RecvTensor"' in text and '"Exp"' in text


def _is_transfer(node: Any) -> bool:
    return bool(node.node_name == "RecvTensor")


def test_statistics() -> None:
    """O-11, D-19: the nodes of all tasks are told in one message, and what each task has received of others."""
    run(_statistics())


def test_sizes_and_rates() -> None:
    """Sizes are told in MiB from a tenth on, rates in gigabits from one on."""
    log = TransferLog()
    for nbytes in (104_857, 104_858):
        log.add(f"/from;1;/to;edge_1_{nbytes};0:0", log.now_ns(), np.zeros(nbytes, np.int8))
    log.add("/from;1;/to;slow;0:0", log.now_ns() - 10**10, np.zeros(1, np.int8))
    message = tf.RunMetadata().step_stats
    log.write_to(message)
    first, second, slow = (node.timeline_label for node in message.dev_stats[0].node_stats)
    assert first.startswith("[104857B] [") and second.startswith("[0.1MB] [") and first.endswith(" from /from to /to")
    assert slow.startswith("[1B] [0.00000")
