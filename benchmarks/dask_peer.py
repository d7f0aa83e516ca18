"""dask's threaded scheduler as a peer, where it is installed (extra `bench`)."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

try:
    from dask import threaded
except ImportError:
    threaded = None


def dask_runner(tasks: Mapping[str, Any], key: str) -> Callable[[], Any] | None:
    """A function that computes a key of a dask graph once, or None without dask.

    Args:
        tasks: Key -> a value, or a tuple of a function and the keys that it takes.
        key: What to compute.
    """
    if threaded is None:
        return None
    graph = dict(tasks)
    return lambda: threaded.get(graph, key)
