"""`aioflow inspect`: what it says about honest models."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

import aioflow as tf
from aioflow._proto import saved_model_pb2, types_pb2
from aioflow._proto.meta_graph_pb2 import SignatureDef
from aioflow.cli import signature_needs

from .conftest import DIGITS, Cli


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A graph of which an op is unknown, one has no kernel, one is refused, and one is only in a function."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name="strange", op="Mystery\x1b[31m")
    graph_def.node.add(name="strange_too", op="Mystery\x1b[31m")
    graph_def.node.add(name="reader", op="ReadFile")
    function = graph_def.library.function.add()
    function.signature.name = "body"
    function.node_def.add(name="inner", op="Mystery2")
    path = tmp_path / "mixed.pb"
    path.write_bytes(graph_def.SerializeToString())
    return path


def saved_model(*tag_sets: tuple[str, ...]) -> Any:
    """A SavedModel with one graph per set of tags, each with a signature."""
    message = saved_model_pb2.SavedModel(saved_model_schema_version=1)
    for number, tags in enumerate(tag_sets):
        meta_graph = message.meta_graphs.add()
        meta_graph.meta_info_def.tags.extend(tags)
        node = meta_graph.graph_def.node.add(name=f"x{number}", op="Placeholder")
        node.attr["dtype"].type = types_pb2.DT_FLOAT
        signature = meta_graph.signature_def["serving_default"]
        signature.method_name = "tensorflow/serving/predict"
        info = signature.inputs["x"]
        info.name, info.dtype = f"x{number}:0", types_pb2.DT_FLOAT
        info.tensor_shape.dim.add(size=-1)
        info.tensor_shape.dim.add(size=4)
    return message


def test_digits_document(cli: Cli) -> None:
    """A frozen graph: inputs, outputs with inferred shapes, ops, constants and sizes."""
    document = cli("inspect", DIGITS, "--json").document
    assert (document["format"], document["file_nbytes"], document["num_nodes"]) == ("GraphDef", 58068, 37)
    assert document["inputs"] == [{"name": "images:0", "dtype": "float32", "shape": [None, 8, 8, 1]}]
    assert [output["name"] for output in document["outputs"]] == ["probabilities:0", "predictions:0"]
    assert document["outputs"][0]["shape"] == [None, 10]
    assert list(document["ops"].items())[:2] == [("Const", 11), ("Identity", 8)]
    assert document["missing_ops"] == []
    largest = document["constants"]["largest"][0]
    assert largest == {"name": "dense/weights", "dtype": "float32", "shape": [128, 64], "nbytes": 32768}


def test_digits_text(cli: Cli) -> None:
    """The same for reading."""
    ended = cli("inspect", DIGITS)
    assert (ended.code, ended.stderr) == (0, "")
    assert "images:0  float32  [?, 8, 8, 1]" in ended.stdout
    assert "every op has a kernel" in ended.stdout


def test_text_format(cli: Cli, tmp_path: Path) -> None:
    """A GraphDef in text format says the same as the binary one, whatever its file is called."""
    graph_def = tf.GraphDef.FromString(DIGITS.read_bytes())
    for name in ("digits.pbtxt", "digits.pb"):
        (tmp_path / name).write_text(text_format.MessageToString(graph_def))
        document = cli("inspect", tmp_path / name, "--json").document
        expected = cli("inspect", DIGITS, "--json").document
        ignored = {"file", "file_nbytes"}
        assert {k: v for k, v in document.items() if k not in ignored} == {
            k: v for k, v in expected.items() if k not in ignored
        }


def test_missing_ops(cli: Cli, mixed: Path) -> None:
    """Each op that cannot run is listed with its count, a node, and the reason; names are escaped in text."""
    missing = {entry["op"]: entry for entry in cli("inspect", mixed, "--json").document["missing_ops"]}
    assert set(missing) == {"Mystery\x1b[31m", "Mystery2", "ReadFile"}
    assert missing["Mystery\x1b[31m"] == {
        "op": "Mystery\x1b[31m", "reason": "unknown op", "count": 2, "example": "strange",
    }  # fmt: skip
    assert missing["Mystery2"]["example"] == "inner"
    assert missing["ReadFile"]["reason"].startswith("refused without --trust full")
    text = cli("inspect", mixed).stdout
    assert "Mystery\\x1b[31m" in text and "\x1b" not in text


def test_op_without_kernel(cli: Cli, tmp_path: Path) -> None:
    """A known op without any kernel is told apart from an unknown one."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name="n", op="ConfigureTPUEmbedding").attr["config"].s = b""
    path = tmp_path / "model.pb"
    path.write_bytes(graph_def.SerializeToString())
    assert cli("inspect", path, "--json").document["missing_ops"][0]["reason"] == "known op, but no kernel yet"


def test_dtype_without_kernel(cli: Cli, tmp_path: Path) -> None:
    """An op whose kernels do not take the node's dtype is listed with that dtype."""
    with tf.Graph().as_default() as graph:
        tf.matmul(tf.placeholder(tf.float32, [2, 2], name="x"), np.eye(2, dtype=np.float32), name="y")
    graph_def = graph.as_graph_def()
    for node in graph_def.node:
        if node.op == "MatMul":
            node.attr["_kernel"].s = b"special"
    path = tmp_path / "model.pb"
    path.write_bytes(graph_def.SerializeToString())
    missing = cli("inspect", path, "--json").document["missing_ops"]
    assert [(entry["op"], entry["reason"]) for entry in missing] == [("MatMul", "no kernel for T=float32")]


def test_saved_model(cli: Cli, tmp_path: Path) -> None:
    """A SavedModel, by its folder or its file: tags and signatures with dtypes and shapes."""
    (tmp_path / "saved_model.pb").write_bytes(saved_model(("serve",)).SerializeToString())
    for path in (tmp_path, tmp_path / "saved_model.pb"):
        document = cli("inspect", path, "--json").document
        assert (document["format"], document["tag_sets"]) == ("SavedModel", [["serve"]])
        assert document["signatures"]["serving_default"]["inputs"] == {
            "x": {"name": "x0:0", "dtype": "float32", "shape": [None, 4]}
        }
    assert "in  x  x0:0  float32  [?, 4]" in cli("inspect", tmp_path).stdout


def test_tags(cli: Cli, tmp_path: Path) -> None:
    """--tag chooses among several graphs; without it, the one tagged "serve" is meant."""
    message = saved_model(("train",), ("serve",), ("serve", "gpu"))
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    for tags, name in ((["--tag", "train"], "x0:0"), ([], "x1:0"), (["--tag", "gpu,serve"], "x2:0")):
        assert cli("inspect", tmp_path, "--json", *tags).document["inputs"][0]["name"] == name
    assert cli("inspect", tmp_path, "--tag", "tpu").is_refusal(2, "tpu", "train", "serve,gpu")


def test_tag_of_a_graph_def(cli: Cli) -> None:
    """--tag makes no sense for a GraphDef and is refused."""
    assert cli("inspect", DIGITS, "--tag", "serve").is_refusal(2, "GraphDef", "tags")


def test_saved_model_without_graph(cli: Cli, tmp_path: Path) -> None:
    """A SavedModel without any graph is refused."""
    (tmp_path / "saved_model.pb").write_bytes(saved_model().SerializeToString())
    assert cli("inspect", tmp_path).is_refusal(2, "without any graph")


def test_many_of_everything(cli: Cli, tmp_path: Path) -> None:
    """Long lists are cut in text, and whole in JSON."""
    with tf.Graph().as_default() as graph:
        for number in range(50):
            tf.placeholder(tf.float32, [number], name=f"x{number}")
    path = tmp_path / "model.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString())
    assert "... and 30 more" in cli("inspect", path).stdout
    assert len(cli("inspect", path, "--json").document["inputs"]) == 50


def test_verdict_per_signature(cli: Cli, tmp_path: Path) -> None:
    """Each signature says whether it can run; an op counts only for those that need it, also within functions."""
    message = saved_model(("serve",))
    graph_def, signatures = message.meta_graphs[0].graph_def, message.meta_graphs[0].signature_def
    graph_def.node.add(name="bad", op="Mystery", input=["x0"])
    graph_def.node.add(name="behind", op="Identity", input=["bad"])
    graph_def.node.add(name="calls", op="outer")
    for name, op in (("outer", "inner"), ("inner", "Mystery2"), ("circle", "circle")):
        function = graph_def.library.function.add()
        function.signature.name = name
        function.node_def.add(name="n", op=op)
    graph_def.node.add(name="attribute", op="NoOp", input=["^calls"]).attr["f"].func.name = "circle"
    outputs = {"plain": "x0:0", "broken": "behind:0", "called": "attribute", "fed": "behind:0"}
    for key, output in outputs.items():
        signatures[key].outputs["y"].name = output
    signatures["fed"].inputs["b"].name = "bad:0"
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    document = cli("inspect", tmp_path, "--json").document
    missing = {name: signature["missing_ops"] for name, signature in document["signatures"].items()}
    assert missing == {"broken": ["Mystery"], "called": ["Mystery2"], "fed": [], "plain": [], "serving_default": []}
    assert {entry["op"]: entry["signatures"] for entry in document["missing_ops"]} == {
        "Mystery": ["broken"], "Mystery2": ["called"],
    }  # fmt: skip
    text = cli("inspect", tmp_path).stdout
    assert "cannot run: it needs Mystery (see missing ops)" in text and "runs: every op" in text
    assert "needed by broken" in text and "attribute  operation" in text


def test_what_no_signature_needs(cli: Cli) -> None:
    """A model that serves well says so, though an op that only saves has no leave to run."""
    text = cli("inspect", Path(__file__).parents[1] / "saved_model" / "recorded" / "tf2").stdout
    assert "missing ops (2), none of which a signature needs" in text and "needed by no signature" in text


def test_signatures_that_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with more signatures than can be looked at is inspected all the same."""
    monkeypatch.setattr(signature_needs, "_MAX_VISITS", 3)
    graph_def = tf.GraphDef()
    for number in range(4):
        graph_def.node.add(name=f"n{number}", op="Identity", input=[f"n{number - 1}"] if number else [])
    needs = signature_needs.SignatureNeeds(graph_def, lambda node: "never" if node.name == "n0" else "")
    signature = SignatureDef()
    signature.outputs["y"].name = "n1:0"
    assert needs.missing(signature) == ["Identity"]
    assert needs.missing(signature) is None
