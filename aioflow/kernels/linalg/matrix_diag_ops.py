"""Diagonals and bands of matrices.

Diagonal d of a matrix [rows, columns] has the elements [i, i + d]; d > 0 lies above the main diagonal. A band of
diagonals k = (lowest, highest) is kept as an array [highest - lowest + 1, longest], the highest first; shorter
diagonals stand at the left or right of their row, as `align` says: first for those above, then for those below.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.new_arrays import filled, zeros

Band = tuple[int, int]  # the lowest and the highest diagonal


@kernel("MatrixBandPart")
def matrix_band_part(xp: Any, input: Array, num_lower: Array, num_upper: Array) -> Array:
    """`input` with zeros more than `num_lower` below, or `num_upper` above, the diagonal; negative: keep all."""
    _require_matrix(input)
    rows, columns = input.shape[-2:]
    for name, limit, size in (("num_lower", num_lower, rows), ("num_upper", num_upper, columns)):
        require_scalar(limit, name)
        if limit > size:
            raise errors.invalid_argument(
                f"{name} must be negative or less or equal to number of rows or columns ({size}) got: {limit}"
            )
    # Element [i, j] lies on diagonal j - i.
    above = xp.arange(columns) - xp.arange(rows)[:, None]
    keep = xp.ones((rows, columns), dtype=np.bool_)
    if num_lower >= 0:
        keep &= -above <= num_lower
    if num_upper >= 0:
        keep &= above <= num_upper
    # Chosen, not multiplied by 0, which would leave NaN and turn infinities into it.
    return xp.where(keep, input, zeros(xp, (), input.dtype))


@kernel("BatchMatrixBandPart")
def batch_matrix_band_part(xp: Any, input: Array, num_lower: Array, num_upper: Array) -> Array:
    return matrix_band_part(xp, input, num_lower, num_upper)


@kernel("MatrixDiag", "BatchMatrixDiag")
def matrix_diag(xp: Any, diagonal: Array) -> Array:
    """Matrices [..., n, n] with `diagonal` [..., n] on the main diagonal and zeros elsewhere."""
    _require_rank(diagonal, "diagonal", 1)
    return _from_band(xp, diagonal, (0, 0), -1, -1, zeros(xp, (), diagonal.dtype), b"LEFT_LEFT")


@kernel("MatrixDiagV2")
def matrix_diag_v2(
    xp: Any, diagonal: Array, k: Array, num_rows: Array, num_cols: Array, padding_value: Array
) -> Array:
    """As MatrixDiagV3; shorter diagonals always begin at the left."""
    return matrix_diag_v3(xp, diagonal, k, num_rows, num_cols, padding_value, align=b"LEFT_LEFT")


@kernel("MatrixDiagV3")
def matrix_diag_v3(
    xp: Any, diagonal: Array, k: Array, num_rows: Array, num_cols: Array, padding_value: Array, *, align: bytes
) -> Array:
    """Matrices with the given diagonals and `padding_value` [] elsewhere.

    Args:
        diagonal: [..., longest] for one diagonal, [..., diagonals, longest] for a band.
        k: Which diagonals: [], [1], or [2] for the lowest and the highest.
        num_rows, num_cols: [], the size of the matrices, or -1 for the smallest that has room.
        align: Where shorter diagonals stand in their row.

    Raises:
        InvalidArgumentError: The shapes do not fit, or the matrix would be too small or larger than the diagonals say.
    """
    _require_rank(diagonal, "diagonal", 1)
    for name, value in (("num_rows", num_rows), ("num_cols", num_cols), ("padding_value", padding_value)):
        require_scalar(value, name)
    return _from_band(xp, diagonal, _band(k), int(num_rows), int(num_cols), padding_value, align)


def _from_band(
    xp: Any, diagonal: Array, band: Band, num_rows: int, num_cols: int, padding_value: Array, align: bytes
) -> Array:
    """New matrices with such diagonals; see `matrix_diag_v3`."""
    lowest, highest = band
    one = lowest == highest
    if not one and (diagonal.ndim < 2 or diagonal.shape[-2] != highest - lowest + 1):
        raise errors.invalid_argument(
            "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index "
            f"range: diagonal {shown(diagonal.shape)}, k = [{lowest}, {highest}]"
        )
    rows, columns = _matrix_size(diagonal.shape[-1], band, num_rows, num_cols)
    batch = diagonal.shape[: -1 if one else -2]
    result = filled(xp, (*batch, rows, columns), padding_value, diagonal.dtype)
    _write_band(result, diagonal, band, align)
    return result


def _matrix_size(longest: int, band: Band, num_rows: int, num_cols: int) -> tuple[int, int]:
    """The size of a matrix with such diagonals; -1 for "the smallest that fits, square if possible"."""
    lowest, highest = band
    # The longest diagonal of a band is the one nearest to the main diagonal.
    min_rows, min_columns = longest - min(highest, 0), longest + max(lowest, 0)
    for name, given, least in (("rows", num_rows, min_rows), ("columns", num_cols, min_columns)):
        if given != -1 and given < least:
            raise errors.invalid_argument(f"The number of {name} is too small.")
    if num_rows == num_cols == -1:
        return max(min_rows, min_columns), max(min_rows, min_columns)
    rows, columns = num_rows if num_rows != -1 else min_rows, num_cols if num_cols != -1 else min_columns
    # One dimension must end with the longest diagonal, or else that diagonal would be longer.
    if rows != min_rows and columns != min_columns:
        raise errors.invalid_argument(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal."
        )
    return rows, columns


@kernel("MatrixDiagPart", "BatchMatrixDiagPart")
def matrix_diag_part(xp: Any, input: Array) -> Array:
    _require_matrix(input)
    return xp.linalg.diagonal(input)


@kernel("MatrixDiagPartV2")
def matrix_diag_part_v2(xp: Any, input: Array, k: Array, padding_value: Array) -> Array:
    return matrix_diag_part_v3(xp, input, k, padding_value, align=b"LEFT_LEFT")


@kernel("MatrixDiagPartV3")
def matrix_diag_part_v3(xp: Any, input: Array, k: Array, padding_value: Array, *, align: bytes) -> Array:
    """A diagonal [..., longest] or a band [..., diagonals, longest] of `input` [..., rows, columns].

    Raises:
        InvalidArgumentError: `input` holds no matrices, a diagonal lies outside, or `padding_value` is no single
            element.
    """
    _require_matrix(input)
    # Any tensor of one element will do, unlike in MatrixDiagV3.
    if padding_value.size != 1:
        raise errors.invalid_argument(f"padding_value must have one element, got shape {shown(padding_value.shape)}")
    band = _checked_band(k, input)
    rows, columns, present = _band_places(input.shape[-2:], band, align)
    # Places outside the matrix read element [0, 0], which is there and is thrown away.
    values = input[..., rows * present, columns * present]
    result = xp.where(present, values, padding_value.reshape(()))
    return result[..., 0, :] if band[0] == band[1] else result


@kernel("MatrixSetDiag", "BatchMatrixSetDiag")
def matrix_set_diag(xp: Any, input: Array, diagonal: Array) -> Array:
    _require_matrix(input)
    return _with_band(xp, input, diagonal, (0, 0), b"LEFT_LEFT")


@kernel("MatrixSetDiagV2")
def matrix_set_diag_v2(xp: Any, input: Array, diagonal: Array, k: Array) -> Array:
    return matrix_set_diag_v3(xp, input, diagonal, k, align=b"LEFT_LEFT")


@kernel("MatrixSetDiagV3")
def matrix_set_diag_v3(xp: Any, input: Array, diagonal: Array, k: Array, *, align: bytes) -> Array:
    """A copy of `input` [..., rows, columns] with other elements on the diagonals that `k` names.

    Raises:
        InvalidArgumentError: `diagonal` has not the shape of what it replaces, or a diagonal lies outside.
    """
    _require_matrix(input)
    return _with_band(xp, input, diagonal, _checked_band(k, input), align)


def _with_band(xp: Any, input: Array, diagonal: Array, band: Band, align: bytes) -> Array:
    """A copy of `input` with other diagonals; see `matrix_set_diag_v3`."""
    rows, columns = input.shape[-2:]
    lengths = [_length(rows, columns, d) for d in range(band[0], band[1] + 1)]
    wanted = input.shape[:-2] + ((max(lengths),) if len(lengths) == 1 else (len(lengths), max(lengths)))
    if diagonal.shape != wanted:
        raise errors.invalid_argument(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to "
            f"the longests diagonal in range [lower_diag_index:upper_diag_index]. Input shape: {shown(input.shape)}, "
            f"diagonal shape: {shown(diagonal.shape)}, wanted: {shown(wanted)}"
        )
    # A copy: whoever else holds `input` keeps its diagonal.
    result = xp.array(input)
    _write_band(result, diagonal, band, align)
    return result


def _write_band(matrix: Array, diagonal: Array, band: Band, align: bytes) -> None:
    """Writes the diagonals ([..., longest] or [..., diagonals, longest]) into `matrix` [..., rows, columns]."""
    rows, columns, present = _band_places(matrix.shape[-2:], band, align)
    if band[0] == band[1]:
        # A single diagonal comes without an axis for the diagonals.
        rows, columns, present = rows[0], columns[0], present[0]
    matrix[..., rows[present], columns[present]] = diagonal[..., present]


def _band_places(size: tuple[int, int], band: Band, align: bytes) -> tuple[Array, Array, Array]:
    """Row and column in the matrix of each place in a band [diagonals, longest], and a mask of those that have any."""
    lowest, highest = band
    diagonals = np.arange(highest, lowest - 1, -1)[:, None]
    lengths = np.array([_length(*size, d) for d in range(highest, lowest - 1, -1)])[:, None]
    longest = int(lengths.max())
    above, below = (side == b"LEFT" for side in align.split(b"_"))
    # The main diagonal counts as one above; it is the longest unless the band lies on one side of it.
    left = np.where(diagonals >= 0, above, below)
    along = np.arange(longest) - np.where(left, 0, longest - lengths)
    present = (along >= 0) & (along < lengths)
    # Diagonal d begins in row -d below the main diagonal, and in column d above it.
    return along - np.minimum(diagonals, 0), along + np.maximum(diagonals, 0), present


def _length(rows: int, columns: int, diagonal: int) -> int:
    """The number of elements of a diagonal; 0 for one outside."""
    return max(min(rows + min(diagonal, 0), columns - max(diagonal, 0)), 0)


def _band(k: Array) -> Band:
    """The lowest and the highest diagonal in `k`; `InvalidArgumentError` unless it is a number or an ordered pair."""
    if k.ndim > 1:
        raise errors.invalid_argument(f"diag_index must be a scalar or vector, received shape: {shown(k.shape)}")
    if not k.size:
        raise errors.invalid_argument("Expected diag_index to have at least 1 element")
    if k.size > 2:
        raise errors.invalid_argument(f"diag_index must have only one or two elements, received {k.size} elements.")
    lowest, highest = int(k.reshape(-1)[0]), int(k.reshape(-1)[-1])
    if lowest > highest:
        raise errors.invalid_argument(
            f"lower_diag_index must not be larger than upper_diag_index: {lowest} > {highest}"
        )
    return lowest, highest


def _checked_band(k: Array, matrix: Array) -> Band:
    """The band that `k` names, which must lie inside the matrix; diagonal 0 always does."""
    band = _band(k)
    rows, columns = matrix.shape[-2:]
    for name, d in zip(("lower_diag_index", "upper_diag_index"), band, strict=True):
        # The main diagonal is allowed for matrices without rows or columns, too.
        if d and not -rows < d < columns:
            raise errors.invalid_argument(f"{name} is out of bound: {d}. It must be between {-rows} and {columns}")
    return band


def _require_matrix(input: Array) -> None:
    _require_rank(input, "input", 2)


def _require_rank(array: Array, name: str, rank: int) -> None:
    if array.ndim < rank:
        raise errors.invalid_argument(f"{name} must be at least {rank}-dim, received shape: {shown(array.shape)}")


@kernel("Diag")
def diag(xp: Any, diagonal: Array) -> Array:
    """An array of twice the rank, with `diagonal[i...]` at [i..., i...] and zeros elsewhere."""
    if not diagonal.ndim:
        raise errors.invalid_argument("Input must be at least rank 1, got 0")
    # Flattened, the result is an ordinary diagonal matrix.
    result = zeros(xp, (diagonal.size, diagonal.size), diagonal.dtype)
    places = xp.arange(diagonal.size)
    result[places, places] = xp.reshape(diagonal, -1)
    return xp.reshape(result, diagonal.shape * 2)


@kernel("DiagPart")
def diag_part(xp: Any, input: Array) -> Array:
    """The elements at [i..., i...] of an array of even rank: the inverse of Diag."""
    half = input.ndim // 2
    if input.ndim % 2:
        raise errors.invalid_argument(
            f"The rank of the tensor should be even and positive, got shape {shown(input.shape)}"
        )
    for d in range(half):
        if input.shape[d] != input.shape[d + half]:
            raise errors.invalid_argument(
                f"Invalid shape {shown(input.shape)}: dimensions {d} and {d + half} do not match."
            )
    shape = input.shape[:half]
    size = math.prod(shape)
    return xp.reshape(xp.linalg.diagonal(xp.reshape(input, (size, size))), shape)
