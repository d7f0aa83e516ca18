"""Arrays of a dtype from whatever numpy reads: numbers, lists of them, arrays."""
from __future__ import annotations

from typing import Any

import numpy as np


def int32(values: Any) -> Any:
    return np.asarray(values, np.int32)


def int64(values: Any) -> Any:
    return np.asarray(values, np.int64)


def float32(values: Any) -> Any:
    return np.asarray(values, np.float32)
