"""Cases of factorisations, inverses, determinants and systems of equations."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import COMPLEX, FLOATS, array, float32, float64

TYPES = [*FLOATS[:2], *COMPLEX]
NAN = float32(np.nan)
SINGULAR = float32([[1, 2], [2, 4]])
WRONG_SHAPES = [(1, 2), (2,), ()]
EMPTY_SHAPES = [(0, 0), (2, 0, 0), (0, 2, 2)]
Array = np.ndarray[Any, Any]


def square(dtype: Any, *batch: int, size: int = 3) -> Array:
    """Well-conditioned matrices [*batch, size, size]."""
    return array(dtype, *batch, size, size) + np.diag([4] * size).astype(dtype)


def positive(dtype: Any, *batch: int, size: int = 3) -> Array:
    """Positive definite, self-adjoint matrices [*batch, size, size] with eigenvalues far apart."""
    # Eighths, whose products and sums need no rounding: in whatever order a BLAS adds them, the matrix is the same.
    x = np.round(array(dtype, *batch, size, size) * 8) / 8
    return (x @ np.conj(np.swapaxes(x, -1, -2)) + np.diag(np.arange(1, size + 1) * 4)).astype(dtype)


def of_square() -> Iterator[Case]:
    for op in ("Cholesky", "MatrixInverse", "MatrixDeterminant", "LogMatrixDeterminant", "Lu"):
        for dtype in TYPES:
            yield Case(op, [positive(dtype)])
            yield Case(op, [positive(dtype, 2, 1)])
        yield from (Case(op, [np.ones(shape, "float32")]) for shape in WRONG_SHAPES)
        yield from (Case(op, [np.ones(shape, "float32")]) for shape in EMPTY_SHAPES)
    for op in ("MatrixDeterminant", "LogMatrixDeterminant", "MatrixInverse", "Lu"):
        yield from (Case(op, [square(dtype)]) for dtype in TYPES)
        yield Case(op, [SINGULAR])
        yield Case(op, [np.zeros((2, 2), "float32")])
        yield Case(op, [float32([[0, 1], [1, 0]])])
    yield Case("MatrixInverse", [square("complex64", 2)], {"adjoint": True})
    yield Case("MatrixInverse", [square("float16")])
    inf = np.inf
    odd = [[[np.nan, 1], [1, 2]], [[inf, 1], [1, 2]], [[1, 2], [np.nan, inf]], [[np.nan, 0], [0, 0]]]
    for x in [*odd, [[inf, -inf], [1, 1]]]:
        yield from (Case(op, [float32(x)]) for op in ("MatrixDeterminant", "LogMatrixDeterminant"))
    yield Case("Lu", [square("float64", 2, size=5)[..., ::-1, :].copy()], {"output_idx_type": "int64"})
    yield Case("Lu", [float32([[np.nan, 0], [0, 1]])])
    yield Case("Cholesky", [float32([[1, 2], [2, 1]])])
    yield Case("Cholesky", [np.stack([positive("float32", size=2), float32([[1, 2], [2, 1]])])])
    yield Case("Cholesky", [positive("float32") + np.triu(np.full((3, 3), 9, "float32"), 1)])
    yield from (Case("CholeskyGrad", [np.tril(positive(dtype, 2)), square(dtype, 2)]) for dtype in TYPES[:2])
    yield Case("CholeskyGrad", [np.ones((2, 2), "float32"), np.ones((1, 2), "float32")])


def functions() -> Iterator[Case]:
    yield from (Case("MatrixSquareRoot", [positive(dtype, 2)]) for dtype in TYPES)
    yield from (Case("MatrixLogarithm", [positive(dtype, 2)]) for dtype in COMPLEX)
    for op, dtype in (("MatrixSquareRoot", "float32"), ("MatrixLogarithm", "complex64")):
        yield Case(op, [np.array([[np.nan, 1], [1, 2]], dtype)])
        yield from (Case(op, [np.ones(shape, dtype)]) for shape in [*WRONG_SHAPES, *EMPTY_SHAPES])


def systems() -> Iterator[Case]:
    for dtype in TYPES:
        for adjoint in (False, True):
            attrs = {"adjoint": adjoint}
            yield Case("MatrixSolve", [square(dtype, 2), array(dtype, 2, 3, 2)], attrs)
            for lower in (False, True):
                inputs = [square(dtype, 2), array(dtype, 2, 3, 2)]
                yield Case("MatrixTriangularSolve", inputs, {**attrs, "lower": lower})
                inputs = [array(dtype, 2, 2, 4, low=1), array(dtype, 2, 4, 2)]
                yield Case("BandedTriangularSolve", inputs, {**attrs, "lower": lower})
        for fast in (False, True):
            for rows, columns in ((3, 2), (2, 3), (3, 3)):
                inputs = [array(dtype, 2, rows, columns), array(dtype, 2, rows, 1), float64(0)]
                yield Case("MatrixSolveLs", inputs, {"fast": fast}, rtol=1e-3)
        yield Case("MatrixSolveLs", [array(dtype, 3, 2), array(dtype, 3, 1), float64(0.5)])
    shapes = [
        ((2, 2), (3, 1)), ((2, 2, 2), (2, 1)), ((2, 2), (2,)), ((1, 2), (2, 1)), ((2, 2), (2, 0)), ((0, 0), (0, 2)),
        ((1, 2, 2), (2, 2, 1)), ((2, 2, 2), (3, 1, 2, 1)), ((2, 2, 2), (3, 2, 1)), ((2,), (2, 1)),
    ]  # fmt: skip
    for a, b in shapes:
        m = np.ones(a, "float32") + (np.eye(a[-2], a[-1], dtype="float32") if len(a) > 1 else 0)
        for op in ("MatrixSolve", "MatrixTriangularSolve"):
            yield Case(op, [m, np.ones(b, "float32")])
    yield Case("MatrixSolve", [SINGULAR, np.ones((2, 1), "float32")])
    yield Case("MatrixTriangularSolve", [float32([[1, 0], [2, 0]]), float32([[1], [2]])])
    yield Case("MatrixTriangularSolve", [float32([[1, 0], [2, 0]]), float32([[1], [3]])])
    ones = np.ones((3, 1), "float32")
    yield Case("MatrixSolveLs", [np.ones((3, 2), "float32"), ones, float64(0)])
    yield Case("MatrixSolveLs", [np.ones((3, 2), "float32"), ones, float64(0)], {"fast": False})
    yield Case("MatrixSolveLs", [np.ones((3, 2), "float32"), ones, float64(-1)])
    yield Case("MatrixSolveLs", [np.ones((2, 2), "float32"), ones, float64(0)])


def bands() -> Iterator[Case]:
    b = float32([[1], [2], [3]])
    for shape in ((2, 3), (1, 3), (3, 3), (4, 3), (2, 2, 3), (0, 3), (3,), (2, 4)):
        for lower in (True, False):
            yield Case("BandedTriangularSolve", [array("float32", *shape, low=1), b], {"lower": lower})
    yield Case("BandedTriangularSolve", [array("float32", 2, 2, 3, low=1), array("float32", 3, 3, 1)])
    yield Case("BandedTriangularSolve", [float32([[0, 1, 1], [1, 1, 1]]), b])
    for dtype in TYPES:
        diagonals = array(dtype, 2, 3, 4) + np.array([[0], [5], [0]], dtype)
        for pivoting in (True, False):
            for perturb in (True, False):
                attrs = {"partial_pivoting": pivoting, "perturb_singular": perturb}
                yield Case("TridiagonalSolve", [diagonals, array(dtype, 2, 4, 2)], attrs)
        yield Case("TridiagonalSolve", [array(dtype, 3, 6, low=-3), array(dtype, 6, 1)], rtol=1e-3)
        row = array(dtype, 2, 1, 4)
        yield Case("TridiagonalMatMul", [row, row + 1, row - 1, array(dtype, 2, 4, 3)])
    singular = float32([[1, 0], [1, 1], [0, 1]])
    for pivoting in (True, False):
        zero_pivot = [[3, 3, 0], [0, 0, 0], [0, 2, 2]]
        for diagonals in ([[1, 0], [0, 0], [0, 1]], singular, [[1], [5], [7]], [[1], [0], [7]], zero_pivot):
            size = len(diagonals[0])
            rhs = np.arange(1, size + 1, dtype="float32")[:, None]
            yield Case("TridiagonalSolve", [float32(diagonals), rhs], {"partial_pivoting": pivoting})
    for shape, rows in (((2, 3), (3, 1)), ((3, 3), (2, 1)), ((2, 3, 3), (3, 1)), ((3, 0), (0, 2)), ((3,), (3, 1))):
        yield Case("TridiagonalSolve", [array("float32", *shape), array("float32", *rows)])
    for above, rows in (((1, 2), (3, 1)), ((3,), (3, 1)), ((1, 3), (2, 1)), ((2, 1, 3), (3, 1)), ((1, 3), (3, 0))):
        x = np.ones((1, 3), "float32")
        yield Case("TridiagonalMatMul", [array("float32", *above), x, x, array("float32", *rows)])


def decompositions() -> Iterator[Case]:
    for dtype in TYPES:
        for shape in ((3, 2), (2, 3), (3, 3), (2, 4, 3)):
            for full in (False, True):
                yield Case("Qr", [array(dtype, *shape)], {"full_matrices": full}, compared=(1,) if full else None)
                yield Case("Svd", [array(dtype, *shape)], {"full_matrices": full}, compared=(0,))
            yield Case("Svd", [array(dtype, *shape)], {"compute_uv": False}, compared=(0,))
        yield Case("SelfAdjointEigV2", [positive(dtype, 2)], compared=(0,))
        yield Case("SelfAdjointEigV2", [positive(dtype, 2)], {"compute_v": False}, compared=(0,))
        complex_type = "complex64" if dtype.itemsize < 16 and dtype.name != "float64" else "complex128"
        yield Case("Eig", [np.diag(np.array([1, 2, 3], dtype))], {"Tout": complex_type})
        yield Case("Eig", [np.triu(positive(dtype))], {"Tout": complex_type, "compute_v": False}, compared=(0,))
    yield Case("Qr", [array("float16", 3, 2)], compared=())
    for op, attrs in (("Qr", {}), ("Svd", {}), ("SelfAdjointEigV2", {}), ("Eig", {"Tout": "complex64"})):
        for odd in ((2,), (), (0, 0), (2, 0, 0), (3, 0), (0, 3), (1, 2)):
            yield Case(op, [np.ones(odd, "float32")], attrs)
    for empty in ((3, 0), (0, 3), (2, 3, 0)):
        yield from (Case(op, [np.ones(empty, "float32")], {"full_matrices": True}) for op in ("Qr", "Svd"))
    yield Case("Svd", [float32([[[1, 2], [3, 4]], [[1, np.nan], [3, 4]]])], compared=(0,))
    for x in ([[np.nan, 1], [1, 1]], [[np.inf, 1], [1, 1]]):
        yield Case("Svd", [float32(x)])
        yield Case("Svd", [float32(x)], {"compute_uv": False}, compared=(0,))
        yield Case("SelfAdjointEigV2", [float32(x)])
        yield Case("Eig", [float32(x)], {"Tout": "complex64"})


CASES = [*of_square(), *functions(), *systems(), *bands(), *decompositions()]
