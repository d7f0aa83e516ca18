"""Size of a pool for which nothing more special is said, and the reason for it.

The variables and their order are TensorFlow's; the number of usable CPUs takes the place of the number of CPUs.
"""
from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

from aioflow.pools.cpus import affinity_cpus, quota_cpus, usable_cpus

INTER_OP_VARIABLE = "TF_NUM_INTEROP_THREADS"
"""Threads of pools that run nodes, where `ConfigProto.inter_op_parallelism_threads` is 0; a negative number: nodes run
on the calling thread. Default: the usable CPUs (affinity and quota of the control group). Read once."""
INTRA_OP_VARIABLE = "TF_NUM_INTRAOP_THREADS"
"""Threads among which one kernel divides its work, where `ConfigProto.intra_op_parallelism_threads` is 0. Default: the
usable CPUs. Read once."""


class Size(NamedTuple):
    """A number of threads, and where it comes from.

    Attributes:
        num_threads: The number.
        reason: Where it comes from, for `Session.describe`.
    """

    num_threads: int
    reason: str


@cache
def environment_threads(variable: str) -> int:
    """Number in an environment variable, 0 when there is none. Read once: later changes have no effect."""
    # Cached, so that all sessions of a process agree, whatever a program does to its environment for its children.
    try:
        return int(os.environ.get(variable, ""))
    except ValueError:
        return 0


def inter_op_size(config: Any) -> Size:
    """Default size of pools that run nodes: config, environment, usable CPUs, in this order."""
    return _size("inter_op_parallelism_threads", config.inter_op_parallelism_threads, INTER_OP_VARIABLE)


def intra_op_size(config: Any) -> Size:
    """Default size of the pool for the insides of kernels: config, environment, usable CPUs, in this order."""
    return _size("intra_op_parallelism_threads", config.intra_op_parallelism_threads, INTRA_OP_VARIABLE)


def _size(field: str, configured: int, variable: str) -> Size:
    # Negative numbers are no size. For inter-op threads they mean the calling thread, which `SessionPools` looks after.
    if configured > 0:
        return Size(configured, f"ConfigProto.{field}")
    if environment_threads(variable) > 0:
        return Size(environment_threads(variable), f"environment variable {variable}")
    quota = quota_cpus()
    limited = "" if quota is None else f", cgroup quota of {quota:g}"
    return Size(usable_cpus(), f"usable CPUs: affinity to {affinity_cpus()}{limited}")
