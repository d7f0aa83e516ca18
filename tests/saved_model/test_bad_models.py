"""SavedModels that are damaged or hostile: typed errors that say what is the matter, and nothing read or written."""
from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow._proto.meta_graph_pb2 import AssetFileDef
from aioflow._proto.saved_model_pb2 import SavedModel
from aioflow.framework.limits import MIB
from tests.saved_model.cases import RECORDED
from tests.saved_model.conftest import Copied

MODELS = ("tf1", "tf2")


async def load(folder: Path, **options: Any) -> None:
    """Loads a model for serving."""
    async with tf.Session(graph=tf.Graph()) as session:
        await tf.saved_model.load(session, ["serve"], folder, **options)


def change(folder: Path, edit: Callable[[Any], None]) -> None:
    """Edits a model's first graph."""
    message = SavedModel.FromString((folder / "saved_model.pb").read_bytes())
    edit(message.meta_graphs[0])
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())


def nodes_of(meta_graph: Any) -> list[Any]:
    """All nodes, those of functions included."""
    library = meta_graph.graph_def.library.function
    return [*meta_graph.graph_def.node, *(node for function in library for node in function.node_def)]


def assets_of(meta_graph: Any) -> list[AssetFileDef]:
    """The assets, which TensorFlow 1 has in a collection."""
    packed = meta_graph.collection_def["saved_model_assets"].any_list.value
    return [AssetFileDef.FromString(each.value) for each in packed] or list(meta_graph.asset_file_def)


# ---- damaged
async def test_no_model(tmp_path: Path) -> None:
    """R-93: where there is no model, the error says where one was looked for."""
    for folder in (tmp_path, tmp_path / "none", RECORDED / "tf1" / "saved_model.pb"):
        with pytest.raises(OSError, match=r"SavedModel file does not exist at: .*saved_model.pb") as caught:
            await load(folder)
        assert str(folder) in str(caught.value)


@pytest.mark.parametrize("tags", [[], ["train"], ["serve", "train"], "serve", ["gpu"]])
async def test_no_such_tags(tags: Any) -> None:
    """R-93: where no graph has exactly the tags, those that there are are named."""
    async with tf.Session(graph=tf.Graph()) as session:
        with pytest.raises(RuntimeError, match=r"could not be found in SavedModel, with available tags.*'serve'"):
            await tf.saved_model.load(session, tags, RECORDED / "tf1")


async def test_a_file_that_is_no_model(copied: Copied) -> None:
    """A damaged file is an OSError that names it; a pipe is never opened."""
    folder = copied("tf1")
    file = folder / "saved_model.pb"
    file.write_bytes(b"\xff\xff garbage")
    with pytest.raises(OSError, match=r"Cannot parse file .*saved_model\.pb"):
        await load(folder)
    file.rename(folder / "saved_model.pbtxt")
    with pytest.raises(OSError, match=r"Cannot parse file .*saved_model\.pbtxt"):
        await load(folder)
    os.mkfifo(file)
    with pytest.raises(OSError, match="not a regular file"):
        await load(folder)


@pytest.mark.parametrize("name", MODELS)
async def test_missing_variables(copied: Copied, name: str) -> None:
    """Missing files are named."""
    folder = copied(name)
    data = folder / "variables" / "variables.data-00000-of-00001"
    data.unlink()
    with pytest.raises(tf.errors.NotFoundError, match=r"variables.data-00000-of-00001"):
        await load(folder)
    (folder / "variables" / "variables.index").unlink()
    with pytest.raises(ValueError, match=r"The passed save_path is not a valid checkpoint: .*variables/variables"):
        await load(folder)


@pytest.mark.parametrize("name", MODELS)
async def test_variables_of_another_model(copied: Copied, name: str) -> None:
    """A variable that the files do not have is named, and so are the files."""
    folder, other = copied(name), copied(MODELS[1 - MODELS.index(name)])
    for file in (other / "variables").iterdir():
        file.replace(folder / "variables" / file.name)
    with pytest.raises(tf.errors.NotFoundError, match=r"(?s)variables/variables failed: Key .* not found"):
        await load(folder)


