"""TensorFlow's slice specification (begin, end, strides and five bit masks) as a numpy index."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Index = tuple[Any, ...]
ANY_RANGE = "any range"  # stands for a slice of unknown bounds
ANY_ELEMENT = "any element"  # stands for an unknown position
_MAX_DIMS = 32  # bits in a mask


def slice_index(
    begin: Any, end: Any, strides: Any,
    begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int, shrink_axis_mask: int,
) -> Index:  # fmt: skip
    """The index that selects what a StridedSlice selects; it ends in an ellipsis unless it has one inside.

    Args:
        begin: First positions, an integer array [n]; likewise `end` and `strides`. In an object array None stands for a
            number that is not known (yet).
        begin_mask: Bit i: `begin[i]` does not count, the whole range does; likewise `end_mask`.
        ellipsis_mask: Bit i: position i stands for as many whole dimensions as are left.
        new_axis_mask: Bit i: position i adds a dimension of size 1.
        shrink_axis_mask: Bit i: position i takes one element and drops the dimension.

    Raises:
        ValueError: The specification itself is wrong, whatever it is applied to.
    """
    if not begin.shape == end.shape == strides.shape or begin.ndim != 1 or begin.size > _MAX_DIMS:
        raise ValueError(
            f"Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
            f"{list(begin.shape)}, {list(end.shape)}, and {list(strides.shape)} instead."
        )
    if ellipsis_mask & (ellipsis_mask - 1):
        raise ValueError("Multiple ellipses in slice spec not allowed")
    parts: list[Any] = []
    bit = 1
    for i, (first, last, stride) in enumerate(zip(begin.tolist(), end.tolist(), strides.tolist(), strict=True)):
        if ellipsis_mask & bit:
            parts.append(...)
        elif new_axis_mask & bit:  # goes before the shrink mask, as in TensorFlow
            parts.append(None)
        elif stride is not None and not stride:
            raise ValueError(f"strides[{i}] must be non-zero")
        elif shrink_axis_mask & bit:
            if stride is not None and stride < 0:
                raise ValueError("only stride 1 allowed on non-range indexing.")
            parts.append(ANY_ELEMENT if first is None else first)
        elif stride is None or (first is None and not begin_mask & bit) or (last is None and not end_mask & bit):
            parts.append(ANY_RANGE)
        else:
            parts.append(slice(None if begin_mask & bit else first, None if end_mask & bit else last, stride))
        bit <<= 1
    if not ellipsis_mask & (bit - 1):  # a bit of the mask behind the last position stands for nothing
        parts.append(...)
    return tuple(parts)


def checked_index(index: Index, dims: Sequence[int | None]) -> Index:
    """`index` with its ellipsis written out, so that one entry other than None belongs to each of `dims`.

    Raises:
        ValueError: It has too many entries, or takes an element that is not there.
    """
    # numpy would do the same, but with words of its own and not TensorFlow's.
    at = index.index(...)
    used = sum(part is not None for part in index) - 1
    if used > len(dims):
        raise ValueError(f"Index out of range using input dim {len(dims)}; input has only {len(dims)} dims")
    full = index[:at] + (slice(None),) * (len(dims) - used) + index[at + 1 :]
    indexing = [part for part in full if part is not None]
    for d, (part, size) in enumerate(zip(indexing, dims, strict=True)):
        if size is not None and isinstance(part, int) and not -size <= part < size:
            raise ValueError(f"slice index {part} of dimension {d} out of bounds.")
    return full


def indexed_dims(index: Index, dims: Sequence[int | None]) -> list[int | None]:
    """The sizes of `array[index]` for an array of these sizes (None: unknown).

    Raises:
        ValueError: The index does not fit.
    """
    sizes = iter(dims)
    result: list[int | None] = []
    for part in checked_index(index, dims):
        if part is None:
            result.append(1)
            continue
        size = next(sizes)
        if part is ANY_RANGE:
            result.append(None)
        elif isinstance(part, slice):
            whole = part == slice(None)
            result.append(len(range(*part.indices(size))) if size is not None else size if whole else None)
    return result
