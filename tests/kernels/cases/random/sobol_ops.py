"""Cases of Sobol sequences."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case

CASES = [
    Case("SobolSample", [np.int32(5), np.int32(7), np.int32(3)]),
    Case("SobolSample", [np.int32(0), np.int32(7), np.int32(3)]),
    Case("SobolSample", [np.int32(2), np.int32(-1), np.int32(3)]),
    Case("SobolSample", [np.int32(40), np.int32(3), np.int32(0)], {"dtype": "float64"}),
]
