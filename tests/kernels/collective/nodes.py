"""Builders of collective nodes on the CPUs of one process, and sessions that have several."""
from __future__ import annotations

from typing import Any

import aioflow as tf
from aioflow.kernels.collective.resolver import LocalResolver

raw = tf.raw_ops


def reduce(cpu: int, value: Any, size: int = 2, group: int = 1, key: int = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveReduce`."""
    options = {"merge_op": "Add", "final_op": "Id", "subdiv_offsets": [], **attrs}
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveReduce(input=value, group_size=size, group_key=group, instance_key=key, **options)


def reduce_v2(cpu: int, value: Any, size: Any = 2, group: Any = 1, key: Any = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveReduceV2`."""
    options = {"merge_op": "Add", "final_op": "Id", "ordering_token": [], **attrs}
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveReduceV2(input=value, group_size=size, group_key=group, instance_key=key, **options)


def gather(cpu: int, value: Any, size: int = 2, group: int = 1, key: int = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveGather`."""
    options = {"shape": [], **attrs}
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveGather(input=value, group_size=size, group_key=group, instance_key=key, **options)


def send(cpu: int, value: Any, shape: Any, size: int = 2, group: int = 1, key: int = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveBcastSend`."""
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveBcastSend(
            input=value, group_size=size, group_key=group, instance_key=key, shape=shape, **attrs
        )


def receive(
    cpu: int, dtype: tf.DType, shape: Any, size: int = 2, group: int = 1, key: int = 1, **attrs: Any
) -> tf.Tensor:
    """A `CollectiveBcastRecv`."""
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveBcastRecv(
            T=dtype, group_size=size, group_key=group, instance_key=key, shape=shape, **attrs
        )


def all_to_all(cpu: int, value: Any, size: int = 2, group: int = 1, key: int = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveAllToAllV2`."""
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveAllToAllV2(
            input=value, group_size=size, group_key=group, instance_key=key, ordering_token=[], **attrs
        )


def communicator(cpu: int, size: int = 2, group: int = 1, rank: int | None = None) -> tf.Tensor:
    """A `CollectiveInitializeCommunicator`."""
    with tf.device(f"/cpu:{cpu}"):
        return raw.CollectiveInitializeCommunicator(
            group_key=group, rank=cpu if rank is None else rank, group_size=size
        )


def session(num_cpus: int = 2, **options: Any) -> tf.Session:
    """A session with several CPUs."""
    config = tf.ConfigProto(device_count={"CPU": num_cpus}, **options)
    config.graph_options.place_pruned_graph = True  # a test may have nodes for more CPUs than this session
    return tf.Session(config=config)


def num_waiting(of: tf.Session) -> int:
    """How many devices of a session wait for others to join."""
    backend: Any = of.backend
    manager = backend.resources[backend.devices[0].name]
    try:
        return manager.lookup("collectives", "resolver", LocalResolver).num_waiting
    except tf.errors.NotFoundError:
        return 0
