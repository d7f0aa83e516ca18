"""DeviceSet: the devices of a session, by name, by what is asked for, and by how much they are wanted."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device


class DeviceSet:
    """The devices of one session.

    Args:
        devices: In the order in which they were made; the first one is where the caller's values come from and go to.
    """

    def __init__(self, devices: Sequence[Device]) -> None:
        # Nothing changes after this: sets are read by placement and by kernels on any thread.
        self._devices = list(devices)
        self._by_name: dict[str, Device] = {}
        for device in devices:
            # Of two devices that a short name fits ("CPU:0" of two tasks) the first one has it.
            for name in _names(device.spec):
                self._by_name.setdefault(name, device)

    @property
    def client_device(self) -> Device:
        """The device that the caller's values come from and go to."""
        return self._devices[0]  # a CPU, which `DeviceFactory.add_devices` puts first

    def __iter__(self) -> Iterator[Device]:
        return iter(self._devices)

    def __len__(self) -> int:
        return len(self._devices)

    def find(self, name: str) -> Device | None:
        """The device of that name, or None.

        Args:
            name: A full name, also with the old form of its end ("/cpu:0"), or its end only ("/device:CPU:0", "CPU:0").
        """
        return self._by_name.get(name)

    def lookup(self, name: str) -> Device:
        """The device of that name; see `find`.

        Raises:
            InvalidArgumentError: There is none.
        """
        device = self.find(name)
        if device is None:
            raise errors.invalid_argument(f"{name} unknown device.")
        return device

    def matching(self, spec: DeviceSpec) -> list[Device]:
        """All devices that satisfy every part that is set."""
        return [device for device in self._devices if spec.matches(device.spec)]

    def prioritized_types(self) -> list[str]:
        """The types that there are, the best first, equally good ones by name."""
        # By name among equals, so that placement does not depend on the order in which packages were installed.
        types = {device.device_type for device in self._devices}
        return sorted(types, key=lambda each: (-DeviceFactory.priority(each), each))

    def prioritized(self) -> list[Device]:
        """All devices, the best first: by their types, then those of the caller's process, then by name."""
        rank = {device_type: number for number, device_type in enumerate(self.prioritized_types())}
        client = self.client_device.spec

        # Far devices come behind near ones of the same type, since their values would have to travel.
        def key(device: Device) -> tuple[int, bool, str, int]:
            spec = device.spec
            is_far = not spec.is_same_address_space(client)
            return rank[device.device_type], is_far, str(spec.without_type()), spec.index or 0

        return sorted(self._devices, key=key)


def _names(spec: DeviceSpec) -> list[str]:
    # The four forms under which TensorFlow's DeviceMgr finds a device.
    place, end = str(spec.without_type()), f"{spec.device_type}:{spec.index}"
    old = f"{place}/{(spec.device_type or '').lower()}:{spec.index}"
    return [str(spec), old, f"/device:{end}", end]
