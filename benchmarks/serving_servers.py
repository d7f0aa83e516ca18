"""`python -m benchmarks.serving_servers CONTENDER MODEL`: a server in a process of its own.

It prints its port; to each line that it reads it answers with the CPU seconds that it has taken, and it ends with the
input. All over HTTP run on uvicorn with httptools and uvloop, without an access log.
"""
from __future__ import annotations

import asyncio
import functools
import os
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.cli.demo import load_digits
from aioflow.serving import Batching, GrpcServer, Loading, Model, ModelServer, RestApp, ServingMetrics
from aioflow.serving.lifecycle.memory import resting_collector
from aioflow.serving.rest.direct_protocol import direct_protocol
from benchmarks.onnx_peer import onnx_session

SIZES = (64, 32, 32, 10)


def main() -> None:
    """Serves until the input ends."""
    contender, model = sys.argv[1:]
    threading.Thread(target=_tell, daemon=True).start()
    if contender.startswith("aioflow"):
        _runner()(_serve_aioflow(contender, model))
    else:
        _runner()(_listen({"echo": echo, "onnx": _onnx_app, "fastapi": _fastapi_app}[contender]))


def mlp() -> tuple[list[Any], list[Any]]:
    """Weights and biases of an MLP of 8 nodes, the last layer without a bias: [rows, 64] in, [rows, 10] out."""
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal((SIZES[i], SIZES[i + 1]), np.float32) for i in range(3)]
    return weights, [rng.standard_normal(size, np.float32) for size in SIZES[1:3]]


def _runner() -> Any:
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.run
    return uvloop.run


def _tell() -> None:
    for _ in sys.stdin:
        print(time.process_time(), flush=True)
    os._exit(0)


# ---- aioflow
async def _serve_aioflow(contender: str, model: str) -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder) / "m.pb"
        path.write_bytes(_graph(model).as_graph_def().SerializeToString())
        models = [Model("m", path, inputs=("x",) if model == "mlp" else ("images",),
                        outputs=("y",) if model == "mlp" else ("predictions",))]  # fmt: skip
        batching = Batching(max_rows=256, num_executors=1)
        async with (
            ModelServer(models, batching=batching, loading=Loading(poll_wait_s=0)) as server,
            ServingMetrics(server),
        ):
            stack.enter_context(resting_collector())  # as `aioflow serve` does
            if contender == "aioflow":
                app = RestApp(server)
                await _listen(app, direct_protocol(app))
            elif contender == "aioflow, mounted":
                await _listen(RestApp(server))
            else:
                async with GrpcServer(server, "127.0.0.1:0") as listening:
                    print(listening.port, flush=True)
                    await listening.wait_for_termination()


def _graph(model: str) -> Any:
    if model == "digits":
        return load_digits().graph
    weights, biases = mlp()
    with tf.Graph().as_default() as graph:
        h = tf.placeholder(tf.float32, [None, SIZES[0]], name="x")
        for weight, bias in zip(weights, biases, strict=False):
            h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, weight), bias))
        tf.nn.softmax(tf.matmul(h, weights[2]), name="y")
    return graph


# ---- peers
async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Sends the body back: whatever is done for a request costs this much at least."""
    await _answer(send, await _body(receive))


async def _onnx_app(scope: Any, receive: Any, send: Any) -> None:
    import orjson

    rows = np.array(orjson.loads(await _body(receive))["instances"], np.float32)
    (found,) = _onnx().run(["y"], {"x": rows})
    await _answer(send, orjson.dumps({"predictions": found}, option=orjson.OPT_SERIALIZE_NUMPY))


@functools.cache
def _fastapi() -> Any:
    from fastapi import FastAPI

    app = FastAPI()

    @app.post("/v1/models/m:predict")
    async def predict(body: dict[str, Any]) -> dict[str, Any]:
        rows = np.array(body["instances"], np.float32)
        loop = asyncio.get_running_loop()
        (found,) = await loop.run_in_executor(None, _onnx().run, ["y"], {"x": rows})
        return {"predictions": found.tolist()}

    # Annotations are text in this module, and FastAPI looks for their names in it.
    return app


async def _fastapi_app(scope: Any, receive: Any, send: Any) -> None:
    await _fastapi()(scope, receive, send)


@functools.cache
def _onnx() -> Any:
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


async def _listen(app: Any, protocol: Any = "httptools") -> None:
    import uvicorn

    config = uvicorn.Config(app, http=protocol, loop="uvloop", access_log=False, log_level="error", lifespan="off")
    listener = config_socket()
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve([listener])


def config_socket() -> Any:
    """A socket at a free port of this machine."""
    import socket

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    return listener


if __name__ == "__main__":
    main()
