"""A server's doors: an application, gRPC within its life, metrics, and requests that warm later versions up."""
from __future__ import annotations

from pathlib import Path

import pytest

import aioflow as tf
from aioflow._proto.serving.predict_pb2 import PredictResponse
from aioflow.serving import Batching, Loading, Model, ModelServer, Request, WarmupRecorder
from aioflow.serving.servables.warm_up import WARMUP_FILE
from tests.serving.models import floats, save_affine, save_counter
from tests.serving.rest.client import Client as RestClient
from tests.serving.rpc.client import Client as GrpcClient
from tests.serving.rpc.test_tensorflow_serving import PREDICT, request, spec

ONCE = Loading(poll_wait_s=0, max_retries=0)


async def test_application_with_chosen_protocols(half: Path) -> None:
    """Of the others there is nothing."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        tensorflow, kserve = (RestClient(server.asgi(protocols={name})) for name in ("tfs", "v2"))
        for client, statuses in ((tensorflow, (200, 404)), (kserve, (404, 200))):
            found = [(await client.get(path)).status for path in ("/v1/models/half", "/v2/models/half")]
            assert tuple(found) == statuses
        with pytest.raises(tf.errors.InvalidArgumentError, match="v3"):
            server.asgi(protocols={"v3"})


async def test_grpc_ends_with_the_server(half: Path) -> None:
    """It shares models, queue and metrics with everything else."""
    server = ModelServer([Model("half", half)], loading=ONCE)
    async with server.lifespan(None):
        metrics = server.metrics_asgi()
        listening = await server.start_grpc("127.0.0.1:0")
        async with GrpcClient(listening.port) as client:
            await client.call(PREDICT, request(spec(), x=floats(1)), PredictResponse)
        assert b'request_count{model_name="half",status="OK"} 1' in await metrics.text()
    async with GrpcClient(listening.port) as client:
        assert (await client.fails(PREDICT, request(spec(), x=floats(1)), timeout=20))[0] == "UNAVAILABLE"


async def test_last_requests_warm_the_next_version_up(tmp_path: Path) -> None:
    """Answered ones of the model, the last ones, and none that are too large."""
    await save_counter(tmp_path / "m" / "1")
    async with ModelServer([Model("m", tmp_path / "m")], loading=ONCE) as server:
        with WarmupRecorder(server, num_requests=2, max_nbytes=100) as recorder:
            with pytest.raises(tf.errors.NotFoundError):
                await recorder.save("m", tmp_path)
            for rows in (1, 2, 3):
                await server.predict(Request("m", {"x": floats(*range(rows))}, outputs=("count",)))
            await server.predict(Request("m", {"x": floats(*range(100))}))
            with pytest.raises(tf.errors.InvalidArgumentError):
                await server.predict(Request("m", {"y": floats(1)}))
            assert recorder.num_kept("m") == 2
            await save_counter(tmp_path / "m" / "2")
            assert await recorder.save("m", tmp_path / "m" / "2") == tmp_path / "m" / "2" / WARMUP_FILE
        assert not server.listeners
        await server.reload([Model("m", tmp_path / "m")])
        assert (await server["m"].predict({"x": [1.0]}, outputs=["count"]))["count"] == 3


async def test_warm_up_with_all_sizes_of_batches(tmp_path: Path) -> None:
    """Each request once as it is, and once per size."""
    await save_counter(tmp_path / "m" / "1")
    await save_affine(tmp_path / "half" / "1")
    batching, loading = Batching(max_rows=8, allowed_rows=(2, 4, 8)), Loading(poll_wait_s=0, warms_up_all_sizes=True)
    models = [Model("m", tmp_path / "m", warmup=[{"x": [1.0, 2.0, 3.0]}], num_warmup_iterations=2)]
    async with ModelServer(models, batching=batching, loading=loading) as server:
        found = await server.predict(Request("m", {"x": floats(1)}, outputs=("count",)))
        assert found.outputs["count"] == 2 * 4 + 1
