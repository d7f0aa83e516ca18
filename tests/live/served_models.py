"""The models that published clients ask, and the servers that have them."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

import aioflow as tf
from aioflow.serving import Batching, GrpcServer, Loading, Model, ModelServer, RestApp, ServingMetrics, VersionPolicy
from aioflow.serving.rest.direct_protocol import direct_protocol
from aioflow.serving.rpc.options import GrpcOptions
from tests.serving.models import save_affine

#: TensorFlow Serving's rules.
STRICT: dict[str, Any] = {"max_rows": 4, "is_strict": True, "is_adaptive": False, "splits": False}
SPLITTING: dict[str, Any] = {**STRICT, "max_rows": 10, "max_execution_rows": 4, "splits": True}
WAITS = Batching(**STRICT, timeout_s=0.3)
FILLS_UP = Batching(**STRICT, allowed_rows=(2, 4))
FILLS = Batching(**STRICT, timeout_s=3600.0)
GATED = Batching(**STRICT, max_queued_batches=2)


def save_text(path: Path) -> None:
    """A model that gives its strings back."""
    with tf.Graph().as_default() as graph:
        tf.identity(tf.placeholder(tf.string, [None], name="x"), name="y")
    path.write_bytes(graph.as_graph_def().SerializeToString())


def _add_outputs(x: tf.Tensor) -> None:
    tf.add(x, 1.0, name="y")
    tf.fill([tf.size(x)], tf.size(x), name="sizes")


def save_sized(path: Path, shape: list[None] | None) -> None:
    """A model of y = x + 1, which tells for each row the size of the batch in which it ran."""
    with tf.Graph().as_default() as graph:
        _add_outputs(tf.placeholder(tf.float32, shape, name="x"))
    path.write_bytes(graph.as_graph_def().SerializeToString())


def save_gated(path: Path, num_rows: int | None) -> None:
    """The same, but a run goes on only for an `open`. `entered` gives the first value of each.

    Args:
        path: The file.
        num_rows: How many its input has; None for any. Requests are batched only then.
    """
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [num_rows], name="x")
        runs, gate = (tf.FIFOQueue(100, tf.float32, [], name=name) for name in ("runs", "gate"))
        gate.enqueue(1.0, name="open")
        runs.dequeue(name="entered")
        with tf.control_dependencies([runs.enqueue(x[0])]):
            opened = gate.dequeue()
        with tf.control_dependencies([opened]):
            _add_outputs(tf.identity(x))
    path.write_bytes(graph.as_graph_def().SerializeToString())


async def save_all(folder: Path) -> None:
    """Writes the models."""
    await save_affine(folder / "half" / "1")
    save_text(folder / "text.pb")
    save_sized(folder / "sized.pb", [None])
    save_sized(folder / "any_shape.pb", None)
    save_gated(folder / "gated.pb", num_rows=None)
    save_gated(folder / "alone.pb", num_rows=1)
    await save_version(folder / "sized" / "1", "enable_large_batch_splitting { value: true }")


async def save_version(folder: Path, parameters: str = "") -> None:
    """The model of `save_sized` as a SavedModel, with sizes of batches that end below the cap."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        _add_outputs(x)
        outputs = {name: graph.get_tensor_by_name(f"{name}:0") for name in ("y", "sizes")}
        async with tf.Session(graph=graph) as session:
            await tf.saved_model.simple_save(session, str(folder), {"x": x}, outputs)
    sizes = "max_batch_size { value: 8 } allowed_batch_sizes: 2 allowed_batch_sizes: 4 "
    (folder / "batching_params.pbtxt").write_text(sizes + parameters)


def batched_models(folder: Path) -> list[Model]:
    """Models whose requests are batched, each another way."""
    return [
        Model("waits", folder / "sized.pb", batching=WAITS),
        Model("fills", folder / "sized.pb", batching=FILLS),
        Model("fills_up", folder / "any_shape.pb", batching=FILLS_UP),
        Model("splits", folder / "sized.pb", batching=Batching(**SPLITTING, timeout_s=0.05)),
        Model("splits_later", folder / "sized.pb", batching=Batching(**SPLITTING, timeout_s=1.0)),
        Model("sized", folder / "sized", version_policy=VersionPolicy.all(), batching=Batching(**STRICT)),
    ]


def gated_models(folder: Path) -> list[Model]:
    """`gated` with batches, of which its server runs one at a time, `alone` without, and `half`."""
    names: dict[str, Any] = {"inputs": {"x": "x:0"}, "outputs": {"y": "y:0", "sizes": "sizes:0"}}
    return [
        Model("half", folder / "half"),
        Model("gated", folder / "gated.pb", batching=GATED, **names),
        Model("alone", folder / "alone.pb", **names),
    ]


@asynccontextmanager
async def listening(app: Any, **how: Any) -> AsyncIterator[int]:
    """Has uvicorn serve an application; gives the port."""
    web = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_level="warning", log_config=None, **how))
    serving = asyncio.create_task(web.serve())
    while not web.started:
        await asyncio.sleep(0)
    try:
        yield web.servers[0].sockets[0].getsockname()[1]
    finally:
        web.should_exit = True
        await serving


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[list[int]]:
    """The servers; gives their ports as `serving_clients` takes them. Nobody starts the one that is mounted."""
    models = [Model("half", folder / "half"), Model("text", folder / "text.pb"), *batched_models(folder)]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(ModelServer(models, loading=Loading(poll_wait_s=0)))
        await save_version(folder / "sized" / "2")
        with pytest.raises(tf.errors.UnknownError, match=r"Specific\(sized, 2\)"):
            await server.reload(models)
        mounted = ModelServer(gated_models(folder), loading=Loading(poll_wait_s=0), batching=Batching(num_executors=1))
        stack.push_async_callback(mounted.stop)
        metrics = await stack.enter_async_context(ServingMetrics(mounted))
        ports = [(await stack.enter_async_context(GrpcServer(server, "127.0.0.1:0"))).port]
        ports.append(await stack.enter_async_context(listening(RestApp(server))))
        options = GrpcOptions(allows_session_run=True)
        ports.append((await stack.enter_async_context(GrpcServer(mounted, "127.0.0.1:0", options=options))).port)
        app = RestApp(mounted, mounted={"/metrics": metrics})
        ports.append(await stack.enter_async_context(listening(Starlette(routes=[Mount("/ml", app)]))))
        ports.append(await stack.enter_async_context(listening(app, http=direct_protocol(app))))
        yield ports
