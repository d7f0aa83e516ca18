"""Common subexpressions: stateless nodes that compute the same become one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from aioflow.framework.function_name import array_key, attrs_key
from aioflow.framework.graph import CONTROL_FLOW, Graph, Operation, Tensor
from aioflow.passes.rebuild import Rebuilt, in_order, rebuild

_NEVER = CONTROL_FLOW | {"_Arg", "_Retval", "Placeholder", "PlaceholderV2", "NoOp", "ControlTrigger"}
# Larger constants are the same only if they share memory, as equal ones of a process mostly do (`shared_arrays`): so no
# pass reads all weights of a model.
_MAX_COMPARED_NBYTES = 1 << 12


def merge_duplicates(graph: Graph) -> Graph:
    """A graph in which nodes of equal op, attributes, inputs, control inputs and device are one node.

    Stateful nodes, control flow, and nodes that take a reference stay apart.
    """
    #: Duplicate -> the node that comes first.
    first_of: dict[Operation, Operation] = {}
    firsts: dict[Hashable, Operation] = {}
    for op in in_order(graph):
        if _may_merge(op, graph):
            first = firsts.setdefault(_key(op, first_of), op)
            if first is not op:
                first_of[op] = first

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        first = first_of.get(op)
        return None if first is None else [new.tensor(tensor) for tensor in first.outputs]

    return rebuild(graph, replace) if first_of else graph


def _key(op: Operation, first_of: Mapping[Operation, Operation]) -> Hashable:
    """What is equal for nodes that compute the same."""
    inputs = [(id(first_of.get(tensor.op, tensor.op)), tensor.value_index) for tensor in op.inputs]
    if op.op_def.is_commutative:
        inputs.sort()  # by identity: any order will do that is the same for both nodes
    controls = frozenset(id(first_of.get(control, control)) for control in op.control_inputs)
    return op.type, op.device, tuple(inputs), controls, _key_of_attrs(op)


def _may_merge(op: Operation, graph: Graph) -> bool:
    if op.type in _NEVER or op.op_def.is_stateful or op.type in graph.functions or not op.outputs:
        return False
    return not any(tensor.dtype.is_ref for tensor in (*op.inputs, *op.outputs))


def _key_of_attrs(op: Operation) -> Hashable:
    return attrs_key({name: value for name, value in op.attrs.items() if not _says_nothing(name)}, _key_of_array)


def _says_nothing(name: str) -> bool:
    return name in ("_class", "_output_shapes")  # where a node is, and what is known of it, but not what it computes


def _key_of_array(array: np.ndarray[Any, Any]) -> Hashable:
    if array.nbytes > _MAX_COMPARED_NBYTES:
        return str(array.dtype), array.shape, array.strides, array.__array_interface__["data"][0]
    return array_key(array)
