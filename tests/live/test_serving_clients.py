"""Published clients of TensorFlow Serving and Triton, against servers of ours."""
from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
from pathlib import Path

import pytest

from tests.live.served_models import save_all, served

PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", "")
ROOT = Path(__file__).resolve().parents[2]
_NEEDED = "import tensorflow_serving.apis, tritonclient.http, tritonclient.grpc"


def has_clients() -> bool:
    """Whether there is a Python that has the clients."""
    return bool(PYTHON) and not subprocess.run([PYTHON, "-c", _NEEDED], capture_output=True, check=False).returncode


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON, reason="AIOFLOW_TENSORFLOW_PYTHON does not name a Python that has TensorFlow")
async def test_published_clients(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Stubs of TensorFlow Serving over gRPC; Triton's clients over HTTP and gRPC; TensorFlow's batch op.

    V-12, V-18, V-19, V-50, V-51, V-52, V-53, V-54, V-55: as these peers see them.
    V-34, V-35, V-36, V-37, V-38, V-39, V-40, V-44: the clients get of our batches what the batch op gives.
    V-59, V-60, V-61: under Starlette and uvicorn, of which nobody starts the server, and from clients that hang up.
    """
    if not await asyncio.to_thread(has_clients):
        pytest.skip("the Python with TensorFlow has no tensorflow-serving-api and tritonclient")
    await save_all(tmp_path)
    with caplog.at_level(logging.WARNING):
        async with served(tmp_path) as ports:
            command = [PYTHON, "-m", "tests.live.serving_clients", *map(str, ports)]
            peer = await asyncio.to_thread(
                subprocess.run, command, capture_output=True, text=True, check=False, cwd=ROOT
            )
    assert peer.returncode == 0, peer.stderr[-4000:]
    results = json.loads(peer.stdout.splitlines()[-1])
    assert len(results) >= 19
    wrong = [f"{name}:\n{fault}" for name, fault in results.items() if fault is not None]
    assert not wrong, "\n".join(wrong)
    assert len([record for record in caplog.records if "starts at its first request" in record.message]) == 1
