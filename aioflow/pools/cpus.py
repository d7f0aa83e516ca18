"""How many CPUs this process may use: its affinity, and the quota of its control group."""
from __future__ import annotations

import math
import os
from pathlib import Path

_CGROUP_V2 = Path("/sys/fs/cgroup/cpu.max")
_CGROUP_V1 = Path("/sys/fs/cgroup/cpu")


def affinity_cpus() -> int:
    """CPUs that the scheduler may give to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quota_cpus() -> float | None:
    """CPUs worth of time that the control group allows, or None without a quota."""
    try:
        if _CGROUP_V2.exists():
            quota, period = _CGROUP_V2.read_text().split()[:2]
        else:
            quota = (_CGROUP_V1 / "cpu.cfs_quota_us").read_text().strip()
            period = (_CGROUP_V1 / "cpu.cfs_period_us").read_text().strip()
        return None if quota in ("max", "-1") else int(quota) / int(period)
    except (OSError, ValueError):
        return None


def usable_cpus() -> int:
    """CPUs that are worth a thread each, at least 1."""
    quota = quota_cpus()
    return max(1, affinity_cpus() if quota is None else min(affinity_cpus(), math.ceil(quota)))
