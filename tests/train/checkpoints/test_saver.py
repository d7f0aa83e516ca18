"""`tf.train.Saver`: nodes, files, values, errors and what is kept, as in TensorFlow."""
from __future__ import annotations

import json
import logging
import os
from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.full_disk import full_disk
from tests.ops.graph_text import graph_lines
from tests.train.checkpoints.savers import OPTIONS, build, sorted_controls

RECORDED: dict[str, Any] = json.loads((Path(__file__).parent / "recorded" / "savers.json").read_text())


@pytest.fixture(autouse=True)
def graph() -> Any:
    """An empty graph, which is the default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


async def values(session: tf.Session) -> list[Any]:
    """The values of all variables as lists."""
    return [value.tolist() for value in await session.run(tf.global_variables())]


VALUES = [[1.5, 2.0], [7, 8, 9], [[1.0, 1.0]] * 2, [[1.0, 1.0]] * 2, 3.5]


# ---- as TensorFlow has them
@pytest.mark.parametrize("kind", OPTIONS)
def test_nodes(kind: str, graph: tf.Graph) -> None:
    """Names, order, inputs, attributes and devices of nodes are TensorFlow's, and so is the message."""
    saver = build(tf, kind)
    scope = saver.saver_def.filename_tensor_name.partition("/")[0]
    lines = [line for line in graph_lines(graph.as_graph_def()) if line.startswith(f"{scope}/")]
    assert [sorted_controls(line) for line in lines] == [sorted_controls(line) for line in RECORDED[kind]["nodes"]]
    assert str(saver.as_saver_def()) == RECORDED[kind]["saver_def"]


@pytest.mark.parametrize("kind", OPTIONS)
async def test_files(kind: str, tmp_path: Path) -> None:
    """The files have TensorFlow's names and bytes, apart from those of the first format's blocks."""
    saver = build(tf, kind)
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        prefix = await saver.save(session, f"{tmp_path}/m", global_step=3, write_meta_graph=False)
    assert prefix is not None and prefix.replace(str(tmp_path), "") == RECORDED[kind]["prefix"]
    files = {path.name: path.read_bytes() for path in sorted(tmp_path.iterdir())}
    assert files.pop("checkpoint").decode().replace(str(tmp_path), "") == RECORDED[kind]["state"]
    theirs = {name: b64decode(data) for name, data in RECORDED[kind]["files"].items()}
    assert files.keys() == theirs.keys()
    if "first" not in kind:
        assert {name: len(data) for name, data in files.items() if "data" in name} == {
            name: len(data) for name, data in theirs.items() if "data" in name
        }


@pytest.mark.parametrize("kind", OPTIONS)
async def test_files_of_tensorflow(kind: str, tmp_path: Path) -> None:
    """What TensorFlow wrote is restored, without any initialization."""
    saver = build(tf, kind)
    for name, data in RECORDED[kind]["files"].items():
        (tmp_path / name).write_bytes(b64decode(data))
    async with tf.Session() as session:
        if kind in ("other names", "a list", "reshaping"):  # the last reads the shape of the variable without one
            await session.run(tf.global_variables_initializer())
        await saver.restore(session, str(tmp_path) + RECORDED[kind]["prefix"])
        assert await values(session) == VALUES


@pytest.mark.parametrize("kind", OPTIONS)
async def test_round_trip(kind: str, tmp_path: Path) -> None:
    """Values come back, in another session and another graph with a saver made from the message."""
    saver = build(tf, kind)
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        prefix = await saver.save(session, tmp_path / "m")
        await session.run([tf.assign_add(v, tf.ones_like(v)) for v in tf.global_variables()])
        assert await values(session) != VALUES
        await saver.restore(session, prefix)
        if kind not in ("other names", "a list"):
            assert await values(session) == VALUES
        again = tf.train.Saver(saver_def=saver.as_saver_def())
        await again.restore(session, prefix)
        assert again.to_proto() == saver.to_proto()


