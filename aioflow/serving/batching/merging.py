"""Inputs of several requests as those of one, and its outputs as those of each."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aioflow import errors

Arrays = Mapping[str, np.ndarray]


def num_rows_of(inputs: Arrays) -> int:
    """The number of rows of a request: dimension 0 of each of its inputs.

    Raises:
        InvalidArgumentError: There is no input, one of rank 0, or they differ.
    """
    if len(inputs) == 1:
        (array,) = inputs.values()
        if array.ndim:
            return len(array)
    if not inputs:
        raise errors.invalid_argument("a request without inputs has no rows that could share a batch")
    counts = set()
    for name, array in inputs.items():
        if array.ndim == 0:
            raise errors.invalid_argument(
                f"Batching input tensors must have at least one dimension; input '{name}' is a scalar"
            )
        counts.add(len(array))
    if len(counts) > 1:
        found = ", ".join(f"'{name}' has {len(array)}" for name, array in inputs.items())
        raise errors.invalid_argument(
            "Batching input tensors supplied in a given op invocation must have equal 0th-dimension size: " + found
        )
    return counts.pop()


def merged(
    requests: Sequence[Arrays], num_filler_rows: int, *, pads: bool, pad_value: float | None
) -> dict[str, np.ndarray]:
    """The inputs of a batch.

    Args:
        requests: The inputs of each part, `[rows, ...]`.
        num_filler_rows: How many rows to add, for a batch of an allowed size: copies of the last part's first.
        pads: Whether inputs of unequal dimensions are padded to the largest; otherwise they are an error.
        pad_value: What with; None for each array's own first element, as TensorFlow Serving has it.

    Raises:
        FailedPreconditionError: Unequal dimensions without padding.
    """
    names = requests[0].keys()
    return {name: _merged(name, [each[name] for each in requests], num_filler_rows, pads, pad_value) for name in names}


def _merged(
    name: str, arrays: list[np.ndarray], num_filler_rows: int, pads: bool, pad_value: float | None
) -> np.ndarray:
    if len({array.shape[1:] for array in arrays}) > 1:
        if not pads or len({array.ndim for array in arrays}) > 1:
            shapes = " and ".join(sorted({str(list(array.shape[1:])) for array in arrays})[:4])
            raise errors.failed_precondition(
                f"Tensors with name '{name}' from different tasks have different shapes and padding is turned off. "
                f"Set pad_variable_length_inputs to true, or ensure that all tensors with the same name have equal "
                f"dimensions starting with the first dim. Seen: {shapes}"
            )
        sizes = np.max([array.shape[1:] for array in arrays], axis=0)
        arrays = [_padded(array, sizes, pad_value) for array in arrays]
    if num_filler_rows:
        arrays = [*arrays, np.repeat(arrays[-1][:1], num_filler_rows, axis=0)]
    if len(arrays) == 1:
        return arrays[0]
    whole = np.concatenate(arrays)
    whole.flags.writeable = False  # nobody else has it: a session may take it without a copy
    return whole


def _padded(array: np.ndarray, sizes: np.ndarray, pad_value: float | None) -> np.ndarray:
    full = np.full((len(array), *sizes), _filler(array, pad_value), array.dtype)
    full[tuple(slice(size) for size in array.shape)] = array
    return full


def _filler(array: np.ndarray, pad_value: float | None) -> Any:
    if pad_value is None and array.size:
        return array.flat[0]
    return b"" if array.dtype.hasobject else pad_value or 0


class Batch:
    """The outputs of a batch.

    Attributes:
        outputs: By alias an array, `[rows, ...]`; the last rows may be filler.
        texts: What a protocol keeps here that has all rows printed at once; None as long as nobody has.
    """

    __slots__ = ("outputs", "texts")

    def __init__(self, outputs: Arrays) -> None:
        self.outputs = outputs
        self.texts: Sequence[bytes] | None = None


class Rows(dict[str, np.ndarray]):
    """The outputs of a part of a batch.

    Attributes:
        batch: The batch.
        start: The first row.
    """

    __slots__ = ("batch", "start")

    batch: Batch
    start: int


def cut(outputs: Arrays, counts: Sequence[int], num_rows: int) -> list[Rows]:
    """The outputs of each part of a batch.

    Args:
        outputs: Those of the batch.
        counts: Rows of each part; what is behind them is filler.
        num_rows: Rows that the batch had, the filler included.

    Raises:
        FailedPreconditionError: An output has not a row for each of the batch.
    """
    for name, array in outputs.items():
        if array.ndim == 0 or len(array) != num_rows:
            raise errors.failed_precondition(
                f"Batched output tensor '{name}' has shape {list(array.shape)}: its 0th dimension does not equal the "
                f"sum of the 0th dimension sizes of the input tensors, {num_rows}"
            )
    batch, results, items = Batch(outputs), [], outputs.items()
    start = 0
    for count in counts:
        end = start + count
        rows = Rows()
        for name, array in items:
            rows[name] = array[start:end]
        rows.batch, rows.start = batch, start
        results.append(rows)
        start = end
    return results


def joined(parts: Sequence[Arrays]) -> dict[str, np.ndarray]:
    """The outputs of a request whose rows were in several batches.

    Raises:
        FailedPreconditionError: The batches gave rows of different shapes.
    """
    if len(parts) == 1:
        return dict(parts[0])
    for name in parts[0]:
        shapes = {part[name].shape[1:] for part in parts}
        if len(shapes) > 1:
            raise errors.failed_precondition(
                f"output '{name}' of a request in {len(parts)} batches has rows of different shapes: {sorted(shapes)}"
            )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def filled_size(num_rows: int, allowed: Sequence[int]) -> int:
    """The smallest allowed size that holds so many rows; so many where none is set."""
    return next((size for size in allowed if size >= num_rows), num_rows)
