"""A limit on the memory of this process, so that a graph that wants too much gets an error instead of the machine."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STATM = Path("/proc/self/statm")


@contextmanager
def memory_limit(nbytes: int | None) -> Iterator[None]:
    """A context in which the process may take `nbytes` more than it has now; allocations beyond raise `MemoryError`.

    Only on Linux, where a process can tell how much it has; elsewhere, and for None, it changes nothing.
    """
    if nbytes is None or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(_STATM.read_text().split()[0]) * resource.getpagesize() + nbytes
    bounds = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([wanted, *bounds]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
