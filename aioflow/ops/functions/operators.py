"""Nodes of the Python operators of tensors, with the names that TensorFlow gives them.

The framework knows tensors but no ops, so operators are registered here by name, and looked up when they are used.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.graph import OPERATORS, Tensor, TensorOperators
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.indexing_ops import get_item
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import abs as abs_
from aioflow.ops.functions.math_ops import add, logical_xor, truediv
from aioflow.ops.generated import math as gen

Binary = Callable[[Tensor, Tensor, str], Tensor]


def _operator(name: str, build: Binary) -> None:
    """Registers a binary operator: both operands become tensors of one dtype in a scope called `name`."""

    def operate(x: Any, y: Any) -> Tensor:
        with name_scope(None, name, [x, y]) as scope:
            x, y = _operands(x, y)
            return build(x, y, scope)

    OPERATORS[name] = operate


def _operands(x: Any, y: Any) -> tuple[Tensor, Tensor]:
    """Both as tensors, the one that is no tensor yet in the dtype of the other one if that is possible."""
    # x + 1 takes the dtype of x if 1 fits it. The same goes for 1 + x below; but there the tensor is on the right,
    # and its dtype is a demand.
    if isinstance(x, TensorOperators):
        x = convert_to_tensor(x, name="x")
        return x, convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
    y = convert_to_tensor(y, name="y")
    return convert_to_tensor(x, y.dtype.base_dtype, name="x"), y


def _logical_operator(name: str, logical: Callable[..., Tensor], bitwise: Callable[..., Tensor]) -> None:
    """Registers an operator that is one function for booleans and another one, on bits, for integers."""

    def operate(x: Any, y: Any) -> Tensor:
        with name_scope(None, name, [x, y]) as scope:
            if not isinstance(x, TensorOperators):
                x, y = _operands(x, y)
            # `&` of integers and of booleans are different ops, and only the operand tells which is meant.
            is_logical = convert_to_tensor(x, name="x").dtype.base_dtype is dtypes.bool_
            return logical(x, y, name=scope) if is_logical else bitwise(x, y)

    OPERATORS[name] = operate


def _invert(x: Any) -> Tensor:
    x = convert_to_tensor(x)
    return gen.logical_not(x) if x.dtype.base_dtype is dtypes.bool_ else gen.invert(x)


_operator("add", add)
_operator("sub", gen.sub)
_operator("mul", gen.mul)
_operator("truediv", truediv)
# Python rounds quotients down and gives remainders the sign of the divisor, unlike C: FloorDiv and FloorMod.
_operator("floordiv", gen.floor_div)
_operator("mod", gen.floor_mod)
_operator("pow", gen.pow)
_operator("matmul", lambda x, y, scope: matmul(x, y, name=scope))
_logical_operator("and", gen.logical_and, gen.bitwise_and)
_logical_operator("or", gen.logical_or, gen.bitwise_or)
_logical_operator("xor", logical_xor, gen.bitwise_xor)
OPERATORS["lt"] = gen.less
OPERATORS["le"] = gen.less_equal
OPERATORS["gt"] = gen.greater
OPERATORS["ge"] = gen.greater_equal
OPERATORS["neg"] = gen.neg
OPERATORS["abs"] = abs_
OPERATORS["invert"] = _invert
OPERATORS["getitem"] = get_item
