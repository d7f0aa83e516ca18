"""Products and systems of equations with tridiagonal matrices."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.linalg.linalg_ops import check_matrices


@kernel("TridiagonalMatMul")
def tridiagonal_mat_mul(xp: Any, superdiag: Array, maindiag: Array, subdiag: Array, rhs: Array) -> Array:
    """Product of matrices with the diagonals [..., 1, n] and rhs [..., n, k].

    The last element of `superdiag` and the first of `subdiag` are outside the matrix.

    Raises:
        InvalidArgumentError: The shapes do not fit.
    """
    check_matrices(superdiag, maindiag, subdiag, rhs)
    wanted = (*rhs.shape[:-2], 1, rhs.shape[-2])
    for name, value in (("superdiagonal", superdiag), ("main diagonal", maindiag), ("subdiagonal", subdiag)):
        if value.shape != wanted:
            raise errors.invalid_argument(f"Invalid {name} shape: {shown(value.shape)}, not {shown(wanted)}.")
    above, main, below = (xp.swapaxes(value, -1, -2) for value in (superdiag, maindiag, subdiag))
    result = main * rhs
    result[..., :-1, :] += above[..., :-1, :] * rhs[..., 1:, :]
    result[..., 1:, :] += below[..., 1:, :] * rhs[..., :-1, :]
    return result


@kernel("TridiagonalSolve")
def tridiagonal_solve(
    xp: Any, diagonals: Array, rhs: Array, *, partial_pivoting: bool, perturb_singular: bool
) -> Array:
    """x [..., n, k] for which a tridiagonal matrix times x is rhs [..., n, k].

    Args:
        diagonals: [..., 3, n]: the superdiagonal (its last element is ignored), the main diagonal, the subdiagonal
            (its first element is ignored).
        partial_pivoting: Exchange neighbouring rows where that is more exact.
        perturb_singular: Put a tiny number in place of a pivot that is too small. Otherwise a matrix with a pivot of
            zero gives NaN.
    """
    check_matrices(diagonals, rhs)
    if diagonals.shape[-2] != 3:
        raise errors.invalid_argument(
            f"Expected diagonals to be provided as a matrix with 3 rows, got {diagonals.shape[-2]} rows."
        )
    if diagonals.shape[-1] != rhs.shape[-2]:
        raise errors.invalid_argument(
            "Expected the same number of left-hand sides and right-hand sides, got "
            f"{diagonals.shape[-1]} and {rhs.shape[-2]}."
        )
    if perturb_singular and not partial_pivoting:
        raise errors.invalid_argument("Setting perturb_singular requires also setting partial_pivoting.")
    if not rhs.size:
        return xp.zeros_like(rhs)
    if not partial_pivoting:
        return solve_without_pivoting(xp, diagonals, rhs)
    # Three diagonals: exchanging rows fills one more above the superdiagonal.
    upper = xp.zeros((*rhs.shape[:-2], rhs.shape[-2], 3), rhs.dtype)
    x = xp.array(rhs)
    eliminate_with_pivoting(xp, diagonals, upper, x)
    return substitute_back(xp, upper, x, perturb_singular)


def solve_without_pivoting(xp: Any, diagonals: Array, rhs: Array) -> Array:
    """Gaussian elimination row by row (Thomas's algorithm); all NaN for a matrix with a pivot of zero."""
    above, main, below = (diagonals[..., i, :, None] for i in range(3))
    size = rhs.shape[-2]
    x, ratios = xp.array(rhs), xp.zeros_like(main)
    pivot = main[..., 0, :]
    is_singular = pivot == 0
    x[..., 0, :] /= pivot
    # Each row needs the one before; the loop serves all batches and right-hand sides at once.
    for i in range(1, size):
        ratios[..., i, :] = above[..., i - 1, :] / pivot
        pivot = main[..., i, :] - below[..., i, :] * ratios[..., i, :]
        is_singular = is_singular | (pivot == 0)
        # The rows of x are those of the solution already, but for what the row below takes away on the way back.
        x[..., i, :] = (x[..., i, :] - below[..., i, :] * x[..., i - 1, :]) / pivot
    for i in reversed(range(size - 1)):
        x[..., i, :] -= ratios[..., i + 1, :] * x[..., i + 1, :]
    return xp.where(is_singular[..., None], xp.nan, x).astype(rhs.dtype)


def eliminate_with_pivoting(xp: Any, diagonals: Array, upper: Array, x: Array) -> None:
    """Makes `upper` [..., n, 3] the diagonals of the triangular factor, and `x` [..., n, k] what belongs to it."""
    above, main, below = (diagonals[..., i, :] for i in range(3))
    size = x.shape[-2]
    upper[..., 0, 0] = main[..., 0]
    if size > 1:
        upper[..., 0, 1] = above[..., 0]
    for i in range(size - 1):
        # The first column of the next row is the one that this step removes; the third is its superdiagonal.
        lower_row = xp.stack([below[..., i + 1], main[..., i + 1], xp.zeros_like(main[..., 0])], axis=-1)
        if i + 2 < size:
            lower_row[..., 2] = above[..., i + 1]
        # Decided for each matrix of the batch by itself.
        is_exchanged = xp.abs(lower_row[..., 0]) > xp.abs(upper[..., i, 0])
        exchanged = is_exchanged[..., None]
        top, bottom = xp.where(exchanged, lower_row, upper[..., i, :]), xp.where(exchanged, upper[..., i, :], lower_row)
        x_top = xp.where(exchanged, x[..., i + 1, :], x[..., i, :])
        x_bottom = xp.where(exchanged, x[..., i, :], x[..., i + 1, :])
        is_done = top[..., 0] == 0  # then both are zero
        factor = bottom[..., 0] / xp.where(is_done, 1, top[..., 0])
        upper[..., i, :], x[..., i, :] = top, x_top
        # What is left of the lower row begins one column further right.
        upper[..., i + 1, :2] = (bottom - factor[..., None] * top)[..., 1:]
        x[..., i + 1, :] = x_bottom - factor[..., None] * x_top


def substitute_back(xp: Any, upper: Array, x: Array, perturb: bool) -> Array:
    """The solution x [..., n, k] of triangular systems with the diagonals upper [..., n, 3]; overwrites `x`."""
    pivots = upper[..., 0, None]
    if perturb:
        pivots = perturbed(xp, upper)[..., None]
    is_singular = (pivots == 0).any(axis=-2)
    size = x.shape[-2]
    for i in reversed(range(size)):
        for distance in range(1, min(3, size - i)):
            x[..., i, :] -= upper[..., i, distance, None] * x[..., i + distance, :]
        x[..., i, :] /= pivots[..., i, :]
    return xp.where(is_singular[..., None], xp.nan, x).astype(x.dtype)


def perturbed(xp: Any, upper: Array) -> Array:
    """The pivots [..., n], none of them closer to zero than the rounding error of the largest element."""
    pivots = upper[..., 0]
    limits = xp.finfo(upper.dtype)
    least = xp.maximum(limits.eps * xp.abs(upper).max(axis=(-2, -1)), limits.tiny)[..., None]
    # A tiny pivot keeps its side; not sign(), which would make 0 of 0.
    sign = xp.where(xp.real(pivots) < 0, -1, 1)
    return xp.where(xp.abs(pivots) < least, sign * least, pivots).astype(upper.dtype)
