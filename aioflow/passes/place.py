"""Placement: which device a node runs on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aioflow import errors
from aioflow.framework.devices import Device, DeviceSpec
from aioflow.framework.operation import Operation


def place(ops: Iterable[Operation], devices: Sequence[Device], allow_soft_placement: bool) -> dict[Operation, Device]:
    """The device of each operation: the first that satisfies its request.

    Args:
        ops: Operations to place.
        devices: The session's devices, best first.
        allow_soft_placement: Whether a device type or number that does not exist may be replaced.

    Raises:
        InvalidArgumentError: A node asks for a device that does not exist.
    """
    by_request: dict[str, Device] = {}
    placed: dict[Operation, Device] = {}
    for op in ops:
        device = by_request.get(op.device)
        if device is None:
            device = by_request[op.device] = _find(op, devices, allow_soft_placement)
        placed[op] = device
    return placed


def _find(op: Operation, devices: Sequence[Device], allow_soft_placement: bool) -> Device:
    spec = DeviceSpec.parse(op.device)
    for wanted in (spec, spec.without_type()) if allow_soft_placement else (spec,):
        for device in devices:
            if wanted.matches(device.spec):
                return device
    available = ", ".join(device.name for device in devices)
    raise errors.invalid_argument(
        f"Cannot assign a device for operation {op.name}: Operation was explicitly assigned to {op.device} but "
        f"available devices are [ {available} ]. Make sure the device specification refers to a valid device."
    ).at_node(op.name)
