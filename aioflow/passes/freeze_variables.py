"""Freezing: variables that a signature only reads become constants, for as long as nobody writes to them.

What is computed of constants alone is then computed once, and engines of regions arrange weights as they like. The
graph holds only for the versions of the variables that it was made of; whoever runs it compares them before each step.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels import KernelKind, find_kernel
from aioflow.framework.op_def import OPS
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.passes.rebuild import Rebuilt, in_order, rebuild

Look = Callable[[Operation], "Snapshot | None"]
"""The present value of the variable that a node names; None where it has none, or cannot be found."""

_REF_VARIABLES = frozenset({"VariableV2", "Variable"})
_VARIABLES = _REF_VARIABLES | {"VarHandleOp"}
_GATHERS = {"ResourceGather": "Gather", "ResourceGatherNd": "GatherNd"}
_READS = frozenset({"ReadVariableOp", *_GATHERS})
_HANDS_ON = frozenset({"Identity", "IdentityN"})
#: Stateful ops that change nothing and wait for nothing.
_QUIET = _VARIABLES | _READS | {"VarIsInitializedOp", "VariableShape", "_Arg", "_Retval"}


def freeze_variables(graph: Graph, look: Look) -> tuple[Graph, list[Snapshot]]:
    """A graph in which reads of variables are constants, where nothing in it can change them; and what was read.

    Args:
        graph: A pruned graph with its calls inlined.
        look: Finds values.
    """
    order = in_order(graph)
    reads = _reads_of_unwritten(order, _names_in_functions(graph))
    snapshots = {op: look(op) for op in dict.fromkeys(reads.values())}
    frozen = {
        tensor: snapshot.value
        for tensor, op in reads.items()
        if (snapshot := snapshots[op]) is not None and _fits(tensor, op, snapshot)
    }
    if not frozen:
        return graph, []
    made_of = {reads[tensor] for tensor in frozen}
    return _with_constants(graph, frozen), [s for op, s in snapshots.items() if op in made_of and s is not None]


def _reads_of_unwritten(order: Iterable[Operation], taken: set[bytes]) -> dict[Tensor, Operation]:
    """The first output of each read -> the node of the variable, of variables that nothing else is done with."""
    consumers: dict[Tensor, list[tuple[Operation, int]]] = {}
    nodes: dict[tuple[Any, ...], list[Operation]] = {}
    for op in order:
        for i, tensor in enumerate(op.inputs):
            consumers.setdefault(tensor, []).append((op, i))
        if op.type in _VARIABLES:
            nodes.setdefault(_name_of(op), []).append(op)
    late = _behind_what_acts(order)
    # Who has read a reference sees what is written later, so it matters whether anybody comes to write at all.
    allows_refs = not any(map(_lets_others_run, order))
    found: dict[Tensor, Operation] = {}
    for name, same in nodes.items():
        is_out = name[-1] in taken or (name[0] and not allows_refs)
        reads = [] if is_out else [_reads_of(op.outputs[0], consumers, late) for op in same]
        # Two nodes of one name are one variable: a write by either of them counts.
        if reads and None not in reads:
            found.update((tensor, op) for op, each in zip(same, reads, strict=True) for tensor in each or ())
    return found


def _reads_of(
    variable: Tensor, consumers: dict[Tensor, list[tuple[Operation, int]]], late: set[Operation]
) -> list[Tensor] | None:
    """What is read of a variable; None if anything else may be done with it."""
    reads: list[Tensor] = []
    passed = [variable]
    for tensor in passed:  # which grows
        for op, i in consumers.get(tensor, ()):
            if tensor.dtype.is_ref:
                if op.op_def.input_types(op.attrs)[i].is_ref or op in late:
                    return None
                reads = [variable]  # each consumer makes a value of it by itself
            elif op.type in _READS:
                reads += [op.outputs[0]] * (op not in late)
            elif op.type in _HANDS_ON:
                passed.append(op.outputs[i])
            elif op.type != "VariableShape":
                return None
    return reads


def _name_of(op: Operation) -> tuple[Any, ...]:
    """By what two nodes are one variable; the name itself last."""
    default = b"" if op.type == "VarHandleOp" else op.name.encode()
    return op.type in _REF_VARIABLES, op.device, op.attrs["container"], op.attrs["shared_name"] or default


def _names_in_functions(graph: Graph) -> set[bytes]:
    """Names of variables that functions reach by themselves, and may write to."""
    if not any(_calls(op) for op in graph.get_operations()):
        return set()  # as in most graphs whose calls are inlined, whatever their library still has
    nodes = (node for function in graph.functions.values() for node in function.body.node_def)
    return {node.attr["shared_name"].s or node.name.encode() for node in nodes if node.op in _VARIABLES}


def _calls(op: Operation) -> bool:
    return op.type in op.graph.functions or any(attr.element_kind == "func" for attr in op.op_def.attrs.values())


def _behind_what_acts(order: Iterable[Operation]) -> set[Operation]:
    """Nodes that come behind one which waits, or does something of which nobody knows what: it may be a write."""
    late: set[Operation] = set()
    for op in order:
        producers = (*(tensor.op for tensor in op.inputs), *op.control_inputs)
        if _acts(op) or any(producer in late for producer in producers):
            late.add(op)
    return late


def _acts(op: Operation) -> bool:
    return op.type not in _QUIET and (op.op_def.is_stateful or _lets_others_run(op))


def _lets_others_run(op: Operation) -> bool:
    """Whether a node may wait, or run what somebody else wrote; so that other steps have come and gone meanwhile."""
    if op.type in op.graph.functions or op.type == "_Recv":
        return True
    definition = find_kernel(op.type, op.attrs, "CPU")
    return definition is None or definition.blocking or definition.kind is KernelKind.WAITING


def _fits(read: Tensor, variable: Operation, snapshot: Snapshot) -> bool:
    """Whether a read gives what the node says, else it is an error that the run must tell."""
    dtypes = {read.dtype.base_dtype, variable.attrs["dtype"], snapshot.variable.dtype}
    return len(dtypes) == 1 and not snapshot.value.dtype.hasobject and not read.op.attrs.get("batch_dims")


def _with_constants(graph: Graph, frozen: dict[Tensor, Any]) -> Graph:
    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        value = frozen.get(op.outputs[0]) if op.outputs else None
        if value is None:
            return None
        controls = [new.control(control) for control in op.control_inputs]
        if op.type not in _GATHERS:
            return [_add(new, op, op.name, "Const", (), controls, value=value, dtype=op.outputs[0].dtype.base_dtype)]
        params = _add(new, op, f"{op.name}/params", "Const", (), (), value=value, dtype=op.attrs["dtype"])
        types = {"Tparams": op.attrs["dtype"], "Tindices": op.attrs["Tindices"]}
        # Under the name of the node, which errors of indices have to tell.
        return [_add(new, op, op.name, _GATHERS[op.type], (params, new.tensor(op.inputs[1])), controls, **types)]

    return rebuild(graph, replace)


def _add(
    new: Rebuilt, like: Operation, name: str, op_type: str, inputs: Sequence[Tensor], controls: Iterable[Operation],
    **attrs: Any,
) -> Tensor:  # fmt: skip
    graph, op_def = new.graph, OPS[op_type]
    node = graph.add_node(
        graph.unique_name(name), op_def, op_def.complete_attrs(attrs), inputs, like.created_at, like.device
    )
    node.control_inputs = list(dict.fromkeys(controls))
    return node.outputs[0]
