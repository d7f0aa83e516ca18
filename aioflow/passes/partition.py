"""Partitioning: one graph per device, joined by `_Send` and `_Recv`.

Where an edge leaves a device, a `_Send` stands beside its producer and a `_Recv` beside its consumers; one pair serves
all consumers of a value on one device. A control edge travels as an empty tensor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.control_flow import ENTER, ROOT, find_frames
from aioflow.framework.devices import Device
from aioflow.framework.graph import Graph
from aioflow.framework.op_def import OPS
from aioflow.framework.operation import Operation, Tensor
from aioflow.passes.rebuild import empty_like


def partition(graph: Graph, placed: Mapping[Operation, Device]) -> dict[Device, Graph]:
    """The part of `graph` on each device that has any of it.

    Args:
        graph: A pruned and placed graph.
        placed: The device of each of its operations.

    Returns:
        One graph per device, in order of the devices' names.

    Raises:
        InvalidArgumentError: A loop has edges between devices; the message names two of its nodes.
    """
    return _Partitioner(graph, placed).run()


class _Partitioner:
    def __init__(self, graph: Graph, placed: Mapping[Operation, Device]) -> None:
        self.graph = graph
        self.placed = placed
        used = sorted({placed[op] for op in graph.get_operations()}, key=lambda device: device.name)
        self.parts = {device: empty_like(graph) for device in used}
        self.copies: dict[Operation, Operation] = {}
        self.received: dict[tuple[Any, Device], Tensor] = {}
        self.num_edges = 0

    def run(self) -> dict[Device, Graph]:
        self._check_loops()
        ops = self.graph.get_operations()
        for op in ops:
            part = self.parts[self.placed[op]]
            self.copies[op] = part.add_node(op.name, op.op_def, op.attrs, (), op.created_at, self.placed[op].name)
        for op in ops:
            device = self.placed[op]
            self.copies[op].inputs = [self._tensor_on(device, tensor) for tensor in op.inputs]
            self.copies[op].control_inputs = [self._control_on(device, control) for control in op.control_inputs]
        return self.parts

    def _check_loops(self) -> None:
        frame_of = find_frames(self.graph.get_operations())
        for op, frame in frame_of.items():
            runs_in = frame.parent if op.type in ENTER and frame.parent is not None else frame
            for producer in {*(t.op for t in op.inputs), *op.control_inputs}:
                if self.placed[producer] is not self.placed[op] and runs_in is not ROOT:
                    raise errors.invalid_argument(
                        f"A cross-device loop is not supported between devices of different kinds: {producer.name!r} "
                        f"on {self.placed[producer].name} feeds {op.name!r} on {self.placed[op].name} in frame "
                        f"{runs_in.name!r}; put the loop on one device"
                    ).at_node(op.name)

    def _tensor_on(self, device: Device, tensor: Tensor) -> Tensor:
        """The tensor as consumers on `device` see it."""
        source = self.placed[tensor.op]
        if source is device:
            return self.copies[tensor.op].outputs[tensor.value_index]
        found = self.received.get((tensor, device))
        if found is None:
            sent = self.copies[tensor.op].outputs[tensor.value_index]
            found = self.received[tensor, device] = self._transfer(sent, tensor.op.name, source, device)
        return found

    def _control_on(self, device: Device, control: Operation) -> Operation:
        """The operation that consumers on `device` wait for in place of `control`."""
        source = self.placed[control]
        if source is device:
            return self.copies[control]
        found = self.received.get((control, device))
        if found is None:
            found = self.received[control, device] = self._transfer_control(control, source, device)
        return found.op

    def _transfer_control(self, control: Operation, source: Device, device: Device) -> Tensor:
        attrs = {"value": np.zeros(0, np.float32), "dtype": dtypes.float32}
        name = f"{control.name}/ctrl/_{self._next_edge()}"
        empty = _add(self.parts[source], "Const", name, attrs, [], source)
        empty.control_inputs = [self.copies[control]]
        received = self._transfer(empty.outputs[0], control.name, source, device)
        name = f"{control.name}/_{self._next_edge()}"
        return _add(self.parts[device], "Identity", name, {"T": dtypes.float32}, [received], device).outputs[0]

    def _transfer(self, tensor: Tensor, producer_name: str, source: Device, device: Device) -> Tensor:
        """A Send beside `tensor` and a Recv on `device`; returns what the Recv gives."""
        edge = self._next_edge()
        dtype = tensor.dtype.base_dtype
        shared = {
            "tensor_name": f"edge_{edge}_{producer_name}".encode(),
            "send_device": source.name.encode(),
            "send_device_incarnation": 1,
            "recv_device": device.name.encode(),
            "client_terminated": False,
        }
        _add(self.parts[source], "_Send", f"{producer_name}/_{edge}", {"T": dtype, **shared}, [tensor], source)
        receive_name = f"{producer_name}/_{self._next_edge()}"
        return _add(self.parts[device], "_Recv", receive_name, {"tensor_type": dtype, **shared}, [], device).outputs[0]

    def _next_edge(self) -> int:
        self.num_edges += 1
        return self.num_edges


def _add(
    part: Graph, op_type: str, name: str, attrs: dict[str, Any], inputs: list[Tensor], device: Device
) -> Operation:
    op_def = OPS[op_type]
    return part.add_node(name, op_def, op_def.complete_attrs(attrs), inputs, "", device.name)
