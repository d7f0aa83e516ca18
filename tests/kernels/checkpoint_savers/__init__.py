"""What is recorded of graphs with TensorFlow's savers."""
from __future__ import annotations

import json
import zlib
from base64 import b85decode
from pathlib import Path
from typing import Any

from tests.kernels.checkpoint_programs import listed

RECORDED = Path(__file__).parents[1] / "recorded" / "savers.json"


def recorded_savers() -> dict[str, Any]:
    """By name: "meta_graph" (a serialized MetaGraphDef), "fetches", their "values", and the "files" of a checkpoint."""
    savers: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    for each in savers.values():
        each["meta_graph"] = zlib.decompress(b85decode(each["meta_graph"]))
    return savers


def values_of(arrays: Any) -> Any:
    """Fetched values as they are recorded."""
    return [listed(array) for array in arrays]
