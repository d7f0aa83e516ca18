"""Servers of TensorFlow in processes of their own."""
from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", "")
ROOT = Path(__file__).resolve().parents[2]
WHY = "AIOFLOW_TENSORFLOW_PYTHON does not name a Python that has TensorFlow"


@contextmanager
def tensorflow_server(
    cluster: dict[str, list[str]] | None = None, job: str = "", task: int = 0, leader: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Runs a server, with two CPUs if a task leads collectives; gives its target and its process."""
    arguments = [] if cluster is None else [json.dumps(cluster), job, str(task), *([leader] if leader else [])]
    command = [PYTHON, "-m", "tests.live.server_peer", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            line = next((line for line in process.stdout if line.startswith("target ")), "")
            assert line, "the server has not started"
            yield line.split()[1], process
        finally:
            process.kill()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
