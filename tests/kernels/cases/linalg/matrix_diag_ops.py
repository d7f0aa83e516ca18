"""Cases of diagonals and bands of matrices."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, complex64, counting, float32, int32, int64, ints

MATRIX, TALL, WIDE = counting([3, 3], start=1), counting([2, 4, 3], start=1), counting([2, 5], start=1)
ALIGNMENTS = [b"LEFT_RIGHT", b"RIGHT_LEFT", b"LEFT_LEFT", b"RIGHT_RIGHT"]
ZERO, NINE, ANY = float32(0), float32(9), int32(-1)


def band_parts() -> list[Case]:
    """MatrixBandPart."""
    limits = [(0, 0), (-1, 0), (0, -1), (1, 2), (-1, -5), (3, 0), (0, 3), (4, 0), (0, 4)]
    return [
        *(Case("MatrixBandPart", [MATRIX, int64(lower), int64(upper)]) for lower, upper in limits),
        *(Case("MatrixBandPart", [counting([2, 3], t, 1), int32(0), int32(1)]) for t in NUMERIC_DTYPES),
        *(Case("MatrixBandPart", [array, int64(1), int64(0)]) for array in (TALL, WIDE, counting([3]))),
        Case("MatrixBandPart", [np.zeros([0, 0], np.float32), int64(0), int64(0)]),
        Case("MatrixBandPart", [MATRIX, int64([1]), int64(0)]),
        Case("MatrixBandPart", [np.array([[True, True]]), int64(0), int64(0)]),
    ]


def from_diagonals() -> list[Case]:
    """MatrixDiag and its later versions."""
    pair, batch = counting([2, 2], start=1), counting([2, 3, 2], start=1)
    bands = [(0, 1), (-1, 0), (1, 2), (-2, -1), (1, 0), (0, 2)]
    sizes = [(-1, -1), (3, -1), (-1, 3), (3, 2), (3, 5), (1, 1), (4, 4)]
    vectors = [(0, -1, -1), (1, -1, -1), (-1, 3, 2), (-1, -1, 2), (-1, -1, 1), (0, 1, 1)]
    vectors += [(0, 2, 4), (0, 4, 4), (-3, 5, 5)]
    return [
        *(Case("MatrixDiag", [array]) for array in (counting([3]), pair, float32(1), np.zeros([0], np.float32))),
        *(Case("MatrixDiag", [counting([2], t, 1)]) for t in NUMERIC_DTYPES),
        *(Case("MatrixDiagV3", [counting([2]), int32(k), int32(r), int32(c), NINE]) for k, r, c in vectors),
        *(Case("MatrixDiagV3", [pair, ints(*k), int32(r), int32(c), NINE]) for k in bands for r, c in sizes),
        *(Case("MatrixDiagV3", [batch, ints(-1, 1), ANY, ANY, ZERO], {"align": align}) for align in ALIGNMENTS),
        *(Case("MatrixDiagV2", [pair, ints(*k), ANY, ANY, NINE]) for k in bands),
        Case("MatrixDiagV3", [pair, ints(), ANY, ANY, NINE]),
        Case("MatrixDiagV3", [pair, ints(0, 1, 2), ANY, ANY, NINE]),
        Case("MatrixDiagV3", [pair, int32([[0]]), ANY, ANY, NINE]),
        Case("MatrixDiagV3", [float32(1), int32(0), ANY, ANY, NINE]),
        Case("MatrixDiagV3", [pair, int32(0), ints(3, 3), ANY, NINE]),
        Case("MatrixDiagV3", [pair, int32(0), ANY, ANY, float32([9])]),
    ]


def diagonal_parts() -> list[Case]:
    """MatrixDiagPart and its later versions."""
    bands = [ints(0), int32(1), int32(-1), ints(-1, 1), ints(-2, 1), ints(1, 2), ints(-3, -1), int32(5), ints(1, -1)]
    return [
        *(Case("MatrixDiagPart", [array]) for array in (MATRIX, TALL, WIDE, counting([3]))),
        *(Case("MatrixDiagPart", [counting([2, 3], t)]) for t in NUMERIC_DTYPES),
        *(Case("MatrixDiagPartV3", [array, k, NINE]) for array in (MATRIX, TALL, WIDE) for k in bands),
        *(Case("MatrixDiagPartV3", [TALL, ints(-3, 2), NINE], {"align": align}) for align in ALIGNMENTS),
        *(Case("MatrixDiagPartV2", [TALL, k, NINE]) for k in bands),
        *(Case("MatrixDiagPartV3", [np.zeros([0, 3], np.float32), k, NINE]) for k in (ints(0), ints(0, 1), ints(2))),
        Case("MatrixDiagPartV3", [MATRIX, int32(0), float32([9])]),
        Case("MatrixDiagPartV3", [counting([3]), int32(0), NINE]),
    ]


def set_diagonals() -> list[Case]:
    """MatrixSetDiag and its later versions."""
    tall_diagonals = -counting([2, 3], start=1)
    band = -counting([2, 4, 3], start=1)
    return [
        Case("MatrixSetDiag", [MATRIX, float32([7, 8, 9])]),
        Case("MatrixSetDiag", [TALL, tall_diagonals]),
        Case("MatrixSetDiag", [MATRIX, float32([7, 8])]),
        Case("MatrixSetDiag", [TALL, float32([7, 8, 9])]),
        Case("MatrixSetDiag", [counting([3]), float32(1)]),
        *(Case("MatrixSetDiag", [counting([2, 2], t), np.array([7, 8], t)]) for t in NUMERIC_DTYPES),
        *(Case("MatrixSetDiagV3", [TALL, band, ints(-2, 1)], {"align": align}) for align in ALIGNMENTS),
        Case("MatrixSetDiagV2", [TALL, band, ints(-2, 1)]),
        *(Case("MatrixSetDiagV3", [MATRIX, float32([7, 8]), int32(k)]) for k in (1, -1, 0, 3, 2)),
        Case("MatrixSetDiagV3", [MATRIX, float32([[7, 8]]), ints(1, 1)]),
        Case("MatrixSetDiagV3", [MATRIX, counting([2, 3]), ints(0, 1)]),
        Case("MatrixSetDiagV3", [MATRIX, counting([2, 2]), ints(0, 1)]),
        Case("MatrixSetDiagV3", [counting([3]), float32([1]), int32(0)]),
    ]


def tensors() -> list[Case]:
    """Diag and DiagPart."""
    cube = np.arange(16, dtype=np.float32).reshape(2, 2, 2, 2)
    empty = np.zeros([0, 0], np.float32)
    arrays = [MATRIX, cube, counting([2, 3]), counting([3]), float32(1), empty, complex64([[1j]])]
    return [
        *(Case("Diag", [array]) for array in (counting([3]), counting([2, 2]), float32(1), np.zeros([0], np.float32))),
        *(Case("Diag", [counting([2], t)]) for t in (np.int32, np.int64, np.float64, np.float16, np.complex64)),
        *(Case("DiagPart", [array]) for array in arrays),
    ]


CASES = [*band_parts(), *from_diagonals(), *diagonal_parts(), *set_diagonals(), *tensors()]
