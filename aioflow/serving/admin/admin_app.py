"""AdminApp: the live page of a server, as an ASGI application."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from google.protobuf import text_format
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from aioflow import errors
from aioflow._proto.serving.model_server_config_pb2 import ModelServerConfig
from aioflow.observe.live.live_process import LiveProcess
from aioflow.serving.admin.configuration import configuration
from aioflow.serving.admin.history import History
from aioflow.serving.admin.options import AdminOptions
from aioflow.serving.admin.report import report
from aioflow.serving.admin.traffic import Traffic
from aioflow.serving.server.authorization import Access, bears_token, check_access
from aioflow.serving.server.model_server import ModelServer

_FOLDER = Path(__file__).parent / "page"
_FILES = {
    "live.js": "text/javascript", "live.css": "text/css", "uPlot.iife.min.js": "text/javascript",
    "uPlot.min.css": "text/css",
}  # fmt: skip
#: Scripts and styles from this server alone, nothing inline, nobody else to talk to, in no frame.
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_MAX_BODY_NBYTES = 1 << 20
Handler = Callable[[Request], Awaitable[Response]]


class AdminApp:
    """Shows what a server does: models, versions, requests, latencies, batches, pools, errors.

        async with ModelServer(models) as server, AdminApp(server) as admin:
            app.mount("/admin", admin)

    It counts from the moment that it is entered, or from its first request. `GET api/snapshot` has the numbers as JSON,
    `GET api/config` the configuration in force; `POST api/reload`, where it is allowed, takes a `ModelServerConfig` in
    text form.

    Args:
        server: The server.
        options: Who may see it.
        title: What the page calls the server.
    """

    def __init__(self, server: ModelServer, options: AdminOptions | None = None, title: str = "") -> None:
        self._server = server
        self._options = options or AdminOptions()
        self._traffic, self._live = Traffic(), LiveProcess(title, server.session_names)
        self._history = History(server, self._traffic, self._live)
        self._is_started = False
        routes = [Route("/", self._page)]
        routes += [Route(f"/{name}", _file(name, kind)) for name, kind in _FILES.items()]
        routes.append(Route("/api/snapshot", self._guarded(self._snapshot)))
        routes.append(Route("/api/config", self._guarded(self._config)))
        routes.append(Route("/api/reload", self._guarded(self._reload), methods=["POST"]))
        self._app = Starlette(routes=routes)

    async def __aenter__(self) -> AdminApp:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Counts from now on; on the event loop of the server."""
        if not self._is_started:
            self._is_started = True
            self._server.listeners.append(self._traffic.note)
            self._live.start()
            self._history.start()

    def close(self) -> None:
        """Counts no more."""
        if self._is_started:
            self._is_started = False
            self._history.stop()
            self._live.stop()
            if self._traffic.note in self._server.listeners:
                self._server.listeners.remove(self._traffic.note)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request, as ASGI has it."""
        if scope["type"] == "http":
            self.start()
            if not self._is_known_host(scope):
                await Response("unknown host\n", 421, _HEADERS)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    # ---- answers
    async def _page(self, request: Request) -> Response:
        return FileResponse(_FOLDER / "index.html", headers=_HEADERS, media_type="text/html; charset=utf-8")

    async def _snapshot(self, request: Request) -> Response:
        since, model = request.query_params.get("since", "0"), request.query_params.get("model", "")
        if not (since.isascii() and since.isdigit() and len(since) < 16):
            raise errors.invalid_argument("since must be the number of a point")
        return _json(report(self._server, self._traffic, self._history, self._live, int(since), model))

    async def _config(self, request: Request) -> Response:
        return _json(configuration(self._server))

    async def _reload(self, request: Request) -> Response:
        if not self._options.allows_reload:
            raise errors.permission_denied("this server's models are not replaced over HTTP")
        # No page of another origin can send this type without being asked for leave, which it never gets.
        if request.headers.get("content-type", "").partition(";")[0].strip() != "text/x-protobuf":
            raise errors.invalid_argument("the body must be a ModelServerConfig in text form, text/x-protobuf")
        config = ModelServerConfig()
        try:
            text_format.Parse(await _body(request), config)
        except (text_format.ParseError, UnicodeDecodeError) as error:
            raise errors.invalid_argument(f"the body is no ModelServerConfig: {error}") from None
        await self._server.reload(config)
        return _json({"models": self._server.model_names})

    # ---- who may
    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            try:
                await self._check(request)
                return await handler(request)
            except errors.OpError as error:
                headers = {"www-authenticate": "Bearer"} if error.code == errors.UNAUTHENTICATED else {}
                return _json({"error": str(error.message)}, errors.http_status(error), headers)

        return guarded

    async def _check(self, request: Request) -> None:
        options = self._options
        if options.token and not bears_token(request.headers, [options.token.encode()]):
            raise errors.UnauthenticatedError(None, None, "this needs the server's admin token")
        if options.authorize is not None:
            headers = {name.lower(): value for name, value in request.headers.items()}
            access = Access("admin", request.method, request.url.path, headers, is_admin=True)
            await check_access(options.authorize, access)

    def _is_known_host(self, scope: Any) -> bool:
        hosts = self._options.hosts
        if hosts is None:
            return True
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        name, _, port = host.rpartition(":")
        return (name if name and port.isdigit() else host) in hosts


async def _body(request: Request) -> str:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MAX_BODY_NBYTES:
            raise errors.invalid_argument(f"the body has more than {_MAX_BODY_NBYTES} bytes")
    return body.decode()


def _file(name: str, kind: str) -> Handler:
    async def answer(request: Request) -> Response:
        return FileResponse(_FOLDER / name, headers=_HEADERS, media_type=f"{kind}; charset=utf-8")

    return answer


def _json(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse(document, status, {**_HEADERS, **(headers or {})})
