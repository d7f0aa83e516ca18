"""HttpServer: an ASGI application at a port, by uvicorn."""
from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Iterator
from typing import Any

from aioflow.cli.exits import BadInput, RunFailed


def lacks(error: ImportError) -> BadInput:
    """The error for a package that is not installed."""
    return BadInput(f"HTTP needs {error.name}: pip install 'aioflow-runtime[serve]'")


class HttpServer:
    """Listens for an application, between `open` and `close`.

    Args:
        app: The application.
        host: The address.
        port: The port.
        protocol: A protocol of the application's own for uvicorn, derived from its one on httptools; None for that.
        tls: Encrypts; None for plain HTTP.

    Raises:
        BadInput: uvicorn is not installed.
    """

    def __init__(
        self, app: Any, host: str, port: int, protocol: type[asyncio.Protocol] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:  # fmt: skip
        try:
            import uvicorn
        except ImportError as error:
            raise lacks(error) from error

        class Uvicorn(uvicorn.Server):
            """Leaves signals to the command, which lets requests end before it closes the door."""

            @contextlib.contextmanager
            def capture_signals(self) -> Iterator[None]:
                yield

        # The access log would cost twice as much as a request. Its own configuration of logging would close all
        # handlers that the process has.
        self._config = uvicorn.Config(
            app, host, port, access_log=False, log_level="warning", log_config=None, lifespan="off",
            http=protocol or "auto",
        )  # fmt: skip
        if tls is not None:  # uvicorn makes a context of files alone
            self._config.load()
            self._config.ssl = tls
        self._server = Uvicorn(self._config)
        self._is_encrypted = tls is not None
        self._serving: asyncio.Task[None] | None = None
        self._version = uvicorn.__version__

    @property
    def url(self) -> str:
        """Its address."""
        host, scheme = self._config.host, "https" if self._is_encrypted else "http"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self._config.port}"

    @property
    def engine(self) -> str:
        """Names uvicorn and the parser that it takes, which may be a slow one without a word."""
        kinds = self._config.http_protocol_class.__mro__  # of one's own the parser is the parent's
        names = [kind.__module__.rpartition(".")[2] for kind in kinds]
        parser = next((name.removesuffix("_impl") for name in names if name.endswith("_impl")), "")
        slow = " (slow; httptools is not installed)" if parser == "h11" else ""
        return f"uvicorn {self._version} with {parser}{slow}"

    async def open(self) -> None:
        """Listens.

        Raises:
            RunFailed: The port is taken, or the address is not this machine's.
        """
        host, port = self._config.host, self._config.port
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            sockets = [socket.create_server((host, port), family=family, backlog=2048)]
        except OSError as error:
            raise RunFailed(f"cannot listen at {host}:{port}: {error.strerror or error}") from error
        self._serving = asyncio.get_running_loop().create_task(self._server.serve(sockets))
        while not self._server.started and not self._serving.done():
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        """Ends, once what is being answered has been."""
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving
