"""AdminDoor: the live page of `aioflow serve`."""
from __future__ import annotations

import argparse
from pathlib import Path

from aioflow.cli.exits import BadInput
from aioflow.cli.http_server import HttpServer, lacks
from aioflow.cli.serve_safety import LOCAL, tokens_in
from aioflow.cli.terminal import printable
from aioflow.serving.server.model_server import ModelServer


class AdminDoor:
    """The live page, at a port of its own: at this machine's own address unless the command says otherwise.

    Args:
        server: What is shown.
        options: The command's arguments.

    Raises:
        BadInput: A package is not installed, or the page would be open to everybody.
    """

    def __init__(self, server: ModelServer, options: argparse.Namespace) -> None:
        try:
            from aioflow.serving.admin.admin_app import AdminApp
            from aioflow.serving.admin.options import AdminOptions
        except ImportError as error:
            raise lacks(error) from error
        token = next(iter(tokens_in("admin_token_file", options.admin_token_file)), "")
        is_local = options.admin_host in LOCAL
        if not is_local and not token:
            raise BadInput(f"--admin_host={printable(options.admin_host)} needs --admin_token_file: the page would be "
                           "open to everybody")  # fmt: skip
        # A token protects from pages of others, too, which do not know it; a public name is not known here.
        settings = AdminOptions(token=token) if is_local else AdminOptions(token=token, hosts=None)
        self._app = AdminApp(server, settings, title=title_of(options))
        self._http = HttpServer(self._app, options.admin_host, options.admin_port)

    async def open(self) -> None:
        """Listens."""
        self._app.start()
        await self._http.open()

    async def close(self) -> None:
        """Ends."""
        self._app.close()
        await self._http.close()

    def __str__(self) -> str:
        return f"live page at {self._http.url}/"


def title_of(options: argparse.Namespace) -> str:
    """What the process is called where somebody looks at it."""
    named = options.model_name or options.model or options.model_base_path or options.model_config_file
    return f"aioflow serve {Path(named).name}"
