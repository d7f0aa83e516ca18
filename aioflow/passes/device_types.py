"""Finds the types of device that may run a node: those that have a kernel for it."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import CONTROL_FLOW, Operation, OwningGraph, find_frames
from aioflow.framework.kernels import find_kernel
from aioflow.passes.memory_types import CALLS, runs_cpu_kernel

CLIENT_ENDS = frozenset({"_Arg", "_Retval", "_Recv", "_Send"})  # at placement there are no other transfers
STAY_ON_HOST = CLIENT_ENDS | {"Const"}
"""Ops that stay in the process's memory though a device with its own was asked for, if it has no kernel there: the ends
of a call, which belong to the caller, and constants, into which passes turn nodes that it has kernels for."""
CALLED_ON = "_called_on"
"""The attribute of arguments and results of a body that is called on the device that they ask for."""
_ANYWHERE = frozenset({"NoOp"})
_HANDING_ON = CONTROL_FLOW | CALLS | {"Identity", "IdentityN"}


class DeviceTypes:
    """Tells which types of device may run a node.

    A device with memory of its own runs what has kernels for its type. What runs everywhere stays on
    devices with the process's memory, because it looks into its inputs or hands them on to other nodes. Only if
    somebody asks for such a device go there: nodes in loops, where each iteration may copy values; those that make
    loops and branches; calls; and those that compute with integers of 32 bits, on the host.

    Args:
        devices: The session's devices.

    Attributes:
        differ: Whether there are several types; if not, nobody needs to ask.
    """

    def __init__(self, devices: Sequence[Device]) -> None:
        self._is_host = {device.device_type: device.is_host for device in devices}
        self._hosts = frozenset(name for name, is_host in self._is_host.items() if is_host)
        self.differ = len(self._is_host) > 1
        #: Graph -> its version and its nodes in loops, found when first asked for and again when nodes were added.
        self._in_loops: dict[OwningGraph, tuple[int, frozenset[Operation]]] = {}
        self._found: dict[Operation, frozenset[str]] = {}

    def of(self, op: Operation) -> frozenset[str]:
        """The types that may run `op`; all with the process's memory if none has a kernel for it."""
        found = self._found.get(op)
        if found is None:
            found = self._found[op] = frozenset(name for name in self._is_host if self._may_run(op, name))
        return found or self._hosts

    def may_ask(self, op: Operation, device_type: str) -> bool:
        """Whether a node that asks for nothing might ask for a type with memory of its own. Nodes in loops might not:
        who cuts a loop must know that all of it is there."""
        return self._may_run(op, device_type, is_asked=True) and not self._is_in_loop(op)

    def _may_run(self, op: Operation, device_type: str, is_asked: bool = False) -> bool:
        is_asked = is_asked or _asks_for(op, device_type)
        if op.type in op.graph.functions:
            return device_type in self._hosts or is_asked
        if op.type in CLIENT_ENDS:
            return device_type in self._hosts if CALLED_ON not in op.attrs else is_asked
        definition = find_kernel(op.type, op.attrs, device_type)
        if device_type in self._hosts:
            return definition is not None
        if definition is None:
            return runs_cpu_kernel(op, device_type) and is_asked
        if op.type in _ANYWHERE:
            return True
        if op.type in _HANDING_ON and definition.device_type != device_type:
            return is_asked
        return definition.device_type == device_type and (bool(op.device) or not self._is_in_loop(op))

    def _is_in_loop(self, op: Operation) -> bool:
        graph = op.graph
        version, inside = self._in_loops.get(graph, (-1, frozenset[Operation]()))
        if version != graph.version:
            inside = _nodes_in_loops(graph)
            self._in_loops[graph] = graph.version, inside
        return op in inside


def _asks_for(op: Operation, device_type: str) -> bool:
    return bool(op.device) and DeviceSpec.parse(op.device).device_type == device_type


def _nodes_in_loops(graph: OwningGraph) -> frozenset[Operation]:
    try:
        frames = find_frames(graph.get_operations())
    except errors.OpError:  # an ill-formed loop, which breaks the runs that reach it
        return frozenset()
    return frozenset(op for op, frame in frames.items() if frame.parent is not None)
