"""Cases of sparse tensors: order, shape, parts, arithmetic, reductions, and the way to dense tensors."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, complex64, float32, int32, int64, ints, strings

NAN, INF = np.nan, np.inf
REAL_DTYPES = NUMERIC_DTYPES[:12]
PLACES = int64([[0, 1], [1, 0], [1, 2]])
SHAPE = int64([2, 3])
VALUES = float32([1, -2, 3])
NOWHERE = np.zeros([0, 2], np.int64)
NOTHING = np.zeros([0], np.float32)
OUTSIDE = int64([[0, 1], [1, 0], [2, 2]])
UNSORTED = int64([[1, 2], [0, 1], [1, 0]])


def sparse(values: Any = VALUES, places: Any = PLACES, shape: Any = SHAPE) -> list[Any]:
    """The three inputs of a sparse tensor."""
    return [places, np.asarray(values), shape]


def to_dense() -> list[Case]:
    """SparseToDense."""
    zero = np.float32(9)
    lax = {"validate_indices": False}
    return [
        *(Case("SparseToDense", [PLACES, SHAPE, np.array([1, 2, 3], t), np.array(7, t)]) for t in NUMERIC_DTYPES),
        Case("SparseToDense", [PLACES, SHAPE, strings([b"a", b"b", b"c"]), b"-"]),
        Case("SparseToDense", [PLACES, SHAPE, np.bool_(True), np.bool_(False)]),
        Case("SparseToDense", [ints(1, 3), ints(4), float32([1, 2]), zero]),
        Case("SparseToDense", [int32(2), ints(4), np.float32(1), zero]),
        *(Case("SparseToDense", [p, SHAPE, VALUES, zero], a) for p in (UNSORTED, OUTSIDE, PLACES[[0, 0, 1]])
          for a in ({}, lax)),
        Case("SparseToDense", [PLACES, SHAPE, VALUES[:2], zero]),
        Case("SparseToDense", [PLACES, SHAPE[:1], VALUES, zero]),
        Case("SparseToDense", [PLACES, int64([-2, 3]), VALUES, zero]),
        Case("SparseToDense", [PLACES, SHAPE, VALUES, float32([1])]),
        Case("SparseToDense", [NOWHERE, SHAPE, NOTHING, zero]),
        Case("SparseToDense", [PLACES[None], SHAPE, VALUES, zero]),
    ]  # fmt: skip


def shapes() -> list[Case]:
    """SparseReorder, SparseReshape, SparseSlice, SparseSplit, SparseConcat."""
    return [
        Case("SparseReorder", sparse(places=UNSORTED)),
        Case("SparseReorder", sparse(strings([b"a", b"b", b"c"]), UNSORTED)),
        Case("SparseReorder", sparse(NOTHING, NOWHERE)),
        Case("SparseReorder", sparse(VALUES[:2])),
        Case("SparseReorder", sparse(shape=int64([2]))),
        *(Case("SparseReshape", [PLACES, SHAPE, int64(d)]) for d in
          ([3, 2], [-1], [6, 1, 1], [2, -1, 1], [4, 2], [-1, -1], [-2, 3], [-1, 4], [-1, 0])),
        Case("SparseReshape", [NOWHERE, int64([2, 0]), int64([-1, 3])]),
        Case("SparseReshape", [NOWHERE, int64([2, 0]), int64([-1, 0])]),
        Case("SparseReshape", [PLACES, SHAPE, int64([[3, 2]])]),
        *(Case("SparseSlice", [*sparse(), int64(start), int64(size)]) for start, size in
          (([0, 0], [2, 3]), ([1, 0], [1, 2]), ([0, 1], [9, 9]), ([5, 0], [1, 1]), ([0, 0], [-1, 2]), ([0], [1]))),
        # Sums that are beyond 64 bits wrap around.
        *(Case("SparseSlice", [*sparse(), int64([start, 0]), int64([size, 9])]) for start, size in
          ((-(2**63), 5), (-(2**63), 2**63 - 1), (1, 2**63 - 1), (-(2**63) + 3, 7), (-5, 3), (1, 2**62))),
        Case("SparseSliceGrad", [float32([5, 6]), PLACES, int64([1, 0]), int64([[0, 0], [0, 2]])]),
        Case("SparseSliceGrad", [float32([5]), PLACES, int64([1, 0]), int64([[0, 0], [0, 2]])]),
        *(Case("SparseSplit", [np.int64(axis), *sparse()], {"num_split": n}) for axis, n in
          ((0, 2), (1, 2), (1, 3), (-1, 2), (2, 2), (1, 4), (0, 1))),
        *(Case("SparseSplit", [np.int64(axis), *sparse(places=places)], {"num_split": 2})
          for axis in (0, 1) for places in (OUTSIDE, -PLACES, UNSORTED)),
        *(Case("SparseConcat", [[PLACES, places], [VALUES, VALUES], [SHAPE, int64(shape)]], {"concat_dim": axis})
          for places, shape, axis in
          ((PLACES, [2, 3], 0), (PLACES, [2, 3], 1), (PLACES, [2, 5], -1), (PLACES, [3, 3], 1), (PLACES, [2, 3], 2),
           (UNSORTED, [4, 3], 0))),
    ]  # fmt: skip


def sums() -> list[Case]:
    """SparseAdd, its gradient, and the larger or smaller of two sparse tensors."""
    other = int64([[0, 0], [0, 1], [1, 2]])
    pairs = ["SparseSparseMaximum", "SparseSparseMinimum"]
    return [
        *(Case("SparseAdd", [*sparse(VALUES), *sparse(float32([4, -1, 2]), other), np.float32(t)])
          for t in (0, 0.5, 4, -1)),
        *(Case("SparseAdd", [*sparse(np.array([1, 2, 3], t)), *sparse(np.array([1, 1, 1], t), other), np.array(0, t)])
          for t in REAL_DTYPES[2:8]),
        Case("SparseAdd", [*sparse(complex64([1j, 2, 3])), *sparse(complex64([1, 2, 3]), other), np.float32(2)]),
        Case("SparseAdd", [*sparse(), *sparse(NOTHING, NOWHERE), np.float32(0)]),
        Case("SparseAdd", [*sparse(float32([NAN, 1, INF])), *sparse(VALUES, other), np.float32(0)]),
        Case("SparseAdd", [*sparse(), *sparse(shape=int64([2, 4])), np.float32(0)]),
        Case("SparseAdd", [*sparse(), *sparse(), float32([0])]),
        Case("SparseAddGrad", [float32([5, 6, 7, 8]), PLACES, other, int64([[0, 0], [0, 1], [1, 0], [1, 2]])]),
        Case("SparseAddGrad", [float32([5, 6]), PLACES, other, int64([[0, 1], [1, 2]])]),
        Case("SparseAddGrad", [float32([5]), PLACES, other, int64([[0, 1], [1, 2]])]),
        *(Case(op, [*sparse(np.array([1, 2, 3], t)), *sparse(np.array([4, 1, 2], t), other)]) for op in pairs
          for t in REAL_DTYPES),
        *(Case(op, [*sparse(), *sparse(places=other, shape=int64([2, 4]))]) for op in pairs),
        *(Case(op, [*sparse(float32([-1, -2, -3])), *sparse(NOTHING, NOWHERE)]) for op in pairs),
    ]  # fmt: skip


def with_dense() -> list[Case]:
    """Sparse with dense tensors, element by element and as matrices."""
    wise = ["SparseDenseCwiseAdd", "SparseDenseCwiseMul", "SparseDenseCwiseDiv"]
    dense = float32([[1, 2, 3], [4, 5, 6]])
    return [
        *(Case(op, [*sparse(np.array([7, 8, 9], t)), dense.astype(t)]) for op in wise for t in REAL_DTYPES[2:8]),
        *(Case(op, [*sparse(), d]) for op in wise
          for d in (np.float32(2), dense[0], dense[:, :1], dense[None], dense[:, :2], float32([0, 0, 0]))),
        Case(wise[2], [*sparse(ints(-7, 7, -7)), ints(2, -2, 2)]),
        Case(wise[2], [*sparse(ints(1, 2, 3)), ints(0, 0, 0)]),
        Case(wise[0], [*sparse(places=OUTSIDE), dense]),
        *(Case("SparseTensorDenseAdd", [*sparse(np.array([7, 8, 9], t)), dense.astype(t)]) for t in REAL_DTYPES[2:]),
        Case("SparseTensorDenseAdd", [PLACES.astype(np.int32), VALUES, SHAPE.astype(np.int32), dense]),
        Case("SparseTensorDenseAdd", [*sparse(places=OUTSIDE), dense]),
        Case("SparseTensorDenseAdd", [*sparse(), dense[:1]]),
        *(Case("SparseTensorDenseMatMul", [*sparse(np.array([7, 8, 9], t)), dense.T.astype(t)])
          for t in (np.float32, np.float64, np.int32, np.complex64, np.complex128)),
        Case("SparseTensorDenseMatMul", [*sparse(), dense], {"adjoint_a": True}),
        Case("SparseTensorDenseMatMul", [*sparse(), dense], {"adjoint_b": True}),
        Case("SparseTensorDenseMatMul", [*sparse(complex64([1j, 2, 3])), complex64(dense * 1j)], {"adjoint_b": True}),
        Case("SparseTensorDenseMatMul", [*sparse(complex64([1j, 2, 3])), complex64(dense)], {"adjoint_a": True}),
        Case("SparseTensorDenseMatMul", [*sparse(), dense]),
        Case("SparseTensorDenseMatMul", [*sparse(places=OUTSIDE), dense.T]),
        Case("SparseTensorDenseMatMul", [*sparse(NOTHING, NOWHERE), dense.T]),
        Case("SparseTensorDenseMatMul", [*sparse(), dense[0]]),
    ]  # fmt: skip


def reductions() -> list[Case]:
    """Sums and largest values along dimensions, and softmax."""
    ops = ["SparseReduceSum", "SparseReduceMax", "SparseReduceSumSparse", "SparseReduceMaxSparse"]
    return [
        *(Case(op, [*sparse(), int32(axes)], {"keep_dims": keep}) for op in ops
          for axes in ([0], [1], [-1], [0, 1], 1, [2]) for keep in (False, True)),
        *(Case(op, [*sparse(), ints()]) for op in ops[:2]),
        *(Case(op, [*sparse(places=places), ints(axis)]) for op in ops[:2] for axis in (0, 1)
          for places in (OUTSIDE, PLACES - int64([1, 0]), PLACES[[0, 0, 1]], UNSORTED)),
        *(Case(op, [*sparse(np.array([1, 2, 3], t)), ints(1)]) for op in ops for t in REAL_DTYPES[2:]),
        *(Case(op, [*sparse(NOTHING, NOWHERE), ints(1)]) for op in ops),
        *(Case("SparseSoftmax", sparse(values)) for values in
          (VALUES, VALUES.astype(np.float64), VALUES.astype(np.float16), float32([1, INF, 2]), float32([NAN, 1, 900]))),
        Case("SparseSoftmax", sparse(NOTHING, NOWHERE)),
        Case("SparseSoftmax", sparse(places=PLACES[:, :1], shape=SHAPE[:1])),
    ]  # fmt: skip


def filling() -> list[Case]:
    """SparseFillEmptyRows and RaggedFillEmptyRows, and their gradients."""
    places, shape = int64([[0, 1], [3, 0], [3, 2]]), int64([5, 3])
    return [
        *(Case("SparseFillEmptyRows", [places, np.array([1, 2, 3], t), shape, np.array(9, t)]) for t in REAL_DTYPES),
        Case("SparseFillEmptyRows", [places, strings([b"a", b"b", b"c"]), shape, b"-"]),
        Case("SparseFillEmptyRows", [places[[2, 0, 1]], VALUES, shape, np.float32(9)]),
        Case("SparseFillEmptyRows", [NOWHERE, NOTHING, shape, np.float32(9)]),
        Case("SparseFillEmptyRows", [NOWHERE, NOTHING, int64([0, 3]), np.float32(9)]),
        Case("SparseFillEmptyRows", [places, VALUES, int64([0, 3]), np.float32(9)]),
        Case("SparseFillEmptyRows", [places, VALUES, int64([2, 3]), np.float32(9)]),
        Case("SparseFillEmptyRows", [places, VALUES[:2], shape, np.float32(9)]),
        Case("SparseFillEmptyRows", [places, VALUES, shape, float32([9])]),
        Case("RaggedFillEmptyRows", [int64([0, 3, 3]), VALUES, np.int64(5), np.float32(9)]),
        Case("RaggedFillEmptyRows", [int64([0, 3, 3]), VALUES, np.int64(3), np.float32(9)]),
        Case("RaggedFillEmptyRows", [int64([0, 3]), VALUES, np.int64(5), np.float32(9)]),
        *(Case(op, [int64([0, 2]), float32([1, 2, 3, 4])])
          for op in ("SparseFillEmptyRowsGrad", "RaggedFillEmptyRowsGrad")),
        Case("SparseFillEmptyRowsGrad", [int64([0, 4]), float32([1, 2, 3, 4])]),
    ]  # fmt: skip


def serialized() -> list[Case]:
    """SerializeSparse, SerializeManySparse and back."""
    return [
        *(Case("SerializeSparse", sparse(np.array([1, 2, 3], t))) for t in (np.float32, np.int64)),
        Case("SerializeSparse", sparse(VALUES[:1], PLACES[:1])),
        Case("SerializeManySparse", sparse()),
        Case("SerializeManySparse", sparse(shape=int64([1, 3]))),
        *(Case("SerializeManySparse", sparse(places=places)) for places in (OUTSIDE, UNSORTED, PLACES[[0, 0, 1]])),
        Case("SerializeManySparse", sparse(places=PLACES[:, :1], shape=SHAPE[:1])),
        Case("DeserializeSparse", [strings([b"", b"", b"zz"])], {"dtype": "float32"}),
        Case("DeserializeSparse", [strings([b"a", b"b"])], {"dtype": "float32"}),
        Case("DeserializeManySparse", [strings([b"a", b"b", b"c"])], {"dtype": "float32"}),
    ]


CASES = [*to_dense(), *shapes(), *sums(), *with_dense(), *reductions(), *filling(), *serialized()]
