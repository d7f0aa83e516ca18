"""The application: POST /classify, GET /healthz, GET /stats.

    uvicorn --factory examples.service.app:create_app
"""
from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import aioflow as tf
from aioflow.serving import CancelOnDisconnect
from examples.service.classifier import PRIORITIES, Classifier, digits_graph

MAX_BODY_NBYTES = 4 << 20
_IMAGE_SHAPE = (8, 8, 1)


class BadRequest(Exception):
    """The request cannot be understood; the text is for the client."""


def create_app(classifier: Classifier | None = None) -> Starlette:
    """The application.

    Args:
        classifier: What classifies; the digits model with two priorities when None. It is open while the server runs.
    """
    classifier = classifier or Classifier(digits_graph(), PRIORITIES)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with classifier:
            yield

    app = Starlette(
        routes=[
            Route("/classify", classify, methods=["POST"]),
            Route("/healthz", healthz),
            Route("/stats", stats),
        ],
        middleware=[Middleware(CancelOnDisconnect)],
        exception_handlers={BadRequest: _refused, tf.errors.OpError: _failed},
        lifespan=lifespan,
    )
    app.state.classifier = classifier
    app.state.ended = Counter()  # how requests to /classify ended -> how many
    return app


async def classify(request: Request) -> JSONResponse:
    """{"images": [batch, 8, 8, 1], "priority": "interactive" | "batch"} -> {"digits": [batch]}."""
    state = request.app.state
    try:
        images, priority = _understood(await _body(request), state.classifier)
        digits = await state.classifier.classify(images, priority)
    except asyncio.CancelledError:
        state.ended["cancelled"] += 1
        raise
    except Exception as error:
        state.ended[type(error).__name__] += 1
        raise
    state.ended["answered"] += 1
    return JSONResponse({"digits": digits.tolist()})


async def healthz(request: Request) -> JSONResponse:
    """Says that the event loop is alive."""
    return JSONResponse({"status": "ok"})


async def stats(request: Request) -> JSONResponse:
    """How requests ended, and what the pools do."""
    names = request.app.state.classifier.priorities
    pools = {
        pool.name: {"threads": pool.num_threads, "busy": pool.num_busy, "queued": pool.num_queued}
        for pool in tf.pools()
        if pool.name in names
    }
    return JSONResponse({"ended": dict(request.app.state.ended), "pools": pools})


# ---- requests in, errors out
async def _body(request: Request) -> Any:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_NBYTES:
            raise BadRequest(f"the request body exceeds {MAX_BODY_NBYTES >> 20} MiB")
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"the body is not JSON: {error}") from error


def _understood(document: Any, classifier: Classifier) -> tuple[Any, str]:
    """Images and priority of a request."""
    if not isinstance(document, dict):
        raise BadRequest('the body must be {"images": ..., "priority": ...}')
    priority = document.get("priority", classifier.priorities[0])
    if priority not in classifier.priorities:
        raise BadRequest(f"priority must be one of {', '.join(classifier.priorities)}")
    try:
        images = np.asarray(document.get("images"), np.float32)
    except (TypeError, ValueError) as error:
        raise BadRequest(f"images are not numbers [batch, 8, 8, 1]: {error}") from error
    if images.ndim != 4 or images.shape[1:] != _IMAGE_SHAPE:
        raise BadRequest(f"images must have the shape [batch, 8, 8, 1], not {list(images.shape)}")
    return images, priority


async def _refused(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 400)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, tf.errors.http_status(error))
