"""DeviceSpec: the names of devices.

A full name reads `/job:localhost/replica:0/task:0/device:CPU:0`; a node may ask for any part of it.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from aioflow import errors

# One part of a name at a time; parts may come in any order. At most nine digits, so that numbers fit 32 bits.
# The old form is what TensorFlow wrote before "device:" ("/cpu:0"), and what graphs of that time still contain.
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
        # The short local form "CPU:0" stands for "/device:CPU:0", and "/" for a name without any part.
        text = "/device:" + name if _LOCAL.match(name) else "" if name == "/" else name
        values: dict[str, Any] = {}
        position = 0
        while position < len(text):
            match = _PART.match(text, position)
            if match is None:
                raise errors.invalid_argument(f"Malformed device specification '{name}'")
            values.update(_part_values(match))  # of a part that comes twice the last one counts
            position = match.end()
        return DeviceSpec(**values)

    @staticmethod
    def parse_request(name: str) -> DeviceSpec:
        """Reads what a user writes in `graph.device(...)`, where short forms such as "/cpu:0" and "gpu" are allowed.

        Raises:
            ValueError: It is not a device name.
        """
        # Another grammar than `parse`: TensorFlow has two parsers, the runtime's and that of its Python API, and they
        # differ in what they accept and in the errors that they give.
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
        # By `None` and not by truth: replica 0 and index 0 are set.
        return DeviceSpec(*[mine if mine is not None else theirs for mine, theirs in pairs])

    def intersect(self, other: DeviceSpec) -> DeviceSpec | None:
        """The name that satisfies both, or None when they contradict each other."""
        pairs = zip(self._parts(), other._parts(), strict=True)
        if any(a is not None and b is not None and a != b for a, b in pairs):
            return None
        return self.merged_into(other)

    def merge(self, other: DeviceSpec, allow_soft_placement: bool = False) -> DeviceSpec:
        """The name that satisfies both. With soft placement types or numbers that differ are left open instead.

        Raises:
            InvalidArgumentError: They contradict each other; the message says in what.
        """
        pairs = zip(_PLURALS, self._parts(), other._parts(), strict=True)
        clash = next((part for part, a, b in pairs if a is not None and b is not None and a != b), None)
        if clash is None:
            return self.merged_into(other)
        # Soft placement moves nodes between the devices of one task, never to another task.
        if not allow_soft_placement or clash in _PLURALS[:3]:
            raise errors.invalid_argument(f"Cannot merge devices with incompatible {clash}: '{self}' and '{other}'")
        # The index means something only within its type, so it goes with the type.
        if clash == "types":
            return self.without_type().merged_into(other.without_type())
        return replace(self, index=None).merged_into(replace(other, index=None))

    def override(self, other: DeviceSpec) -> DeviceSpec:
        """As `merge`, but where types or numbers differ those of `other` count.

        Raises:
            InvalidArgumentError: Jobs, replicas or tasks differ.
        """
        place = replace(self, device_type=None, index=None).merge(other.without_type())
        device_type, index = self.device_type, self.index
        # With another type its index comes along, even an open one: that of the old type would mean something else.
        if other.device_type is not None and other.device_type != device_type:
            device_type, index = other.device_type, other.index
        elif other.index is not None:
            index = other.index
        return replace(place, device_type=device_type, index=index)

    def canonical(self, base: DeviceSpec) -> str:
        """The full name of this device, with open parts filled from `base`.

        Raises:
            InvalidArgumentError: `base` has open parts.
        """
        if not base.is_full:
            raise errors.invalid_argument(f"Basename for canonicalization is not a full device name: '{base}'")
        return str(self.merged_into(base))

    @property
    def is_full(self) -> bool:
        """Whether no part is open."""
        return None not in self._parts()

    def is_same_address_space(self, other: DeviceSpec) -> bool:
        """Whether both are in one process: job, replica and task are set and equal."""
        places = [(spec.job, spec.replica, spec.task) for spec in (self, other)]
        return places[0] == places[1] and None not in places[0]

    def matches(self, full: DeviceSpec) -> bool:
        """Whether the device called `full` satisfies this name."""
        # Open parts of this name fit anything; `full` has none.
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
        # "*" keeps the two apart where only one of them is set.
        return text + f"/device:{self.device_type or '*'}:{'*' if self.index is None else self.index}"


def _part_values(match: re.Match[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for group, text in match.groupdict().items():
        if text is None:
            continue
        field = _FIELD_OF_GROUP[group]
        value: Any = None if text == "*" else int(text) if field in _NUMBERS else text
        # "/cpu:0" and "/CPU:0" are one device; types behind "device:" are taken as they are.
        values[field] = value.upper() if value is not None and group == "old_type" else value
    return values


_PLURALS = ("jobs", "replicas", "tasks", "types", "ids")
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
    # The three well-known types in any case, as users write "gpu"; those of packages are taken as they are.
    device_type = device_type.upper() if device_type.upper() in _SHORT_TYPES else device_type
    return {"device_type": device_type} if index == "*" else {"device_type": device_type, "index": _number(name, index)}


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"{text!r} is not a number in device name {name!r}")
    return int(text)


# Every node of an import has a device name, and a graph has few different ones.
@lru_cache(maxsize=1024)
def merge_device_names(inner: str, outer: str) -> str:
    """The device name `inner` with its open parts filled from `outer`, in canonical form.

    Raises:
        ValueError: One of them is not a device name.
    """
    return str(DeviceSpec.parse_request(inner).merged_into(DeviceSpec.parse_request(outer)))
