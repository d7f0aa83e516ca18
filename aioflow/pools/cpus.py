"""Number of CPUs that this process may use: its affinity, and the quota of its control group."""
from __future__ import annotations

import math
import os

# Linux's control groups. Version 2 has one file with two numbers, "200000 100000" or "max 100000": microseconds of CPU
# time that all processes of the group may use in each period, and the period. Version 1 has a file for each, and -1 for
# no quota. Within a container these paths show the container's own group.
CGROUP_V2 = "/sys/fs/cgroup/cpu.max"
CGROUP_V1 = "/sys/fs/cgroup/cpu"


def affinity_cpus() -> int:
    """Number of CPUs that the scheduler may give to this process."""
    # Linux only. Elsewhere a process may be restricted, too, but cannot ask in a portable way.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quota_cpus() -> float | None:
    """Quota of the control group in CPUs, such as 1.5, or None without one."""
    try:
        if os.path.exists(CGROUP_V2):
            quota, period = _text_of(CGROUP_V2).split()[:2]
        else:
            quota = _text_of(os.path.join(CGROUP_V1, "cpu.cfs_quota_us")).strip()
            period = _text_of(os.path.join(CGROUP_V1, "cpu.cfs_period_us")).strip()
        return None if quota in ("max", "-1") else int(quota) / int(period)
    except (OSError, ValueError):
        return None  # another system, or a sandbox that hides the files: the affinity alone counts


def _text_of(path: str) -> str:
    # Not `pathlib`, whose import, with that of `urllib`, would be 4 ms of a process's first session.
    with open(path, encoding="utf-8") as file:  # ASCII has a codec of its own, which is yet to be imported
        return file.read()


def usable_cpus() -> int:
    """Number of CPUs that are worth a thread each, at least 1."""
    # Rounded up: of a quota of 1.5 CPUs one thread would leave a third unused; two are halted now and then.
    quota = quota_cpus()
    return max(1, affinity_cpus() if quota is None else min(affinity_cpus(), math.ceil(quota)))
