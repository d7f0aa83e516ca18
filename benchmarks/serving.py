"""The rows of serving: what a request costs a server, of aioflow and of others, by CPU seconds of the server's process.

Servers and callers have processes of their own, and servers take turns. The seconds of a row are the server's CPU
seconds per request, which a busy machine changes little; requests per second and p99 are of the machine as it is.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from importlib import metadata
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.serving.codecs.predict_body import PredictBody
from aioflow.serving.codecs.predictions import print_predictions
from benchmarks.measuring import Row

_HTTP = ("uvicorn", "httptools", "uvloop")
#: Name -> packages that it needs.
PEERS = {
    "echo": _HTTP,
    "onnx": (*_HTTP, "onnx", "onnxruntime", "orjson"),
    "fastapi": (*_HTTP, "onnx", "onnxruntime", "fastapi"),
    "tensorflow": (*_HTTP, "tensorflow", "fastapi"),
    "ray": ("ray", "starlette"),
    "aioflow": _HTTP,
    "aioflow, mounted": _HTTP,
    "aioflow, gRPC": ("grpc",),
}
NAMES = {
    "echo": "raw ASGI echo", "onnx": "raw ASGI + ONNX Runtime", "fastapi": "FastAPI + ONNX Runtime",
    "tensorflow": "FastAPI + TensorFlow", "ray": "Ray Serve", "aioflow, mounted": "aioflow, by ASGI",
}  # fmt: skip
#: Peers that may live in environments of their own: the interpreters are named by these variables.
PYTHONS = {"tensorflow": "AIOFLOW_TENSORFLOW_PYTHON", "ray": "AIOFLOW_RAY_PYTHON"}
SHAPES = {"mlp": [64], "digits": [8, 8, 1]}
NUM_CLIENTS = (1, 64, 256)
_LONE_S = 0.0002
_IMAGE_S = 0.006
_NUM_REQUESTS = {1: 1000, 64: 4000, 256: 4000}
#: Some hundreds of requests a second are enough to wait for.
_NUM_OF_RAY = 400


class Server:
    """A server's process.

    Args:
        contender: Which one.
        model: "mlp" or "digits".
    """

    def __init__(self, contender: str, model: str) -> None:
        module = "serving_servers" if contender.startswith("aioflow") else "serving_peers"
        command = [python_of(contender), "-m", f"benchmarks.{module}", contender, model]
        self._protocol = "grpc" if "gRPC" in contender else "rest"
        self._shape = json.dumps(SHAPES[model])
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._port = self._read()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def measure(self, num_clients: int, num_requests: int) -> dict[str, float]:
        """CPU seconds per request, requests per second, p99 in seconds."""
        command = [
            sys.executable, "-m", "benchmarks.serving_callers", self._protocol, self._port, str(num_clients),
            str(num_requests), self._shape,
        ]  # fmt: skip
        before_s = self._cpu_s()
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        cpu_s = self._cpu_s() - before_s
        return {"cpu_s": cpu_s / num_requests, "share": cpu_s / found["seconds"],
                "rate": num_requests / found["seconds"], "p99_s": found["p99_s"]}  # fmt: skip

    def _cpu_s(self) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._read())

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("the server has ended; what it said of that is above")
        return line


def python_of(contender: str) -> str:
    """The interpreter that runs a contender."""
    return os.environ.get(PYTHONS.get(contender, ""), sys.executable)


def is_absent(contender: str) -> bool:
    """Whether packages are missing that a contender needs."""
    look = "import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, sys.argv[1:])))"
    command = [python_of(contender), "-c", look, *PEERS[contender]]
    try:
        return bool(subprocess.run(command, check=False, capture_output=True).returncode)
    except OSError:  # no such interpreter
        return True


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    found = [image(rounds)]
    for model in SHAPES:
        contenders = [name for name in PEERS if model == "mlp" or name.startswith("aioflow") or name == "echo"]
        absent = [name for name in contenders if is_absent(name)]
        with ExitStack() as stack:
            servers = {
                name: stack.enter_context(Server(name, model)) for name in contenders if name not in absent
            }
            for num_clients in NUM_CLIENTS:
                found.append(row(model, num_clients, servers, rounds))
                found[-1].absent += [NAMES.get(name, name) for name in absent]
    return found


def row(model: str, num_clients: int, servers: dict[str, Server], rounds: int) -> Row:
    """Has each server answer in turn; one round more warms up.

    Args:
        model: "mlp" or "digits".
        num_clients: How many callers.
        servers: By the name of the contender.
        rounds: How many rounds count.
    """
    found = Row(f"served {model}, {num_clients} clients, CPU of the server ({_versions()})")
    rates: dict[str, list[float]] = {}
    p99_s: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        for contender, server in servers.items():
            name = NAMES.get(contender, contender)
            num_requests = _NUM_REQUESTS[num_clients]
            seen = server.measure(num_clients, min(num_requests, _NUM_OF_RAY) if contender == "ray" else num_requests)
            if number:
                found.seconds.setdefault(name, []).append(seen["cpu_s"])
                found.cpu_shares.setdefault(name, []).append(seen["share"])
                rates.setdefault(name, []).append(seen["rate"])
                p99_s.setdefault(name, []).append(seen["p99_s"])
    for name, values in rates.items():
        found.figure(f"{name}, requests per second", values, "1/s")
        found.figure(f"{name}, p99", [1000 * value for value in p99_s[name]], "ms")
    if model == "mlp":
        _compare(found, num_clients)
    return found


def _compare(found: Row, num_clients: int) -> None:
    is_target = num_clients == 64
    found.ratio("aioflow", NAMES["echo"], "<= 2" if is_target else "")
    found.ratio(NAMES["onnx"], "aioflow", ">= 1.3" if is_target else "")
    found.ratio(NAMES["fastapi"], "aioflow", ">= 4" if is_target else "")
    found.ratio(NAMES["tensorflow"], "aioflow", ">= 8" if is_target else "")
    found.ratio(NAMES["ray"], "aioflow", ">= 40" if is_target else "")
    if num_clients == 1 and "aioflow" in found.seconds:
        found.figure("a lone request", [1e3 * each for each in found.seconds["aioflow"]], "ms", f"<= {1e3 * _LONE_S:g}")


def image(rounds: int) -> Row:
    """A body of an image read to an array, and the array printed."""
    values = np.random.default_rng(0).random((1, 224, 224, 3), np.float32)
    body = json.dumps({"instances": values.round(4).astype(float).round(4).tolist()}).encode()

    def once() -> float:
        began_s = time.process_time()
        found = PredictBody(body).inputs({"image": tf.float32})
        print_predictions({"image": found["image"]}, has_rows=True)
        return time.process_time() - began_s

    once()
    row = Row("an image of [224, 224, 3] as JSON, read and printed, CPU")
    row.seconds["aioflow"] = [min(once() for _ in range(5)) for _ in range(rounds)]
    row.cpu_shares["aioflow"] = [1.0] * rounds
    row.figure("in and out", [1e3 * each for each in row.seconds["aioflow"]], "ms", f"<= {1e3 * _IMAGE_S:g}")
    return row


def _versions() -> str:
    packages: list[Any] = ["uvicorn", "httptools", "uvloop", "fastapi", "onnxruntime", "grpcio"]
    known = {each.metadata["Name"]: each.version for each in metadata.distributions()}
    return ", ".join(f"{name} {known[name]}" for name in packages if name in known)
