"""Tokens that servers ask for, by their addresses."""
from __future__ import annotations

_TOKENS: dict[str, str] = {}


def use_token(address: str, token: str) -> None:
    """Lets sessions that are made from now on send a token to a server.

    Args:
        address: "host:port" of the server, as targets have it.
        token: The token; "" for none.
    """
    _TOKENS[address] = token


def token_for(address: str) -> str:
    """The token for a server; "" for none."""
    return _TOKENS.get(address, "")
