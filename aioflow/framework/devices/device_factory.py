"""DeviceFactory: the kinds of device that there are, and how a session gets its devices from them.

A kind comes from this package, from a call of `DeviceFactory.register`, or from an installed package that names its
factory in the entry-point group `aioflow.devices`.
"""
from __future__ import annotations

import abc
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device, DeviceAttributes, new_incarnation
from aioflow.framework.process_locks import process_lock, process_rlock

_LOG = logging.getLogger(__name__)
ENTRY_POINTS = "aioflow.devices"
ENABLED_TYPES_VARIABLE = "TF_ENABLED_DEVICE_TYPES"
"""Types of device, separated by commas. Types that it does not list are left out. Default: all. Read when a type is
registered."""
# TensorFlow's numbers (`device_factory.h`). Its GPU has 210: a kind of device that is to be preferred to the CPU has to
# say so by a priority above the CPU's.
DEFAULT_PRIORITY = 50
CPU_PRIORITY = 60
CPU_MEMORY_LIMIT_NBYTES = 256 << 20  # what TensorFlow tells where nobody sets a limit; nothing enforces it


class DeviceFactory(abc.ABC):
    """Makes the devices of one kind. Derive from it, and `register` an instance.

    Attributes:
        default_priority: The priority for factories that come by an entry point.
    """

    default_priority = DEFAULT_PRIORITY

    @abc.abstractmethod
    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """Makes the devices for one session.

        Args:
            config: The session's `ConfigProto`; `device_count` bounds their number.
            prefix: How their names begin, "/job:localhost/replica:0/task:0".

        Returns:
            Devices whose names are `prefix` + "/device:TYPE:0" and so on; none when the machine has none.
        """

    @staticmethod
    def register(device_type: str, factory: DeviceFactory, priority: int = DEFAULT_PRIORITY) -> None:
        """Adds a kind of device. Nodes go to the kind of the highest priority that has a kernel for them.

        Of two factories for one type the one of the higher priority counts. Where the environment variable
        TF_ENABLED_DEVICE_TYPES is set, types that it does not list are left out.

        Raises:
            AlreadyExistsError: The type has a factory of the same priority.
        """
        # Read at each registration and not once: tests and launchers set it after this file was imported.
        enabled = os.environ.get(ENABLED_TYPES_VARIABLE, "")
        if enabled and device_type not in enabled.split(","):
            return
        with _lock:
            present = _FACTORIES.get(device_type)
            # An error and no order: which of the two came first would depend on the order of imports.
            if present is not None and present.priority == priority:
                raise errors.already_exists(
                    f"device type {device_type!r} has two factories of priority {priority}: {present.factory!r} and "
                    f"{factory!r}"
                )
            if present is None or present.priority < priority:
                _FACTORIES[device_type] = _Entry(factory, priority)

    @staticmethod
    def unregister(device_type: str) -> None:
        """Forgets a kind of device; sessions keep those that they have."""
        with _lock:
            _FACTORIES.pop(device_type, None)

    @staticmethod
    def get_factory(device_type: str) -> DeviceFactory | None:
        """The factory of a type, or None."""
        entry = _FACTORIES.get(device_type)
        return None if entry is None else entry.factory

    @staticmethod
    def priority(device_type: str) -> int:
        """The priority of a type; -1 when there is no such type."""
        entry = _FACTORIES.get(device_type)
        return -1 if entry is None else entry.priority

    @staticmethod
    def types() -> list[str]:
        """All types, sorted."""
        return sorted(_FACTORIES)

    @staticmethod
    def add_devices(config: Any, prefix: str) -> list[Device]:
        """The devices of a new session, CPUs first.

        Args:
            config: The session's `ConfigProto`.
            prefix: As for `create_devices`.

        Raises:
            NotFoundError: There is no CPU.
            InvalidArgumentError: A device filter is not a device name.
        """
        load_entry_points()
        # Filters never exclude the CPU: feeds and fetches need it.
        wanted = _wanted_types(config.device_filters)
        cpus = DeviceFactory.get_factory("CPU")
        # The CPU is first whatever its priority: the first device is the one that feeds come from and fetches go to.
        devices = list(cpus.create_devices(config, prefix)) if cpus is not None else []
        if not devices:
            raise errors.not_found("No CPU devices are available in this process")
        for device_type in DeviceFactory.types():
            factory = DeviceFactory.get_factory(device_type)
            if device_type != "CPU" and factory is not None and (not wanted or device_type in wanted):
                devices.extend(factory.create_devices(config, prefix))
        return devices


