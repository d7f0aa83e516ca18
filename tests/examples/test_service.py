"""The example service on a real socket, with clients that are patient, that hang up, and that send nonsense."""
from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow.serving import Batching, QueuePolicy
from aioflow.testing import ClosedLoop, Traffic, run_load

httpx = pytest.importorskip("httpx")
uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from examples.service.app import BATCHING, MAX_BODY_NBYTES, MODEL, create_app  # noqa: E402

with np.load(Path(MODEL).with_name("held_back.npz"), allow_pickle=False) as held_back:
    IMAGES = held_back["images"].astype(np.float32)
    EXPECTED = held_back["tensorflow_predictions"]

PATIENCE_S = 300.0
#: Nothing runs until as many rows are there, so that what waits can be looked at.
WAITING = Batching(max_rows=8, timeout_s=PATIENCE_S, is_adaptive=False, num_priorities=2, default_priority=1)


@dataclass
class Service:
    """A service that runs."""

    app: Any
    port: int
    client: Any

    async def classify(self, images: Any, priority: str = "interactive") -> Any:
        """Sends images; gives the response."""
        return await self.client.post("/classify", json={"images": images.tolist(), "priority": priority})

    async def begin(self, images: Any, missing_nbytes: int = 0) -> asyncio.StreamWriter:
        """Sends a request, without the last bytes of its body, over a connection of its own; reads nothing."""
        body = json.dumps({"images": images.tolist()}).encode()
        head = f"POST /classify HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(head.encode() + body[: len(body) - missing_nbytes])
        await writer.drain()
        return writer

    async def until_waiting(self, num_rows: int) -> None:
        """Waits until so many rows wait for a batch."""
        async with asyncio.timeout(PATIENCE_S):
            while sum(self.app.state.server.rows_waiting().values()) != num_rows:
                await self.client.get("/ml/v2/health/live")


@asynccontextmanager
async def running(batching: Batching = BATCHING) -> AsyncIterator[Service]:
    """Serves on a free port of loopback; at the end everything has been closed."""
    app = create_app(batching)
    with socket.create_server(("127.0.0.1", 0)) as listening:  # from now on clients can connect
        port = listening.getsockname()[1]
        config = uvicorn.Config(app, ws="none", log_level="warning", log_config=None, lifespan="on")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as client:
                yield Service(app, port, client)
        finally:
            server.should_exit = True
            await serving


async def test_answers() -> None:
    """Concurrent clients of both priorities, and of TensorFlow Serving's, get the digits that TensorFlow sees."""
    generous = Batching(max_rows=64, num_priorities=2, default_priority=1)
    async with running(generous) as service:

        async def send(number: int) -> Any:
            start = 3 * number % 400
            images = IMAGES[start : start + 3]
            if number % 3 == 2:
                body = {"inputs": images.tolist()}
                response = await service.client.post("/ml/v1/models/digits:predict", json=body)
                return response.json()["outputs"]["predictions"]
            response = await service.classify(images, ("interactive", "batch")[number % 3])
            assert response.status_code == 200, response.text
            return response.json()["digits"]

        def check(number: int, digits: Any) -> None:
            assert digits == EXPECTED[3 * number % 400 :][:3].tolist()

        report = await run_load(Traffic(send, num_requests=200, arrivals=ClosedLoop(16), check=check))
        report.assert_correct()
        assert (await service.client.get("/ml/v2/health/ready")).json() == {"ready": True}
        told = (await service.client.get("/metrics/")).text
        assert ':tensorflow:serving:request_count{model_name="digits",status="OK"} 200' in told


async def test_clients_hang_up() -> None:
    """Their requests leave the queue; the others, and later ones, are answered."""
    async with running(WAITING) as service:
        impatient = [await service.begin(IMAGES[:1]) for _ in range(5)]
        patient = asyncio.create_task(service.classify(IMAGES[:2]))
        await service.until_waiting(7)
        for writer in impatient:
            writer.close()
        await service.until_waiting(2)
        assert (await service.classify(IMAGES[5:11])).json()["digits"] == EXPECTED[5:11].tolist()
        assert (await patient).json()["digits"] == EXPECTED[:2].tolist()


async def test_hang_up_before_the_request_is_complete() -> None:
    """A client that hangs up in the middle of its body leaves nothing behind."""
    async with running() as service:
        for missing_nbytes in (1, 100, 1000):
            writer = await service.begin(IMAGES[:2], missing_nbytes=missing_nbytes)
            await service.client.get("/ml/v2/health/live")
            writer.close()
        assert (await service.classify(IMAGES[:2])).status_code == 200
        assert not service.app.state.server.num_in_flight


async def test_full_queue_and_time_of_a_priority() -> None:
    """When as many requests wait as may, one more is told so at once; one that waits too long gets 504."""
    queues = {1: QueuePolicy(timeout_s=0.05), 2: QueuePolicy(max_requests=2)}
    batching = Batching(max_rows=8, timeout_s=PATIENCE_S, is_adaptive=False, num_priorities=2, queues=queues)
    async with running(batching) as service:
        waiting = [asyncio.create_task(service.classify(IMAGES[:1], "batch")) for _ in range(2)]
        await service.until_waiting(2)
        assert (await service.classify(IMAGES[:1], "batch")).status_code == 503
        assert (await service.classify(IMAGES[:1])).status_code == 504
        assert (await service.classify(IMAGES[:6])).status_code == 200
        assert [(await response).status_code for response in waiting] == [200, 200]


async def test_bad_requests() -> None:
    """What cannot be understood is answered with 400 and a reason, and what does not exist with 404 or 405."""
    async with running() as service:
        good = IMAGES[:1].tolist()
        for body, words in {
            "{": "not JSON",
            "[" * 100_000: "not JSON",
            "[]": "images",
            json.dumps({}): "images",
            json.dumps({"images": [["a"]]}): "numbers",
            json.dumps({"images": [1, 2]}): "images",
            json.dumps({"images": good, "priority": "now"}): "interactive, batch",
            json.dumps({"images": good, "priority": ["batch"]}): "interactive, batch",
            "x" * (MAX_BODY_NBYTES + 1): "exceeds 4 MiB",
        }.items():
            response = await service.client.post("/classify", content=body)
            assert response.status_code == 400 and words in response.json()["error"], (body[:50], response.text)
        assert (await service.client.get("/classify")).status_code == 405
        assert (await service.client.get("/nothing")).status_code == 404
