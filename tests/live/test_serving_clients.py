"""Published clients of TensorFlow Serving and Triton, against a server of ours."""
from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path

import pytest
import uvicorn

import aioflow as tf
from aioflow.serving import GrpcServer, Loading, Model, ModelServer, RestApp
from tests.serving.models import save_affine

PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", "")
ROOT = Path(__file__).resolve().parents[2]
_NEEDED = "import tensorflow_serving.apis, tritonclient.http, tritonclient.grpc"


def has_clients() -> bool:
    """Whether there is a Python that has the clients."""
    return bool(PYTHON) and not subprocess.run([PYTHON, "-c", _NEEDED], capture_output=True, check=False).returncode


def save_text(path: Path) -> None:
    """A model that gives its strings back."""
    with tf.Graph().as_default() as graph:
        tf.identity(tf.placeholder(tf.string, [None], name="x"), name="y")
    path.write_bytes(graph.as_graph_def().SerializeToString())


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON, reason="AIOFLOW_TENSORFLOW_PYTHON does not name a Python that has TensorFlow")
async def test_published_clients(tmp_path: Path) -> None:
    """Stubs of TensorFlow Serving over gRPC; Triton's client over HTTP and gRPC.

    V-18, V-19, V-50, V-51, V-52, V-53, V-54, V-55: as these peers see them.
    """
    if not await asyncio.to_thread(has_clients):
        pytest.skip("the Python with TensorFlow has no tensorflow-serving-api and tritonclient")
    await save_affine(tmp_path / "half" / "1")
    save_text(tmp_path / "text.pb")
    models = [Model("half", tmp_path / "half"), Model("text", tmp_path / "text.pb")]
    async with (
        ModelServer(models, loading=Loading(poll_wait_s=0)) as server,
        GrpcServer(server, "127.0.0.1:0") as listening,
    ):
        config = uvicorn.Config(RestApp(server), port=0, lifespan="off", log_level="warning", log_config=None)
        web = uvicorn.Server(config)
        serving = asyncio.create_task(web.serve())
        while not web.started:
            await asyncio.sleep(0)
        port = web.servers[0].sockets[0].getsockname()[1]
        command = [PYTHON, str(ROOT / "tests" / "live" / "serving_clients.py"), str(listening.port), str(port)]
        peer = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        web.should_exit = True
        await serving
    assert peer.returncode == 0, peer.stderr[-4000:]
    results = json.loads(peer.stdout.splitlines()[-1])
    assert len(results) >= 8
    wrong = [f"{name}:\n{fault}" for name, fault in results.items() if fault is not None]
    assert not wrong, "\n".join(wrong)
