"""Work that would keep the event loop busy for too long, handed to the run's pool."""
from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from aioflow.framework.kernels import KernelContext
from aioflow.kernels.waiting_room import Waiter

T = TypeVar("T")
MAX_NBYTES_ON_LOOP = 1 << 18  # copying these takes about as long as handing the work to a thread


async def moving(ctx: KernelContext, nbytes: int, function: Callable[[], T]) -> T:
    """Calls `function`, which moves `nbytes` bytes: here, or on a thread of the run's pool if they are many.

    Raises:
        CancelledError: The pool is closed.
        BaseException: What `function` raises.
    """
    return function() if nbytes <= MAX_NBYTES_ON_LOOP else await on_pool(ctx, function)


async def on_pool(ctx: KernelContext, function: Callable[[], T]) -> T:
    """Calls `function`, which may block, on a thread of the run's pool; here where the run has no pool.

    When the step is cancelled, `function` goes on to its end, and nobody hears of it.

    Raises:
        CancelledError: The pool is closed.
        BaseException: What `function` raises.
    """
    pool = ctx.step.pool
    if pool is None:
        return function()
    # Written by the pool's thread before it wakes the waiter, read behind the wait: no lock is needed.
    results: list[T] = []
    faults: list[BaseException] = []
    waiter = Waiter()

    def work() -> None:
        try:
            # Infinities and NaN are results like others to TensorFlow; numpy would warn of how they came about.
            with np.errstate(all="ignore"):
                results.append(function())
        except BaseException as fault:
            faults.append(fault)
        waiter.wake()

    # In a copy of this context, so that what asks for context variables finds this run's and not the thread's own.
    pool.submit(contextvars.copy_context().run, work)
    await waiter.wait()
    if faults:
        raise faults[0]
    return results[0]
