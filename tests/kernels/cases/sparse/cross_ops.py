"""Cases of feature crosses."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import int64, strings


def crosses() -> list[Case]:
    """SparseCross, its successors, and RaggedCross."""
    words, numbers = strings([[b"a", b"bc"], [b"", b"d"]]), int64([[1, 2], [-3, 2**62]])
    places, column = int64([[0, 0], [1, 0], [1, 1]]), strings([b"x", b"y", b"z"])
    sparse = [[places], [column], [int64([2, 2])]]
    common = {"out_type": "int64", "internal_type": "int64", "hashed_output": True}
    joined = {"out_type": "string", "internal_type": "string", "hashed_output": False, "num_buckets": 0, "hash_key": 0}
    return [
        *(Case("SparseCross", [*sparse, [words, numbers]], {**common, "num_buckets": n, "hash_key": k})
          for n, k in ((0, 956888297470), (100, 956888297470), (1000, 0))),
        Case("SparseCross", [*sparse, [words, numbers]], joined),
        *(Case("SparseCrossV2", [*sparse, [words, numbers], sep]) for sep in (b"_Y_", b"")),
        Case("SparseCrossV2", [*sparse, [words[:1]], b"_"]),
        *(Case("SparseCrossHashed", [*sparse, [words, numbers], np.int64(n), np.bool_(False), int64([1, 2])])
          for n in (0, 100)),
        *(Case("SparseCrossHashed", [[places] * 2, [column] * 2, [int64([2, 2])] * 2, [], np.int64(n), np.bool_(True),
                                     int64([137, 173])]) for n in (0, 100)),
        Case("RaggedCross", [[column], [int64([0, 1, 3])], [places], [column], [int64([2, 2])], [numbers]],
             {"input_order": b"RSD", "hashed_output": False, "num_buckets": 0, "hash_key": 0,
              "out_values_type": "string", "out_row_splits_type": "int64"}),
        Case("RaggedCross", [[column], [int64([0, 1, 3])], [places], [column], [int64([2, 2])], [numbers]],
             {"input_order": b"DSR", "hashed_output": True, "num_buckets": 100, "hash_key": 956888297470,
              "out_values_type": "int64", "out_row_splits_type": "int64"}),
    ]  # fmt: skip


CASES = crosses()
