"""The Python operators of a tensor, such as `x + 1` and `x[:, 0]`.

Each of them adds nodes to the graph, the business of `aioflow.ops.functions.operators`, which fills in `OPERATORS`.
`==` and `!=` compare identity, as in TensorFlow 1 (`tf.equal` adds a node), so that tensors can be keys of a dict.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aioflow.framework.graph.operation import Tensor

OPERATORS: dict[str, Callable[..., Tensor]] = {}


class TensorOperators:
    """Base of everything that can stand in an expression in place of a tensor.

    The other operand may be a tensor, or a Python value or array that becomes a constant of this one's dtype.
    Operands broadcast. `TypeError` for dtypes that differ, `ValueError` for shapes that do not fit.
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Tensor:
        return OPERATORS["add"](self, other)

    def __radd__(self, other: Any) -> Tensor:
        return OPERATORS["add"](other, self)

    def __sub__(self, other: Any) -> Tensor:
        return OPERATORS["sub"](self, other)

    def __rsub__(self, other: Any) -> Tensor:
        return OPERATORS["sub"](other, self)

    def __mul__(self, other: Any) -> Tensor:
        return OPERATORS["mul"](self, other)

    def __rmul__(self, other: Any) -> Tensor:
        return OPERATORS["mul"](other, self)

    def __truediv__(self, other: Any) -> Tensor:
        return OPERATORS["truediv"](self, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        return OPERATORS["truediv"](other, self)

    def __floordiv__(self, other: Any) -> Tensor:
        return OPERATORS["floordiv"](self, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        return OPERATORS["floordiv"](other, self)

    def __mod__(self, other: Any) -> Tensor:
        return OPERATORS["mod"](self, other)

    def __rmod__(self, other: Any) -> Tensor:
        return OPERATORS["mod"](other, self)

    def __pow__(self, other: Any) -> Tensor:
        return OPERATORS["pow"](self, other)

    def __rpow__(self, other: Any) -> Tensor:
        return OPERATORS["pow"](other, self)

    def __matmul__(self, other: Any) -> Tensor:
        return OPERATORS["matmul"](self, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        return OPERATORS["matmul"](other, self)

    def __and__(self, other: Any) -> Tensor:
        return OPERATORS["and"](self, other)

    def __rand__(self, other: Any) -> Tensor:
        return OPERATORS["and"](other, self)

    def __or__(self, other: Any) -> Tensor:
        return OPERATORS["or"](self, other)

    def __ror__(self, other: Any) -> Tensor:
        return OPERATORS["or"](other, self)

    def __xor__(self, other: Any) -> Tensor:
        return OPERATORS["xor"](self, other)

    def __rxor__(self, other: Any) -> Tensor:
        return OPERATORS["xor"](other, self)

    def __lt__(self, other: Any) -> Tensor:
        return OPERATORS["lt"](self, other)

    def __le__(self, other: Any) -> Tensor:
        return OPERATORS["le"](self, other)

    def __gt__(self, other: Any) -> Tensor:
        return OPERATORS["gt"](self, other)

    def __ge__(self, other: Any) -> Tensor:
        return OPERATORS["ge"](self, other)

    def __neg__(self) -> Tensor:
        return OPERATORS["neg"](self)

    def __abs__(self) -> Tensor:
        return OPERATORS["abs"](self)

    def __invert__(self) -> Tensor:
        return OPERATORS["invert"](self)

    def __getitem__(self, key: Any) -> Tensor:
        return OPERATORS["getitem"](self, key)
