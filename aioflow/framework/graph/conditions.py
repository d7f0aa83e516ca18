"""Control flow by functions: the attributes of its nodes, and the check of its conditions."""
from __future__ import annotations

from typing import Any

from aioflow import errors

# The attribute of If and While nodes that TensorFlow makes into Switch and Merge, which take scalars only.
LOWERED = "_lower_using_switch_merge"
BRANCH_ATTRS = {
    "If": ("then_branch", "else_branch"), "StatelessIf": ("then_branch", "else_branch"), "Case": ("branches",),
    "StatelessCase": ("branches",), "While": ("cond", "body"), "StatelessWhile": ("cond", "body"),
}  # fmt: skip
"""Ops of control flow by functions -> the attributes that name these; a Case has a list in one attribute."""


def check_scalar(condition: Any) -> None:
    """Does nothing to a condition of shape [].

    Raises:
        InvalidArgumentError: The condition has other dimensions.
    """
    # "The second input": of the Switch nodes, for which TensorFlow's message was written.
    if condition.shape != ():
        raise errors.invalid_argument(f"The second input must be a scalar, but it has shape {list(condition.shape)}")
