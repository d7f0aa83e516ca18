"""TLS: what an `SSLConfig` says, for servers of HTTP and of gRPC, and for those who call them."""
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


def _check_pem(config: SSLConfig) -> None:
    # OpenSSL says no more than "PEM lib" of a file's name, or of nothing, in the place of a key.
    wanted = {"server_key": config.server_key, "server_cert": config.server_cert}
    if config.custom_ca:
        wanted["custom_ca"] = config.custom_ca
    for field, text in wanted.items():
        if "-----BEGIN " not in text:
            raise errors.invalid_argument(f"SSLConfig: {field} has no PEM text; it holds that itself, not a path")


def tls_context(config: SSLConfig) -> ssl.SSLContext:
    """The context of an HTTP server.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, or are none.
    """
    check_tls(config)
    _check_pem(config)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    try:
        _load_chain(context, config)
        if config.custom_ca:
            context.load_verify_locations(cadata=config.custom_ca)
    except (ssl.SSLError, ValueError) as error:
        raise errors.invalid_argument(f"SSLConfig: its keys and certificates cannot be used: {error}") from error
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
    """The credentials of a server of gRPC.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, or are none.
    """
    import grpc

    tls_context(config)  # gRPC would only fail to listen, without saying why
    return grpc.ssl_server_credentials(
        [(config.server_key.encode(), config.server_cert.encode())], config.custom_ca.encode() or None,
        config.client_verify,
    )  # fmt: skip


def channel_credentials(config: SSLConfig) -> Any:
    """The credentials of who calls a server: `custom_ca` has the roots that the server's certificate is checked by,
    those of gRPC without; `server_key` and `server_cert` are shown to servers that ask for a certificate.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, one is missing, or what should be certificates is none.
    """
    import grpc

    if bool(config.server_key) != bool(config.server_cert):
        raise errors.invalid_argument("SSLConfig: server_key and server_cert go together")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:  # as above: gRPC would try to connect for ever
        if config.server_key:
            _load_chain(context, config)
        if config.custom_ca:
            context.load_verify_locations(cadata=config.custom_ca)
    except (ssl.SSLError, ValueError) as error:
        raise errors.invalid_argument(f"SSLConfig: {error}") from error
    parts = (config.custom_ca, config.server_key, config.server_cert)
    return grpc.ssl_channel_credentials(*(part.encode() or None for part in parts))


def read_tls(
    *, key: str | os.PathLike[str] = "", certificate: str | os.PathLike[str] = "", roots: str | os.PathLike[str] = "",
    client_verify: bool = False,
) -> SSLConfig:  # fmt: skip
    """Reads keys and certificates from files in PEM.

    Args:
        key: The file with one's own key; "" for none.
        certificate: The file with one's own certificate, followed by those between it and a root; "" for none.
        roots: The file with the certificates of the authorities that others are checked by; "" for none.
        client_verify: Whether a server takes calls only from those who show a certificate.

    Raises:
        NotFoundError: A file is not there.
        InvalidArgumentError: A file cannot be read, or has not what it is to have; the message names it.
    """
    return SSLConfig(
        server_key=_read_pem(key, "PRIVATE KEY"), server_cert=_read_pem(certificate, "CERTIFICATE"),
        custom_ca=_read_pem(roots, "CERTIFICATE"), client_verify=client_verify,
    )  # fmt: skip


def _read_pem(path: str | os.PathLike[str], kind: str) -> str:
    if not path:
        return ""
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise errors.not_found(f"there is no file {os.fspath(path)}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise errors.invalid_argument(f"cannot read {os.fspath(path)}: {error}") from error
    if f"{kind}-----" not in text:
        raise errors.invalid_argument(f"{os.fspath(path)} has no {kind.lower()} in PEM")
    return text
