"""Cases of set operations on dense and sparse tensors."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import strings

OPERATIONS = (b"a-b", b"b-a", b"intersection", b"union")
DTYPES = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16)
A, B = [[3, 1, 1], [2, 9, 4]], [[1, 5], [4, 4]]


def sparse(places: Any, values: Any, shape: Any, dtype: Any = np.int64) -> list[Any]:
    """The three inputs of a sparse tensor."""
    of_strings = any(isinstance(value, bytes) for value in values)
    indices = np.array(places, np.int64).reshape(len(values), len(shape))
    return [indices, strings(values) if of_strings else np.array(values, dtype), np.array(shape, np.int64)]


FIRST = sparse([[0, 0], [0, 1], [1, 0], [3, 2]], [9, 1, 4, 4], [4, 3])
SECOND = sparse([[0, 0], [1, 1], [2, 0], [3, 0], [3, 1]], [1, 4, 7, 4, 5], [4, 5])
DENSE = np.array([[1, 9, 9], [4, 4, 4], [7, 8, 9], [0, 5, 4]], np.int64)
UNORDERED = sparse([[1, 0], [0, 1]], [4, 1], [4, 3])
OUT_OF_BOUNDS = sparse([[0, 0], [4, 1]], [4, 1], [4, 3])
DEEP = sparse([[0, 1, 0], [0, 1, 1], [1, 0, 2]], [5, 6, 7], [2, 2, 3])
TEXTS = sparse([[0, 0], [0, 1], [1, 0]], [b"b", b"a", b"b"], [2, 2])


def dense() -> list[Case]:
    """Both sets dense."""
    op = "DenseToDenseSetOperation"
    of = [{"set_operation": each} for each in OPERATIONS]
    return [
        *(Case(op, [np.array(A, t), np.array(B, t)], attrs) for t in DTYPES for attrs in of),
        *(Case(op, [strings([[b"b", b"a"]]), strings([[b"c", b"a"]])], attrs) for attrs in of),
        *(Case(op, [np.zeros([2, 0], np.int32), np.array(B, np.int32)], attrs) for attrs in of),
        Case(op, [np.array([A], np.int32), np.array([B], np.int32)], of[3]),
        Case(op, [np.array(A, np.int32), np.array(B[:1], np.int32)], of[0]),
        Case(op, [np.array([1], np.int32), np.array([2], np.int32)], of[0]),
        Case(op, [np.array(A, np.int32), np.array(B, np.int32)], {"set_operation": b"xor"}),
        Case(op, [np.array(A, np.int32), np.array(B, np.int32)], {"set_operation": b"UNION"}),
    ]


def mixed() -> list[Case]:
    """The second or both sets sparse."""
    dense_op, sparse_op = "DenseToSparseSetOperation", "SparseToSparseSetOperation"
    of = [{"set_operation": each} for each in OPERATIONS]
    return [
        *(Case(dense_op, [DENSE, *SECOND], attrs) for attrs in of),
        *(Case(sparse_op, [*FIRST, *SECOND], attrs) for attrs in of),
        *(Case(sparse_op, [*TEXTS, *TEXTS], attrs) for attrs in of),
        *(Case(sparse_op, [*DEEP, *DEEP], attrs) for attrs in of),
        *(Case(dense_op, [DENSE.astype(t), *sparse([[0, 0]], [9], [4, 1], t)], of[0]) for t in DTYPES),
        *(Case(sparse_op, [*bad, *SECOND], of[3]) for bad in (UNORDERED, OUT_OF_BOUNDS)),
        *(Case(sparse_op, [*SECOND, *bad], of[3]) for bad in (UNORDERED, OUT_OF_BOUNDS)),
        Case(dense_op, [DENSE[:2], *SECOND], of[3]),
        Case(sparse_op, [*DEEP, *SECOND], of[3]),
        Case(sparse_op, [*sparse([], [], [4, 3]), *SECOND], of[3]),
        Case(sparse_op, [*sparse([], [], [4, 0]), *sparse([], [], [4, 0])], of[3]),
    ]


def sizes() -> list[Case]:
    """SetSize."""
    repeated = sparse([[0, 0], [0, 1], [0, 2], [2, 1]], [4, 4, 5, 4], [4, 3])
    vector = sparse([[0], [2]], [4, 5], [3])
    tensors = [FIRST, SECOND, DEEP, TEXTS, repeated, vector, UNORDERED, OUT_OF_BOUNDS, sparse([], [], [2, 3])]
    return [
        *(Case("SetSize", tensor) for tensor in tensors),
        *(Case("SetSize", sparse([[1, 0]], [7], [2, 2], t)) for t in DTYPES),
        Case("SetSize", UNORDERED, {"validate_indices": False}),
        Case("SetSize", [FIRST[0][:2], *FIRST[1:]]),
        Case("SetSize", [FIRST[0][0], *FIRST[1:]]),
    ]


CASES = [*dense(), *mixed(), *sizes()]