class _Entry(NamedTuple):
    factory: DeviceFactory
    priority: int


_lock = process_lock()  # guards registration: look and store are one step; lookups take no lock
_FACTORIES: dict[str, _Entry] = {}
# Held while packages are asked for their factories: a second session that opens meanwhile waits, as it would else be
# opened without their devices. Re-entrant, because a package that is imported may open a session itself.
_loading = process_rlock()
_has_loaded = False


def _wanted_types(filters: Sequence[str]) -> set[str]:
    """The types that device filters name; none when all are wanted."""
    # A filter that names no type, such as "/job:worker", adds none; here there is one task.
    types = set()
    for text in filters:
        try:
            types.add(DeviceSpec.parse(text).device_type)
        except errors.InvalidArgumentError:
            raise errors.invalid_argument(f"Invalid device filter: {text}") from None
    return {each for each in types if each is not None}


def load_entry_points() -> None:
    """Registers the factories of installed packages; the first call does, later ones do nothing.

    An entry point's name is the device type; what it names is a `DeviceFactory`, or the class of one. One that cannot
    be loaded is logged and left out.
    """
    global _has_loaded
    with _loading:
        if _has_loaded:
            return
        _has_loaded = True
        if not _may_be_installed():
            return
        from importlib.metadata import entry_points

        for entry in entry_points(group=ENTRY_POINTS):
            try:
                found = entry.load()
                factory = found() if isinstance(found, type) else found
                DeviceFactory.register(entry.name, factory, factory.default_priority)
            except Exception:  # foreign code: whatever is wrong there, sessions on the CPU still open
                _LOG.exception("The device type %r of entry point %s cannot be used", entry.name, entry.value)


def _may_be_installed() -> bool:
    """Whether some installed package may have entry points of ours; true if that cannot be told at little cost."""
    # `importlib.metadata` would tell. It costs 20 ms (it imports `email`, `zipfile` and `csv`, and parses what every
    # package has), and the first session of nearly every program would pay that to learn that there are none. Looking
    # for the name of our group in the files that it would parse costs 2 ms.
    if sum(hasattr(finder, "find_distributions") for finder in sys.meta_path) > 1:
        return True  # packages lie in places that only their finder knows
    return any(map(_may_be_installed_in, sys.path))


def _may_be_installed_in(folder: str) -> bool:
    try:
        names = os.listdir(folder or os.curdir)
    except NotADirectoryError:
        return True  # an archive
    except OSError:
        return False
    return any(
        ENTRY_POINTS.encode() in _bytes_of(os.path.join(folder, name, "entry_points.txt"))
        for name in names
        if name.lower().endswith((".dist-info", ".egg-info")) or name.lower() == "egg-info"
    )


def _bytes_of(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


class CPUFactory(DeviceFactory):
    """Makes as many CPUs as `device_count` says, one if it says nothing. They are the same host."""

    def create_devices(self, config: Any, prefix: str) -> list[Device]:
        """See `DeviceFactory`."""
        limit = config.aioflow.memory_limit.get("CPU", CPU_MEMORY_LIMIT_NBYTES)
        # All of them compute in the same memory. Several are of use for tests of placement and transfers, as they are
        # in TensorFlow.
        names = [f"{prefix}/device:CPU:{i}" for i in range(config.device_count.get("CPU", 1))]
        return [Device(DeviceAttributes(name, "CPU", limit, new_incarnation()), np) for name in names]


DeviceFactory.register("CPU", CPUFactory(), CPU_PRIORITY)
