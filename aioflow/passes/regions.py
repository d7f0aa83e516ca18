"""Regions: nodes that an engine computes as a whole become one node (see `framework/regions/engines.py`).

A region may have only nodes that start and end together: none of them waits for something outside that another one
does not depend on, all are in one frame of a loop and dead for the same reasons, and no path leads out of the region
and back into it. Two neighbours are joined if no other path leads from one to the other; since that is looked at for
the regions as they have grown so far, there is never a circle.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from aioflow.framework.graph import CONTROL_FLOW, Graph, Operation, Tensor
from aioflow.framework.graph.graph_io import REGION_ATTR
from aioflow.framework.op_def import OPS
from aioflow.framework.regions.engines import REGION_OP, Region, RegionEngine, RegionPart
from aioflow.passes.node_conditions import bound_to_devices, is_pure, relaxed_conditions
from aioflow.passes.rebuild import copy_node, empty_like, in_order

#: How many nodes are looked at for another path between two neighbours. With more of them they stay apart: the search
#: would be what takes longest when a large graph is compiled.
MAX_SEARCH = 2000

def form_regions(graph: Graph, engine: RegionEngine) -> Graph:
    """A graph in which parts that the engine computes faster are `_Region` nodes; values change by rounding errors.

    Args:
        graph: A pruned graph.
        engine: Makes the regions. That may take long.
    """
    parts = [part for part in find_parts(graph, engine) if engine.pays(part)]
    built = [(part, region) for part in parts if (region := engine.build(part)) is not None]
    return _with_regions(graph, built) if built else graph


def find_parts(graph: Graph, engine: RegionEngine) -> list[RegionPart]:
    """The largest parts of a pruned graph whose nodes the engine takes, in an order in which they can run."""
    order = in_order(graph)
    bound = bound_to_devices(order)
    joining = {op for op in order if op not in bound and may_join(op) and engine.refusal(op) is None}
    groups = _Joining(order, joining).groups()
    readers: dict[Tensor, set[Operation]] = {}
    for op in order:
        for tensor in op.inputs:
            readers.setdefault(tensor, set()).add(op)
    parts = (_part(group, readers) for group in groups)
    return [part for part in parts if part.outputs]  # not those that somebody waits for and nobody reads


def may_join(op: Operation) -> bool:
    """Whether a node computes from its inputs alone, and nobody asked for a kernel of its own.

    A NoOp, too, which only waits: gradients made by optimizers wait for each other by way of one, and beside them it
    would be a path out of each region and back.
    """
    if op.type == "NoOp":
        return True
    if op.type in CONTROL_FLOW or op.type == "Const" or not op.outputs or "_kernel" in op.attrs:
        return False
    return is_pure(op) and not any(tensor.dtype.is_ref for tensor in op.inputs)


def _part(group: Sequence[Operation], readers: dict[Tensor, set[Operation]]) -> RegionPart:
    members = set(group)
    inputs = dict.fromkeys(
        tensor for op in group for tensor in op.inputs if tensor.op not in members and tensor.op.type != "Const"
    )
    outputs = [tensor for op in group for tensor in op.outputs if readers.get(tensor, set()) - members]
    return RegionPart(group, list(inputs), outputs)


class _Joining:
    """Joins neighbours to groups.

    Args:
        order: All nodes, inputs first.
        joining: Those that may be in a group.
    """

    def __init__(self, order: Sequence[Operation], joining: set[Operation]) -> None:
        self.order = order
        self.joining = joining
        self.rank = {op: i for i, op in enumerate(order)}
        #: Equal for all nodes of a group.
        self.conditions = relaxed_conditions(order)
        #: The first node of the group that a node is in; groups have one name by it.
        self.leader: dict[Operation, Operation] = {op: op for op in order}
        self.members: dict[Operation, list[Operation]] = {op: [op] for op in order}
        self.behind: dict[Operation, set[Operation]] = {op: set() for op in order}
        for op in order:
            for producer in _producers(op):
                self.behind[producer].add(op)

    def groups(self) -> list[list[Operation]]:
        """The groups of two nodes and more."""
        for op in self.order:
            if op in self.joining:
                # A NoOp ties what it waits for together; with fewer of them than all, it would wait for the rest.
                sources = op.control_inputs if op.type == "NoOp" else [tensor.op for tensor in op.inputs]
                for producer in dict.fromkeys(sources):
                    self._try_to_join(self.leader[producer], self.leader[op])
        leaders = dict.fromkeys(self.leader[op] for op in self.order if op in self.joining)
        groups = [sorted(self.members[leader], key=self.rank.__getitem__) for leader in leaders]
        return [group for group in groups if len(group) > 1]

    def _try_to_join(self, first: Operation, second: Operation) -> None:
        if first is second or first not in self.joining or self.conditions[first] != self.conditions[second]:
            return
        if first.device != second.device or self._has_another_path(first, second):
            return
        members = self.members[first]
        members += self.members.pop(second)
        for op in members:
            self.leader[op] = first
        self.behind[first] = self._following(first) | self._following(second)

    def _has_another_path(self, first: Operation, second: Operation) -> bool:
        """Whether a path from one group to the other leads through others."""
        end = max(self.rank[op] for op in self.members[second])
        stack = [follower for follower in self._following(first) if follower is not second]
        seen = set(stack)
        while stack:
            leader = stack.pop()
            if leader is second:
                return True
            if len(seen) > MAX_SEARCH:
                return True
            # Whatever comes behind the last node of the second group leads to none of it.
            if min(self.rank[op] for op in self.members[leader]) <= end:
                new = self._following(leader) - seen
                seen |= new
                stack.extend(new)
        return False

    def _following(self, leader: Operation) -> set[Operation]:
        """The groups that read what a group gives; also those that were joined to others since."""
        current = {self.leader[op] for op in self.behind[leader]} - {leader}
        self.behind[leader] = current
        return current


def _producers(op: Operation) -> Iterable[Operation]:
    return (*(tensor.op for tensor in op.inputs), *op.control_inputs)


# ---- the new graph
def _with_regions(graph: Graph, built: Sequence[tuple[RegionPart, Region]]) -> Graph:
    """A copy of the graph in which each part is one node; constants that only parts read are left out."""
    new = empty_like(graph)
    members = {op for part, _ in built for op in part.ops}
    kept = _still_read(graph, members)
    tensors: dict[Tensor, Tensor] = {}
    copies: dict[Operation, Operation] = {}
    for op in graph.get_operations():
        if op in kept:
            copies[op] = copy_node(new, op)
            tensors.update(zip(op.outputs, copies[op].outputs, strict=True))
    nodes = [_region_node(new, part, region) for part, region in built]
    for (part, _), node in zip(built, nodes, strict=True):
        tensors.update(zip(part.outputs, node.outputs, strict=True))
        copies.update(dict.fromkeys(part.ops, node))  # for those who wait for one of its nodes
    # When all nodes have their places, since a region may stand before or behind any of the others.
    for op in kept:
        copies[op].inputs = [tensors[tensor] for tensor in op.inputs]
        copies[op].control_inputs = list(dict.fromkeys(copies[control] for control in op.control_inputs))
        _forget_names(copies[op], members)
    for (part, _), node in zip(built, nodes, strict=True):
        node.inputs = [tensors[tensor] for tensor in part.inputs]
        # A node of it that waits for another one does so by being the same node now.
        waits = dict.fromkeys(copies[control] for control in _controls(part))
        node.control_inputs = [control for control in waits if control is not node]
    return new


def _forget_names(copy: Operation, members: set[Operation]) -> None:
    """Drops the wish to be on the device of a node that is part of a region: it is on the same one without it."""
    groups = copy.attrs.get("_class")
    if groups is not None:
        gone = {b"loc:@" + op.name.encode() for op in members}
        copy.attrs["_class"] = [group for group in groups if group not in gone]


def _still_read(graph: Graph, members: set[Operation]) -> set[Operation]:
    """The nodes that remain: all but the members of regions, and constants that nobody else reads or waits for."""
    remaining = [op for op in graph.get_operations() if op not in members]
    read = {producer for op in remaining for producer in _producers(op)}
    waited_for = {control for op in members for control in _controls_of(op)}
    was_read = {tensor.op for op in members for tensor in op.inputs}
    return {op for op in remaining if op.type != "Const" or op in read or op in waited_for or op not in was_read}


def _controls(part: RegionPart) -> list[Operation]:
    return [control for op in part.ops for control in _controls_of(op)]


def _controls_of(op: Operation) -> list[Operation]:
    """The nodes that a member waits for, itself or by way of a constant, which is in an untaken branch maybe."""
    constants = (tensor.op for tensor in op.inputs if tensor.op.type == "Const")
    return [*op.control_inputs, *(control for constant in constants for control in constant.control_inputs)]


def _region_node(new: Graph, part: RegionPart, region: Region) -> Operation:
    last = part.ops[-1]
    attrs: dict[str, object] = {
        "Tin": [tensor.dtype.base_dtype for tensor in part.inputs],
        "Tout": [tensor.dtype.base_dtype for tensor in part.outputs],
        REGION_ATTR: region,
    }
    name = new.unique_name(f"{last.name}/{REGION_OP}")
    node = new.add_node(name, OPS[REGION_OP], attrs, (), last.created_at, last.device)
    for tensor, original in zip(node.outputs, part.outputs, strict=True):
        tensor._shape = original._shape
    return node