def test_scripts(tmp_path: Path) -> None:
    """Outside of an event loop there are the twins; inside, they say what to write."""
    weight = tf.get_variable("w", initializer=[1.0])
    saver = tf.train.Saver([weight])
    with tf.Session() as session:
        session.run_sync(weight.initializer)
        prefix = saver.save_sync(session, f"{tmp_path}/m", global_step=1)
        session.run_sync(weight.assign([2.0]))
        saver.restore_sync(session, tf.train.latest_checkpoint(tmp_path))
        assert prefix == f"{tmp_path}/m-1" and session.run_sync(weight).tolist() == [1.0]


async def test_twins_inside_a_loop() -> None:
    """A twin refuses to block the event loop, and shows the line as it should be."""
    saver = tf.train.Saver([tf.get_variable("w", initializer=[1.0])])
    async with tf.Session() as session:
        with pytest.raises(RuntimeError, match=r"await saver\.save\(session, \"m\"\)"):
            saver.save_sync(session, "m")
        with pytest.raises(RuntimeError, match=r"await saver\.restore\(session, \"m\"\)"):
            saver.restore_sync(session, "m")


# ---- names of files
async def test_steps_in_names(tmp_path: Path) -> None:
    """A step may be a number, a variable, a tensor or a name; eight digits if that is asked for."""
    step = tf.train.get_or_create_global_step()
    saver, padded = tf.train.Saver(), tf.train.Saver(pad_step_number=True)
    async with tf.Session() as session:
        await session.run([tf.global_variables_initializer()])
        await session.run(step.assign(7))
        for given in (7, np.int64(7), step, tf.identity(step), "global_step:0"):
            assert await saver.save(session, f"{tmp_path}/m", given) == f"{tmp_path}/m-7"
        assert await padded.save(session, f"{tmp_path}/p", step) == f"{tmp_path}/p-00000007"
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"checkpoint", *(f"{stem}.{kind}" for stem in ("m-7", "p-00000007")
                                     for kind in ("index", "meta", "data-00000-of-00001"))}  # fmt: skip


async def test_meta_graphs_of_a_graph_that_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph that is as it was is not exported again; one with another node, shape or collection is."""
    weight = tf.get_variable("w", initializer=[1.0])
    later = tf.placeholder(tf.float32, name="later")
    saver = tf.train.Saver()
    exports = []
    export = saver.export_meta_graph

    def counted(**options: Any) -> Any:
        exports.append(1)
        return export(**options)

    monkeypatch.setattr(saver, "export_meta_graph", counted)

    def found() -> Any:
        return tf.MetaGraphDef.FromString((tmp_path / "m.meta").read_bytes())

    async with tf.Session() as session:
        await session.run(weight.initializer)
        for change, count in (
            (lambda: None, 1), (lambda: None, 1), (lambda: tf.add(weight, 1.0, name="more"), 2),
            (lambda: later.set_shape([3]), 3), (lambda: tf.add_to_collection("numbers", 5), 4), (lambda: None, 4),
        ):  # fmt: skip
            change()
            await saver.save(session, tmp_path / "m")
            assert len(exports) == count
        await saver.save(session, tmp_path / "m", strip_default_attrs=True)
    assert found().meta_info_def.stripped_default_attrs and "numbers" in found().collection_def
    assert {node.name for node in found().graph_def.node} >= {"w", "more", "save/restore_all"}


async def test_paths_in_the_state_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-91: oldest first; relative to a relative folder, absolute ones as they are, or relative where asked for."""
    monkeypatch.chdir(tmp_path)
    weight = tf.get_variable("w", initializer=[1.0])

    def state(file: str) -> list[str]:
        return [line.partition('"')[2].strip('"') for line in Path(file).read_text().splitlines()]

    async with tf.Session() as session:
        await session.run(weight.initializer)
        saver = tf.train.Saver()
        assert await saver.save(session, f"{tmp_path}/new/m") == f"{tmp_path}/new/m"
        assert await saver.save(session, "rel/m", 3) == "rel/m-3"
        assert state("rel/checkpoint") == ["m-3", f"{tmp_path}/new/m", "m-3"]
        assert await saver.save(session, "m", 3) == "m-3"
        assert state("checkpoint") == ["m-3", f"{tmp_path}/new/m", "rel/m-3", "m-3"]
        assert tf.train.latest_checkpoint(".") == "./m-3" and tf.train.latest_checkpoint("rel") == "rel/m-3"
        await tf.train.Saver(save_relative_paths=True).save(session, f"{tmp_path}/r", 7)
        assert state("checkpoint") == ["r-7", "r-7"]
        forever = tf.train.Saver(max_to_keep=0)
        for number in range(2):
            await forever.save(session, f"{tmp_path}/f", number, latest_filename="other")
        assert state("other") == [f"{tmp_path}/f-1"] * 2 and forever.last_checkpoints == []
        assert tf.train.latest_checkpoint(tmp_path, "other") == f"{tmp_path}/f-1"


