"""How many threads a pool has when nothing more special is said, and why."""
from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

from aioflow.pools.cpus import affinity_cpus, quota_cpus, usable_cpus

INTER_OP_VARIABLE = "TF_NUM_INTEROP_THREADS"
INTRA_OP_VARIABLE = "TF_NUM_INTRAOP_THREADS"


class Size(NamedTuple):
    """A number of threads, and where it comes from."""

    num_threads: int
    reason: str


@cache
def environment_threads(variable: str) -> int:
    """The number in an environment variable, 0 when there is none. Read once: later changes have no effect."""
    try:
        return int(os.environ.get(variable, ""))
    except ValueError:
        return 0


def inter_op_size(config: Any) -> Size:
    """The default for pools that run nodes: config, environment, usable CPUs, in this order."""
    return _size("inter_op_parallelism_threads", config.inter_op_parallelism_threads, INTER_OP_VARIABLE)


def intra_op_size(config: Any) -> Size:
    """The default for the insides of kernels: config, environment, usable CPUs, in this order."""
    return _size("intra_op_parallelism_threads", config.intra_op_parallelism_threads, INTRA_OP_VARIABLE)


def _size(field: str, configured: int, variable: str) -> Size:
    if configured > 0:
        return Size(configured, f"ConfigProto.{field}")
    if environment_threads(variable) > 0:
        return Size(environment_threads(variable), f"environment variable {variable}")
    quota = quota_cpus()
    limited = "" if quota is None else f", cgroup quota of {quota:g}"
    return Size(usable_cpus(), f"usable CPUs: affinity to {affinity_cpus()}{limited}")
