"""`python -m benchmarks.serving_peers CONTENDER`: a peer's server in a process of its own, as `serving_servers` has it.

Nothing of aioflow is imported, so that a peer may live in an environment of its own. All over HTTP but Ray Serve run on
uvicorn with httptools and uvloop, without an access log.
"""
from __future__ import annotations

import asyncio
import functools
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SIZES = (64, 32, 32, 10)


def main() -> None:
    """Serves until the input ends."""
    contender = sys.argv[1]
    if contender == "ray":
        _serve_ray()
    else:
        run({"echo": echo, "onnx": _onnx_app, "fastapi": _fastapi_onnx, "tensorflow": _fastapi_tensorflow}[contender])


def run(app: Any) -> None:
    """Serves an application until the input ends."""
    import uvloop

    threading.Thread(target=tell, daemon=True).start()
    uvloop.run(listen(app))


def tell(cpu_s: Callable[[], float] = time.process_time) -> None:
    """Answers each line of the input with the CPU seconds taken, and ends the process with the input."""
    for _ in sys.stdin:
        print(cpu_s(), flush=True)
    os._exit(0)


def mlp() -> tuple[list[Any], list[Any]]:
    """Weights and biases of an MLP of 8 nodes, the last layer without a bias: [rows, 64] in, [rows, 10] out."""
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal((SIZES[i], SIZES[i + 1]), np.float32) for i in range(3)]
    return weights, [rng.standard_normal(size, np.float32) for size in SIZES[1:3]]


# ---- raw ASGI
async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Sends the body back: whatever is done for a request costs this much at least."""
    await _answer(send, await _body(receive))


async def _onnx_app(scope: Any, receive: Any, send: Any) -> None:
    import orjson

    rows = np.array(orjson.loads(await _body(receive))["instances"], np.float32)
    (found,) = _onnx().run(["y"], {"x": rows})
    await _answer(send, orjson.dumps({"predictions": found}, option=orjson.OPT_SERIALIZE_NUMPY))


@functools.cache
def _onnx() -> Any:
    from benchmarks.onnx_peer import onnx_session

    weights, biases = mlp()
    constants = {**{f"w{i}": w for i, w in enumerate(weights)}, **{f"b{i}": b for i, b in enumerate(biases)}}
    nodes = [
        ("MatMul", ["x", "w0"], "p0"), ("Add", ["p0", "b0"], "s0"), ("Relu", ["s0"], "h0"),
        ("MatMul", ["h0", "w1"], "p1"), ("Add", ["p1", "b1"], "s1"), ("Relu", ["s1"], "h1"),
        ("MatMul", ["h1", "w2"], "p2"), ("Softmax", ["p2"], "y"),
    ]  # fmt: skip
    return onnx_session(nodes, constants, {"x": [None, SIZES[0]]}, "y")


async def _body(receive: Any) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _answer(send: Any, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def listen(app: Any, protocol: Any = "httptools") -> None:
    """Serves an application at a free port, which it prints."""
    import uvicorn

    config = uvicorn.Config(app, http=protocol, loop="uvloop", access_log=False, log_level="error", lifespan="off")
    listener = _free_door()
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve([listener])


def _free_door() -> socket.socket:
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(1024)
    return door


# ---- FastAPI
async def _fastapi_onnx(scope: Any, receive: Any, send: Any) -> None:
    await _fastapi(_run_onnx)(scope, receive, send)


async def _fastapi_tensorflow(scope: Any, receive: Any, send: Any) -> None:
    await _fastapi(_run_tensorflow)(scope, receive, send)


def _run_onnx(rows: Any) -> Any:
    return _onnx().run(["y"], {"x": rows})[0]


def _run_tensorflow(rows: Any) -> Any:
    session, x, y = _tensorflow()
    return session.run(y, {x: rows})


@functools.cache
def _tensorflow() -> Any:
    from benchmarks.tensorflow_peer import tensorflow as tf

    weights, biases = mlp()
    with tf.Graph().as_default():
        x = h = tf.placeholder(tf.float32, [None, SIZES[0]])
        for weight, bias in zip(weights, biases, strict=False):
            h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, weight), bias))
        y = tf.nn.softmax(tf.matmul(h, weights[2]))
        return tf.Session(), x, y


@functools.cache
def _fastapi(run_model: Any) -> Any:
    from fastapi import FastAPI

    app = FastAPI()

    @app.post("/v1/models/m:predict")
    async def predict(body: dict[str, Any]) -> dict[str, Any]:
        rows = np.array(body["instances"], np.float32)
        found = await asyncio.get_running_loop().run_in_executor(None, run_model, rows)
        return {"predictions": found.tolist()}

    # Annotations are text in this module, and FastAPI looks for their names in it.
    return app


# ---- Ray Serve
def _serve_ray() -> None:
    """One replica that computes with numpy; the CPU seconds are those of all of its processes."""
    import ray
    from ray import serve

    door = _free_door()
    port = door.getsockname()[1]
    door.close()
    weights, biases = mlp()

    @serve.deployment(num_replicas=1, max_ongoing_requests=1000)
    class Net:
        async def __call__(self, request: Any) -> dict[str, Any]:
            h = np.array((await request.json())["instances"], np.float32)
            for weight, bias in zip(weights, biases, strict=False):
                h = np.maximum(h @ weight + bias, 0)
            h = h @ weights[2]
            h = np.exp(h - h.max(1, keepdims=True))
            return {"predictions": (h / h.sum(1, keepdims=True)).tolist()}

    ray.init(logging_level="error", log_to_driver=False, include_dashboard=False)
    serve.start(http_options={"host": "127.0.0.1", "port": port}, logging_config={"enable_access_log": False})
    serve.run(Net.bind(), route_prefix="/")
    print(port, flush=True)
    for _ in sys.stdin:
        print(_cpu_s_of_descendants(), flush=True)
    ray.shutdown()


def _cpu_s_of_descendants() -> float:
    """CPU seconds of this process and all below it."""
    parents, ticks = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        pid = int(folder.name)
        parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
    found, more = {os.getpid()}, True
    while more:
        before = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
        more = len(found) > before
    return sum(ticks[pid] for pid in found) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
