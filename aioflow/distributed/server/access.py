"""Who may call a server: where it listens, and which token calls must have."""
from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable

from aioflow import errors
from aioflow.distributed.transport.transport import Call


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_bind(address: str, is_encrypted: bool, insecure: bool) -> None:
    """Checks that a server may listen at an address.

    Raises:
        InvalidArgumentError: It is no "host:port"; or others could reach it, what they say would not be encrypted, and
            nobody has allowed that.
    """
    host, _, port = address.rpartition(":")
    # gRPC takes a larger number modulo 65536, and listens at a port that nobody has asked for.
    if not (host and port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise errors.invalid_argument(f"a server cannot listen at {address!r}: it is no HOST:PORT")
    if not (is_loopback(host) or is_encrypted or insecure):
        raise errors.invalid_argument(
            f"a server at {address} could be used by everybody who can reach it, and a graph is a program: give it "
            "keys and certificates (tls=...), or insecure=True if the network is yours"
        )


def token_check(token: str) -> Callable[[Call], None] | None:
    """What refuses calls without a token; None where none is needed."""
    if not token:
        return None
    wanted = f"Bearer {token}".encode()

    def check(call: Call) -> None:
        given = call.metadata.get("authorization", "").encode()
        # Without telling by the time that it takes how much of it was right.
        if not hmac.compare_digest(given, wanted):
            raise errors.OpError(None, None, "the call has no valid token", errors.UNAUTHENTICATED)

    return check
