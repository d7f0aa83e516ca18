"""The Python operators of a tensor, such as `x + 1` and `x[:, 0]`.

Each of them adds nodes to the graph, the business of `aioflow.ops.functions.operators`, which fills in `OPERATORS`.
`==` and `!=` compare identity, as in TensorFlow 1 (`tf.equal` adds a node), so that tensors can be keys of a dict.
"""
from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")  # the class of tensors, which derives from the class below
# Filled by the functions, which are written in terms of tensors, so that the class below need not know them. They are
# imported when a program first uses an operator: one that runs graphs of others needs no functions at all.
OPERATORS: dict[str, Callable[..., Any]] = {}
_FILLED_BY = "aioflow.ops.functions.operators"


class TensorOperators(Generic[Result]):
    """Base of everything that can stand in an expression in place of a tensor; the result is a tensor.

    The other operand may be a tensor, or a Python value or array that becomes a constant of this one's dtype.
    Operands broadcast. `TypeError` for dtypes that differ, `ValueError` for shapes that do not fit.
    """

    __slots__ = ()

    @staticmethod
    def _operate(operator: str, *operands: Any) -> Result:
        operate = OPERATORS.get(operator)
        if operate is None:
            import_module(_FILLED_BY)  # waits while another thread is at it, which may have entered some of them
            operate = OPERATORS[operator]
        result: Result = operate(*operands)
        return result

    def __add__(self, other: Any) -> Result:
        return self._operate("add", self, other)

    def __radd__(self, other: Any) -> Result:
        return self._operate("add", other, self)

    def __sub__(self, other: Any) -> Result:
        return self._operate("sub", self, other)

    def __rsub__(self, other: Any) -> Result:
        return self._operate("sub", other, self)

    def __mul__(self, other: Any) -> Result:
        return self._operate("mul", self, other)

    def __rmul__(self, other: Any) -> Result:
        return self._operate("mul", other, self)

    def __truediv__(self, other: Any) -> Result:
        return self._operate("truediv", self, other)

    def __rtruediv__(self, other: Any) -> Result:
        return self._operate("truediv", other, self)

    def __floordiv__(self, other: Any) -> Result:
        return self._operate("floordiv", self, other)

    def __rfloordiv__(self, other: Any) -> Result:
        return self._operate("floordiv", other, self)

    def __mod__(self, other: Any) -> Result:
        return self._operate("mod", self, other)

    def __rmod__(self, other: Any) -> Result:
        return self._operate("mod", other, self)

    def __pow__(self, other: Any) -> Result:
        return self._operate("pow", self, other)

    def __rpow__(self, other: Any) -> Result:
        return self._operate("pow", other, self)

    def __matmul__(self, other: Any) -> Result:
        return self._operate("matmul", self, other)

    def __rmatmul__(self, other: Any) -> Result:
        return self._operate("matmul", other, self)

    def __and__(self, other: Any) -> Result:
        return self._operate("and", self, other)

    def __rand__(self, other: Any) -> Result:
        return self._operate("and", other, self)

    def __or__(self, other: Any) -> Result:
        return self._operate("or", self, other)

    def __ror__(self, other: Any) -> Result:
        return self._operate("or", other, self)

    def __xor__(self, other: Any) -> Result:
        return self._operate("xor", self, other)

    def __rxor__(self, other: Any) -> Result:
        return self._operate("xor", other, self)

    def __lt__(self, other: Any) -> Result:
        return self._operate("lt", self, other)

    def __le__(self, other: Any) -> Result:
        return self._operate("le", self, other)

    def __gt__(self, other: Any) -> Result:
        return self._operate("gt", self, other)

    def __ge__(self, other: Any) -> Result:
        return self._operate("ge", self, other)

    def __neg__(self) -> Result:
        return self._operate("neg", self)

    def __abs__(self) -> Result:
        return self._operate("abs", self)

    def __invert__(self) -> Result:
        return self._operate("invert", self)

    def __getitem__(self, key: Any) -> Result:
        return self._operate("getitem", self, key)
