"""Bodies of functions that are called on a device with memory of its own: arguments and results stay there."""
from __future__ import annotations

from aioflow.framework.devices.devices import Device
from aioflow.framework.dtypes import resource
from aioflow.framework.graph import Graph, Operation
from aioflow.passes.device_types import CALLED_ON, DeviceTypes


def call_on(body: Graph, device: Device, has_results_on_host: bool) -> None:
    """Has the nodes of a body ask for the device on which it is called, unless they ask for another one.

    As in TensorFlow that is a default: what the device has no kernel for runs elsewhere.

    Args:
        body: The body; changed.
        device: Has memory of its own. Arguments arrive there, but for integers of 32 bits, strings and handles.
        has_results_on_host: Whether the caller looks into the results, as a loop does into its condition.
    """
    types, neighbours = DeviceTypes([device]), _neighbours(body)
    for op in body.get_operations():
        if op.type in ("_Arg", "_Retval"):
            op.attrs[CALLED_ON] = True
            op._set_device(device.name)
            if has_results_on_host and op.type == "_Retval":
                op.attrs["_input_hostmem"] = [0]
        elif not op.device and op.name not in neighbours and types.may_ask(op, device.device_type):
            op._set_device(device.name)


def _neighbours(body: Graph) -> set[str]:
    """The nodes that must be beside others, and so cannot be asked one by one: those of resources, those of groups."""
    args = {op.name for op in body.get_operations() if op.type == "_Arg"}
    found = {op.name for op in body.get_operations() if _has_resource(op)}
    for op in body.get_operations():
        if "_class" in op.attrs:
            names = {entry: entry.decode(errors="replace").removeprefix("loc:@") for entry in op.colocation_groups()}
            # Where an argument is, is for the call to say; who asked to be beside it might not run there.
            op.attrs["_class"] = [entry for entry, name in names.items() if name not in args]
            found.update(names.values(), [op.name])
    return found


def _has_resource(op: Operation) -> bool:
    edges = (*(tensor.dtype for tensor in op.inputs), *(tensor.dtype for tensor in op.outputs))
    return any(dtype.is_ref or dtype is resource for dtype in edges)
