"""What is recorded of graphs with TensorFlow's savers."""
from __future__ import annotations

import json
import zlib
from base64 import b85decode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.kernels.checkpoint_programs import listed

RECORDED = Path(__file__).parents[1] / "recorded" / "savers.json"
RECORDED_MODEL = RECORDED.with_name("saved_model.json")
FEEDS = {"x": [[1.0, 1.0]], "words": ["z", "other"]}


def recorded_savers() -> dict[str, Any]:
    """By name: "meta_graph" (a serialized MetaGraphDef), "fetches", their "values", and the "files" of a checkpoint."""
    savers: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    for each in savers.values():
        each["meta_graph"] = zlib.decompress(b85decode(each["meta_graph"]))
    return savers


@dataclass(frozen=True)
class SavedModelRecord:
    """A SavedModel that TensorFlow 2 has made, of a module with variables and a table that is filled from an asset.

    Attributes:
        meta_graph: A serialized MetaGraphDef.
        files: Its variables and assets.
        feeds: Values for the inputs of its signature.
        values: The outputs of its signature, by name.
        saved: The files that its own saver writes then.
    """

    meta_graph: bytes
    files: dict[str, str]
    feeds: dict[str, Any]
    values: dict[str, Any]
    saved: dict[str, str]


def recorded_model() -> SavedModelRecord:
    """That SavedModel."""
    model = json.loads(RECORDED_MODEL.read_text("utf-8"))
    return SavedModelRecord(**{**model, "meta_graph": zlib.decompress(b85decode(model["meta_graph"]))})


def values_of(arrays: Any) -> Any:
    """Fetched values as they are recorded."""
    return [listed(array) for array in arrays]
