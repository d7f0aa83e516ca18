"""Devices: their names, and what a device offers to the nodes placed on it.

A full name reads `/job:localhost/replica:0/task:0/device:CPU:0`; a node may ask for any part of it.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from aioflow import errors

_PART = re.compile(
    r"/(?:job:(?P<job>[A-Za-z_][\w-]*)|replica:(?P<replica>\d+|\*)|task:(?P<task>\d+|\*)"
    r"|device:(?P<type>[A-Za-z_][\w-]*|\*)(?::(?P<index>\d+|\*))?|(?P<old_type>cpu|gpu|CPU|GPU):(?P<old_index>\d+|\*))"
)


@dataclass(frozen=True, slots=True)
class DeviceSpec:
    """A device name whose parts may be open (None)."""

    job: str | None = None
    replica: int | None = None
    task: int | None = None
    device_type: str | None = None
    index: int | None = None

    @staticmethod
    def parse(name: str) -> DeviceSpec:
        """Reads a full or partial device name, such as "/cpu:0", "CPU:0", "/job:worker/task:1" or "".

        Raises:
            InvalidArgumentError: It is not a device name.
        """
        text = name if not name or name.startswith("/") else "/device:" + name if name[0].isupper() else "/" + name
        values: dict[str, Any] = {}
        position = 0
        while position < len(text):
            match = _PART.match(text, position)
            if match is None:
                raise errors.invalid_argument(f"Malformed device specification '{name}'")
            values.update(_part_values(match))
            position = match.end()
        return DeviceSpec(**values)

    def merged_into(self, outer: DeviceSpec) -> DeviceSpec:
        """This name with its open parts filled from `outer`."""
        return DeviceSpec(*(mine if mine is not None else theirs for mine, theirs in zip(self._parts(), outer._parts(), strict=True)))

    def intersect(self, other: DeviceSpec) -> DeviceSpec | None:
        """What satisfies both, or None when they contradict each other."""
        if any(a is not None and b is not None and a != b for a, b in zip(self._parts(), other._parts(), strict=True)):
            return None
        return self.merged_into(other)

    def matches(self, full: DeviceSpec) -> bool:
        """Whether the device called `full` satisfies this name."""
        return all(mine is None or mine == theirs for mine, theirs in zip(self._parts(), full._parts(), strict=True))

    def without_type(self) -> DeviceSpec:
        """The job, replica and task only (what soft placement keeps)."""
        return replace(self, device_type=None, index=None)

    def _parts(self) -> tuple[str | int | None, ...]:
        return self.job, self.replica, self.task, self.device_type, self.index

    def __str__(self) -> str:
        text = "" if self.job is None else f"/job:{self.job}"
        text += "" if self.replica is None else f"/replica:{self.replica}"
        text += "" if self.task is None else f"/task:{self.task}"
        if self.device_type is None and self.index is None:
            return text
        return text + f"/device:{self.device_type or '*'}:{'*' if self.index is None else self.index}"


def _part_values(match: re.Match[str]) -> dict[str, Any]:
    found = {key: value for key, value in match.groupdict().items() if value not in (None, "*")}
    values: dict[str, Any] = {}
    for key, value in found.items():
        if key in ("type", "old_type"):
            values["device_type"] = value.upper()
        else:
            values[key.removeprefix("old_")] = int(value) if value.isdigit() and key != "job" else value
    return values


def merge_device_names(inner: str, outer: str) -> str:
    """The device name `inner` with its open parts filled from `outer`."""
    if not outer:
        return inner if not inner else str(DeviceSpec.parse(inner))
    return str(DeviceSpec.parse(inner).merged_into(DeviceSpec.parse(outer)))


@dataclass(frozen=True, slots=True)
class DeviceAttributes:
    """What `session.list_devices()` tells of a device.

    Attributes:
        name: Full device name.
        device_type: "CPU", "GPU", ...
        memory_limit_bytes: Bytes that its allocator may use.
        incarnation: Random 64-bit number, new each time the device is made.
    """

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int


class Device:
    """A place where nodes run: a name, and the array namespace that its pure kernels compute with.

    Args:
        attributes: Name, type, memory limit, incarnation.
        xp: Array namespace (numpy for a CPU).
    """

    def __init__(self, attributes: DeviceAttributes, xp: Any) -> None:
        self.attributes = attributes
        self.spec = DeviceSpec.parse(attributes.name)
        self.xp = xp

    @property
    def name(self) -> str:
        """Full device name."""
        return self.attributes.name

    @property
    def device_type(self) -> str:
        """ "CPU", "GPU", ..."""
        return self.attributes.device_type

    def __repr__(self) -> str:
        return f"<Device {self.name}>"
