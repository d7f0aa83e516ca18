"""Finds the devices that take part in each loop of a graph that is to be cut into one part per device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aioflow import errors
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph.control_flow import ROOT, Frame, find_frames
from aioflow.framework.graph.operation import Operation


class LoopDevices:
    """The devices of loops.

    An Enter or NextIteration gives its value once in a loop, or from its second iteration on; it cannot be sent from
    there to a device whose loop asks for it in every iteration. So these nodes stand on each device that reads them,
    and what they read is sent. An Exit stands beside what it reads.

    Args:
        ops: The nodes of the graph.
        placed: Where each of them is to be.

    Attributes:
        frame_of: The frame in which each node runs; that which an Enter enters, or an Exit leaves.
        devices_of: The devices on which each node stands; what others read is sent from the first.
        pivots: The condition of each loop that has one.

    Raises:
        OpError: A loop is ill-formed, or spans devices without a condition.
    """

    def __init__(self, ops: Sequence[Operation], placed: Mapping[Operation, Device]) -> None:
        self._placed = placed
        self._consumers: dict[Operation, list[Operation]] = {op: [] for op in ops}
        for op in ops:
            for producer in producers_of(op):
                self._consumers[producer].append(op)
        self.frame_of = find_frames(list(ops))
        self.devices_of: dict[Operation, list[Device]] = {}
        for op in ops:
            self._settle(op)
        self.pivots = {self.frame_of[op]: op for op in ops if op.type == "LoopCond"}
        self._members: dict[Frame, dict[Device, Operation]] = {}  # of each device one node that shows why it is there
        for op, frame in self.frame_of.items():
            for device in self.devices_of[op]:
                self._join(frame, device, op)
        self._check_pivots()

    def _settle(self, op: Operation) -> list[Device]:
        known = self.devices_of.get(op)
        if known is None:
            # Set before its consumers are asked, which in a loop may come round to this node again.
            known = self.devices_of[op] = [self._placed[op]]
            if op.type in ("Enter", "NextIteration") and self._consumers[op]:
                found = [device for consumer in self._consumers[op] for device in self._settle(consumer)]
                known = self.devices_of[op] = list(dict.fromkeys(found))
            elif op.type == "Exit" and op.inputs[0].op.type not in ("Enter", "NextIteration"):
                known = self.devices_of[op] = self._settle(op.inputs[0].op)[:1]
        return known

    def _join(self, frame: Frame | None, device: Device, op: Operation) -> None:
        # A device that is in a loop is in all loops around it: it must be told when those go on.
        while frame is not None and frame is not ROOT and device not in self._members.setdefault(frame, {}):
            self._members[frame][device] = op
            frame = frame.parent

    def _check_pivots(self) -> None:
        for frame, members in self._members.items():
            if len(members) > 1 and frame not in self.pivots:
                where = " and ".join(f"{op.name!r} on {device.name}" for device, op in list(members.items())[:2])
                raise errors.invalid_argument(
                    f"A cross-device loop must have a pivot predicate, a LoopCond: frame {frame.name!r} has none, and "
                    f"spans {where}"
                ).at_node(next(iter(members.values())).name)

    def followers(self) -> list[tuple[Frame, Device]]:
        """For each loop on several devices those that do not have its condition."""
        return [
            (frame, device)
            for frame, members in self._members.items()
            if len(members) > 1
            for device in members
            if device not in self.devices_of[self.pivots[frame]]
        ]

    def frame_of_output(self, op: Operation) -> Frame:
        """The frame in which those run that read what a node gives."""
        frame = self.frame_of[op]
        return frame.parent if op.type in ("Exit", "RefExit") and frame.parent is not None else frame

    def parallel_iterations(self, frame: Frame) -> int:
        """The number of iterations of a loop that may be alive at once."""
        enters = (op for op, entered in self.frame_of.items() if entered is frame and op.type in ("Enter", "RefEnter"))
        number: int = next(enters).attrs["parallel_iterations"]
        return number


def producers_of(op: Operation) -> list[Operation]:
    """The nodes on which a node depends, each once."""
    return list(dict.fromkeys([*(tensor.op for tensor in op.inputs), *op.control_inputs]))
