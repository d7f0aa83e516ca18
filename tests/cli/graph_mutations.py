"""Ways to damage a graph so that it can still be imported, more often than not, and fails, if at all, when it runs."""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from aioflow.framework.op_def import OPS

EXTREMES = (0, 1, -1, 2, 3, 63, 64, 1000, 65_536, 1 << 20, (1 << 31) - 1, -(1 << 31))
_NUMPY_TYPES = (1, 2, 3, 4, 5, 6, 8, 9, 10, 14, 17, 18, 19, 22, 23)


def rewire(node: Any, message: Any, rng: random.Random) -> None:
    """An input comes from another node."""
    if node.input:
        other = rng.choice(message.node).name
        node.input[rng.randrange(len(node.input))] = other + rng.choice(("", "", "", ":1"))


def exchange_op(node: Any, message: Any, rng: random.Random) -> None:
    """It is another op with as many inputs, if a random choice finds one."""
    wanted = OPS.get(node.op)
    for name in rng.sample(OPS.names(), 40):
        op_def = OPS[name]
        if wanted is not None and len(op_def.inputs) == len(wanted.inputs) and "T" in op_def.attrs:
            node.op = name
            return


def change_values(node: Any, message: Any, rng: random.Random) -> None:
    """A constant holds other numbers: shapes, axes, counts, indices at their limits."""
    if node.op != "Const" or "value" not in node.attr:
        return
    tensor = node.attr["value"].tensor
    count = 1
    for dim in tensor.tensor_shape.dim:
        count = min(64, count * max(1, dim.size))
    values = [rng.choice(EXTREMES) for _ in range(rng.choice((1, count)))]
    field = {3: tensor.int_val, 9: tensor.int64_val, 1: tensor.float_val, 2: tensor.double_val}.get(tensor.dtype)
    if field is not None:
        tensor.tensor_content = b""
        del field[:]
        field.extend(values)


def change_shape(node: Any, message: Any, rng: random.Random) -> None:
    """A constant, or a placeholder, has another shape."""
    if "value" in node.attr:
        shape = node.attr["value"].tensor.tensor_shape
    elif "shape" in node.attr:
        shape = node.attr["shape"].shape
    else:
        return
    if not shape.dim or rng.random() < 0.3:
        shape.dim.add()
    shape.dim[rng.randrange(len(shape.dim))].size = rng.choice(EXTREMES)


def change_number(node: Any, message: Any, rng: random.Random) -> None:
    """A number among the attributes is at its limit."""
    numbers = [attr for attr in node.attr.values() if attr.WhichOneof("value") in ("i", "f", "b")]
    lists = [attr.list.i for attr in node.attr.values() if attr.WhichOneof("value") == "list" and attr.list.i]
    if lists and rng.random() < 0.5:
        values = rng.choice(lists)
        values[rng.randrange(len(values))] = rng.choice(EXTREMES)
    elif numbers:
        attr = rng.choice(numbers)
        kind = attr.WhichOneof("value")
        if kind == "i":
            attr.i = rng.choice(EXTREMES)
        elif kind == "f":
            attr.f = rng.choice((0.0, -1.0, 1e30, float("nan"), float("inf")))
        else:
            attr.b = not attr.b


def change_dtype(node: Any, message: Any, rng: random.Random) -> None:
    """One dtype is another one, everywhere in the graph."""
    types = {attr.type for other in message.node for attr in other.attr.values() if attr.WhichOneof("value") == "type"}
    if not types:
        return
    old, new = rng.choice(sorted(types)), rng.choice(_NUMPY_TYPES)
    for other in message.node:
        for attr in other.attr.values():
            if attr.WhichOneof("value") == "type" and attr.type == old:
                attr.type = new
            elif attr.WhichOneof("value") == "tensor" and attr.tensor.dtype == old:
                attr.tensor.dtype = new


_MUTATIONS: tuple[Callable[[Any, Any, random.Random], None], ...] = (
    rewire, rewire, exchange_op, change_values, change_values, change_shape, change_number, change_dtype,
)  # fmt: skip


def mutate_graph(message: Any, rng: random.Random) -> None:
    """Changes a few nodes of a GraphDef, those of its functions included."""
    bodies = [message.node, *(function.node_def for function in message.library.function)]
    nodes = [node for body in bodies for node in body]
    constants = [node for node in nodes if node.op == "Const"]
    for _ in range(rng.choice((1, 1, 2, 4)) if nodes else 0):
        mutation = rng.choice(_MUTATIONS)
        candidates = constants if mutation in (change_values, change_shape) and constants else nodes
        mutation(rng.choice(candidates), message, rng)
