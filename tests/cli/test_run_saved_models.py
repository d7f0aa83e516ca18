"""`aioflow run` and `aioflow inspect` with SavedModels: variables and tables have their values."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.saved_model_pb2 import SavedModel
from aioflow.framework.limits import MIB
from tests.cli.conftest import Cli
from tests.corpus import ABSENT
from tests.saved_model.cases import CORPUS_MODELS, RECORDED, assert_answers, expected_of, model_folder


def literal(value: np.ndarray) -> str:
    """An array as the command line takes it."""
    if value.dtype != object:
        return repr(value.tolist())
    return "[" + ", ".join('"' + text.decode() + '"' for text in value.tolist()) + "]"


def array(value: list, is_text: bool) -> np.ndarray:
    """What the command line has printed, as an array."""
    return np.array([text.encode() for text in value], object) if is_text else np.array(value)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A SavedModel that may be spoilt."""
    shutil.copytree(RECORDED / "tf1", tmp_path / "model", copy_function=shutil.copyfile)
    return tmp_path / "model"


@pytest.mark.parametrize("name", ["tf1", "tf2", *CORPUS_MODELS])
def test_a_model_answers(cli: Cli, name: str) -> None:
    """What TensorFlow answered is what the command line prints."""
    folder = model_folder(name)
    if folder is None:
        pytest.skip(ABSENT)
    expected = expected_of(folder)
    message = SavedModel.FromString((folder / "saved_model.pb").read_bytes())
    signature = message.meta_graphs[0].signature_def[expected.signature]
    for case in expected.cases:
        outputs = {key: signature.outputs[key].name for key in case.outputs}
        feeds = [f"--feed={signature.inputs[key].name}={literal(value)}" for key, value in case.inputs.items()]
        fetches = [f"--fetch={tensor}" for tensor in outputs.values()]
        ended = cli("run", folder, "--tag", ",".join(expected.tags), *feeds, *fetches, "--json")
        assert ended.code == 0, ended
        found = {key: ended.document["values"][tensor]["value"] for key, tensor in outputs.items()}
        texts = {key for key, value in case.outputs.items() if value.dtype == object}
        values = {key: array(value, key in texts) for key, value in found.items()}
        assert_answers(values, case.outputs)


def test_what_cannot_be_restored(cli: Cli, copied: Path) -> None:
    """A damaged or missing file of variables is bad input, and named."""
    index = copied / "variables" / "variables.index"
    os.truncate(index, 60)
    assert cli("run", copied, "--tag", "serve", "--fetch", "weights").is_refusal(2, "model", "variables/variables")
    index.unlink()
    assert cli("run", copied, "--tag", "serve", "--fetch", "weights").is_refusal(2, "not a valid checkpoint")


def test_what_is_elsewhere(cli: Cli, copied: Path, tmp_path: Path) -> None:
    """A link out of the folder is refused, and the way to allow it named."""
    (copied / "assets" / "words.txt").rename(tmp_path / "words.txt")
    (copied / "assets" / "words.txt").symlink_to(tmp_path / "words.txt")
    arguments = ("run", copied, "--tag", "serve", "--fetch", "weights", "--json")
    assert cli(*arguments).is_refusal(2, "not in the folder", "--trust full")
    assert cli(*arguments, "--trust", "full").document["values"]["weights"]["value"] == [[1.0, -2.0], [3.0, 0.5]]


def test_files_that_are_too_large(cli: Cli, copied: Path) -> None:
    """Files larger than an honest model's want `--large`."""
    os.truncate(copied / "assets" / "words.txt", 2000 * MIB)  # a hole, which takes no room on the disk
    assert cli("run", copied, "--tag", "serve", "--fetch", "weights").is_refusal(2, "variables and assets", "--large")


def test_an_endless_initialiser(cli: Cli, tmp_path: Path) -> None:
    """The time limit holds for what a model does before it can run, too."""
    with tf.Graph().as_default() as graph:
        tf.while_loop(lambda i: i > -1.0, lambda i: tf.minimum(i + 1.0, 10.0), [tf.constant(0.0)])
        tf.constant(1.0, name="y")
    message = SavedModel(saved_model_schema_version=1)
    meta_graph = message.meta_graphs.add()
    meta_graph.graph_def.CopyFrom(graph.as_graph_def())
    last = next(op.name for op in graph.get_operations() if op.type == "Exit")
    meta_graph.collection_def["saved_model_main_op"].node_list.value.append(last)
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    assert cli("run", tmp_path, "--fetch", "y", "--timeout-s", "0.2").is_refusal(1, "DeadlineExceeded")


def test_inspect(cli: Cli) -> None:
    """Restoring is nothing that misses; saving is told to want trust."""
    document = cli("inspect", RECORDED / "tf2", "--json").document
    missing = {entry["op"]: entry["reason"] for entry in document["missing_ops"]}
    assert missing.keys() == {"SaveV2", "MergeV2Checkpoints"}
    assert all("refuses to run without --trust full" in reason for reason in missing.values())
    assert set(document["signatures"]["serving_default"]["outputs"]) == {"y", "numbers", "labels"}


def test_keys_of_the_signature(cli: Cli) -> None:
    """The signature's keys name what is fed and fetched; without --fetch all of its outputs are."""
    run = ("run", RECORDED / "tf2", "--feed", "x=[[1,2]]", "--feed", 'text=["a"]', "--json")
    values = cli(*run).document["values"]
    assert set(values) == {"y", "numbers", "labels"}
    assert cli(*run, "--signature", "serving_default", "--fetch", "y").document["values"] == {"y": values["y"]}
    assert cli(*run, "--signature", "servingdefault").is_refusal(2, "no signature", "it has: serving_default")
    assert cli(*run, "--fetch", "label").is_refusal(2, "'label'", "similar: labels")
    assert cli("run", RECORDED / "tf1", "--tag", "serve", "--signature", "x").is_refusal(2, "no signature")
