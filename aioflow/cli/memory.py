"""A limit on the memory of this process, so that a graph that wants too much gets an error instead of the machine."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STATM = Path("/proc/self/statm")


@contextmanager
def memory_limit(nbytes: int | None) -> Iterator[None]:
    """Gives a context in which the process may take `nbytes` more than it has now; beyond, it gets `MemoryError`.

    Only on Linux, where a process can tell how much it has; elsewhere, and for None, it changes nothing.
    """
    if nbytes is None or sys.platform != "linux":
        yield
        return
    import resource

    # RLIMIT_AS bounds addresses, not memory in use, which Linux does not bound for a single process; so the addresses
    # in use now, among them mapped libraries, are added. A limit that is there already is never raised.
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(_STATM.read_text().split()[0]) * resource.getpagesize() + nbytes
    bounds = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([wanted, *bounds]), hard))
    try:
        yield
    finally:  # the results are still to be saved and printed
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
