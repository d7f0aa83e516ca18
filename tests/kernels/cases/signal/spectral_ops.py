"""Cases of Fourier transforms."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import ramp
from tests.kernels.cases.typed_arrays import int32

REAL = ramp(2, 3, 4)
COMPLEX = (REAL + 1j * REAL[::-1, ::-1]).astype(np.complex64)
RANKS = (("", 1), ("2D", 2), ("3D", 3))

COMPLEX_CASES = [
    Case(f"{op}{suffix}", [x])
    for op in ("FFT", "IFFT")
    for suffix, _ in RANKS
    for x in (COMPLEX, COMPLEX.astype(np.complex128), COMPLEX[:0], COMPLEX[:, :, :0], COMPLEX[0, 0], COMPLEX[0, 0, 0],
              np.stack([COMPLEX, COMPLEX[::-1]]))
]  # fmt: skip
FORWARD = [
    Case(f"RFFT{suffix}", [x, int32(length)], {"Tcomplex": "complex128" if x.dtype == np.float64 else "complex64"})
    for suffix, rank in RANKS
    for x in (REAL, REAL.astype(np.float64))
    for length in ([2, 3, 4][-rank:], [1, 2, 3][-rank:], [2, 3, 5][-rank:], [2, 3, -1][-rank:], 4, [4] * (rank + 1))
]
FORWARD += [Case("RFFT", [REAL, int32([4])], {"Tcomplex": "complex128"})]
FORWARD += [Case("RFFT2D", [x, int32([3, 4])]) for x in (REAL[:0], REAL[0, 0], REAL[0, :2])]
BACKWARD = [
    Case(f"IRFFT{suffix}", [x, int32(length)], {"Treal": "float64" if x.dtype == np.complex128 else "float32"})
    for suffix, rank in RANKS
    for x in (COMPLEX, COMPLEX.astype(np.complex128))
    for length in ([2, 3, 6][-rank:], [2, 3, 7][-rank:], [1, 2, 3][-rank:], [2, 3, 8][-rank:], [2, 3, 1][-rank:])
]
BACKWARD += [Case("IRFFT", [COMPLEX, int32([4])], {"Treal": "float64"})]
BACKWARD += [Case("IRFFT2D", [x, int32([3, 4])]) for x in (COMPLEX[:0], COMPLEX[0, 0], COMPLEX[0, :2])]

CASES = [*COMPLEX_CASES, *FORWARD, *BACKWARD]
