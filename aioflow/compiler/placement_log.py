"""The log of `ConfigProto.log_device_placement`: the devices of a session, and where each node is placed."""
from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping

from aioflow.framework.devices.devices import Device
from aioflow.framework.graph.operation import Operation

_LOG = logging.getLogger(__name__)


class PlacementLog:
    """Tells to standard error and to the log, each thing once.

    Args:
        devices: The session's devices.
    """

    def __init__(self, devices: Iterable[Device]) -> None:
        #: Node -> device, as told last: most nodes of a graph occur in many signatures, each of which is placed anew.
        self._told: dict[str, str] = {}
        described = [device for device in devices if device.attributes.physical_device_desc]
        lines = "".join(f"\n{device.name} -> {device.attributes.physical_device_desc}" for device in described)
        _tell(f"Device mapping:{lines or ' no known devices.'}")

    def note(self, placed: Mapping[Operation, Device]) -> None:
        """Tells of the nodes that are new, or elsewhere than before."""
        for op, device in placed.items():
            if self._told.get(op.name) != device.name:
                self._told[op.name] = device.name
                _tell(f"{op.name}: ({op.type}): {device.name}")


def _tell(text: str) -> None:
    """Tells devices and the placing of nodes, also on stderr (`log_device_placement`)."""
    # None where the process began without one; `print` would take standard output then.
    if sys.stderr is not None:
        print(text, file=sys.stderr)
    _LOG.info("%s", text)
