"""Calls of quantisation ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, float64


def there_and_back() -> list[Case]:
    """Negative numbers that are to have no sign, and ranges of one side."""
    attrs = {"num_bits": 8, "range_given": False, "round_mode": b"HALF_TO_EVEN", "narrow_range": False}
    values = [[-1.25], [-1.25, -4, 0], [0, 0], [-1.25, 2], [1, 2]]
    whole = [
        Case("QuantizeAndDequantizeV2", [t(v), t(0), t(0)], {"signed_input": signed, **attrs})
        for t in (float32, float64) for signed in (False, True) for v in values
    ]  # fmt: skip
    rows = [float32([[-1.25, -2], [1, 2]]), np.float32(0), np.float32(0)]
    return [*whole, Case("QuantizeAndDequantizeV2", rows, {"signed_input": False, **attrs, "axis": 0})]


CASES = there_and_back()
