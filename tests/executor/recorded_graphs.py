"""The stored set of random graphs with what TensorFlow made of them: one zip archive, read and written."""
from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf

from .random_graphs import RandomGraph

ARCHIVE = Path(__file__).parent / "recorded" / "random_graphs.zip"


@dataclass
class RecordedGraph:
    """A graph as a `GraphDef` message, what to do with it, and the outcomes.

    Attributes:
        message: The `GraphDef`.
        steps: What to run: the attributes of a `RandomGraph` besides the graph.
        outcomes: As of `random_outcomes.outcomes`.
    """

    message: bytes
    steps: dict[str, Any]
    outcomes: list[Any]

    def made(self) -> RandomGraph:
        """The graph, imported."""
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(tf.GraphDef.FromString(self.message), name="")
        feeds = {name: _fed(name, value) for name, value in self.steps["feeds"].items()}
        return RandomGraph(**{**self.steps, "feeds": feeds, "graph": graph})


def _fed(name: str, value: Any) -> Any:
    return np.bool_(value) if name.startswith("p") else np.int32(value)


def record(made: RandomGraph, message: bytes, outcomes: list[Any]) -> RecordedGraph:
    """What to store of a graph."""
    steps = {name: value for name, value in vars(made).items() if name != "graph"}
    steps["feeds"] = {name: value.item() for name, value in made.feeds.items()}
    return RecordedGraph(message, steps, outcomes)


def write(graphs: list[RecordedGraph]) -> None:
    """Stores a set in place of the one before."""
    rows = [json.dumps({"steps": g.steps, "outcomes": g.outcomes, "nbytes": len(g.message)}) for g in graphs]
    ARCHIVE.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(ARCHIVE, "w") as archive:
        for name, content in (("rows.jsonl", "\n".join(rows)), ("graph_defs", b"".join(g.message for g in graphs))):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_LZMA)


def read() -> list[RecordedGraph]:
    """The stored set."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        rows = [json.loads(line) for line in archive.read("rows.jsonl").splitlines()]
        messages = io.BytesIO(archive.read("graph_defs"))
    return [RecordedGraph(messages.read(row["nbytes"]), row["steps"], row["outcomes"]) for row in rows]
