"""Cases of summaries."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, strings


def summaries() -> list[Case]:
    """ScalarSummary, HistogramSummary, TensorSummaryV2, MergeSummary, ImageSummary."""
    images: list[Any] = [
        counting([2, 2, 3, 1]), -counting([1, 2, 2, 3]), np.zeros([1, 2, 2, 4], np.float32), counting([2, 2, 1]),
        float32([[[[1], [np.nan], [np.inf], [5]]]]), counting([1, 2, 2, 3], np.uint8), counting([1, 2, 2, 2]),
        counting([1, 2, 2, 1], np.float16), counting([1, 2, 2, 1], np.float64, -3),
    ]  # fmt: skip
    one = b"\n\x08\n\x01a\x15\0\0\x80?"
    return [
        *(Case("ScalarSummary", [b"a", np.array(3, t)]) for t in NUMERIC_DTYPES[:12]),
        Case("ScalarSummary", [strings([b"a", b"b"]), float32([1, np.nan])]),
        Case("ScalarSummary", [strings([b"a", b"b"]), float32([[1, 2]])]),
        *(Case("HistogramSummary", [b"h", np.array(values, np.float32)]) for values in
          ([1, 2, -3, 0, 100], [], [0], [1e-30, 1e30, -1e30], [np.nan], [np.inf], [[1, 1], [1, 1.05]])),
        *(Case("HistogramSummary", [b"h", np.array([1, 2, 9], t)]) for t in NUMERIC_DTYPES[:12]),
        Case("HistogramSummary", [b"h", uneven(50) / 2]),
        Case("TensorSummaryV2", [b"t", float32([1, 2]), b""]),
        Case("TensorSummaryV2", [b"t", strings([b"x"]), b"\x12\x01n"]),
        Case("MergeSummary", [[np.array(one, object), np.array(one.replace(b"a", b"b"), object)]]),
        Case("MergeSummary", [[np.array(one, object), np.array(one, object)]]),
        *(Case("ImageSummary", [b"i", image], {"max_images": n}) for image in images for n in (1, 3)),
    ]  # fmt: skip


CASES = summaries()
