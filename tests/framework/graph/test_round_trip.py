"""The graphs of the recorded corpus mean the same after they were imported and exported again.

One in ten is tried; all of them where AIOFLOW_ALL_GRAPHS is set, which takes a minute.
"""
from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow._proto import graph_pb2
from aioflow.framework.devices.device_spec import merge_device_names
from aioflow.framework.graph.attr_protos import attr_from_proto
from aioflow.framework.graph.graph import Graph
from aioflow.framework.importing import import_graph_def
from aioflow.framework.op_def import FunctionName
from tests.corpus import ABSENT, corpus_folder

CORPUS = corpus_folder()
CONTAINERS = [] if CORPUS is None else sorted([*CORPUS.glob("*.zip"), *CORPUS.glob("models/*.zip")])


STEP = 1 if os.environ.get("AIOFLOW_ALL_GRAPHS") else 10


def graphs_of(container: Path) -> Iterator[tuple[str, bytes]]:
    """The identifiers and serialized GraphDefs in a container that are tried."""
    with zipfile.ZipFile(container) as archive:
        for trace in json.loads(archive.read("index.json"))["traces"][::STEP]:
            yield trace["id"], archive.read(f"{trace['n']}/graph.pb")


def canonical(message: Any, graph: Graph) -> dict[str, Any]:
    """What a GraphDef means: nodes by name with defaults filled in, however tensors and devices are written."""
    nodes = {}
    for node in message.node:
        attrs = {name: attr_from_proto(value) for name, value in node.attr.items() if name != "_output_shapes"}
        full = graph.op_def(node.op).complete_attrs(attrs)
        controls = {text for text in node.input if text.startswith("^")}
        data = [text.removesuffix(":0") for text in node.input if text not in controls]
        values = {name: plain(value) for name, value in full.items()}
        beside = {entry.removeprefix(b"loc:@").decode() for entry in full.get("_class", ())} - {node.name}
        device = None if beside else merge_device_names(node.device, "")  # importing puts a node where its group is
        nodes[node.name] = (node.op, data, controls, device, values)
    functions = {f.signature.name: f for f in message.library.function}
    return {"nodes": nodes, "functions": functions, "gradients": {g.function_name for g in message.library.gradient}}


def plain(value: Any) -> Any:
    """An attribute in a form that `==` compares as a whole."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tolist() if value.dtype == object else value.tobytes()
    if isinstance(value, FunctionName):
        return value.name, {name: plain(v) for name, v in value.attrs.items()}
    return [plain(v) for v in value] if isinstance(value, list) else repr(value)


@pytest.mark.skipif(CORPUS is None, reason=ABSENT)
@pytest.mark.parametrize("container", CONTAINERS, ids=lambda path: path.stem)
def test_graphs_keep_their_meaning(container: Path) -> None:
    """Nodes, inputs, devices, attributes, functions and versions are those of the original."""
    for name, data in graphs_of(container):
        original = graph_pb2.GraphDef.FromString(data)
        graph = Graph()
        with graph.as_default():
            import_graph_def(data, name="", trust="full")
        exported = graph.as_graph_def()
        assert canonical(exported, graph) == canonical(original, graph), name
        assert exported.versions.min_consumer == original.versions.min_consumer
        assert exported.versions.producer == original.versions.producer, name


def test_corpus_has_graphs() -> None:
    """Where the corpus is, it is not empty."""
    if CORPUS is None:
        pytest.skip(ABSENT)
    assert len(CONTAINERS) > 200 and sum(1 for _ in graphs_of(CONTAINERS[0])) > 0
