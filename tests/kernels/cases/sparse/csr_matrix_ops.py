"""Cases of matrices in compressed rows, which are variants: one case makes them, another takes them."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import counting, float32, int32, int64

PLACES = int64([[0, 1], [0, 3], [2, 0], [2, 2], [3, 3]])
BATCH_PLACES = int64([[0, 0, 1], [0, 2, 0], [2, 0, 0], [2, 0, 3], [2, 1, 1]])
VALUES = float32([1, -2, 3, 0, np.inf])
FINITE = float32([1, -2, 3, 0.5, 7])
NAMES = {"float32": np.float32, "float64": np.float64, "complex64": np.complex64, "complex128": np.complex128}


def csr(places: Any = PLACES, values: Any = FINITE, shape: Any = (4, 4)) -> Case:
    """Some CSR matrices of a sparse tensor."""
    return Case("SparseTensorToCSRSparseMatrix", [places, values, int64(shape)], static_shapes=True)


def parts(matrix: Case, name: str = "float32") -> Case:
    """A matrix as a sparse tensor."""
    return Case("CSRSparseMatrixToSparseTensor", [matrix], {"type": name})


def typed(name: str) -> Any:
    """Values of a dtype, complex ones with imaginary parts."""
    values = FINITE.astype(NAMES[name])
    return values + values[::-1] * 1j if name.startswith("complex") else values


MATRIX, BATCH = csr(), csr(BATCH_PLACES, FINITE, (3, 3, 4))
EMPTY = csr(PLACES[:0], FINITE[:0], (4, 4))


def conversions() -> list[Case]:
    """To and from CSR matrices."""
    twice = int64([[0, 1], [0, 1], [2, 0]])
    shapes = [csr(shape=(5, 7)), csr(PLACES[:0], FINITE[:0], (0, 3)), csr(PLACES[:0], FINITE[:0], (3, 0))]
    batches = [BATCH, csr(BATCH_PLACES[:0], FINITE[:0], (2, 3, 4))]
    bad = [csr(shape=(3, 4)), csr(-PLACES), csr(shape=(2, 4)), csr(BATCH_PLACES, FINITE, (2, 3, 4))]
    sparse = [MATRIX, EMPTY, csr(values=VALUES), csr(twice, FINITE[:3]), *shapes, *batches]
    return [
        *(Case("CSRSparseMatrixToDense", [each], {"type": "float32"}) for each in sparse),
        *(parts(each) for each in sparse),
        *(Case("SparseMatrixNNZ", [each]) for each in sparse),
        *bad,
        *(parts(csr(values=typed(name)), name) for name in [*NAMES][1:]),
        *(parts(Case("Conj", [csr(values=typed(name))], {"T": "variant"}), name) for name in NAMES),
        Case("CSRSparseMatrixToDense", [MATRIX], {"type": "float64"}),
        parts(MATRIX, "complex64"),
    ]


def dense() -> list[Case]:
    """DenseToCSRSparseMatrix and CSRSparseMatrixComponents."""
    two, three, attrs = counting((4, 4)), counting((3, 3, 4)), {"type": "float32"}
    numbers = [(MATRIX, 0), (MATRIX, 1), *((BATCH, number) for number in range(-1, 4))]
    return [
        *(parts(gathered(two.astype(NAMES[name]), PLACES), name) for name in NAMES),
        parts(gathered(three, BATCH_PLACES)),
        parts(gathered(three, BATCH_PLACES[:0])),
        gathered(two[:2], PLACES),
        *(Case("CSRSparseMatrixComponents", [a, int32(b)], attrs, static_shapes=True) for a, b in numbers),
    ]


def gathered(dense: Any, places: Any) -> Case:
    """Some CSR matrices of dense ones."""
    return Case("DenseToCSRSparseMatrix", [dense, places], static_shapes=True)


def transposes() -> list[Case]:
    """SparseMatrixTranspose."""
    op, matrices = "SparseMatrixTranspose", [MATRIX, BATCH, EMPTY, csr(shape=(5, 7))]
    return [
        *(parts(Case(op, [each], {"type": "float32"})) for each in matrices),
        *(
            parts(Case(op, [csr(values=typed(name))], {"type": name, "conjugate": conjugate}), name)
            for name in NAMES
            for conjugate in (False, True)
        ),
        Case(op, [MATRIX], {"type": "float64"}),
    ]


def products() -> list[Case]:
    """SparseMatrixMatMul and SparseMatrixSparseMatMul."""
    op, names = "SparseMatrixMatMul", ("transpose_a", "transpose_b", "adjoint_a", "adjoint_b")
    outputs: list[dict[str, Any]] = [{"transpose_output": True}, {"conjugate_output": True}]
    settings: list[dict[str, Any]] = [{name: True} for name in names]
    square = counting((4, 4))
    wide, three, z = csr(shape=(4, 6)), counting((3, 4, 2)), (square + 1j * square.T).astype(np.complex64)
    complex_matrix = csr(values=typed("complex64"))
    pairs = [(MATRIX, MATRIX), (MATRIX, wide), (BATCH, csr(BATCH_PLACES, FINITE, (3, 4, 5))), (MATRIX, EMPTY)]
    return [
        *(Case(op, [csr(values=typed(name)), square.astype(NAMES[name])]) for name in NAMES),
        *(Case(op, [complex_matrix, z], attrs) for attrs in (*settings, *outputs)),
        *(Case(op, [MATRIX, square[:, :2]], attrs) for attrs in (outputs[0], {"transpose_a": True})),
        Case(op, [BATCH, three]),
        Case(op, [BATCH, three.swapaxes(1, 2)], {"transpose_b": True, "transpose_output": True}),
        *(Case(op, [EMPTY, array]) for array in (square, square[:, :0], square[:2], square[0])),
        *(Case(op, [BATCH, array]) for array in (square, three[:2], three[:, :3])),
        Case(op, [wide, square]),
        *(parts(sparse_product(*each)) for each in pairs),
        *(parts(sparse_product(MATRIX, MATRIX, **attrs)) for attrs in settings),
        *(parts(sparse_product(complex_matrix, complex_matrix, "complex64", **a), "complex64") for a in settings),
        *(sparse_product(*each) for each in ((wide, MATRIX), (BATCH, BATCH))),
        sparse_product(MATRIX, MATRIX, "float64"),
    ]


def sparse_product(a: Case, b: Case, name: str = "float32", **attrs: Any) -> Case:
    """SparseMatrixSparseMatMul."""
    return Case("SparseMatrixSparseMatMul", [a, b], {"type": name, **attrs})


def cholesky(matrix: Any, order: Any, name: str = "float32") -> Case:
    """SparseMatrixSparseCholesky of a dense matrix, or of a batch, as a dense one."""
    places = np.argwhere(matrix).astype(np.int64)
    sparse = Case("DenseToCSRSparseMatrix", [matrix.astype(NAMES[name]), places], static_shapes=True)
    factor = Case("SparseMatrixSparseCholesky", [sparse, int32(order)], {"type": name}, static_shapes=True)
    return Case("CSRSparseMatrixToDense", [factor], {"type": name})


def factors() -> list[Case]:
    """Cholesky factors in several orders."""
    matrix = float32([[4, 1, 0, 0, 0], [1, 5, 2, 0, 0], [0, 2, 6, 0, 1], [0, 0, 0, 3, 0], [0, 0, 1, 0, 7]])
    arrow = float32(np.diag([9, 5, 5, 5]))
    arrow[0, 1:] = arrow[1:, 0] = 1
    turned = np.array([[2, 1j], [-1j, 3]])
    orders = [[0, 1, 2, 3, 4], [3, 1, 4, 2, 0], [4, 2, 0, 1, 3]]
    canceling = float32([[1, 1, 0], [1, 2, 1], [0, 1, 2]])
    return [
        *(cholesky(matrix, order) for order in orders),
        *(cholesky(half(matrix), order) for half in (np.tril, np.triu) for order in orders[:2]),
        *(cholesky(arrow, order, "float64") for order in ([0, 1, 2, 3], [1, 2, 3, 0])),
        *(cholesky(turned, order, name) for order in ([0, 1], [1, 0]) for name in ("complex64", "complex128")),
        cholesky(canceling, [0, 1, 2]),
        cholesky(np.stack([matrix, matrix * 2]), orders[:2]),
        cholesky(matrix - float32(10 * np.eye(5)), orders[0]),
        cholesky(float32([[0, 0], [1, 0]]), [0, 1]),
    ]


CASES = [*conversions(), *dense(), *transposes(), *products(), *factors()]
