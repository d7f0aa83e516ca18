"""Devices: their names, and what a device offers to the nodes placed on it.

A full name reads `/job:localhost/replica:0/task:0/device:CPU:0`; a node may ask for any part of it.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from aioflow import errors

_PART = re.compile(
    r"/(?:job:(?P<job>[A-Za-z][A-Za-z0-9_]*|\*)|replica:(?P<replica>[0-9]{1,9}|\*)|task:(?P<task>[0-9]{1,9}|\*)"
    r"|device:(?P<type>[A-Za-z][A-Za-z0-9_]*|\*)(?::(?P<index>[0-9]{1,9}|\*))?"
    r"|(?P<old_type>cpu|gpu|CPU|GPU):(?P<old_index>[0-9]{1,9}|\*))"
)
_LOCAL = re.compile(r"[A-Za-z][A-Za-z0-9_]*:[0-9]{1,9}\Z")
_SHORT_TYPES = frozenset({"CPU", "GPU", "TPU"})  # these may be asked for without "device:"


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
        """Reads a full or partial device name as the runtime does, such as "/job:worker/task:1", "CPU:0" or "".

        Raises:
            InvalidArgumentError: It is not a device name.
        """
        text = "/device:" + name if _LOCAL.match(name) else "" if name == "/" else name
        values: dict[str, Any] = {}
        position = 0
        while position < len(text):
            match = _PART.match(text, position)
            if match is None:
                raise errors.invalid_argument(f"Malformed device specification '{name}'")
            values.update(_part_values(match))
            position = match.end()
        return DeviceSpec(**values)

    @staticmethod
    def parse_request(name: str) -> DeviceSpec:
        """Reads what a user writes in `graph.device(...)`, where short forms such as "/cpu:0" and "gpu" are allowed.

        Raises:
            ValueError: It is not a device name.
        """
        values: dict[str, Any] = {}
        for part in filter(None, name.split("/")):
            new = _request_part(name, part.split(":"))
            if "device_type" in new and "device_type" in values:
                raise ValueError(f"Multiple device types are not allowed in device name {name!r}")
            values.update(new)
        return DeviceSpec(**values)

    def merged_into(self, outer: DeviceSpec) -> DeviceSpec:
        """This name with its open parts filled from `outer`."""
        pairs = zip(self._parts(), outer._parts(), strict=True)
        return DeviceSpec(*[mine if mine is not None else theirs for mine, theirs in pairs])

    def intersect(self, other: DeviceSpec) -> DeviceSpec | None:
        """What satisfies both, or None when they contradict each other."""
        pairs = zip(self._parts(), other._parts(), strict=True)
        if any(a is not None and b is not None and a != b for a, b in pairs):
            return None
        return self.merged_into(other)

    def matches(self, full: DeviceSpec) -> bool:
        """Whether the device called `full` satisfies this name."""
        return all(mine is None or mine == theirs for mine, theirs in zip(self._parts(), full._parts(), strict=True))

    def without_type(self) -> DeviceSpec:
        """The job, replica and task only (what soft placement keeps)."""
        return replace(self, device_type=None, index=None)

    def _parts(self) -> tuple[Any, ...]:
        return self.job, self.replica, self.task, self.device_type, self.index

    def __str__(self) -> str:
        text = "" if self.job is None else f"/job:{self.job}"
        text += "" if self.replica is None else f"/replica:{self.replica}"
        text += "" if self.task is None else f"/task:{self.task}"
        if self.device_type is None and self.index is None:
            return text
        return text + f"/device:{self.device_type or '*'}:{'*' if self.index is None else self.index}"


def _part_values(match: re.Match[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for group, text in match.groupdict().items():
        if text is None:
            continue
        field = _FIELD_OF_GROUP[group]
        value: Any = None if text == "*" else int(text) if field in _NUMBERS else text
        values[field] = value.upper() if value is not None and group == "old_type" else value
    return values


_NUMBERS = frozenset({"replica", "task", "index"})
_FIELD_OF_GROUP = {
    "job": "job", "replica": "replica", "task": "task", "type": "device_type", "index": "index",
    "old_type": "device_type", "old_index": "index",
}  # fmt: skip


def _request_part(name: str, words: list[str]) -> dict[str, Any]:
    key, count = words[0], len(words)
    if count == 2 and key == "job":
        return {"job": words[1]}
    if count == 2 and key in ("replica", "task"):
        return {key: _number(name, words[1])}
    if key == "device" and count == 3:
        device_type, index = words[1], words[2]
    elif key.upper() in _SHORT_TYPES and count <= 2:
        device_type, index = key, words[1] if count == 2 else "*"
    else:
        raise ValueError(f"Unknown attribute {key!r} in device name {name!r}")
    device_type = device_type.upper() if device_type.upper() in _SHORT_TYPES else device_type
    return {"device_type": device_type} if index == "*" else {"device_type": device_type, "index": _number(name, index)}


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"{text!r} is not a number in device name {name!r}")
    return int(text)


@lru_cache(maxsize=1024)
def merge_device_names(inner: str, outer: str) -> str:
    """The device name `inner` with its open parts filled from `outer`, in canonical form.

    Raises:
        ValueError: One of them is not a device name.
    """
    return str(DeviceSpec.parse_request(inner).merged_into(DeviceSpec.parse_request(outer)))


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
        memory: Where its arrays live; devices with equal ones hand arrays to each other as they are.
    """

    def __init__(self, attributes: DeviceAttributes, xp: Any, memory: str = "host") -> None:
        self.attributes = attributes
        self.memory = memory
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
