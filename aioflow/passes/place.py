"""Placement: which device a node runs on.

Nodes that must be together form a group: a variable and what takes a reference or a handle to it, and nodes that a
`loc:@NAME` class puts beside one another. A group goes to the first device that satisfies all its requests and whose
type has kernels for all its members.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph.operation import Operation
from aioflow.framework.wanted import check_wanted
from aioflow.passes.device_types import STAY_ON_HOST, DeviceTypes

# They hand resources on to bodies, and may take some from several devices.
_MAY_SPAN_DEVICES = frozenset({
    "PartitionedCall", "StatefulPartitionedCall", "RemoteCall", "If", "StatelessIf", "Case", "StatelessCase", "While",
    "StatelessWhile", "SymbolicGradient",
})  # fmt: skip
ENTRY = "_entry_of_a_body"
"""The attribute of a node that hands all arguments of a body, in place of its call, to their readers; each goes to its
own, so that they need not be on one device."""
_METADATA = frozenset({"Shape", "ShapeN", "Size", "Rank"})
_NO_REQUEST = DeviceSpec()


def place(
    ops: Iterable[Operation],
    devices: Sequence[Device],
    allow_soft_placement: bool,
    assigned: Mapping[str, Device] | None = None,
) -> dict[Operation, Device]:
    """The device of each operation: the first that satisfies its request and those of its group.

    Args:
        ops: Operations to place.
        devices: The session's devices, best first.
        allow_soft_placement: Whether a device type or number that does not exist, or on which a group does not agree,
            may be replaced.
        assigned: Where nodes of these names are already; others follow them.

    Raises:
        InvalidArgumentError: A node asks for a device that does not exist, or a group for two devices at once.
    """
    return _Placer(devices, allow_soft_placement, assigned or {}).place(list(ops))


def _hands_on_resources(op: Operation) -> bool:
    # The older form of a call, too, whose op is the function's name.
    return op.type in _MAY_SPAN_DEVICES or op.type in op.graph.functions


class _Placer:
    def __init__(self, devices: Sequence[Device], soft: bool, assigned: Mapping[str, Device]) -> None:
        self.devices = devices
        self.soft = soft
        self.assigned = assigned
        self.groups = _Groups(soft)
        self.types = DeviceTypes(devices)
        #: Answers by request and allowed types: a graph of thousands of nodes asks a handful of questions.
        self.found: dict[tuple[DeviceSpec, frozenset[str] | None], Device] = {}

    def place(self, ops: list[Operation]) -> dict[Operation, Device]:
        # Resources first: where a variable is cannot be given up, and requests to be beside something can.
        for op in ops:
            self._follow_resources(op)
        for op in ops:
            check_wanted()
            self._colocate(op)
        allowed = self._allowed_types(ops)
        placed = {op: self._device_of(op, allowed.get(self.groups.key_of(op.name))) for op in ops}
        # At the end, when it is known where the neighbours are.
        if len(self.devices) > 1:
            self._move_to_neighbours(placed)
        return placed

    def _allowed_types(self, ops: list[Operation]) -> dict[str, frozenset[str]]:
        """The device types that have kernels for all members, for each group and each node outside groups."""
        if not self.types.differ:
            return {}
        allowed: dict[str, frozenset[str]] = {}
        for op in ops:
            key, types = self.groups.key_of(op.name), self.types.of(op)
            allowed[key] = allowed.get(key, types) & types
        return allowed

    # ---- groups
    def _spec(self, op: Operation) -> DeviceSpec:
        if op.name in self.assigned:
            return self.assigned[op.name].spec
        if not op.device:
            return _NO_REQUEST
        try:
            return DeviceSpec.parse(op.device)
        except errors.InvalidArgumentError as error:
            raise error.at_node(op.name) from None

    def _follow_resources(self, op: Operation) -> None:
        for index, tensor in enumerate(op.inputs):
            is_handle = tensor.dtype is dtypes.resource and not _hands_on_resources(op)
            is_handle = is_handle and ENTRY not in op.attrs
            while is_handle and ENTRY in tensor.op.attrs:
                tensor = tensor.op.inputs[tensor.value_index]
            if is_handle or (tensor.dtype.is_ref and op.op_def.input_types(op.attrs)[index].is_ref):
                self.groups.add(tensor.op.name, self._spec(tensor.op))
                self.groups.add(op.name, self._spec(op))
                # Where an argument of a body is, is known only in a call, and not from who else uses it.
                is_owner = not tensor.op.inputs and tensor.op.type != "_Arg"
                self.groups.follow(op.name, tensor.op.name, is_owner)

    def _colocate(self, op: Operation) -> None:
        if "_class" not in op.attrs:
            return
        self.groups.add(op.name, self._spec(op))
        for entry in op.colocation_groups():
            other = entry.decode(errors="replace").removeprefix("loc:@")
            if other != op.name:
                known = op.graph.find_operation(other)
                self.groups.add(other, _NO_REQUEST if known is None else self._spec(known))
                self.groups.colocate(op.name, other)

    # ---- devices
    def _device_of(self, op: Operation, allowed: frozenset[str] | None) -> Device:
        own = self._spec(op)
        wanted = self.groups.spec_of(op.name, own)
        device = self.found.get((wanted, allowed))
        if device is None:
            device = self._find(wanted, allowed)
            if device is None and _stays_on_host(op) and self._find(wanted, None) is not None:
                return self._find(wanted.without_type(), allowed) or self.devices[0]
            if device is None:
                raise self._cannot_assign(op, own, wanted)
            self.found[wanted, allowed] = device
        return device

    def _find(self, wanted: DeviceSpec, allowed: frozenset[str] | None) -> Device | None:
        for spec in (wanted, wanted.without_type()) if self.soft else (wanted,):
            for device in self.devices:
                if spec.matches(device.spec) and (allowed is None or device.device_type in allowed):
                    return device
        return None

    def _cannot_assign(self, op: Operation, own: DeviceSpec, wanted: DeviceSpec) -> errors.OpError:
        available = ", ".join(device.name for device in self.devices)
        if self._find(own, None) is None:
            why = f"Operation was explicitly assigned to {op.device}"
        elif self._find(wanted, None) is None:
            why = f"Operation was colocated with a group of nodes that required incompatible device '{wanted}'"
        else:
            why = (
                f"Could not satisfy explicit device specification '{wanted}' because no supported kernel of op "
                f"{op.type}, or of a node that it is colocated with, for {wanted.device_type or 'these'} devices is "
                "available,"
            )
        return errors.invalid_argument(
            f"Cannot assign a device for operation {op.name}: {why} but available devices are [ {available} ]. "
            "Make sure the device specification refers to a valid device."
        ).at_node(op.name)

    def _move_to_neighbours(self, placed: dict[Operation, Device]) -> None:
        """Puts constants and the like beside their consumers, and what asks for a shape beside its input."""
        consumers: dict[Operation, set[Device]] = {}
        for op, device in placed.items():
            for tensor in op.inputs:
                consumers.setdefault(tensor.op, set()).add(device)
        for op in placed:
            if op.name in self.assigned or self.groups.has(op.name):
                continue
            if op.type in _METADATA or _hands_on_resources(op):
                near = {placed[t.op] for t in op.inputs if t.op in placed and self._draws(op, t.dtype)}
            elif not op.inputs and len(op.outputs) == 1 and not op.outputs[0].dtype.is_ref:
                near = consumers.get(op, set())
            else:
                continue
            if len(near) == 1 and self._may_move(op, next(iter(near))):
                placed[op] = next(iter(near))

    def _may_move(self, op: Operation, device: Device) -> bool:
        if not self._spec(op).matches(device.spec):
            return False
        return not self.types.differ or device.device_type in self.types.of(op)

    @staticmethod
    def _draws(op: Operation, dtype: dtypes.DType) -> bool:
        return op.type in _METADATA or dtype is dtypes.resource


def _stays_on_host(op: Operation) -> bool:
    """Whether a node runs in the process's memory though a device with its own was asked for, if it cannot run there.

    So do calls that name a device themselves: the nodes of what they call are placed one by one.
    """
    return op.type in STAY_ON_HOST or _hands_on_resources(op)


class _Groups:
    """Sets of nodes that must share a device, by name, each with the request that all its members agree on."""

    def __init__(self, soft: bool) -> None:
        self._soft = soft
        self._parent: dict[str, str] = {}
        self._specs: dict[str, DeviceSpec] = {}  # of each set's root
        self._owners: set[str] = set()  # roots of the sets in which somebody owns what others follow

    def add(self, name: str, spec: DeviceSpec) -> None:
        """Makes a set of one node, unless the node is in some set."""
        if name not in self._parent:
            self._parent[name] = name
            self._specs[name] = spec

    def has(self, name: str) -> bool:
        """Whether the node is in a set."""
        return name in self._parent

    def key_of(self, name: str) -> str:
        """The name of the node's set; its own name when it is in none."""
        return self._root(name) if name in self._parent else name

    def spec_of(self, name: str, own: DeviceSpec) -> DeviceSpec:
        """The request of the node's set; `own` when it is in none."""
        return self._specs[self._root(name)] if name in self._parent else own

    def follow(self, consumer: str, producer: str, is_owner: bool) -> None:
        """Joins the sets of a variable and of what refers to it; where they disagree, the variable's request counts.

        Args:
            consumer: What refers to it.
            producer: The variable, or what hands on a reference or handle to it.
            is_owner: Whether it is the variable itself.
        """
        # Groups are trees, and sets are joined by their roots (union and find).
        first, second = self._root(producer), self._root(consumer)
        if first == second:
            return
        both = self._specs[first].intersect(self._specs[second])
        if both is None and second in self._owners:
            raise errors.invalid_argument(
                f"Cannot assign a device for operation {consumer}: a reference or resource edge connects colocation "
                f"groups with incompatible devices {self._specs[first]} (of {producer}) and {self._specs[second]}"
            ).at_node(consumer)
        if is_owner:
            self._owners.add(first)
        self._join(first, second, self._specs[first] if both is None else both)

    def colocate(self, name: str, other: str) -> None:
        """Joins two sets; where they disagree, what both can do without is forgotten, if that is allowed."""
        first, second = self._root(other), self._root(name)
        if first == second:
            return
        a, b = self._specs[first], self._specs[second]
        try:
            both = b.merge(a, self._soft)
        except errors.InvalidArgumentError as error:
            raise errors.invalid_argument(
                f"Cannot colocate nodes {{{{colocation_node {name}}}}} and {{{{colocation_node {other}}}}}: "
                f"{error.message}"
            ).at_node(name) from None
        self._join(first, second, both)

    def _join(self, first: str, second: str, spec: DeviceSpec) -> None:
        self._parent[second] = first
        self._specs[first] = spec
        if second in self._owners:
            self._owners.add(first)

    def _root(self, name: str) -> str:
        while self._parent[name] != name:
            self._parent[name] = self._parent[self._parent[name]]  # halves the way for those who ask next
            name = self._parent[name]
        return name
