"""The rules of where a ready node runs, and for how long a step may keep a thread; without any state.

TensorFlow hands every expensive node but one to the pool, and the thread that makes nodes ready is one of the pool
itself. Here it may be the event loop's, which must stay free, and a hop to another thread costs more than most nodes;
so what counts as expensive is measured (`KernelStats`), and waiting kernels take no thread at all.
"""

from __future__ import annotations

from enum import Enum

#: Seconds of consecutive work of one step on the event loop before it goes on elsewhere: on the pool, or in a later
#: turn of the loop. Most steps of cheap nodes end in it; others on the loop are held up by no more than that per step.
MAX_STEP_ON_LOOP_S = 1e-3
#: Seconds of consecutive work of one step on a thread of a pool before those who wait for the thread get their turn.
#: Far above the price of a hop (see `hop_price`), which each such change costs.
MAX_STEP_ON_THREAD_S = 10e-3


class Place(Enum):
    """A place for a node to run."""

    HERE = "on the thread that asks"
    POOL = "on another thread of the pool"
    TASK = "as a task of the event loop, waiting without a thread"


def place(
    waits: bool, is_expensive: bool, has_pool: bool, on_loop: bool, leaves_loop: bool, has_company: bool
) -> Place:
    """Chooses where a ready node runs.

    Args:
        waits: Whether its kernel is a coroutine.
        is_expensive: Whether it is worth a thread of its own; what is dead never is.
        has_pool: Whether the step may use other threads.
        on_loop: Whether the thread that asks is the event loop's.
        leaves_loop: Whether the step is to leave the event loop with all that does not wait.
        has_company: Whether other nodes are ready for this thread, which would have to wait for this one.
    """
    if waits:
        return Place.TASK
    if not has_pool:
        return Place.HERE
    if on_loop:
        return Place.POOL if is_expensive or leaves_loop else Place.HERE
    # A chain of expensive nodes stays on its thread: caches are warm there, and each hop would only cost.
    return Place.POOL if is_expensive and has_company else Place.HERE
