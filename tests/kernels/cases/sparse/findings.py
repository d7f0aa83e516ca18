"""Calls of sparse ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, int32, int64, ints, strings


def column(*values: int) -> tuple[Any, Any, Any]:
    """A sparse column of one row."""
    return int64([[0, i] for i in range(len(values))]), int64(values), ints(1, len(values), dtype=np.int64)


def crossed() -> list[Case]:
    """Hashes of the numbers of sparse columns."""
    several = [[column(1)], [column(0, 1, -5, 2**40 + 3)], [column(2), column(3, 4)]]
    return [
        Case("SparseCrossHashed", [*map(list, zip(*columns, strict=True)), [], np.int64(n), np.bool_(strong), salt])
        for columns in several for n in (0, 10) for strong in (False, True) for salt in (int64([22, 77]),)
    ]  # fmt: skip


def filled() -> list[Case]:
    """Ragged tensors without values."""
    return [
        Case("RaggedFillEmptyRows", [int64([]), float32([]), np.int64(n), np.float32(1)]) for n in (0, 2)
    ]


def serialized() -> list[Case]:
    """Strings, which are packed."""
    places, shape = int64([[0, 0], [0, 2], [1, 1], [3, 0]]), int64([4, 3])
    values = [strings([b"a", b"bc", b"", b"d"]), strings([b"a" * 200, b"bc", b"\xff", b"d"]), float32([1, 2, 3, 4])]
    ops = ("SerializeManySparse", "SerializeSparse")
    return [Case(op, [places, v, shape], {"out_type": "string"}) for op in ops for v in values]


def outside() -> list[Case]:
    """Indices outside of the shape, which only dense results mind."""
    places, values, shape = int64([[0, 0], [0, 5], [2, 1]]), float32([1, 2, 4]), int64([2, 2])
    ops = ("SparseReduceMaxSparse", "SparseReduceSumSparse", "SparseReduceMax", "SparseReduceSum")
    sets = [int64([[0, 0], [0, 1], [2, 1]]), int64([[0, 0], [0, 1], [1, 5]])]
    return [
        *(
            Case(op, [places, values, shape, int32(axes)], {"keep_dims": keep})
            for op in ops for axes in ([], [0], [1], [0, 1]) for keep in (False, True)
        ),
        *(Case("SetSize", [s, int32([1, 2, 3]), shape], {"validate_indices": v}) for s in sets for v in (True, False)),
    ]  # fmt: skip


CASES = [*crossed(), *filled(), *serialized(), *outside()]
