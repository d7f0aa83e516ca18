"""The time for which runs have kept an event loop busy since its turn began."""
from __future__ import annotations

import asyncio
import threading
import types
import weakref
from collections.abc import Generator

MAX_RUNS_IN_TURN_S = 0.4e-3  # of steps; what comes around them takes about as long, so that a turn stays below 1 ms


class _Turn(threading.local):
    used_s = 0.0
    loop: weakref.ref[asyncio.AbstractEventLoop] | None = None  # the one that will begin the next turn


TURN = _Turn()
"""Of the calling thread."""


def must_yield(inline_s: float) -> bool:
    """Returns whether others on this thread's event loop should have their turn now.

    What all runs took counts, whichever tasks made them: once it is too much, each of the tasks that have yet to run
    in this turn of the loop makes one run and leaves.

    Args:
        inline_s: Seconds that the last run took, which never waited.
    """
    turn = TURN
    turn.used_s += inline_s
    if turn.used_s <= MAX_RUNS_IN_TURN_S:
        return False
    loop = asyncio._get_running_loop()
    if loop is None:
        turn.used_s = 0.0
    elif turn.loop is None or turn.loop() is not loop:  # another one may have been closed before its next turn
        turn.loop = weakref.ref(loop)
        loop.call_soon(_begin_turn)  # before all who leave now are called again
    return True


@types.coroutine
def leave_turn() -> Generator[None, None, None]:
    """Leaves the loop to others, where what runs took, as `TURN` has it, is too much for one turn."""
    if must_yield(0.0):
        yield  # as `asyncio.sleep(0)` does, which is two coroutines more


def _begin_turn() -> None:
    TURN.used_s, TURN.loop = 0.0, None
