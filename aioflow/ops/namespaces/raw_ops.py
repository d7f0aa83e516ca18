"""`tf.raw_ops.Name(...)`: one node of any op that is declared, every argument by name.

Names are those of the op's declaration, which TensorFlow changes for a few arguments (`split_dim`, there `axis`). The
result is the output, or a named tuple of the outputs where the op has several (a list output is one list), or the
operation itself where it has none. An unknown or missing argument is a `TypeError`.
"""
from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any as _Any  # "Any" is an op

from aioflow.framework.op_def import OPS, OpDef
from aioflow.ops.building.apply_op import apply_op, grouped


def __getattr__(name: str) -> Callable[..., _Any]:
    # Internal ops begin with "_". The same goes for what Python itself asks modules for, such as `__path__`.
    op_def = None if name.startswith("_") else OPS.get(name)
    if op_def is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Kept as a global: Python asks `__getattr__` only for names that are missing, so each builder is made once, and
    # most never.
    builder = globals()[name] = _builder(op_def)
    return builder


def __dir__() -> list[str]:
    return [name for name in OPS.names() if not name.startswith("_")]


def _results(op: str, outputs: list[str]) -> _Any:
    return namedtuple(op.replace(">", "_"), outputs, rename=True)


def _builder(op_def: OpDef) -> Callable[..., _Any]:
    inputs = [arg.name for arg in op_def.inputs]
    outputs = [arg.name for arg in op_def.outputs]
    # A class only where it is needed: making one takes a while, and some ops are called as no class can be ("None").
    # `rename`, because some outputs are called like keywords of Python, or like each other.
    results = _results(op_def.name, outputs) if len(outputs) > 1 else None

    def build(*, name: str | None = None, **arguments: _Any) -> _Any:
        # Checked here: `apply_op` takes inputs by place, where a missing one would shift all that follow.
        missing = [each for each in inputs if each not in arguments]
        if missing:
            raise TypeError(f"{op_def.name}() lacks {missing}; its inputs are {inputs}")
        # What is left are the attributes; unknown ones are refused further on.
        values = [arguments.pop(each) for each in inputs]
        operation = apply_op(op_def.name, values, arguments, name)
        made = grouped(operation)
        if results is not None:
            return results(*made)
        return made[0] if made else operation

    build.__name__ = build.__qualname__ = op_def.name
    build.__doc__ = f"Adds a node of op {op_def.name}; its inputs are {inputs}, its attributes {sorted(op_def.attrs)}."
    return build
