"""Census: what a step leaves behind."""
from __future__ import annotations

import asyncio
import gc
import threading
from collections import Counter

from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.executor.dataflow.propagator import PropagatorState
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.run_end import abandoned_runs
from aioflow.executor.step import Step
from aioflow.executor.step_group import StepGroup
from aioflow.framework.kernels import CallFrame, KernelContext, StepContext
from aioflow.pools.open_pools import open_pools
from aioflow.session.session import Session  # noqa: F401 - loads everything that runs need
from aioflow.testing.gate import blocked_threads

gc.collect()
gc.freeze()  # what is there now need not be looked at again and again

COUNTED = (
    CallFrame, FrameState, IterationState, KernelContext, LocalRendezvous, PropagatorState, Step, StepContext,
    StepGroup,
)  # fmt: skip
KINDS = [kind.__name__ for kind in COUNTED]


def census(collects: bool = True) -> Counter[str]:
    """How many there are: objects of a step's kinds, tasks of the loop, threads outside of pools, abandoned runs.

    Args:
        collects: Whether what only refers to itself is collected before.
    """
    if collects:
        gc.collect()
    kinds = set(COUNTED)
    counts = Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds)
    counts["abandoned"] = len(abandoned_runs())
    counts["tasks"] = len(asyncio.all_tasks())
    pooled = {thread for pool in open_pools() for thread in pool.threads}
    counts["threads"] = len(set(threading.enumerate()) - pooled)
    return counts


async def settle() -> None:
    """Gives what was cancelled, or posted to the loop, its turns; waits until threads have dropped their last task."""
    for _ in range(10):
        await asyncio.sleep(0)
    while any(pool.num_unfinished > len(blocked_threads(pool.threads)) for pool in open_pools()):
        await asyncio.sleep(0)
