"""AdminOptions: who may see the live page."""
from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from aioflow.serving.server.authorization import Authorize

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(slots=True, frozen=True)
class AdminOptions:
    """Who may see the live page, and what they may do.

    The page itself holds nothing; its numbers are what is asked for, with `is_admin` in the hook's `Access`.

    Attributes:
        token: What requests must bring as `Authorization: Bearer ...`; "" for none. The page asks for it.
        authorize: Asked for each look at the numbers, and for each change; None lets all in.
        hosts: The names by which browsers may call the server, without ports; None for any. By default only names of
            this machine: pages of others could have their own names point to it, and read what is here.
        allows_reload: Whether the models can be replaced.
    """

    token: str = ""
    authorize: Authorize | None = None
    hosts: Collection[str] | None = LOCAL_HOSTS
    allows_reload: bool = False
