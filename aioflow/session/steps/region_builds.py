"""Builds of regions: on a thread of their own, while signatures run without them."""
from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol
from weakref import ref

from aioflow.compiler.compiler import ExecutorEntry
from aioflow.framework.process_locks import process_lock
from aioflow.pools.open_pools import make_pool
from aioflow.pools.thread_pool import ThreadPool
from aioflow.session.steps.fed_shapes import FedShapes

_LOG = logging.getLogger(__name__)
_lock = process_lock()  # guards `_pool` against two threads that make it at once
_pool: ThreadPool | None = None

at_once = False
"""Whether regions are built where they are asked for, before the first run: for tests, which would else see none."""


class Upgradable(Protocol):
    """A compiled signature that can be replaced by a faster one."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may still run it."""

    def use(self, entry: ExecutorEntry, fed_shapes: FedShapes) -> None:
        """Has further runs take `entry`; those in flight go on with what they have begun."""


def build_soon(
    build: Callable[[FedShapes], ExecutorEntry | None], prepared: Upgradable, fed_shapes: FedShapes
) -> None:
    """Has a thread build the regions of a signature, and the signature use them from then on.

    Args:
        build: Compiles it with regions, which takes long; None where it has none.
        prepared: The signature. Nothing is built when it is gone or closed by then.
        fed_shapes: The shapes of fed values for which it is built.
    """
    target = ref(prepared)

    def build_it() -> None:
        found = target()
        if found is None or not found.is_open:
            return
        try:
            entry = build(fed_shapes)
            if entry is not None:
                found.use(entry, fed_shapes)
        except Exception:
            # What is wrong with the signature has been told by its runs; this is a defect of the regions.
            _LOG.warning("regions could not be built; the signature keeps its kernels", exc_info=True)

    if at_once:
        build_it()
    else:
        # One at a time: each takes a CPU that runs need, and whatever waits is served meanwhile all the same.
        _builders().submit(build_it)


def wait_for_builds() -> None:
    """Waits, on this thread, until all regions that were asked for so far are built; for tests and measurements."""
    done = threading.Event()
    _builders().submit(done.set)
    done.wait()


def _builders() -> ThreadPool:
    global _pool
    with _lock:
        if _pool is None or _pool.closed:
            _pool = make_pool("regions", 1)
        return _pool
