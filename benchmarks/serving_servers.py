"""`python -m benchmarks.serving_servers CONTENDER MODEL`: a server in a process of its own.

It prints its port; to each line that it reads it answers with the CPU seconds that it has taken, and it ends with the
input. The peers are in `serving_peers`.
"""
from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aioflow as tf
from aioflow.cli.demo import load_digits
from aioflow.serving import Batching, GrpcServer, Loading, Model, ModelServer, RestApp, ServingMetrics
from aioflow.serving.lifecycle.memory import resting_collector
from aioflow.serving.rest.direct_protocol import direct_protocol
from benchmarks.serving_peers import SIZES, listen, mlp, tell


def main() -> None:
    """Serves until the input ends."""
    contender, model = sys.argv[1:]
    threading.Thread(target=tell, daemon=True).start()
    _runner()(_serve(contender, model))


def _runner() -> Any:
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.run
    return uvloop.run


async def _serve(contender: str, model: str) -> None:
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
                await listen(app, direct_protocol(app))
            elif contender == "aioflow, mounted":
                await listen(RestApp(server))
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


if __name__ == "__main__":
    main()
