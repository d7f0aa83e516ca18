"""Masters of this process by address: their sessions need no network."""
from __future__ import annotations

import asyncio

from aioflow.distributed.interfaces.master import MasterInterface

_MASTERS: dict[str, tuple[asyncio.AbstractEventLoop, MasterInterface]] = {}


def add_local_master(address: str, master: MasterInterface) -> None:
    """Makes a master known that lives on the running event loop."""
    _MASTERS[address] = asyncio.get_running_loop(), master


def forget_local_master(address: str) -> None:
    """Makes it unknown."""
    _MASTERS.pop(address, None)


def local_master(address: str) -> MasterInterface | None:
    """The master of an address, if it lives on the running event loop; others are asked over the network."""
    found = _MASTERS.get(address)
    return found[1] if found is not None and found[0] is asyncio.get_running_loop() else None
