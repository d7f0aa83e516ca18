"""What the steps of programs give, as JSON: values, None, or the class of an error."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.ops.recording import value_to_json

RECORDED = Path(__file__).parent / "recorded" / "state.json"


def exact(result: Any) -> Any:
    """A fetched value, a list of them, or None."""
    if isinstance(result, (list, tuple)):
        return [exact(each) for each in result]
    if result is None or hasattr(result, "handle"):  # a tensor that stays in the session
        return None
    array = np.asarray(result)
    plain = array.view(array.dtype[0]) if array.dtype.fields else array
    if plain.dtype.kind == "V" or plain.dtype.name in ("int4", "uint4"):
        plain = plain.astype(np.float32)
    document = value_to_json(plain)
    return [document["shape"], *document["flat"]]


def grouped(by_dtype: dict[str, Any]) -> list[list[Any]]:
    """[dtypes, outcome] of those dtypes that have the same outcome, and so on."""
    groups: list[list[Any]] = []
    for dtype, outcome in by_dtype.items():
        for group in groups:
            if group[1] == outcome:
                group[0] += f" {dtype}"
                break
        else:
            groups.append([dtype, outcome])
    return groups