# ---- what is kept
async def test_old_ones_are_deleted(tmp_path: Path) -> None:
    """R-91: at most so many are kept; one that is written again is the newest; what is gone already does not matter."""
    saver = tf.train.Saver([tf.get_variable("w", initializer=[1.0])], max_to_keep=2)

    def steps() -> list[str]:
        return [path.rpartition("-")[2] for path in saver.last_checkpoints]

    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        for number, kept in ((1, ["1"]), (2, ["1", "2"]), (1, ["2", "1"]), (3, ["1", "3"])):
            await saver.save(session, f"{tmp_path}/m", number)
            assert steps() == kept
            assert {path.stem for path in tmp_path.glob("*.index")} == {f"m-{each}" for each in kept}
        assert len(list(tmp_path.iterdir())) == 1 + 2 * 3
        tf.train.remove_checkpoint(f"{tmp_path}/m-1")
        await saver.save(session, f"{tmp_path}/m", 4)
        await saver.save(session, f"{tmp_path}/m", 5, write_state=False)
        assert steps() == ["3", "4"] and tf.train.latest_checkpoint(tmp_path) == f"{tmp_path}/m-4"


async def test_one_in_some_hours_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint that is due to go stays for ever if the last such one is old enough."""
    now = [1e9]
    monkeypatch.setattr("time.time", lambda: now[0])
    saver = tf.train.Saver(
        [tf.get_variable("w", initializer=[1.0])], max_to_keep=1, keep_checkpoint_every_n_hours=2
    )  # fmt: skip
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        for number in range(8):
            now[0] += 3000
            await saver.save(session, f"{tmp_path}/m", number, write_meta_graph=False)
    # Written after 3000 s, 6000 s, ...; next times are at 7200 s, 14400 s, ...
    assert sorted(path.stem for path in tmp_path.glob("*.index")) == ["m-2", "m-4", "m-7"]


def test_lists_of_earlier_programs(tmp_path: Path) -> None:
    """Lists can be set, with and without times, or found by the files that are there."""
    saver = tf.train.Saver([tf.get_variable("w", initializer=[1.0])])
    saver.set_last_checkpoints(["a", "b"])
    assert saver.last_checkpoints == ["a", "b"]
    saver.set_last_checkpoints_with_time([("c", 5.0)])
    assert saver.last_checkpoints == ["c"]
    (tmp_path / "d.index").touch()
    (tmp_path / "old").touch()
    saver.recover_last_checkpoints([f"{tmp_path}/{name}" for name in ("d", "gone", "old")])
    assert saver.last_checkpoints == [f"{tmp_path}/d", f"{tmp_path}/old"]
    for wrong in ("a", ("a",)):
        with pytest.raises(AssertionError):
            saver.set_last_checkpoints(wrong)  # type: ignore[arg-type]


# ---- errors
def test_wrong_variables() -> None:
    """Each mistake has TensorFlow's error."""
    a, b = tf.get_variable("a", [2]), tf.get_variable("b", [2], use_resource=True)
    for wrong, kind, text in (
        (a, TypeError, r"Variables to save should be passed in a dict or a list\. Got "),
        ([a + 1.0], TypeError, "Variable to save is not a Variable: "),
        ([3], TypeError, "Variable to save is not a Variable: "),
        ({"x": a + 1.0}, TypeError, "names to Tensors/Variables. Not a variable: "),
        ({1: a}, TypeError, "mapping string names to trackable operations. Name is not a string: 1"),
        ([a, a], ValueError, "At least two variables have the same name: a"),
        ({"x": a, "y": a}, ValueError, "The same saveable will be restored with two names: y"),
        ({"x": b, "y": b}, ValueError, "The same saveable will be restored with two names: y"),
        ({"x": [a]}, ValueError, "Slices must all be slices: "),
        ({"x": [3]}, ValueError, "Slices must all be Variables: 3"),
        ([], ValueError, "No variables to save"),
    ):
        with pytest.raises(kind, match=text):
            tf.train.Saver(wrong)


