"""Census: what a step leaves behind."""
from __future__ import annotations

import asyncio
import gc
import threading
from collections import Counter

from aioflow.executor.executor import Step
from aioflow.executor.frames import FrameState, IterationState
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.propagator import PropagatorState
from aioflow.executor.step_group import StepGroup
from aioflow.framework.kernel_context import CallFrame, KernelContext, StepContext

COUNTED = (
    Step, StepGroup, StepContext, KernelContext, CallFrame, PropagatorState, FrameState, IterationState, LocalRendezvous,
)  # fmt: skip


def census() -> Counter[str]:
    """How many objects of a step's kinds, tasks of the running loop, and threads there are."""
    gc.collect()
    kinds = set(COUNTED)
    counts = Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds)
    counts["tasks"] = len(asyncio.all_tasks())
    counts["threads"] = threading.active_count()
    return counts


async def settle() -> None:
    """Gives what was cancelled, or posted to the loop, its turns."""
    for _ in range(10):
        await asyncio.sleep(0)
