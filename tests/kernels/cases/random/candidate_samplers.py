"""Cases of what samples of candidates have in common with the true classes."""
from __future__ import annotations

from tests.kernels.cases import Case
from tests.kernels.cases.values import int64


def accidental_hits() -> list[Case]:
    """ComputeAccidentalHits."""
    two = {"num_true": 2}
    return [
        Case("ComputeAccidentalHits", [int64([[1, 2], [0, 4]]), int64([4, 2, 7, 1])], two),
        Case("ComputeAccidentalHits", [int64([[1, 2], [0, 4]]), int64([5])], two),
        Case("ComputeAccidentalHits", [int64([[1, 1]]), int64([1])], two),
        Case("ComputeAccidentalHits", [int64([[1, 2, 3]]), int64([1])], two),
    ]


CASES = accidental_hits()
