"""`tf.sets`: the last dimension of tensors as sets."""
from __future__ import annotations

from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.graph import SparseTensor, SparseTensorValue, Tensor
from aioflow.ops.functions.sparse_ops import convert_to_tensor_or_sparse_tensor
from aioflow.ops.functions.sparse_shape_ops import sparse_of
from aioflow.ops.generated import sparse as gen

_ELEMENTS = frozenset({
    dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16, dtypes.string,
})  # fmt: skip
# The op for one dense and one sparse operand takes the dense one first. Unions and intersections are symmetric;
# differences change their name.
_SWAPPED = {"a-b": "b-a", "b-a": "a-b"}


def set_size(a: SparseTensor | SparseTensorValue, validate_indices: bool = True) -> Tensor:
    """The number of different elements of each set: int32 [...] of sparse sets [..., n].

    Args:
        a: The sets.
        validate_indices: Whether a run fails when indices are not in order or out of bounds.

    Raises:
        TypeError: It is no sparse tensor, or not of an integer dtype or strings.
    """
    sets = sparse_of(a)
    _check_elements("a", sets)
    return gen.set_size(sets.indices, sets.values, sets.dense_shape, validate_indices=validate_indices)


def set_intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The elements of each set of `a` that are in that of `b`, too; the arguments are those of `set_union`."""
    return _operation(a, b, "intersection", validate_indices)


def set_difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """The elements of each set of `a` that are not in that of `b`, or the other way round unless `aminusb`.

    The other arguments are those of `set_union`.
    """
    return _operation(a, b, "a-b" if aminusb else "b-a", validate_indices)


def set_union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The elements of each set of `a` or `b`.

    Args:
        a: Sets [..., n]: a tensor or a sparse tensor, of an integer dtype or strings.
        b: Sets [..., m] of the same dtype.
        validate_indices: Whether a run fails when indices are not in order or out of bounds.

    Returns:
        Sparse [..., elements], each set in order.

    Raises:
        TypeError: The dtypes differ or are not allowed.
    """
    return _operation(a, b, "union", validate_indices)


def _operation(a: Any, b: Any, operation: str, validate: bool) -> SparseTensor:
    a, b = convert_to_tensor_or_sparse_tensor(a, name="a"), convert_to_tensor_or_sparse_tensor(b, name="b")
    _check_elements("a", a)
    if b.dtype.base_dtype is not a.dtype.base_dtype:
        raise TypeError(f"the sets must be of one dtype, but are {a.dtype.name} and {b.dtype.name}")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        a, b, operation = b, a, _SWAPPED.get(operation, operation)
    attrs: dict[str, Any] = {"set_operation": operation, "validate_indices": validate}
    if isinstance(a, SparseTensor):
        return SparseTensor(*gen.sparse_to_sparse_set_operation(*_parts(a), *_parts(b), **attrs))
    if isinstance(b, SparseTensor):
        return SparseTensor(*gen.dense_to_sparse_set_operation(a, *_parts(b), **attrs))
    return SparseTensor(*gen.dense_to_dense_set_operation(a, b, **attrs))


def _parts(sets: Any) -> tuple[Tensor, Tensor, Tensor]:
    return sets.indices, sets.values, sets.dense_shape


def _check_elements(name: str, sets: Any) -> None:
    if sets.dtype.base_dtype not in _ELEMENTS:
        allowed = ", ".join(sorted(dtype.name for dtype in _ELEMENTS))
        raise TypeError(f"'{name}' has dtype {sets.dtype.name}; allowed are {allowed}")
