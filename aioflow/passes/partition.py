"""Partitioning: one graph per device, joined by `_Send` and `_Recv`.

Where an edge leaves a device, a `_Send` stands beside its producer and a `_Recv` beside its consumers; one pair serves
all consumers of a value on one device. A control edge travels as an empty tensor.

A loop that spans devices has a skeleton on those that do not have its condition, which they receive: Enter, Merge,
Switch, NextIteration. It makes their iterations, and what is received within the loop waits for its Merge, so that it
is received once in each of them.

On a device with memory of its own some arguments of nodes are in the process's memory all the same. A transfer leaves
a value where its reader wants it; between nodes of the device `ensure_memory_types` adds transfers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.graph.control_flow import ROOT, Frame
from aioflow.framework.op_def import OPS
from aioflow.framework.wanted import check_wanted
from aioflow.passes.loop_devices import LoopDevices
from aioflow.passes.memory_types import MemoryTypes, ensure_memory_types, memory_types
from aioflow.passes.rebuild import empty_like


def partition(graph: Graph, placed: Mapping[Operation, Device]) -> dict[Device, Graph]:
    """The part of `graph` on each device that has any of it.

    Args:
        graph: A pruned and placed graph.
        placed: The device of each of its operations.

    Returns:
        One graph per device, in order of the devices' names.

    Raises:
        InvalidArgumentError: A loop spans devices and has no condition; the message names two of its nodes.
    """
    return _Partitioner(graph, placed).run()


class _Partitioner:
    def __init__(self, graph: Graph, placed: Mapping[Operation, Device]) -> None:
        self.ops = graph.get_operations()
        self.loops = LoopDevices(self.ops, placed)
        used = {device for devices in self.loops.devices_of.values() for device in devices}
        self.parts = {device: empty_like(graph) for device in sorted(used, key=lambda device: device.name)}
        #: Each node on each of its devices; most have one.
        self.copies: dict[tuple[Operation, Device], Operation] = {}
        #: A tensor, or an operation that others wait for, as a device has received it: sent once for all its readers
        #: that want it in the device's memory, and once for those that want it in the process's.
        self.received: dict[tuple[Any, Device, bool], Tensor] = {}
        self.memory: dict[tuple[Operation, Device], MemoryTypes] = {}
        #: The Merge of each loop's skeleton.
        self.skeletons: dict[tuple[Frame, Device], Operation] = {}
        #: Numbers make names of new nodes unique, and those of transfers: a rendezvous knows a value by its name.
        self.num_edges = 0

    def run(self) -> dict[Device, Graph]:
        for op in self.ops:
            for device in self.loops.devices_of[op]:
                self.copies[op, device] = self._copy(op, device)
        for (op, device), copy in self.copies.items():
            wanted = zip(op.inputs, self._memory_of(op, device).inputs, strict=True)
            copy.inputs = [self._tensor_on(device, tensor, on_host) for tensor, on_host in wanted]
            copy.control_inputs = [self._control_on(device, control) for control in op.control_inputs]
        for frame, device in self.loops.followers():
            self._skeleton(frame, device)
        for device, part in self.parts.items():
            if not device.is_host:
                ensure_memory_types(part, device, self._next_edge)
        return self.parts

    def _memory_of(self, op: Operation, device: Device) -> MemoryTypes:
        """Where the arguments of a node are on a device."""
        found = self.memory.get((op, device))
        if found is None:
            found = self.memory[op, device] = memory_types(op, device)
        return found

    def _copy(self, op: Operation, device: Device) -> Operation:
        check_wanted()
        name = op.name if device is self.loops.devices_of[op][0] else f"{op.name}/_{self._next_edge()}"
        return self.parts[device].add_node(name, op.op_def, op.attrs, (), op.created_at, device.name)

    def _tensor_on(self, device: Device, tensor: Tensor, on_host: bool) -> Tensor:
        """The tensor as consumers on `device` see it, in the process's memory if they want it there."""
        devices = self.loops.devices_of[tensor.op]
        if device in devices:
            return self.copies[tensor.op, device].outputs[tensor.value_index]
        found = self.received.get((tensor, device, on_host))
        if found is None:
            source = devices[0]
            sent = self.copies[tensor.op, source].outputs[tensor.value_index]
            is_on_host = self._memory_of(tensor.op, source).outputs[tensor.value_index]
            # A CPU's value is in either memory: sent as its reader wants it.
            ends = "Host" if (on_host if source.is_host else is_on_host) else "", "Host" if on_host else ""
            found = self.received[tensor, device, on_host] = self._transfer(sent, tensor.op, source, device, ends)
        return found

    def _control_on(self, device: Device, control: Operation) -> Operation:
        """The operation that consumers on `device` wait for in place of `control`."""
        devices = self.loops.devices_of[control]
        if device in devices:
            return self.copies[control, device]
        found = self.received.get((control, device, True))
        if found is None:
            found = self.received[control, device, True] = self._transfer_control(control, devices[0], device)
        return found.op

    def _transfer_control(self, control: Operation, source: Device, device: Device) -> Tensor:
        name = f"{control.name}/ctrl/_{self._next_edge()}"
        empty = self._nothing(name, source, [self.copies[control, source]])
        # The empty tensor is in the process's memory even on a device with its own, hence "Host". And a transfer has
        # run even when what it gives is dead: who waited for it would be alive, hence the Identity, which is dead then.
        kind = "" if source.is_host and device.is_host else "Host"
        received = self._transfer(empty, control, source, device, (kind, kind))
        name = f"{control.name}/_{self._next_edge()}"
        return _add_on_host(self.parts[device], "Identity", name, {"T": dtypes.float32}, [received], device).outputs[0]

    def _nothing(self, name: str, device: Device, controls: list[Operation]) -> Tensor:
        attrs = {"value": np.zeros(0, np.float32), "dtype": dtypes.float32}
        const = _add(self.parts[device], "Const" if device.is_host else "HostConst", name, attrs, [], device)
        const.control_inputs = controls
        return const.outputs[0]

    def _transfer(
        self, tensor: Tensor, producer: Operation, source: Device, device: Device, ends: tuple[str, str]
    ) -> Tensor:
        """A Send beside `tensor` and a Recv on `device`; returns what the Recv gives.

        Args:
            tensor: What is sent.
            producer: The node of the whole graph that it tells of.
            source: Where that is.
            device: Where it is wanted.
            ends: Of the sender and the receiver: "Host" if it has it in the process's memory, else "" for its device's.
        """
        if producer.type in ("RefEnter", "RefNextIteration") and not producer.attrs.get("is_constant"):
            raise errors.invalid_argument(
                f"a reference that goes from iteration to iteration cannot leave its device: {producer.name!r} is on "
                f"{source.name}, and what reads it on {device.name}"
            ).at_node(producer.name)
        edge = self._next_edge()
        dtype = tensor.dtype.base_dtype
        shared = {
            "tensor_name": f"edge_{edge}_{producer.name}".encode(),
            "send_device": source.name.encode(),
            "send_device_incarnation": source.attributes.incarnation,
            "recv_device": device.name.encode(),
            "client_terminated": False,  # between devices, and not with the caller of a partial run
        }
        if ends[0] != ends[1] and not source.is_host and source.memory == device.memory:
            shared["_hostmem_sendrecv"] = True
        name = f"{producer.name}/_{edge}"
        _add(self.parts[source], f"_{ends[0]}Send", name, {"T": dtype, **shared}, [tensor], source)
        name = f"{producer.name}/_{self._next_edge()}"
        receive = _add(self.parts[device], f"_{ends[1]}Recv", name, {"tensor_type": dtype, **shared}, [], device)
        receive.control_inputs = self._once_per_iteration(self.loops.frame_of_output(producer), device)
        return receive.outputs[0]

    # ---- loops
    def _once_per_iteration(self, frame: Frame, device: Device) -> list[Operation]:
        """The control inputs by which a node without inputs runs once in each iteration of a loop on a device."""
        return [] if frame is ROOT else [self._skeleton(frame, device)]

    def _skeleton(self, frame: Frame, device: Device) -> Operation:
        """The Merge of a loop's skeleton on a device."""
        merge = self.skeletons.get((frame, device))
        if merge is not None:
            return merge
        part, prefix = self.parts[device], f"_cloop{self._next_edge()}/{frame.name}/"
        attrs = {"T": dtypes.float32}
        outside = ROOT if frame.parent is None else frame.parent
        start = self._nothing(prefix + "start", device, self._once_per_iteration(outside, device))
        parallel = self.loops.parallel_iterations(frame)
        entry = {**attrs, "frame_name": frame.name.encode(), "parallel_iterations": parallel}
        enter = _add_on_host(part, "Enter", prefix + "Enter", entry, [start], device).outputs[0]
        merge = _add_on_host(part, "Merge", prefix + "Merge", {**attrs, "N": 2}, [enter, enter], device)
        self.skeletons[frame, device] = merge  # before the condition is received, which waits for it
        goes_on = self._tensor_on(device, self.loops.pivots[frame].outputs[0], not device.is_host)
        switch = _add_on_host(part, "Switch", prefix + "Switch", attrs, [merge.outputs[0], goes_on], device)
        again = _add_on_host(part, "NextIteration", prefix + "NextIteration", attrs, [switch.outputs[1]], device)
        merge.inputs[1] = again.outputs[0]
        return merge

    def _next_edge(self) -> int:
        self.num_edges += 1
        return self.num_edges


def _add(
    part: Graph, op_type: str, name: str, attrs: dict[str, Any], inputs: list[Tensor], device: Device
) -> Operation:
    op_def = OPS[op_type]
    return part.add_node(name, op_def, op_def.complete_attrs(attrs), inputs, "", device.name)


def _add_on_host(
    part: Graph, op_type: str, name: str, attrs: dict[str, Any], inputs: list[Tensor], device: Device
) -> Operation:
    """Adds a node whose arguments are in the process's memory wherever it stands."""
    if not device.is_host:
        outputs = range(len(OPS[op_type].outputs))
        attrs = {**attrs, "_input_hostmem": [*range(len(inputs))], "_output_hostmem": [*outputs]}
    return _add(part, op_type, name, attrs, inputs, device)
