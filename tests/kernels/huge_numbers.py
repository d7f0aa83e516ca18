"""One integer of a graph made huge: in a constant, an attribute or a shape, of its nodes or of its functions'."""
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from aioflow.framework.dtypes import as_dtype
from aioflow.framework.op_def import OPS, AttrDef
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto

HUGE = [2**31 - 1, 2**33, 2**40, 2**62, 2**63 - 1, -(2**31)]
Change = Callable[[random.Random], None]


def places(graph: Any) -> list[tuple[str, Change]]:
    """Where a GraphDef has integers that may be any: node and attribute, and what makes one there huge."""
    functions = [node for function in graph.library.function for node in function.node_def]
    nodes = [node for node in (*graph.node, *functions) if node.op in OPS]
    return [(f"{node.op} {node.name}: {name}", change) for node in nodes for name, change in changes(node)]


def changes(node: Any) -> Iterator[tuple[str, Change]]:
    """The attributes with integers; how many inputs and outputs a node has stays as it is."""
    op = OPS[node.op]
    counts = {arg.number_attr for arg in (*op.inputs, *op.outputs)}
    for name, attr in op.attrs.items():
        if name in node.attr and name not in counts:
            yield from ((name, change) for change in changes_of_attr(node.attr[name], attr))


def changes_of_attr(value: Any, attr: AttrDef) -> Iterator[Change]:
    """What makes one integer in an `AttrValue` huge."""
    if attr.kind == "int":
        yield partial(change_int, value, attr.minimum)
    elif attr.kind == "list(int)" and value.list.i:
        yield partial(change_list, value.list.i)
    elif attr.element_kind == "shape":
        dims = [dim for shape in (value.shape, *value.list.shape) for dim in shape.dim]
        yield from (partial(change_dim, dim) for dim in dims)
    elif attr.kind == "tensor" and is_of_integers(value.tensor):
        yield partial(change_tensor, value.tensor)


def change_int(value: Any, minimum: int | None, choose: random.Random) -> None:
    """Makes an attribute huge, but no less than its minimum."""
    value.i = choose.choice([number for number in HUGE if minimum is None or number >= minimum])


def change_list(numbers: Any, choose: random.Random) -> None:
    """Makes one of an attribute's numbers huge."""
    numbers[choose.randrange(len(numbers))] = choose.choice(HUGE)


def change_dim(dim: Any, choose: random.Random) -> None:
    """Makes a size of a shape huge."""
    dim.size = choose.choice(HUGE[:-1])


def is_of_integers(tensor: Any) -> bool:
    """Whether it has some."""
    dtype = as_dtype(tensor.dtype).base_dtype
    return bool(dtype.is_integer and tensor_from_proto(tensor).size)


def change_tensor(tensor: Any, choose: random.Random) -> None:
    """Makes one of a constant's integers as large as its type allows, up to 2**63 - 1."""
    dtype = as_dtype(tensor.dtype)
    tensor.CopyFrom(tensor_to_proto(with_a_huge_number(tensor_from_proto(tensor), choose), dtype))


def with_a_huge_number(array: np.ndarray[Any, Any], choose: random.Random) -> np.ndarray[Any, Any]:
    """A copy of an array of integers of which one is huge; what else there is, as it is."""
    if array.dtype.kind not in "iu" or not array.size:
        return array
    limits = np.iinfo(array.dtype)
    fitting = [number for number in HUGE if limits.min <= number <= limits.max] or [int(limits.max)]
    array = array.copy()
    array.reshape(-1)[choose.randrange(array.size)] = choose.choice(fitting)
    array.flags.writeable = False
    return array
