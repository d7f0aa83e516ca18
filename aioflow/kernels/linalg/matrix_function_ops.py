"""Functions of square matrices, which scipy computes."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.linalg.linalg_ops import check_square
from aioflow.kernels.optional import scipy_linalg


@kernel("MatrixExponential")
def matrix_exponential(xp: Any, input: Array) -> Array:
    return of_each(xp, "expm", input)


@kernel("MatrixLogarithm")
def matrix_logarithm(xp: Any, input: Array) -> Array:
    """Principal logarithms of [..., n, n]."""
    return of_each(xp, "logm", input)


@kernel("MatrixSquareRoot")
def matrix_square_root(xp: Any, input: Array) -> Array:
    """Principal square roots of [..., n, n]."""
    return of_each(xp, "sqrtm", input)


def of_each(xp: Any, name: str, x: Array) -> Array:
    """The function `name` of `scipy.linalg` of each matrix in x [..., n, n].

    It is computed in double precision, since scipy's algorithms multiply matrices many times over. NaN for a matrix
    that
    has no such value, or is not finite.
    """
    check_square(x)
    if not x.size:
        return x
    function = getattr(scipy_linalg(), name)
    matrices = x.astype(xp.complex128 if x.dtype.kind == "c" else xp.float64).reshape((-1, *x.shape[-2:]))
    # One matrix at a time, so that one without a value does not end the others.
    return xp.stack([of_one(xp, function, matrix) for matrix in matrices]).astype(x.dtype).reshape(x.shape)


def of_one(xp: Any, function: Callable[[Array], Array], matrix: Array) -> Array:
    """`function` of one matrix [n, n], or NaN."""
    if not xp.isfinite(matrix).all():  # scipy refuses most of these, and works on the others without end
        return xp.full_like(matrix, xp.nan)
    try:
        result = function(matrix)
    except ValueError:  # numpy's LinAlgError is one, too
        return xp.full_like(matrix, xp.nan)
    # A real matrix may have a complex value only.
    return result if result.dtype.kind == matrix.dtype.kind else xp.full_like(matrix, xp.nan)
