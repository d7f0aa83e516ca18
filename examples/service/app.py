"""The application: POST /classify; models at /ml, metrics at /metrics.

    uvicorn --factory examples.service.app:create_app
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route

import aioflow as tf
from aioflow.serving import Batching, CancelOnDisconnect, Model, ModelServer, QueuePolicy

MODEL = Path(__file__).parents[1] / "digits" / "digits_cnn.pb"
#: Levels of the server, of which 1 is the highest. Each has a queue of its own, and a time after which nobody waits.
PRIORITIES = {"interactive": 1, "batch": 2}
BATCHING = Batching(
    max_rows=64, num_priorities=2, default_priority=1,
    queues={1: QueuePolicy(max_requests=100, timeout_s=1.0), 2: QueuePolicy(max_requests=1000, timeout_s=60.0)},
)  # fmt: skip
MAX_BODY_NBYTES = 4 << 20


def create_app(batching: Batching = BATCHING) -> Starlette:
    """The application.

    Args:
        batching: How requests become batches, and how many may wait.
    """
    server = ModelServer([Model("digits", MODEL)], batching=batching)
    app = Starlette(
        routes=[
            Route("/classify", classify, methods=["POST"]),
            Mount("/ml", server.asgi()),
            Mount("/metrics", server.metrics_asgi()),
        ],
        middleware=[Middleware(CancelOnDisconnect)],
        exception_handlers={tf.errors.OpError: _failed},
        lifespan=server.lifespan,
    )
    app.state.server = server
    return app


async def classify(request: Request) -> JSONResponse:
    """{"images": [batch, 8, 8, 1], "priority": "interactive" | "batch"} -> {"digits": [batch]}."""
    images, priority = _understood(await _body(request))
    handle = request.app.state.server["digits"]
    outputs = await handle.predict({"images": images}, outputs=["predictions"], priority=priority)
    return JSONResponse({"digits": outputs["predictions"].tolist()})


async def _body(request: Request) -> Any:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_NBYTES:
            raise tf.errors.InvalidArgumentError(None, None, f"the body exceeds {MAX_BODY_NBYTES >> 20} MiB")
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise tf.errors.InvalidArgumentError(None, None, f"the body is not JSON: {error}") from error


def _understood(document: Any) -> tuple[Any, int]:
    """Images and priority of a request; whether the images fit the model is for the server to say."""
    try:
        return np.asarray(document["images"], np.float32), PRIORITIES[document.get("priority", "interactive")]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        words = f'the body must be {{"images": numbers, "priority": one of {", ".join(PRIORITIES)}}}'
        raise tf.errors.InvalidArgumentError(None, None, words) from error


async def _failed(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, tf.errors.http_status(error))
