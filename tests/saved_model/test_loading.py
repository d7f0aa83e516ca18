"""SavedModels of TensorFlow 1 and 2 are loaded, and answer as TensorFlow's do."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.meta_graph_pb2 import TensorInfo
from aioflow._proto.saved_model_pb2 import SavedModel
from tests.corpus import ABSENT
from tests.saved_model.cases import CORPUS_MODELS, RECORDED, assert_answers, expected_of, model_folder
from tests.saved_model.conftest import Copied


async def answers(session: tf.Session, meta_graph: Any, inputs: dict[str, Any], scope: str | None = None) -> Any:
    """What the signature for serving gives."""
    signature = meta_graph.signature_def[tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY]

    def tensors(infos: Any) -> dict[str, Any]:
        find = tf.saved_model.get_tensor_from_tensor_info
        return {key: find(info, session.graph, scope) for key, info in infos.items()}

    wanted = tensors(signature.inputs)
    return await session.run(tensors(signature.outputs), {wanted[key]: value for key, value in inputs.items()})


@pytest.mark.parametrize("name", ["tf1", "tf2", *CORPUS_MODELS])
async def test_a_model_answers(name: str) -> None:
    """R-94: untrusted as it is, a model restores its variables, fills its tables and answers as in TensorFlow."""
    folder = model_folder(name)
    if folder is None:
        pytest.skip(ABSENT)
    expected = expected_of(folder)
    async with tf.Session(graph=tf.Graph()) as session:
        meta_graph = await tf.saved_model.load(session, expected.tags, folder)
        for case in expected.cases:
            assert_answers(await answers(session, meta_graph, case.inputs), case.outputs)


@pytest.mark.parametrize("name", ["tf1", "tf2"])
async def test_a_model_in_a_scope(name: str) -> None:
    """A model can be loaded below a prefix, beside what the graph holds already."""
    case = expected_of(RECORDED / name).cases[0]
    async with tf.Session(graph=tf.Graph()) as session:
        before = tf.constant(1.0, name="x")
        meta_graph = await tf.saved_model.loader.load(session, {"serve"}, str(RECORDED / name), import_scope="model")
        assert session.graph.get_operations()[0] is before.op
        assert all(op.name.startswith("model/") for op in session.graph.get_operations()[1:])
        assert_answers(await answers(session, meta_graph, case.inputs, "model"), case.outputs)


async def test_two_models_in_one_session() -> None:
    """Each has its own tables and variables."""
    async with tf.Session(graph=tf.Graph()) as session:
        for name in ("tf1", "tf2"):
            meta_graph = await tf.saved_model.load(session, ["serve"], RECORDED / name, import_scope=name)
            case = expected_of(RECORDED / name).cases[0]
            assert_answers(await answers(session, meta_graph, case.inputs, name), case.outputs)


async def test_tags_are_all_that_count() -> None:
    """Of several graphs that one is taken that has exactly these tags, in any order."""
    for tags in (["gpu", "serve"], {"serve", "gpu"}):
        async with tf.Session(graph=tf.Graph()) as session:
            meta_graph = await tf.saved_model.load(session, tags, RECORDED / "tf1")
            assert set(meta_graph.meta_info_def.tags) == {"gpu", "serve"}


async def test_variables_are_variables_again() -> None:
    """The collections come with the graph: what was trainable is, and has the restored values."""
    async with tf.Session(graph=tf.Graph()) as session:
        await tf.saved_model.load(session, ["serve"], RECORDED / "tf1")
        found = {variable.op.name: variable for variable in tf.trainable_variables()}
        assert {"parts/part_0", "parts/part_1", "weights"} == set(found)
        np.testing.assert_array_equal(await session.run(found["weights"]), [[1.0, -2.0], [3.0, 0.5]])


async def test_main_op_and_legacy_init_op(copied: Copied) -> None:
    """The initialiser is named by a collection, the later one of two."""
    folder = copied("tf1")
    message = SavedModel.FromString((folder / "saved_model.pb").read_bytes())
    for meta_graph in message.meta_graphs:
        main_op = meta_graph.collection_def[tf.saved_model.MAIN_OP_KEY]
        meta_graph.collection_def[tf.saved_model.LEGACY_INIT_OP_KEY].CopyFrom(main_op)
        del meta_graph.collection_def[tf.saved_model.MAIN_OP_KEY]
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())
    case = expected_of(folder).cases[0]
    async with tf.Session(graph=tf.Graph()) as session:
        meta_graph = await tf.saved_model.load(session, ["serve"], folder)
        assert_answers(await answers(session, meta_graph, case.inputs), case.outputs)
    message.meta_graphs[0].collection_def[tf.saved_model.LEGACY_INIT_OP_KEY].node_list.value.append("x")
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())
    async with tf.Session(graph=tf.Graph()) as session:
        with pytest.raises(RuntimeError, match=r"Expected exactly one SavedModel init op. Found 2"):
            await tf.saved_model.load(session, ["serve"], folder)


def test_sparse_and_other_inputs() -> None:
    """A signature may name a sparse tensor; what is neither is refused."""
    with tf.Graph().as_default() as graph:
        sparse = tf.sparse_placeholder(tf.float32, name="s")
    info = TensorInfo()
    info.coo_sparse.indices_tensor_name = sparse.indices.name
    info.coo_sparse.values_tensor_name = sparse.values.name
    info.coo_sparse.dense_shape_tensor_name = sparse.dense_shape.name
    found: Any = tf.saved_model.get_tensor_from_tensor_info(info, graph)
    assert [found.indices, found.values, found.dense_shape] == [sparse.indices, sparse.values, sparse.dense_shape]
    with pytest.raises(ValueError, match="encoding"):
        tf.saved_model.get_tensor_from_tensor_info(TensorInfo(), graph)
    with pytest.raises(KeyError):
        tf.saved_model.get_tensor_from_tensor_info(TensorInfo(name="none:0"), graph)


def test_constants() -> None:
    """They are TensorFlow's, below the same names."""
    assert (tf.saved_model.SERVING, tf.saved_model.tag_constants.TRAINING) == ("serve", "train")
    assert tf.saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY == "serving_default"
    assert tf.saved_model.constants.MAIN_OP_KEY == "saved_model_main_op"
    assert tf.compat.v1.saved_model.PREDICT_METHOD_NAME == "tensorflow/serving/predict"


def test_what_could_be_a_saved_model(tmp_path: Path) -> None:
    """A folder that holds the right file."""
    assert tf.saved_model.contains_saved_model(RECORDED / "tf1")
    assert tf.saved_model.maybe_saved_model_directory(str(RECORDED / "tf2"))
    assert not tf.saved_model.contains_saved_model(tmp_path)
    assert not tf.saved_model.loader.maybe_saved_model_directory(tmp_path / "none")
