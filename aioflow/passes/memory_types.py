"""Memory types: which arguments of a node are in the process's memory on a device that has memory of its own.

What a kernel reads to know shapes and axes is there, and so are strings, handles and variants. Where the two ends of an
edge between nodes of one device differ, a transfer from the device to itself copies the value, once for all readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import CONTROL_FLOW, Graph, Operation, Tensor
from aioflow.framework.kernels import ANY_DEVICE, KernelDef, find_kernel
from aioflow.framework.kernels.host_arguments import HOST_ARGUMENTS, computes_on_host
from aioflow.framework.op_def import OPS, ArgDef

CALLS = frozenset({
    "PartitionedCall", "StatefulPartitionedCall", "SymbolicGradient", "If", "StatelessIf", "Case", "StatelessCase",
    "While", "StatelessWhile",
})  # fmt: skip
"""Ops that call functions on their own device, where arguments and results are."""
_OBJECTS = frozenset({dtypes.string, dtypes.resource, dtypes.variant})
# They hand on what they are given, on any device. Integers of 32 bits are shapes, counters and the like: as in
# TensorFlow these stay on the host, where they are read. The conditions of branches go through an Identity.
_INTEGERS = frozenset({dtypes.int32})
_HANDED_ON = CONTROL_FLOW | CALLS | {"IdentityN", "_Arg", "_Retval"}
_HANDED_ON_HOST = dict.fromkeys(_HANDED_ON, _INTEGERS) | {"Identity": _INTEGERS | {dtypes.bool_}}


class MemoryTypes(NamedTuple):
    """Of each argument of a node, whether it is in the process's memory though the device has its own.

    Attributes:
        inputs: Of its data inputs.
        outputs: Of its outputs.
    """

    inputs: Sequence[bool]
    outputs: Sequence[bool]


def memory_types(op: Operation, device: Device) -> MemoryTypes:
    """Where the arguments of a node are on a device; False throughout where the device has no memory of its own.

    Raises:
        InvalidArgumentError: Its kernel was registered with a host argument that the op does not have.
    """
    if device.is_host:
        return MemoryTypes([False] * len(op.inputs), [False] * len(op.outputs))
    if runs_cpu_kernel(op, device.device_type):
        return MemoryTypes([True] * len(op.inputs), [True] * len(op.outputs))
    is_call = op.type in op.graph.functions
    definition = None if is_call else find_kernel(op.type, op.attrs, device.device_type)
    named = _host_arguments(op, definition)
    always = _OBJECTS
    if definition is None:
        always |= _INTEGERS
    elif definition.device_type == ANY_DEVICE:
        always |= _HANDED_ON_HOST.get(op.type, frozenset())

    def of(args: Sequence[ArgDef], forced: Any) -> list[bool]:
        found = [arg.name in named or t.base_dtype in always for arg in args for t in arg.expand(op.attrs)]
        for i in forced if isinstance(forced, (list, tuple)) else ():
            if 0 <= i < len(found):
                found[i] = True
        return found

    inputs = of(op.op_def.inputs, op.attrs.get("_input_hostmem"))
    return MemoryTypes(inputs, of(op.op_def.outputs, op.attrs.get("_output_hostmem")))


def runs_cpu_kernel(op: Operation, device_type: str) -> bool:
    """Whether a node on a device with memory of its own runs the CPU's kernel, with all its arguments on the host.

    Args:
        op: The node.
        device_type: The type of the device.
    """
    return computes_on_host(op.type, op.attrs) and find_kernel(op.type, op.attrs, device_type) is None


def _host_arguments(op: Operation, definition: KernelDef | None) -> frozenset[str]:
    if definition is None or definition.host is None:
        return HOST_ARGUMENTS.get(op.type, frozenset())
    # Not when it is registered: the op may be declared later.
    unknown = definition.host - {arg.name for arg in (*op.op_def.inputs, *op.op_def.outputs)}
    if unknown:
        listed = "', '".join(sorted(unknown))
        raise errors.invalid_argument(f"HostMemory args '{listed}' not found in OpDef: {op.type}").at_node(op.name)
    return definition.host


def ensure_memory_types(part: Graph, device: Device, next_number: Callable[[], int]) -> None:
    """Adds a transfer to each edge of a device's partition whose ends are in different memories.

    Args:
        part: The partition; changed.
        device: Its device, which has memory of its own.
        next_number: Gives a new number, for names.

    Raises:
        InternalError: An edge that nothing can be sent along has ends in different memories.
    """
    types = {op: memory_types(op, device) for op in part.get_operations()}
    received: dict[Tensor, Tensor] = {}
    for op, memory in types.items():
        for i, tensor in enumerate(op.inputs):
            on_host = types[tensor.op].outputs[tensor.value_index]
            if on_host is memory.inputs[i] or op.op_def.input_types(op.attrs)[i].is_ref:
                continue
            found = received.get(tensor)
            if found is None:
                found = _transfer(part, device, tensor, op, on_host, next_number)
                if not tensor.dtype.is_ref:  # a variable may have another value for each reader
                    received[tensor] = found
            op.inputs[i] = found
    check_memory_types(part, device)


def _transfer(
    part: Graph, device: Device, tensor: Tensor, reader: Operation, from_host: bool, next_number: Callable[[], int]
) -> Tensor:
    dtype, producer = tensor.dtype.base_dtype, tensor.op
    number = next_number()
    shared = {
        "tensor_name": f"memtype_{number}_{producer.name}".encode(),
        "send_device": device.name.encode(),
        "send_device_incarnation": 0,
        "recv_device": device.name.encode(),
        "client_terminated": False,
        "_hostmem_sendrecv": True,
        "_src": producer.name.encode(),
        "_dst": reader.name.encode(),
    }
    send, receive = ("_HostSend", "_Recv") if from_host else ("_Send", "_HostRecv")
    attrs = OPS[send].complete_attrs({"T": dtype, **shared})
    sender = part.add_node(f"{producer.name}/_{number}", OPS[send], attrs, [tensor], "", device.name)
    attrs = OPS[receive].complete_attrs({"tensor_type": dtype, **shared})
    receiver = part.add_node(f"{producer.name}/_{next_number()}", OPS[receive], attrs, [], "", device.name)
    # It also puts the receiver into the sender's loop, where each iteration has a value of its own.
    receiver.control_inputs = [sender]
    return receiver.outputs[0]


def check_memory_types(part: Graph, device: Device) -> None:
    """Checks that the ends of each edge of a device's partition are in the same memory.

    Raises:
        InternalError: They are not; the message names both.
    """
    types = {op: memory_types(op, device) for op in part.get_operations()}
    for op, memory in types.items():
        for i, tensor in enumerate(op.inputs):
            given, wanted = types[tensor.op].outputs[tensor.value_index], memory.inputs[i]
            if given is not wanted:
                raise errors.internal(
                    f"Memory type mismatch ({_name(given)} {_name(wanted)}) between :{tensor.name} and "
                    f"{op.name}:{i} : from {tensor.op.name} ({tensor.op.type}) to {op.name} ({op.type})"
                ).at_node(op.name)


def _name(on_host: bool) -> str:
    return "HOST_MEMORY" if on_host else "DEVICE_MEMORY"
