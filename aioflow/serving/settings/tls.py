"""TLS: what an `SSLConfig` says, for servers of HTTP and of gRPC."""
from __future__ import annotations

import os
import ssl
import tempfile
from pathlib import Path
from typing import Any

from aioflow import errors
from aioflow._proto.serving.ssl_config_pb2 import SSLConfig


def check_tls(config: SSLConfig) -> None:
    """Raises `InvalidArgumentError` where clients are to be verified and nothing says by which authority."""
    if config.client_verify and not config.custom_ca:
        raise errors.invalid_argument("SSLConfig: client_verify needs custom_ca, the authority of the clients")


def tls_context(config: SSLConfig) -> ssl.SSLContext:
    """The context of an HTTP server.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, or are none.
    """
    check_tls(config)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    try:
        _load_chain(context, config)
        if config.custom_ca:
            context.load_verify_locations(cadata=config.custom_ca)
    except (ssl.SSLError, ValueError) as error:
        raise errors.invalid_argument(f"SSLConfig: {error}") from error
    if config.client_verify:
        context.verify_mode = ssl.CERT_REQUIRED
    return context


def _load_chain(context: ssl.SSLContext, config: SSLConfig) -> None:
    # Python's ssl takes keys of files alone. The folder is this user's own, and goes at once.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chain.pem"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as stream:
            stream.write(f"{config.server_key}\n{config.server_cert}\n")
        # A key that wants a password would ask at the terminal.
        context.load_cert_chain(file, password=_refuse)


def _refuse() -> str:
    raise ValueError("the key is encrypted; give one that needs no password")


def grpc_credentials(config: SSLConfig) -> Any:
    """The credentials of a `GrpcServer`.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, or are none.
    """
    import grpc

    tls_context(config)  # gRPC would only fail to listen, without saying why
    return grpc.ssl_server_credentials(
        [(config.server_key.encode(), config.server_cert.encode())], config.custom_ca.encode() or None,
        config.client_verify,
    )  # fmt: skip
