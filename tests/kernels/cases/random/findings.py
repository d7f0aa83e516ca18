"""Calls of random ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32

# scipy's table has one more dimension.
CASES = [Case("SobolSample", [int32(dim), int32(3), int32(0)], {"dtype": "float32"}) for dim in (3097, 21201)]
