"""Cases of names of shards."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import ints

CASES = [
    Case("ShardedFilename", [b"/a/b", np.int32(3), np.int32(100)]),
    Case("ShardedFilename", [b"/a/b", ints(3), np.int32(100)]),
    Case("ShardedFilespec", [b"/a/b", np.int32(100)]),
]