@pytest.mark.parametrize("name", MODELS)
async def test_truncated_variables(copied: Copied, name: str) -> None:
    """However short the files are, the error is TensorFlow's and names them."""
    folder = copied(name)
    for file in ("variables.data-00000-of-00001", "variables.index"):
        path = folder / "variables" / file
        data = path.read_bytes()
        for nbytes in range(0, len(data), 1 + len(data) // 20):
            path.write_bytes(data[:nbytes])
            with pytest.raises((tf.errors.DataLossError, tf.errors.OutOfRangeError), match="variables/variables"):
                await load(folder)
        path.write_bytes(data)
    await load(folder)


async def test_missing_asset(copied: Copied) -> None:
    """A missing asset is named."""
    for name in MODELS:
        folder = copied(name)
        (folder / "assets" / "words.txt").unlink()
        with pytest.raises(tf.errors.NotFoundError, match=r"words.txt"):
            await load(folder)


# ---- larger than allowed
async def test_limits(copied: Copied) -> None:
    """Bytes and nodes are bounded, and so are the files, which may pretend to be huge: none of it is allocated."""
    folder = copied("tf1")
    with pytest.raises(tf.errors.ResourceExhaustedError, match="nodes"):
        await load(folder, limits=tf.Limits(num_nodes=10))
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"saved_model\.pb has"):
        await load(folder, limits=tf.Limits(graph_nbytes=1000))
    with pytest.raises(tf.errors.ResourceExhaustedError, match="variables and assets"):
        await load(folder, limits=tf.Limits(files_nbytes=10))
    tracemalloc.start()
    try:
        for file in ("saved_model.pb", "assets/words.txt"):
            nbytes = (folder / file).stat().st_size
            os.truncate(folder / file, 100_000 * MIB)  # a hole, which takes no room on the disk
            with pytest.raises(tf.errors.ResourceExhaustedError, match="the limit is"):
                await load(folder)
            os.truncate(folder / file, nbytes)
        assert tracemalloc.get_traced_memory()[1] < 8 * MIB
    finally:
        tracemalloc.stop()


# ---- hostile
SECRET = "the first line\nof a secret\n"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that no model has to do with."""
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("is_absolute", [False, True])
async def test_an_asset_elsewhere(copied: Copied, secret: Path, name: str, is_absolute: bool) -> None:
    """A table is not filled from what is not in the model's folder, unless the model is trusted."""
    folder = copied(name)

    def edit(meta_graph: Any) -> None:
        asset = assets_of(meta_graph)[0]
        asset.filename = str(secret) if is_absolute else "../../../secret.txt"
        meta_graph.asset_file_def.add().CopyFrom(asset)  # which counts more than the collection

    change(folder, edit)
    with pytest.raises(tf.errors.PermissionDeniedError, match=r'(?s)secret\.txt is not in the folder.*trust="full"'):
        await load(folder)
    await load(folder, trust="full")


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("file", ["assets/words.txt", "variables/variables.index", "variables", "assets"])
async def test_links_that_lead_elsewhere(copied: Copied, tmp_path: Path, name: str, file: str) -> None:
    """Links count by where they lead: out of the folder they are refused, within it they are as good as files."""
    folder = copied(name)
    (folder / file).rename(folder / "moved")
    (folder / file).symlink_to(folder / "moved")
    await load(folder)
    (folder / "moved").rename(tmp_path / "moved")
    (folder / file).unlink()
    (folder / file).symlink_to(tmp_path / "moved")
    with pytest.raises(tf.errors.PermissionDeniedError, match="is not in the folder"):
        await load(folder)
    await load(folder, trust="full")


async def test_a_folder_that_is_a_link(copied: Copied, tmp_path: Path) -> None:
    """The folder itself may be given by a link."""
    (tmp_path / "latest").symlink_to(copied("tf2"))
    await load(tmp_path / "latest")


async def test_a_data_file_that_is_a_link(copied: Copied, tmp_path: Path) -> None:
    """The index may be in place and the data elsewhere: that is refused, too."""
    folder = copied("tf1")
    data = folder / "variables" / "variables.data-00000-of-00001"
    data.replace(tmp_path / "data")
    data.symlink_to(tmp_path / "data")
    with pytest.raises(tf.errors.PermissionDeniedError, match="is not in the folder"):
        await load(folder)


async def test_a_pipe_for_a_file(copied: Copied) -> None:
    """A pipe, which nobody may ever write to, is not opened."""
    for file in ("assets/words.txt", "variables/variables.data-00000-of-00001"):
        folder = copied("tf1" if file.startswith("a") else "tf2")
        (folder / file).unlink()
        os.mkfifo(folder / file)
        with pytest.raises(tf.errors.PermissionDeniedError, match="no regular file"):
            await load(folder)


