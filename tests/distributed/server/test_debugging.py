"""Clients of a server that want to debug their runs there."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors, tf_debug
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.server import Server


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
