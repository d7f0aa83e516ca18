"""Rows where kernels decide: whole models, with numpy's kernels, with regions, and with those of the torch pack."""
from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import aioflow as tf
from aioflow.session.steps.region_builds import wait_for_builds
from benchmarks.awaiting import awaited, in_executor
from benchmarks.measuring import Contender, Row, interleave
from benchmarks.mobilenet import mobilenet_v2
from benchmarks.tensorflow_peer import tensorflow_runner
from tests.corpus import corpus_folder

_EXAMPLES = Path(__file__).parents[1] / "examples"
_RECORDED = ("resnet20_cifar", "transformer_encoder_2l")
_CALLS = 5


class Model(NamedTuple):
    """A frozen model.

    Attributes:
        name: What it is.
        graph_def: Serialized.
        fetches: Names of tensors.
        feeds: Name of a tensor -> array.
    """

    name: str
    graph_def: bytes
    fetches: list[str]
    feeds: dict[str, Any]


def models() -> Iterator[Model]:
    """The digits model, MobileNetV2, and the recorded models where they are at hand."""
    digits = (_EXAMPLES / "digits" / "digits_cnn.pb").read_bytes()
    yield Model("digits CNN, one image", digits, ["predictions:0"], {"images:0": np.ones((1, 8, 8, 1), np.float32)})
    image = np.random.default_rng(0).random((1, 224, 224, 3), np.float32)
    graph_def = mobilenet_v2().as_graph_def().SerializeToString()
    yield Model("MobileNetV2, one image", graph_def, ["scores:0"], {"images:0": image})
    folder = corpus_folder()
    if folder is None:
        return
    for name in _RECORDED:
        with zipfile.ZipFile(folder / "models" / f"{name}.zip") as archive:
            step = json.loads(archive.read("0/steps.json"))["steps"][0]
            arrays = np.load(io.BytesIO(archive.read("0/tensors.npz")), allow_pickle=False)
            feeds = {tensor: arrays[ref["t"]] for tensor, ref in step["feeds"]}
            yield Model(name, archive.read("0/graph.pb"), step["fetches"], feeds)


def rows(rounds: int) -> list[Row]:
    """All rows of this file; afterwards the process uses the torch pack."""
    every = list(models())
    plain = [_session(model) for model in every]
    for session, model in zip(plain, every, strict=True):
        session.run_sync(model.fetches, model.feeds)  # compiled now, it keeps numpy's kernels
    regions = [_with_regions(model) for model in every]
    packed: list[tf.Session | None] = [None] * len(every)
    try:
        tf.use_kernels("torch")
        packed = [_session(model) for model in every]
    except ImportError:
        pass  # the rows name it as absent
    return [_row(*each, rounds) for each in zip(every, plain, regions, packed, strict=True)]


def _session(model: Model, region_engine: str = "none") -> tf.Session:
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(tf.GraphDef.FromString(model.graph_def), name="")
    config = tf.ConfigProto()
    config.aioflow.region_engine = region_engine
    return tf.Session(graph=graph, config=config)


def _with_regions(model: Model) -> tf.Session | None:
    """A session whose regions are built; None without ONNX Runtime."""
    try:
        session = _session(model, "onnxruntime")
    except ImportError:
        return None
    session.run_sync(model.fetches, model.feeds)
    wait_for_builds()
    return session


def _running(session: tf.Session, model: Model) -> Contender:
    return awaited(lambda: session.run(model.fetches, model.feeds), _CALLS)


def _row(
    model: Model, plain: tf.Session, regions: tf.Session | None, packed: tf.Session | None, rounds: int
) -> Row:
    peer = tensorflow_runner(model.graph_def, model.fetches, model.feeds)
    contenders = {
        "aioflow": _running(plain, model),
        "aioflow with onnxruntime": None if regions is None else _running(regions, model),
        "aioflow with torch": None if packed is None else _running(packed, model),
        "tensorflow in executor": in_executor(peer, _CALLS),
    }
    row = interleave(Row(f"frozen {model.name}"), contenders, rounds)
    row.ratio("aioflow", "tensorflow in executor", "<= 2.0")
    row.ratio("aioflow with onnxruntime", "tensorflow in executor", "<= 0.8")
    row.ratio("aioflow with torch", "tensorflow in executor", "<= 1.0")
    return row
