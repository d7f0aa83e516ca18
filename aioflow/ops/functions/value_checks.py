"""tf.is_non_decreasing, tf.is_numeric_tensor, tf.assert_same_float_dtype, ...: questions about values and dtypes."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType, as_dtype
from aioflow.framework.graph import IndexedSlices, SparseTensor, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.reduction_ops import reduce_all
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math

__all__ = [
    "assert_proper_iterable", "assert_same_float_dtype", "is_non_decreasing", "is_numeric_tensor",
    "is_strictly_increasing",
]  # fmt: skip


def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether no element of `x`, row by row, is smaller than the one before: [] bool."""
    with name_scope(name, "is_non_decreasing", [x]):
        return reduce_all(gen_math.greater_equal(*_neighbours(x)))


def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether every element of `x`, row by row, is larger than the one before: [] bool."""
    with name_scope(name, "is_strictly_increasing", [x]):
        return reduce_all(gen_math.greater(*_neighbours(x)))


def _neighbours(x: TensorLike) -> tuple[Tensor, Tensor]:
    """All elements but the first, and all but the last."""
    tensor = convert_to_tensor(x, name="x")
    if not is_numeric_tensor(tensor):
        raise TypeError(f"expected a tensor of numbers, not {tensor!r}")
    # All rows are one row: the last element of one row is compared with the first one of the next, as in TensorFlow.
    row = gen_array.reshape(tensor, [-1])
    return row[1:], row[:-1]


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether it is a tensor of numbers."""
    if not isinstance(tensor, Tensor):
        return False
    dtype = tensor.dtype.base_dtype
    return dtype.is_floating or dtype.is_integer or dtype.is_complex


def assert_proper_iterable(values: Any) -> None:
    """Raises `TypeError` for what cannot be iterated over, and for tensors, arrays and text."""
    # These can be iterated over, or seem so, but never are the list that was meant.
    if isinstance(values, (Tensor, SparseTensor, IndexedSlices, str, bytes)) or hasattr(values, "__array__"):
        raise TypeError(f"expected a list or another iterable, not {type(values).__name__}")
    if not isinstance(values, Iterable):
        raise TypeError(f"expected an iterable, not {type(values).__name__}")


def assert_same_float_dtype(tensors: Sequence[Any] | None = None, dtype: DTypeLike | None = None) -> DType:
    """The one floating dtype of tensors.

    Args:
        tensors: Tensors, or None.
        dtype: The dtype that they must have; that of the first when None.

    Returns:
        The dtype; float32 when there is nothing to tell it from.

    Raises:
        ValueError: They have several dtypes, or it is none of floats.
    """
    found = None if dtype is None else as_dtype(dtype).base_dtype
    for tensor in tensors or ():
        found = tensor.dtype.base_dtype if found is None else found
        if tensor.dtype.base_dtype is not found:
            raise ValueError(f"{tensor!r} is of dtype {tensor.dtype.name}, not {found.name}")
    # TensorFlow's default where nothing tells the dtype.
    found = dtypes.float32 if found is None else found
    if not found.is_floating:
        raise ValueError(f"expected a floating dtype, not {found.name}")
    return found
