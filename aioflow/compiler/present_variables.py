"""PresentVariables: the values that the variables of a session have now, by the nodes that name them."""
from __future__ import annotations

from collections.abc import Mapping

from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Operation
from aioflow.framework.resources.container_info import container_info
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.framework.resources.resources import ResourceManager


class PresentVariables:
    """Looks variables up.

    Args:
        resources: The managers of the session's devices, by their names.
        placed: On which devices nodes are that keep state, by the names of the nodes.
    """

    def __init__(self, resources: Mapping[str, ResourceManager], placed: Mapping[str, Device]) -> None:
        self._resources = resources
        self._placed = placed

    def __call__(self, op: Operation) -> Snapshot | None:
        """The present value of the variable that a node names; None where it has none.

        Args:
            op: A VarHandleOp, VariableV2 or Variable.
        """
        device = self._placed.get(op.name)
        manager = None if device is None else self._resources.get(device.name)
        if manager is None:
            return None
        found: RefVariable | ResourceVariable | None
        if op.type == "VarHandleOp":  # whose names are taken as they are
            names = op.attrs["container"].decode(errors="replace"), op.attrs["shared_name"].decode(errors="replace")
            (found,) = manager.lookup_many([(names[0] or manager.default_container, names[1])], ResourceVariable)
        else:
            info = container_info(op.attrs, op.name, True, manager.default_container)
            (found,) = manager.lookup_many([(info.container, info.name)], RefVariable)
        return None if found is None else found.snapshot()
