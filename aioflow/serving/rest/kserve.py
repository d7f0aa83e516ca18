"""KServe's REST interface, version 2 of the protocol (Open Inference Protocol)."""
from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from dataclasses import asdict
from typing import Any

from aioflow import errors
from aioflow.serving.codecs.infer_body import InferBody, print_infer, read_infer
from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.exchange import Exchange
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.rest.requests import HttpRequest
from aioflow.serving.rest.routes import Route
from aioflow.serving.servables.signature import TensorSpec
from aioflow.serving.server.about import EXTENSIONS, NAME, described, index_of, is_ready, version_of_package
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.parameters import version_of, whole_number

_LENGTH = b"inference-header-content-length"
#: Parameters of a request that mean something here; others belong to whoever reads the answer.
_SIGNATURE, _PRIORITY, _TIMEOUT = "signature_name", "priority", "timeout"


class KServe:
    """Answers what `RestApp` has found a route for.

    Args:
        server: Answers.
        options: Limits and more.
    """

    def __init__(self, server: ModelServer, options: RestOptions) -> None:
        self._exchange = Exchange(server, options, "v2-rest")
        self._server = server
        self._handlers = {
            "v2/infer": self._infer, "v2/model": self._model, "v2/model_ready": self._model_ready,
            "v2/live": self._live, "v2/ready": self._ready, "v2/server": self._about, "v2/index": self._index,
        }  # fmt: skip

    def answer(self, request: HttpRequest, route: Route) -> Awaitable[Answer]:
        """The answer to a request.

        Raises:
            OpError: It cannot be answered.
        """
        handler = self._handlers.get(route.kind)
        if handler is None:
            raise errors.unimplemented("models are loaded and unloaded by the server's configuration")
        return handler(request, route)

    async def _infer(self, request: HttpRequest, route: Route) -> Answer:
        body = await self._exchange.body(request, route)
        infer = read_infer(body, _json_nbytes(request))
        how = self._how(infer)
        how["outputs"] = tuple(infer.outputs)
        prediction = request.prediction = self._exchange.prediction(request.headers, route, infer.inputs, **how)
        response = await self._exchange.predict(request, prediction)
        parts, json_nbytes = print_infer(response.outputs, infer, response.model, str(response.version))
        if json_nbytes is None:
            return Answer(parts)
        return Answer(parts, content_type=b"application/octet-stream", headers=[(_LENGTH, b"%d" % json_nbytes)])

    def _how(self, infer: InferBody) -> dict[str, Any]:
        """What a request's parameters say of the prediction."""
        parameters = infer.parameters
        how: dict[str, Any] = {"request_id": infer.id} if infer.id else {}
        if _SIGNATURE in parameters:
            how["signature"] = str(parameters[_SIGNATURE])
        if _PRIORITY in parameters:
            how["priority"] = whole_number(parameters, _PRIORITY)
        if parameters.get(_TIMEOUT):
            timeout_s = min(whole_number(parameters, _TIMEOUT) / 1e6, self._exchange.options.timeout_s)
            how["deadline_s"] = asyncio.get_running_loop().time() + timeout_s
        return how

    async def _live(self, request: HttpRequest, route: Route) -> Answer:
        return _printed({"live": True})

    async def _ready(self, request: HttpRequest, route: Route) -> Answer:
        return _printed({"ready": self._server.is_ready}, 200 if self._server.is_ready else 503)

    async def _about(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        return _printed({"name": NAME, "version": version_of_package(), "extensions": EXTENSIONS})

    async def _model_ready(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        found = is_ready(self._server, route.model, version_of(route.version))
        return _printed({"name": route.model, "ready": found}, 200 if found else 503)

    async def _model(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        metadata = self._server.metadata(route.model, version_of(route.version))
        signature = self._server.signature(route.model, metadata.version)
        return _printed(
            {
                "name": metadata.model,
                "versions": [str(version) for version in metadata.versions],
                "platform": metadata.platform,
                "inputs": _described(signature.inputs),
                "outputs": _described(signature.outputs),
            }
        )

    async def _index(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        return _printed([asdict(entry) for entry in index_of(self._server)])


def _json_nbytes(request: HttpRequest) -> int | None:
    text = request.headers.get(_LENGTH)
    if text is None:
        return None
    if not text.isdigit() or len(text) > 18:
        raise errors.invalid_argument(f"Inference-Header-Content-Length is {text.decode('latin-1')!r}, no number")
    return int(text)


def _described(specs: Mapping[str, TensorSpec]) -> list[dict[str, Any]]:
    return [{"name": name, "datatype": datatype, "shape": shape} for name, datatype, shape in described(specs)]


def _printed(value: Any, status: int = 200) -> Answer:
    return Answer([json.dumps(value).encode()], status)
