"""Reasons: of each node that is in no region, what keeps it out, in words for people."""
from __future__ import annotations

from collections.abc import Iterable

from aioflow.framework.graph import CONTROL_FLOW, Graph, Operation
from aioflow.framework.kernels import KernelKind, find_kernel
from aioflow.framework.regions.engines import RegionEngine
from aioflow.passes.node_conditions import Conditions, bound_to_devices, relaxed_conditions
from aioflow.passes.rebuild import in_order
from aioflow.passes.regions import find_parts, may_join

_NOT_COMPUTING = frozenset({"Const", "_Arg", "_Retval", "NoOp"})  # of which nobody asks why


def reasons_outside(graph: Graph, engine: RegionEngine) -> dict[str, str]:
    """The nodes that compute something and are in no region, by name, and why.

    Args:
        graph: A pruned graph, as it is when regions are looked for in it.
        engine: The engine.
    """
    order = in_order(graph)
    bound = bound_to_devices(order)
    conditions = relaxed_conditions(order)
    parts = find_parts(graph, engine)
    part_of = {op: part for part in parts for op in part.ops}
    paying = {id(part) for part in parts if engine.pays(part)}
    kept_out = {op: why for op in order if (why := _kept_out(op, bound, engine)) is not None}
    found: dict[str, str] = {}
    for op in order:
        part = part_of.get(op)
        if op.type in _NOT_COMPUTING or (part is not None and id(part) in paying):
            continue
        if part is not None:
            found[op.name] = f"its region of {len(part.ops)} nodes would not be faster: {engine.why_slower(part)}"
        else:
            found[op.name] = kept_out.get(op) or _why_alone(op, _neighbours(op, order), kept_out, conditions)
    return found


def _kept_out(op: Operation, bound: set[Operation], engine: RegionEngine) -> str | None:
    if op in bound:
        return "it must be on the device of another node"
    return engine.refusal(op) if may_join(op) else _why_no_computation(op)


def _why_no_computation(op: Operation) -> str:
    if op.type in CONTROL_FLOW:
        return "it is control flow"
    if op.type in op.graph.functions or any(attr.element_kind == "func" for attr in op.op_def.attrs.values()):
        return "it calls a function"
    if "_kernel" in op.attrs:
        return "it asks for a kernel of its own"
    if any(tensor.dtype.is_ref for tensor in op.inputs):
        return "it reads a variable by reference"
    definition = find_kernel(op.type, op.attrs, "CPU")
    if definition is not None and definition.kind is KernelKind.WAITING:
        return "it may wait"
    return "it has state, or does something beside computing"


def _why_alone(
    op: Operation, neighbours: Iterable[Operation], kept_out: dict[Operation, str],
    conditions: dict[Operation, Conditions],
) -> str:  # fmt: skip
    """Why a node that might join others has nobody to join."""
    joining = [other for other in neighbours if other not in kept_out and other.type not in _NOT_COMPUTING]
    if not joining:
        return "no node beside it can be in a region"
    if all(conditions[other] != conditions[op] for other in joining):
        return "the nodes beside it are in another branch or loop, or wait for something else"
    if all(other.device != op.device for other in joining):
        return "the nodes beside it are on another device"
    return "a path leads from it out of the region and back"


def _neighbours(op: Operation, order: Iterable[Operation]) -> list[Operation]:
    outputs = set(op.outputs)
    readers = [other for other in order if not outputs.isdisjoint(other.inputs)]
    return [*dict.fromkeys(tensor.op for tensor in op.inputs), *readers]