@pytest.mark.parametrize("pattern", [False, True])
async def test_another_prefix_in_the_graph(copied: Copied, tmp_path: Path, pattern: bool) -> None:
    """A graph that restores from a place of its own choice, or a pattern of places, is refused where that is."""
    folder, other = copied("tf1"), copied("tf2")
    place = str(other / "variables" / ("vari*" if pattern else "variables"))

    def edit(meta_graph: Any) -> None:
        chosen = meta_graph.graph_def.node.add(name="chosen", op="Const")
        chosen.attr["dtype"].type = tf.string.as_datatype_enum
        chosen.attr["value"].tensor.dtype = tf.string.as_datatype_enum
        chosen.attr["value"].tensor.tensor_shape.SetInParent()
        chosen.attr["value"].tensor.string_val.append(place.encode())
        for node in nodes_of(meta_graph):
            if node.op == "RestoreV2":
                node.input[0] = "chosen"

    change(folder, edit)
    with pytest.raises(tf.errors.PermissionDeniedError, match=r"(?s)is not in the folder.*save/RestoreV2"):
        await load(folder)


@pytest.mark.parametrize("name", MODELS)
async def test_saving_wants_trust(copied: Copied, tmp_path: Path, name: str) -> None:
    """The saver of an untrusted model is there, but refuses to run, whatever its nodes say of themselves."""
    folder = copied(name)

    def edit(meta_graph: Any) -> None:
        for node in nodes_of(meta_graph):
            node.attr["_aioflow_folder"].s = b"/"

    change(folder, edit)
    for trust in ("untrusted", "full"):
        new = tmp_path / trust
        new.mkdir()
        async with tf.Session(graph=tf.Graph()) as session:
            if trust == "full":
                folder = RECORDED / name
            saver = (await tf.saved_model.load(session, ["serve"], folder, trust=trust)).saver_def
            saving = session.run(saver.save_tensor_name, {saver.filename_tensor_name: str(new / "c")})
            if trust == "full":
                await saving
            else:
                with pytest.raises(tf.errors.PermissionDeniedError, match=r'(?s)SaveV2.*trust="full"'):
                    await saving
        assert bool(list(new.iterdir())) == (trust == "full")


async def test_a_graph_that_reads_files(copied: Copied, secret: Path) -> None:
    """Reading any file is refused when it runs, other ops that touch the world when they are imported."""
    folder = copied("tf1")

    def read(meta_graph: Any) -> None:
        name = meta_graph.graph_def.node.add(name="path", op="Placeholder")
        name.attr["dtype"].type = tf.string.as_datatype_enum
        name.attr["shape"].shape.SetInParent()
        meta_graph.graph_def.node.add(name="read", op="ReadFile").input.append("path")

    change(folder, read)
    async with tf.Session(graph=tf.Graph()) as session:
        await tf.saved_model.load(session, ["serve"], folder)
        with pytest.raises(tf.errors.PermissionDeniedError, match="'read' is a ReadFile"):
            await session.run("read:0", {"path:0": str(secret)})

    change(folder, lambda meta_graph: setattr(nodes_of(meta_graph)[-1], "op", "PyFunc"))
    with pytest.raises(tf.errors.PermissionDeniedError, match="is a PyFunc"):
        await load(folder)


async def test_a_file_op_passed_as_a_function(copied: Copied) -> None:
    """An op that is called as a function cannot be kept in the folder, so it is refused at once."""
    folder = copied("tf2")

    def edit(meta_graph: Any) -> None:
        node = meta_graph.graph_def.node.add(name="call", op="PartitionedCall")
        node.attr["f"].func.name = "RestoreV2"
        node.attr["Tin"].list.SetInParent()
        node.attr["Tout"].list.SetInParent()

    change(folder, edit)
    with pytest.raises(tf.errors.PermissionDeniedError, match="'call' is a RestoreV2"):
        await load(folder)


async def test_collections_that_lie(copied: Copied) -> None:
    """Collections and signatures that name what the graph does not have are typed errors."""
    folder = copied("tf1")

    def damage(meta_graph: Any) -> None:
        meta_graph.collection_def["saved_model_assets"].any_list.value[0].value = b"\xff"

    change(folder, damage)
    with pytest.raises(ValueError, match="saved_model_assets"):
        await load(folder)
    change(folder, lambda meta_graph: meta_graph.collection_def["saved_model_main_op"].node_list.value.append("none"))
    with pytest.raises(ValueError, match="saved_model_main_op"):
        await load(folder)
    folder = copied("tf2")

    def edit(meta_graph: Any) -> None:
        meta_graph.signature_def["__saved_model_init_op"].outputs.clear()

    change(folder, edit)
    with pytest.raises(ValueError, match="__saved_model_init_op"):
        await load(folder)
    change(folder, lambda meta_graph: setattr(meta_graph.saver_def, "restore_op_name", "none"))
    with pytest.raises(ValueError, match="none"):
        await load(folder)
