"""RestApp: a server's models over HTTP, for any ASGI 3 server or framework."""
from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping

from aioflow import errors
from aioflow.serving.codecs.predictions import print_error
from aioflow.serving.rest.answers import Answer, Headers, answer_to
from aioflow.serving.rest.kserve import KServe
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.rest.requests import (
    DisconnectedError,
    HttpRequest,
    PendingRequest,
    Receive,
    Scope,
    Send,
    TooLargeError,
)
from aioflow.serving.rest.routes import Route, route_of
from aioflow.serving.rest.tensorflow_serving import TensorFlowServing
from aioflow.serving.server.authorization import Access, check_access
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Response

_LOG = logging.getLogger(__name__)
PROTOCOLS = frozenset({"tfs", "v2"})
#: Headers that an answer repeats.
_ECHOED = frozenset({b"x-request-id", b"traceparent"})
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class RestApp:
    """An ASGI application: TensorFlow Serving's REST interface (`tfs`) and KServe's (`v2`).

    Frameworks do not start what they mount. So whoever mounts this starts the server, by `async with` or by its
    `lifespan`; otherwise it starts with the first request, after a warning.

    Args:
        server: Answers.
        protocols: Which of the two.
        options: Limits and more.
        mounted: Other applications by path, such as metrics.

    Raises:
        InvalidArgumentError: There is no such protocol.
    """

    def __init__(
        self,
        server: ModelServer,
        protocols: Collection[str] = PROTOCOLS,
        options: RestOptions | None = None,
        mounted: Mapping[str, Application] | None = None,
    ) -> None:
        unknown = set(protocols) - PROTOCOLS
        if unknown:
            raise errors.invalid_argument(f"there is no protocol {sorted(unknown)}; there are {sorted(PROTOCOLS)}")
        self._protocols = frozenset(protocols)
        self._mounted = dict(mounted or {})
        self._options = options or RestOptions()
        self._tensorflow_serving = TensorFlowServing(server, self._options)
        self._kserve = KServe(server, self._options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request, as ASGI has it."""
        if scope["type"] != "http":
            raise RuntimeError(f"this application handles HTTP alone, not {scope['type']!r}")
        request = HttpRequest(scope, receive)
        if request.path in self._mounted:
            answer = await self._refusal(request)
            if answer is None:
                await self._mounted[request.path](scope, receive, send)
        else:
            answer = await self.respond(request)
        if answer is not None:
            await answer.send(send)

    async def respond(self, request: HttpRequest) -> Answer | None:
        """The answer to a request to one of the interfaces; None where there is nobody to answer."""
        try:
            found = self._answer(request)
            answer = found if isinstance(found, Answer) else await found
        except DisconnectedError:
            return None
        except Exception as error:
            answer = self._failure(request, error)
        return self._with_headers(answer, request)

    # ---- predictions that nobody awaits
    def begin(self, pending: PendingRequest) -> bool:
        """Begins a POST whose answer is given to `pending`; False where `respond` has to answer it, and nothing has
        happened.
        """
        if self._options.authorize is not None or len(pending.body) > self._options.max_body_nbytes:
            return False
        route = route_of(pending.path)
        if route is None or route.kind != "predict" or "tfs" not in self._protocols:
            return False
        return self._tensorflow_serving.begin(pending, route)

    def answer_of(self, pending: PendingRequest, response: Response) -> Answer:
        """The answer to a request that has begun."""
        try:
            answer = self._tensorflow_serving.answer_of(response, has_rows=pending.has_rows)
        except Exception as error:
            answer = self._failure(pending, error)
        if self._options.allows_cors or not _ECHOED.isdisjoint(pending.headers):  # no span: nobody traces it
            return self._with_headers(answer, pending)
        return answer

    def answer_to(self, pending: PendingRequest, error: BaseException) -> Answer:
        """The answer to a request that has begun, and failed."""
        return self._with_headers(self._failure(pending, error), pending)

    def _failure(self, request: HttpRequest | PendingRequest, error: BaseException) -> Answer:
        if isinstance(error, TooLargeError):
            text = f"the body has more than {self._options.max_body_nbytes} bytes"
            return Answer([print_error(text)], 413, headers=[(b"connection", b"close")])
        if not isinstance(error, errors.OpError):
            _LOG.error("%s %s", request.method, request.path, exc_info=error)
        return answer_to(error)

    def _with_headers(self, answer: Answer, request: HttpRequest | PendingRequest) -> Answer:
        more = self._headers(request)
        if more:
            answer.headers = [*answer.headers, *more]
        return answer

    def _answer(self, request: HttpRequest) -> Answer | Awaitable[Answer]:
        route = route_of(request.path)
        if request.method == "OPTIONS" and self._options.allows_cors:
            return self._preflight(request)
        if route is None or not self._has(route):
            return self._unknown(request)
        if request.method != route.method and not (request.method == "HEAD" and route.method == "GET"):
            return self._unknown(request)
        if route.kind.startswith("v2/"):
            return self._kserve.answer(request, route)
        return self._tensorflow_serving.answer(request, route)

    async def _refusal(self, request: HttpRequest) -> Answer | None:
        """The answer to a request to a mounted application that is not allowed."""
        if self._options.authorize is not None:
            access = Access("rest", request.method, request.path, request.text_headers())
            try:
                await check_access(self._options.authorize, access)
            except errors.OpError as error:
                return answer_to(error)
        return None

    def _has(self, route: Route) -> bool:
        return ("v2" if route.kind.startswith("v2/") else "tfs") in self._protocols

    def _unknown(self, request: HttpRequest) -> Answer:
        if request.path.rstrip("/").lower() == "/v1/models" and "tfs" in self._protocols:
            return Answer([print_error("Missing model name in request.")], 400)
        if request.path.startswith("/v1/") and "tfs" in self._protocols:
            return Answer([print_error(f"Malformed request: {request.method} {request.path}")], 400)
        return Answer([b"Not found\n"], 404, b"text/plain")

    @staticmethod
    def _preflight(request: HttpRequest) -> Answer:
        origin = request.headers.get(b"origin", b"")
        status = 200 if origin.startswith((b"http://", b"https://")) else 400
        return Answer([b""], status)

    def _headers(self, request: HttpRequest | PendingRequest) -> Headers:
        trace = None if request.prediction is None else request.prediction.trace
        if trace is None and not self._options.allows_cors and _ECHOED.isdisjoint(request.headers):
            return ()
        headers: list[tuple[bytes, bytes]] = []
        if self._options.allows_cors:
            headers += [
                (b"access-control-allow-origin", b"*"),
                (b"access-control-allow-methods", b"POST, GET"),
                (b"access-control-allow-headers", b"Content-Type"),
            ]
        request_id = request.headers.get(b"x-request-id")
        if request_id is not None:
            headers.append((b"x-request-id", request_id))
        # That of the request's own span, where there is one, so that the client finds it.
        if trace is not None:
            headers.append((b"traceparent", trace["traceparent"].encode("latin-1")))
        elif b"traceparent" in request.headers:
            headers.append((b"traceparent", request.headers[b"traceparent"]))
        return headers
