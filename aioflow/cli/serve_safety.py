"""Who may use what `aioflow serve` serves, and how connections are encrypted."""
from __future__ import annotations

import argparse
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aioflow import errors
from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.cli.exits import BadInput
from aioflow.cli.terminal import printable
from aioflow.distributed.transport.tls import grpc_credentials, tls_context
from aioflow.serving.server.authorization import Authorize, bearer_tokens
from aioflow.serving.settings.config_files import read_ssl

LOCAL = ("127.0.0.1", "::1", "localhost")
_MIN_LENGTH = 8  # of a token


def tokens_in(flag: str, path: str | None) -> list[str]:
    """The tokens in a file, one a line; none without a file.

    Raises:
        BadInput: The file cannot be read, or has none.
    """
    if path is None:
        return []
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"--{flag}: cannot read {printable(path)}: {error}") from error
    tokens = [line.strip() for line in lines if line.strip()]
    if not tokens or any(len(token) < _MIN_LENGTH for token in tokens):
        raise BadInput(f"--{flag}: {printable(path)} has no token of {_MIN_LENGTH} characters or more")
    return tokens


def authorize_of(options: argparse.Namespace) -> Authorize | None:
    """The hook of both interfaces; None lets all in."""
    tokens = tokens_in("token_file", options.token_file)
    return bearer_tokens(tokens, tokens_in("admin_token_file", options.admin_token_file)) if tokens else None


def allows_reload(options: argparse.Namespace, address: str) -> bool:
    """Whether clients may say what is served: who reaches a public port must show that it is the administrator."""
    is_local = options.host in LOCAL or address.startswith("unix:")
    return is_local or (options.token_file is not None and options.admin_token_file is not None)


def http_tls(options: argparse.Namespace) -> ssl.SSLContext | None:
    """How HTTP is encrypted; None for not at all."""
    path = options.rest_api_ssl_config_file
    return None if path is None else _made_of(path, tls_context)


def grpc_tls(options: argparse.Namespace) -> Any:
    """How gRPC is encrypted; None for not at all."""
    path = options.ssl_config_file
    return None if path is None else _made_of(path, grpc_credentials)


def _made_of(path: str, make: Callable[[SSLConfig], Any]) -> Any:
    config = read_ssl(path)
    try:
        return make(config)
    except errors.OpError as error:
        raise BadInput(f"{printable(path)}: {error.message}") from error
