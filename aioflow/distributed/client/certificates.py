"""Certificates for sessions at `grpcs://`, by the addresses of servers."""
from __future__ import annotations

from typing import Any

from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.distributed.transport.tls import channel_credentials

_CREDENTIALS: dict[str, Any] = {}


def use_tls(address: str, config: SSLConfig | None) -> None:
    """Lets sessions that are made from now on use roots, and a certificate of their own, at a server.

        use_tls("host:2222", read_tls(roots="ca.pem", key="client.key", certificate="client.pem"))

    Args:
        address: "host:port" of the server, as targets have it.
        config: Roots in `custom_ca`, one's own key and certificate in `server_key` and `server_cert`; None for gRPC's
            roots and no certificate.

    Raises:
        InvalidArgumentError: Key and certificate do not fit, one is missing, or what should be certificates is none.
    """
    if config is None:
        _CREDENTIALS.pop(address, None)
    else:
        _CREDENTIALS[address] = channel_credentials(config)


def credentials_for(address: str) -> Any:
    """The credentials for a server, from `grpc.ssl_channel_credentials`."""
    found = _CREDENTIALS.get(address)
    return channel_credentials(SSLConfig()) if found is None else found
