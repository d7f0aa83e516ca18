"""Values as JSON: short enough to read, exact enough to compare."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).parent / "recorded"


def value_to_json(value: Any) -> Any:
    """A fetched value as nested lists: numbers to 7 digits, complex ones as pairs, strings as text."""
    array = np.asarray(value)
    if array.dtype.kind in "OSU":
        flat: list[Any] = [v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in array.ravel().tolist()]
    elif array.dtype.kind == "c":
        flat = [[_short(v.real), _short(v.imag)] for v in array.ravel().tolist()]
    else:
        wide = array.astype(np.float64) if array.dtype.kind in "fV" else array
        flat = [_short(v) for v in wide.ravel().tolist()]
    return {"shape": list(array.shape), "flat": flat}


def _short(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    return float(f"{value:.7g}")


def assert_equal_values(got: Any, recorded: Any, tolerance: float) -> None:
    """Checks that two results of `value_to_json` are equal, floats to a relative (and absolute) tolerance."""
    assert got["shape"] == recorded["shape"]
    for a, b in zip(_numbers(got["flat"]), _numbers(recorded["flat"]), strict=True):
        if isinstance(a, float) and isinstance(b, float):
            assert abs(a - b) <= tolerance * (1 + abs(b)), (got, recorded)
        else:
            assert a == b, (got, recorded)


def _numbers(flat: list[Any]) -> list[Any]:
    return [number for element in flat for number in (element if isinstance(element, list) else [element])]