def test_wrong_messages() -> None:
    """A message must be one, and name the nodes."""
    for wrong, text in (
        (tf.train.SaverDef(), "saver_def must specify the save_tensor_name: "),
        (tf.train.SaverDef(save_tensor_name="a"), "saver_def must specify the restore_op_name: "),
        (3, "saver_def must be a saver_pb2.SaverDef: 3"),
    ):
        with pytest.raises(ValueError, match=text):
            tf.train.Saver(saver_def=wrong)


async def test_wrong_saves(tmp_path: Path) -> None:
    """Mistakes of names and folders are told before anything is written."""
    weight = tf.get_variable("w", initializer=[1.0])
    saver = tf.train.Saver()
    async with tf.Session() as session:
        with pytest.raises(errors.FailedPreconditionError):
            await saver.save(session, f"{tmp_path}/m")
        await session.run(weight.initializer)
        for path, options, kind, text in (
            ("m", {"latest_filename": "a/b"}, ValueError, "'latest_filename' must not contain path components"),
            ("checkpoint", {}, ValueError, "'latest_filename' collides with 'save_path': 'checkpoint' and '.*/check"),
            ("a/b/m", {}, ValueError, "Parent directory of .*/a/b/m doesn't exist, can't save."),
        ):
            with pytest.raises(kind, match=text):
                await saver.save(session, f"{tmp_path}/{path}", **options)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="'sess' must be a Session; None"):
            await saver.save(None, f"{tmp_path}/m")
        assert list(tmp_path.iterdir()) == []


async def test_deferred(tmp_path: Path) -> None:
    """A saver may be built later, with what variables there are by then."""
    with pytest.raises(ValueError, match="If `var_list` is provided then build cannot be deferred"):
        tf.train.Saver([tf.get_variable("a", initializer=1.0)], defer_build=True)
    saver = tf.train.Saver(defer_build=True)
    tf.get_variable("b", initializer=1.0)
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        with pytest.raises(RuntimeError, match=r"`build\(\)` should be called before save if defer_build==True"):
            await saver.save(session, f"{tmp_path}/m")
        saver.build()
        saver.build()
        assert await saver.save(session, f"{tmp_path}/m", write_meta_graph=False) == f"{tmp_path}/m"
        with pytest.raises(ValueError, match="load save_path when it is None"):
            await saver.restore(session, None)
        with pytest.raises(ValueError, match="The passed save_path is not a valid checkpoint: nope"):
            await saver.restore(session, "nope")


