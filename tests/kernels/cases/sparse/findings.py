"""Calls of sparse ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, int64, ints


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


CASES = [*crossed(), *filled()]
