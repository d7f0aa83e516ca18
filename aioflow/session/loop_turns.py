"""How long runs have kept an event loop busy without ever leaving it."""
from __future__ import annotations

import asyncio
import threading

MAX_INLINE_S = 0.4e-3  # of steps; what comes around them takes about as long, so that a turn stays below 1 ms


class _Turn(threading.local):
    used_s = 0.0


_turn = _Turn()


async def share_loop(inline_s: float) -> None:
    """Lets others on the event loop have their turn, when runs that did not wait have used up theirs.

    Args:
        inline_s: What the last one took, in seconds.
    """
    _turn.used_s += inline_s
    if _turn.used_s > MAX_INLINE_S:
        _turn.used_s = 0.0
        await asyncio.sleep(0)
