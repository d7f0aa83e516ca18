"""GRADIENTS: for each op that has one, the function that adds the nodes of its gradient to a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from aioflow import errors
from aioflow.framework.families import FamilyPackage
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.registry import Registry

Gradient = Callable[..., Sequence["Tensor | None"]]
"""Takes an operation, and what the gradient is with respect to each of its outputs; gives what it is with respect to
each of its inputs, None where that is zero."""

_G = TypeVar("_G", bound=Gradient)

GRADIENTS: Registry[Gradient] = Registry("gradient")
# Most programs never ask for one: families are imported with the first question.
GRADIENTS.is_filled_by(FamilyPackage("aioflow.ops.gradients"))


def gradient(*ops: str) -> Callable[[_G], _G]:
    """Registers the decorated function as the gradient of `ops`.

    Raises:
        AlreadyExistsError: One of them has a gradient.
    """

    def register(function: _G) -> _G:
        for op in ops:
            GRADIENTS.register(op, function)
        return function

    return register


def no_gradient(op: Operation, *dys: Tensor) -> list[None]:
    """The gradient of an op whose outputs do not change with its inputs, or only in steps."""
    # None, unlike zeros, adds no node: backpropagation makes zeros only where they are needed.
    return [None] * len(op.inputs)


def find_gradient(op_type: str) -> Gradient:
    """The gradient of an op.

    Raises:
        NotFoundError: It has none.
    """
    found = GRADIENTS.get(op_type)
    if found is None:
        raise errors.not_found(f"No gradient defined for op: {op_type}")
    return found