async def test_nothing_to_save(tmp_path: Path) -> None:
    """Where that is allowed, there is the meta graph alone."""
    with pytest.raises(ValueError, match="No variables to save"):
        tf.train.Saver()
    saver = tf.train.Saver(allow_empty=True)
    tf.constant(1)
    async with tf.Session() as session:
        assert await saver.save(session, f"{tmp_path}/m", 3) is None
        await saver.restore(session, None)
    assert saver.as_saver_def() is None and saver.last_checkpoints == []
    assert [path.name for path in tmp_path.iterdir()] == ["m-3.meta"]


async def test_graphs_that_do_not_fit(tmp_path: Path) -> None:
    """What misses, or has another shape or type, is told in TensorFlow's words."""
    async with tf.Session() as session:
        tf.get_variable("a", initializer=[1.0, 2.0])
        await session.run(tf.global_variables_initializer())
        prefix = await tf.train.Saver().save(session, f"{tmp_path}/m")
    for name, initial, kind, text in (
        ("b", [1.0, 2.0], errors.NotFoundError, "a Variable name or other graph key that is missing from the"),
        ("a", [1.0], errors.InvalidArgumentError, "a mismatch between the current graph and the graph from the"),
        ("a", [1, 2], errors.InvalidArgumentError, "a mismatch between the current graph and the graph from the"),
    ):
        with tf.Graph().as_default():
            tf.get_variable(name, initializer=initial)
            saver = tf.train.Saver()
            async with tf.Session() as session:
                with pytest.raises(kind, match="Restoring from checkpoint failed. This is most likely due to " + text):
                    await saver.restore(session, prefix)
    with tf.Graph().as_default():
        reshaped = tf.get_variable("a", initializer=[[1.0], [1.0]])
        async with tf.Session() as session:
            await tf.train.Saver(reshape=True).restore(session, prefix)
            assert (await session.run(reshaped)).tolist() == [[1.0], [2.0]]


async def test_a_full_disk_leaves_the_old_one(tmp_path: Path) -> None:
    """A save that fails, in the data, the meta graph or the state, leaves the checkpoint and the list before it."""
    weight = tf.get_variable("w", initializer=np.arange(1000.0))
    saver = tf.train.Saver(max_to_keep=1)
    async with tf.Session() as session:
        await session.run(weight.initializer)
        first = await saver.save(session, f"{tmp_path}/m", 1)
        (tmp_path / "other").mkdir()
        for nbytes, state in ((100, "checkpoint"), (8100, "checkpoint"), (1 << 20, "other")):
            with full_disk(nbytes), pytest.raises(errors.OpError):
                await saver.save(session, f"{tmp_path}/m", 2, state)
            assert saver.last_checkpoints == [first] and tf.train.latest_checkpoint(tmp_path) == first
            assert not list(tmp_path.glob("*tempstate*"))
        await session.run(weight.assign(np.zeros(1000)))
        await saver.restore(session, first)
        assert (await session.run(weight)).tolist() == list(range(1000))
        assert await saver.save(session, f"{tmp_path}/m", 3) == saver.last_checkpoints[0]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The error names the file."""
    saver = tf.train.Saver([tf.get_variable("w", initializer=[1.0])])
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        tmp_path.chmod(0o500)
        with pytest.raises(errors.PermissionDeniedError, match=r"m\.data"):
            await saver.save(session, f"{tmp_path}/m")


async def test_what_cannot_be_deleted_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Saving goes on."""
    saver = tf.train.Saver([tf.get_variable("w", initializer=[1.0])], max_to_keep=1)
    async with tf.Session() as session:
        await session.run(tf.global_variables_initializer())
        await saver.save(session, f"{tmp_path}/m", 1)
        (tmp_path / "m-1.index").unlink()
        (tmp_path / "m-1.index" / "x").mkdir(parents=True)
        with caplog.at_level(logging.WARNING, "aioflow"):
            await saver.save(session, f"{tmp_path}/m", 2)
    assert "Ignoring: " in caplog.text
