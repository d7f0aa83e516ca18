"""Clients of a server that want to debug their runs there."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors, tf_debug
from aioflow._proto.distributed import worker_pb2
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server
from tests.distributed.clusters import cluster, run


def watching(url: str) -> Any:
    """Options that watch `y`."""
    options = tf.RunOptions()
    tf_debug.add_debug_tensor_watch(options, "y", debug_urls=url)
    return options


@pytest.fixture
def graph() -> tf.Graph:
    """x is fed, y is x + 1."""
    with tf.Graph().as_default() as graph:
        tf.add(tf.placeholder(tf.float32, [], name="x"), 1.0, name="y")
    return graph


async def test_debug_options_are_refused(graph: tf.Graph, tmp_path: Path) -> None:
    """O-57: a client cannot choose where a server writes or connects, in runs and in callables."""
    async with Server.create_local_server() as server, tf.Session(server.target, graph=graph) as session:
        for url in (f"file://{tmp_path}", "grpc://127.0.0.1:1"):
            with pytest.raises(errors.PermissionDeniedError, match="this server allows none"):
                await session.run("y:0", {"x:0": 1.0}, watching(url))
        with pytest.raises(errors.UnimplementedError, match="in this process alone"):
            async with session.watch("y:0"):
                pass
        assert await session.run("y:0", {"x:0": 1.0}) == 2.0
    assert list(tmp_path.iterdir()) == []


async def test_folder_for_dumps(graph: tf.Graph, tmp_path: Path) -> None:
    """O-57: a server that names a folder dumps below it, and nowhere else."""
    root = tmp_path / "dumps"
    root.mkdir()
    (root / "up").symlink_to(tmp_path)
    settings = MasterSettings(debug_folder=str(root))
    server = Server.create_local_server(settings=settings)
    async with server, tf.Session(server.target, graph=graph) as session:
        assert await session.run("y:0", {"x:0": 1.0}, watching(f"file://{root}/one")) == 2.0
        for wrong in (f"{root}/../two", f"{root}/up/three", str(tmp_path), f"{root}2"):
            with pytest.raises(errors.PermissionDeniedError, match="below"):
                await session.run("y:0", {"x:0": 1.0}, watching(f"file://{wrong}"))
    assert [path.name for path in tmp_path.iterdir()] == ["dumps"]
    assert tf_debug.DebugDumpDir(root / "one").get_tensors("y", 0, "DebugIdentity") == [2.0]


# ---- several tasks
async def _dumps_of_tasks(root: Path) -> None:
    settings = MasterSettings(debug_folder=str(root))
    async with cluster({"a": 1, "b": 1}, settings=settings) as made:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [], name="x")
            with tf.device("/job:b"):
                there = tf.add(x, 1.0, name="there")
            with tf.device("/job:a"):
                here = tf.multiply(there, 2.0, name="here")
            async with tf.Session(made.target("a0")) as session:
                for number in range(2):
                    options = tf.RunOptions()
                    for name in ("there", "here", "nowhere"):
                        tf_debug.add_debug_tensor_watch(
                            options, name, debug_urls=f"file://{root}/run{number}", global_step=3
                        )
                    assert await session.run(here, {x: float(number)}, options) == 2 * (number + 1)
                    dump = tf_debug.DebugDumpDir(root / f"run{number}")
                    assert dump.devices() == [f"/job:{job}/replica:0/task:0/device:CPU:0" for job in "ab"]
                    assert dump.get_tensors("there", 0, "DebugIdentity") == [number + 1]
                    assert dump.get_tensors("here", 0, "DebugIdentity") == [2 * (number + 1)]
                    assert len(dump.partition_graphs()) == 2 and dump.node_op_type("there") == "AddV2"
                    run_told = dump.core_metadata
                    assert isinstance(run_told, tf_debug.CoreMetadata)  # written once, by the master
                    assert (run_told.session_run_index, run_told.executor_step_index) == (number, number)
                    assert (run_told.input_names, run_told.output_names) == (["x:0"], ["here:0"])
                    assert run_told.global_step == 3
                assert await session.run(here, {x: 1.0}) == 4.0
                calls = made.network.calls
                # What was registered for a run alone is forgotten behind it.
                assert calls["/tensorflow.WorkerService/DeregisterGraph"] == 2
                other = tf.RunOptions()
                tf_debug.add_debug_tensor_watch(other, "there", debug_urls=f"file://{root}/../elsewhere")
                with pytest.raises(errors.PermissionDeniedError, match="below"):
                    await session.run(here, {x: 1.0}, other)
    assert sorted(path.name for path in root.iterdir()) == ["run0", "run1"]


def test_each_task_dumps_its_part(tmp_path: Path) -> None:
    """O-49: each worker dumps its own partition, and the master what the run is, counted from 0 per signature."""
    (tmp_path / "root").mkdir()
    run(_dumps_of_tasks(tmp_path / "root"))


async def _refused(root: Path) -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        worker = made.servers["b0"].worker
        request = worker_pb2.RegisterGraphRequest(session_handle="none")
        await worker.create_session(worker_pb2.CreateWorkerSessionRequest(session_handle="none"))
        for url in (f"file://{root}", "grpc://127.0.0.1:1"):
            del request.debug_options.debug_tensor_watch_opts[:]
            request.debug_options.debug_tensor_watch_opts.add(
                node_name="y", output_slot=0, debug_ops=["DebugIdentity"], debug_urls=[url]
            )
            with pytest.raises(errors.PermissionDeniedError, match="this server allows none"):
                await worker.register_graph(request)


def test_masters_of_others_are_refused(tmp_path: Path) -> None:
    """O-57: nor does a worker write where the master of another task says."""
    run(_refused(tmp_path))
    assert list(tmp_path.iterdir()) == []
