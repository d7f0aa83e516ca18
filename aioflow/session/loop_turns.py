"""How long runs have kept an event loop busy without ever leaving it."""
from __future__ import annotations

import threading

MAX_INLINE_S = 0.4e-3  # of steps; what comes around them takes about as long, so that a turn stays below 1 ms


class _Turn(threading.local):
    used_s = 0.0


_turn = _Turn()


def turn_is_over(inline_s: float) -> bool:
    """Whether others on this thread's event loop should have their turn now.

    Args:
        inline_s: Seconds that the last run took, which never waited.
    """
    used_s = _turn.used_s + inline_s
    is_over = used_s > MAX_INLINE_S
    _turn.used_s = 0.0 if is_over else used_s
    return is_over
