"""The end of open sessions, and of runs in flight, when the interpreter ends.

Runs are told to stop, and pools to end. Threads are waited for no longer than the grace that kernels of stopped runs
have (see `run_end`), counted from when their run was told to stop; what still runs then is named, and left.
"""
from __future__ import annotations

import atexit
import logging
from collections.abc import Callable, Iterable
from time import monotonic

from aioflow.executor import run_end
from aioflow.executor.run_end import abandoned_runs, age_s
from aioflow.executor.step_life import StepLife
from aioflow.pools.open_pools import open_pools
from aioflow.session.steps.run_counts import AbandonedKernel

_LOG = logging.getLogger(__name__)
_OTHER_TASKS_S = 0.5  # for what pools do besides runs


def end_at_exit(stop_all: Callable[[], Iterable[StepLife]]) -> None:
    """Registers what stops all runs of a kind of session; it returns those that have not come to rest."""
    atexit.register(_end, stop_all)


def _end(stop_all: Callable[[], Iterable[StepLife]]) -> None:
    # Pools of all kinds, also those that no session owns: each of their threads may be in a kernel that never ends.
    pools = open_pools()
    runs = {id(run): run for run in (*stop_all(), *abandoned_runs())}.values()
    patience_s = max([_OTHER_TASKS_S, *(run_end.GRACE_S - age_s(run) for run in runs if not run.ended)])
    deadline_s = monotonic() + patience_s
    # All are told before any is waited for, so that they end at the same time.
    for pool in pools:
        pool.close()
    for pool in pools:
        pool.join(max(0.0, deadline_s - monotonic()))
    left = [AbandonedKernel(*node, age_s(run)) for run in runs if not run.ended for node in run.running_nodes()]
    if left:
        _LOG.warning("the interpreter ends while kernels still run: %s", "; ".join(map(str, left)))
