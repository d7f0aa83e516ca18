"""What conditions of branches and loops may be."""
from __future__ import annotations

from typing import Any

from aioflow import errors

# The attribute of If and While nodes that TensorFlow makes into Switch and Merge, which take scalars only.
LOWERED = "_lower_using_switch_merge"


def check_scalar(condition: Any) -> None:
    """Does nothing to a condition of shape [].

    Raises:
        InvalidArgumentError: The condition has other dimensions.
    """
    if condition.shape != ():
        raise errors.invalid_argument(f"The second input must be a scalar, but it has shape {list(condition.shape)}")
