"""The Python objects that a run takes for tensors: tensors, names, composite tensors, and types that users register."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from aioflow.framework.graph import (
    IndexedSlices,
    IndexedSlicesValue,
    RaggedTensor,
    RaggedTensorValue,
    SparseTensor,
    SparseTensorValue,
    Tensor,
)

FetchFunction = Callable[[Any], tuple[list[Any], Callable[[list[Any]], Any]]]
"""Object -> the graph elements to fetch, and a function that makes the result of their values."""
FeedFunction = Callable[[Any, Any], Iterable[tuple[Any, Any]]]
"""Feed key and its value -> pairs of a graph element and the value it gets."""
PartialFeedFunction = Callable[[Any], list[Any]]
"""Feed key -> the graph elements that it stands for."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Functions that fetch and feed objects of one type; a missing one means that they cannot be."""

    handled_type: type
    fetch: FetchFunction
    feed: FeedFunction | None = None
    partial_feed: PartialFeedFunction | None = None


def first_value(values: list[Any]) -> Any:
    """The contraction of everything that stands for a single element."""
    return values[0]


def _single(element: Any) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    return [element], first_value  # told by identity where results are built, so that the usual leaf costs no call


# ---- the composite tensors
def _sparse_parts(sparse: SparseTensor) -> list[Tensor]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


def _slices_parts(slices: IndexedSlices) -> list[Tensor]:
    parts = [slices.values, slices.indices]
    return parts if slices.dense_shape is None else [*parts, slices.dense_shape]


def _ragged_parts(ragged: RaggedTensor) -> list[Tensor]:
    return [ragged.flat_values, *ragged.nested_row_splits]


def _slices_value(values: list[Any]) -> IndexedSlicesValue:
    return IndexedSlicesValue(values[0], values[1], values[2] if len(values) > 2 else None)


def _ragged_value(values: list[Any]) -> RaggedTensorValue:
    # The parts are listed from the outermost rows to the innermost, and the value is built from the inside.
    result = values[0]
    for row_splits in reversed(values[1:]):
        result = RaggedTensorValue(result, row_splits)
    return result  # type: ignore[no-any-return]


def _feed_ragged(ragged: RaggedTensor, value: RaggedTensorValue) -> Iterable[tuple[Any, Any]]:
    return zip(_ragged_parts(ragged), [value.flat_values, *value.nested_row_splits], strict=True)


# Searched from the front, where registered types are put, so that a type of the user's goes before the one that it is
# derived from. A value that is shorter leaves the last parts unfed; TensorFlow does the same.
_CONVERSIONS: list[Conversion] = [
    Conversion(
        SparseTensor,
        lambda sparse: (_sparse_parts(sparse), lambda values: SparseTensorValue(*values)),
        lambda sparse, value: zip(_sparse_parts(sparse), value, strict=False),
        _sparse_parts,
    ),
    Conversion(
        IndexedSlices,
        lambda slices: (_slices_parts(slices), _slices_value),
        lambda slices, value: zip(_slices_parts(slices), value, strict=False),
        _slices_parts,
    ),
    Conversion(RaggedTensor, lambda ragged: (_ragged_parts(ragged), _ragged_value), _feed_ragged, _ragged_parts),
]
_DEFAULT = Conversion(object, _single, lambda key, value: [(key, value)], lambda key: [key])
# Objects of these types never change, so what a run made of them once holds for the next run. Of other registered types
# only the user's function knows what they stand for, and that may be something else each time.
IMMUTABLE_COMPOSITES = (SparseTensor, IndexedSlices, RaggedTensor)


def conversion_of(obj: Any) -> Conversion:
    """Finds the conversion for an object; one of no registered type stands for a single graph element."""
    for conversion in _CONVERSIONS:
        if isinstance(obj, conversion.handled_type):
            return conversion
    return _DEFAULT


def feed_pairs(key: Any, value: Any) -> Sequence[tuple[Any, Any]]:
    """Takes a feed and its value apart into pairs of a graph element and its value.

    Raises:
        TypeError: Objects of this type cannot be fed.
    """
    conversion = conversion_of(key)
    if conversion.feed is None:
        raise TypeError(f"feed_dict key {key!r}: type {type(key).__name__} was registered without a feed function")
    return list(conversion.feed(key, value))


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: FetchFunction,
    feed_function: FeedFunction | None = None,
    feed_function_for_partial_run: PartialFeedFunction | None = None,
) -> None:
    """Lets objects of a type be fetched, and perhaps fed.

    Args:
        tensor_type: The type.
        fetch_function: See `FetchFunction`.
        feed_function: See `FeedFunction`.
        feed_function_for_partial_run: See `PartialFeedFunction`.

    Raises:
        ValueError: The type, or one derived from it, has been registered.
    """
    for conversion in _CONVERSIONS:
        if issubclass(conversion.handled_type, tensor_type):
            raise ValueError(f"{tensor_type.__name__} is already registered, as {conversion.handled_type.__name__}")
    _CONVERSIONS.insert(0, Conversion(tensor_type, fetch_function, feed_function, feed_function_for_partial_run))
