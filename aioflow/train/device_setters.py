"""tf.train.replica_device_setter: a device function that puts variables on parameter servers."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from aioflow.framework.devices.cluster_spec import ClusterSpec
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.graph import Operation

__all__ = ["replica_device_setter"]
#: The ops that keep state which several workers share.
STANDARD_PS_OPS = (
    "Variable", "VariableV2", "AutoReloadVariable", "MutableHashTable", "MutableHashTableV2",
    "MutableHashTableOfTensors", "MutableHashTableOfTensorsV2", "MutableDenseHashTable", "MutableDenseHashTableV2",
    "VarHandleOp", "BoostedTreesEnsembleResourceHandleOp", "BoostedTreesQuantileStreamResourceHandleOp",
)  # fmt: skip


def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Callable[[Operation], int] | None = None,
) -> Callable[[Operation], str] | None:
    """Makes a function for `tf.device` that puts variables on parameter servers in turn, and all else on workers.

    Sessions run in one process, so a graph that is built like this only runs where these devices are; without
    parameter servers the function is None, and nodes stay where they are.

    Args:
        ps_tasks: How many parameter servers there are; counted in `cluster` if that is given.
        ps_device: The device of variables.
        worker_device: The device of everything else.
        merge_devices: Whether parts that a node's own device leaves open are filled in, and not the whole kept.
        cluster: A `ClusterSpec`, or what one is made of.
        ps_ops: The ops that go to parameter servers; those of variables and tables when None.
        ps_strategy: Gives the number of the server for an operation; in turn when None.

    Returns:
        The function, or None.

    Raises:
        TypeError: `ps_strategy` cannot be called.
    """
    if cluster is not None:
        spec = cluster if isinstance(cluster, ClusterSpec) else ClusterSpec(cluster)
        job = DeviceSpec.parse_request(ps_device).job
        if job is None or job not in spec.jobs:
            return None
        ps_tasks = spec.num_tasks(job)
    if ps_tasks == 0:
        return None
    if ps_strategy is None:
        turns = count()
        ps_strategy = lambda op: next(turns) % ps_tasks  # noqa: E731 - shorter than its name
    if not callable(ps_strategy):
        raise TypeError("ps_strategy must be callable")
    shared = frozenset(STANDARD_PS_OPS if ps_ops is None else ps_ops)
    of_server, of_worker = DeviceSpec.parse_request(ps_device or ""), DeviceSpec.parse_request(worker_device or "")

    def device_of(op: Operation) -> str:
        if not merge_devices and op.device:
            return op.device
        own = DeviceSpec.parse_request(op.device or "")
        if not ps_device or op.type not in shared:
            return str(own.merged_into(of_worker))
        place = of_server
        if place.job and own.job in (None, place.job):
            assert ps_strategy is not None
            place = DeviceSpec(place.job, place.replica, ps_strategy(op), place.device_type, place.index)
        return str(own.merged_into(place))

    return device_of
